//! The same base grid with other digits, many times: bytes made from masks.
//!
//! A *template* is what all records of a base grid have in common: the text (blanks, line ends) and, for each role,
//! where it stands, as a mask. A record is the text or-ed with nine times `mask & digit`: loops over whole vectors,
//! without a look-up or a branch for a cell.
//!
//! ```text
//!     text     . ␣ . ␣ . ␣ … ⏎       0x00 where a digit goes
//!     role 0   █           …         0xff where it stands, 0x00 elsewhere
//!     role 1       █       …
//! ```
//!
//! The last roles change first from number to number, so 24 records differ in the last four only. They are made one
//! from the other: exchanging the digits `a` and `b` of two roles is `record ^ (a ^ b) & mask`, with a mask that
//! covers both. Exchanging neighbours, as bell-ringers do, goes through all 24 orders and comes round to the first;
//! each record is put where its number belongs. So a vector of a record costs an and, a xor and a store.
//!
//! ```text
//!     changes      abcd  abdc  adbc  dabc  dacb  adcb  acdb  acbd  cabd  …
//!     exchanged       23    12    01    23    01    12    23    01    23 …   (neighbours among 0 1 2 3)
//!     number          0     1     4    18    19     5     3     2    12  …
//! ```
//!
//! Measured, records of 163 bytes, one core, SSE2 only: 5.1 ns each with everything, where a bare copy of such a
//! record takes 2.7. What didn't do as well: the same without the length as a constant (7.5), each record from an
//! earlier one in memory (11), six records at a time, each from its masks (19), record by record with a register for
//! each chunk (8; 2.7 instead of 2.1 for records of 82 bytes). AVX2 gives nothing more.

/// The number of bytes that are worked on at a time, one register of every processor. A record need not be a
/// multiple: its last chunk overlaps the one before.
const WIDTH: usize = 16;

/// The number of records that [`Template::block`] makes.
pub(super) const BLOCK: usize = ROUNDS * CHANGES.len();

/// The neighbours that are exchanged from one order of four to the next: [`ROUNDS`] times the same. Known as plain
/// changes; in print since R. Duckworth and F. Stedman, "Tintinnalogia", 1668.
const CHANGES: [usize; 8] = [2, 1, 0, 2, 0, 1, 2, 0];
const ROUNDS: usize = 3;

/// The lexicographic number of each order, as the changes come to it.
const NUMBERS: [[usize; CHANGES.len()]; ROUNDS] = {
    let mut numbers = [[0; CHANGES.len()]; ROUNDS];
    let mut order = [0, 1, 2, 3];
    let mut i = 0;
    while i < BLOCK {
        let [a, b, c, d] = order;
        let second = (b > c) as usize + (b > d) as usize;
        numbers[i / CHANGES.len()][i % CHANGES.len()] = 6 * a + 2 * second + (c > d) as usize;
        let change = CHANGES[i % CHANGES.len()];
        (order[change], order[change + 1]) = (order[change + 1], order[change]);
        i += 1;
    }
    numbers
};

/// What the records of one base grid have in common.
#[derive(Clone, Debug)]
pub(super) struct Template {
    len: usize,
    chunks: Vec<Chunk>,
}

#[derive(Clone, Debug)]
struct Chunk {
    /// Where in the record this chunk begins.
    at: usize,
    text: [u8; WIDTH],
    /// Where each role stands.
    roles: [[u8; WIDTH]; 9],
    /// Where roles 5 and 6 stand, 6 and 7, 7 and 8.
    neighbours: [[u8; WIDTH]; 3],
}

impl Template {
    /// From a record in which role `r` is the byte `zero + 1 + r`, and nothing else is a byte `zero + 1` to
    /// `zero + 9`. None if the record is too short.
    pub(super) fn new(record: &[u8], zero: u8) -> Option<Template> {
        let last = record.len().checked_sub(WIDTH)?;
        let chunk = |at: usize| {
            let bytes: &[u8; WIDTH] = record[at..].first_chunk()?;
            let stands = |role: usize| bytes.map(|byte| if byte == zero + 1 + role as u8 { 0xff } else { 0 });
            let roles: [_; 9] = std::array::from_fn(stands);
            let either = |role: usize| std::array::from_fn(|i| roles[role][i] | roles[role + 1][i]);
            Some(Chunk {
                at,
                text: bytes.map(|byte| if (1..=9).contains(&byte.wrapping_sub(zero)) { 0 } else { byte }),
                roles,
                neighbours: [5, 6, 7].map(either),
            })
        };
        let chunks = (0..last).step_by(WIDTH).chain([last]).map(chunk).collect::<Option<_>>()?;
        Some(Template { len: record.len(), chunks })
    }

