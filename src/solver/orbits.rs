//! Orbits of nine lines under permutations, for many of these at once.

#![allow(
    clippy::needless_range_loop,
    reason = "one index for several tables, in the shape that is vectorised"
)]

/// Larger orbits are of no use: an unavoidable set of more than ten cells loses all its clues so rarely that it doesn't pay.
pub(crate) const MOST_LINES: u16 = 5;
/// So many permutations, as many as fill vectors.
pub(crate) const PADDED: usize = 64;

/// For each of many permutations of nine lines, or two of them, the orbits.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Orbits {
    /// By line: onto which lines it is brought, as bits; then, all lines of its orbit.
    pub(crate) lines: [[u16; PADDED]; 9],
    /// The first line of each orbit that isn't too large.
    pub(crate) small: [u16; PADDED],
}

impl Orbits {
    pub(crate) const NONE: Orbits = Orbits { lines: [[0; PADDED]; 9], small: [0; PADDED] };

    /// From the images of each line to all lines of its orbit (Warshall's closure); and which lines are the first of a small
    /// orbit.
    #[inline(always)]
    pub(crate) fn close(&mut self) {
        for by in 0..9 {
            let through = self.lines[by];
            for line in 0..9 {
                reach(&mut self.lines[line], &through, 1 << by);
            }
        }
        self.small = [0; PADDED];
        for line in 0..9 {
            find_small(&self.lines[line], 1 << line, &mut self.small);
        }
    }
}

/// Whoever reaches a line reaches what that reaches.
#[inline(always)]
fn reach(lines: &mut [u16; PADDED], through: &[u16; PADDED], by: u16) {
    for n in 0..PADDED {
        let reached = if lines[n] & by == 0 { 0 } else { through[n] };
        lines[n] |= reached;
    }
}

/// Adds a line, where it is the first of a small orbit.
#[inline(always)]
fn find_small(orbits: &[u16; PADDED], line: u16, small: &mut [u16; PADDED]) {
    for n in 0..PADDED {
        let orbit = orbits[n];
        let twos = orbit - (orbit >> 1 & 0x5555);
        let fours = (twos & 0x3333) + (twos >> 2 & 0x3333);
        let lines = (fours & 0xf) + (fours >> 4 & 0xf) + (fours >> 8);
        let first = orbit & (line - 1) == 0 && lines <= MOST_LINES;
        small[n] |= if first { line } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use rand::seq::SliceRandom;

    #[test]
    fn orbits_are_what_can_be_reached() {
        let mut rng = StdRng::seed_from_u64(5);
        let mut orbits = Orbits::NONE;
        let mut images = vec![];
        for n in 0..PADDED {
            let mut permutations = [[0, 1, 2, 3, 4, 5, 6, 7, 8]; 2];
            permutations.iter_mut().for_each(|lines| lines.shuffle(&mut rng));
            if n % 2 == 0 {
                permutations[1] = permutations[0];
            }
            for line in 0..9 {
                orbits.lines[line][n] = 1 << permutations[0][line] | 1 << permutations[1][line];
            }
            images.push(permutations);
        }
        orbits.close();
        for (n, permutations) in images.iter().enumerate() {
            for line in 0..9 {
                let (mut orbit, mut left) = (vec![], vec![line]);
                while let Some(line) = left.pop() {
                    if !orbit.contains(&line) {
                        orbit.push(line);
                        left.extend(permutations.map(|lines| lines[line]));
                    }
                }
                let bits = orbit.iter().fold(0, |bits, line| bits | 1 << line);
                assert_eq!(orbits.lines[line][n], bits);
                let first = orbit.iter().min() == Some(&line) && orbit.len() <= usize::from(MOST_LINES);
                assert_eq!(orbits.small[n] >> line & 1 == 1, first);
            }
        }
    }
}