    /// The length of a record.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Makes the record with these bytes for the roles, at the beginning of `out`, as far as there is room.
    pub(super) fn one(&self, digits: &[u8; 9], out: &mut [u8]) {
        for chunk in &self.chunks {
            if let Some(place) = out.get_mut(chunk.at..).and_then(<[u8]>::first_chunk_mut) {
                *place = chunk.with(digits);
            }
        }
    }

    /// Makes the [`BLOCK`] records in which the last four of these bytes, given in ascending order, take all orders,
    /// ascending: one after another at the beginning of `out`. False if there is no room, or no code for records of
    /// this length.
    pub(super) fn block(&self, digits: &[u8; 9], out: &mut [u8]) -> bool {
        match self.len {
            163 => self.block_of::<163>(digits, out), // `grid`
            82 => self.block_of::<82>(digits, out),   // `line`
            339 => self.block_of::<339>(digits, out), // `board`
            _ => false,
        }
    }

    /// As the length is a constant, the compiler knows where each record goes; all loops but the one over chunks are
    /// unrolled, and what is left of a step is four instructions.
    #[inline(always)]
    fn block_of<const LEN: usize>(&self, digits: &[u8; 9], out: &mut [u8]) -> bool {
        let Some(records) = out.as_chunks_mut::<LEN>().0.first_chunk_mut::<BLOCK>() else { return false };
        let [_, _, _, _, _, mut four @ ..] = *digits;
        let differences = [(); ROUNDS].map(|()| {
            CHANGES.map(|change| {
                four.swap(change, change + 1);
                [four[change] ^ four[change + 1]; WIDTH]
            })
        });
        for chunk in &self.chunks {
            let at = chunk.at.min(LEN - WIDTH);
            let mut bytes = chunk.with(digits);
            for (numbers, differences) in NUMBERS.iter().zip(&differences) {
                for i in 0..CHANGES.len() {
                    let place = records[numbers[i]].get_mut(at..).and_then(<[u8]>::first_chunk_mut);
                    if let Some(place) = place {
                        *place = bytes;
                    }
                    let (both, difference) = (&chunk.neighbours[CHANGES[i]], &differences[i]);
                    bytes = std::array::from_fn(|i| bytes[i] ^ (both[i] & difference[i]));
                }
            }
        }
        true
    }
}

impl Chunk {
    /// With these bytes for the roles.
    #[inline(always)]
    fn with(&self, digits: &[u8; 9]) -> [u8; WIDTH] {
        let mut bytes = self.text;
        for (stands, digit) in self.roles.iter().zip(digits) {
            for (byte, mask) in bytes.iter_mut().zip(stands) {
                *byte |= mask & digit;
            }
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changes_go_through_every_order_and_come_round() {
        let mut numbers = NUMBERS.concat();
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..BLOCK));
        let mut four = [0, 1, 2, 3];
        (0..BLOCK).for_each(|i| four.swap(CHANGES[i % 8], CHANGES[i % 8] + 1));
        assert_eq!(four, [0, 1, 2, 3]);
    }

    #[test]
    fn a_block_is_its_records_one_by_one() {
        let mut record =
            b"<198765432 some text 987654321 and more 55555 for several chunks 67892468>\n.......".to_vec();
        for len in [82, 163] {
            record.resize(len, b'3');
            let template = Template::new(&record, b'0').unwrap();
            let mut again = vec![0; len];
            template.one(b"123456789", &mut again);
            assert_eq!(again, record);

            let mut block = vec![0; len * BLOCK];
            assert!(!template.block(b"927810345", &mut block[1..]));
            assert!(template.block(b"927810345", &mut block));
            let mut all = (0..256).map(|i| [i >> 6 & 3, i >> 4 & 3, i >> 2 & 3, i & 3].map(|i| b"0345"[i]));
            for record in block.chunks(len) {
                let [a, b, c, d] = all.find(|four| b"0345".iter().all(|digit| four.contains(digit))).unwrap();
                template.one(&[b'9', b'2', b'7', b'8', b'1', a, b, c, d], &mut again);
                assert_eq!(again, record);
            }
        }
        assert!(Template::new(&record[..15], b'0').is_none());
    }
}
