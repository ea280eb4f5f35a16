//! The rules on planes, beside the same rules by the book.

use super::super::plane::Plane;
use super::{CandidatePlanes, Planes};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The indices of the plane of a digit (from 0) in a cell, by the book.
pub(crate) fn indices(digit: usize, cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [digit, row / 3 * 3 + column / 3, row % 3 * 3 + column % 3]
}

/// The indices of all candidate planes.
pub(crate) fn all_planes() -> impl Iterator<Item = [usize; 3]> {
    (0..729).map(|n| [n / 81, n / 9 % 9, n % 9])
}

pub(crate) fn random_planes<const W: usize>(rng: &mut StdRng) -> Box<CandidatePlanes<W>> {
    let mut planes = Box::new([[[Plane::NONE; 9]; 9]; 9]);
    for plane in planes.as_flattened_mut().as_flattened_mut() {
        plane.0.iter_mut().for_each(|word| *word = rng.random());
    }
    planes
}
/// One lane of the planes, by the book: for each cell its candidates, bit d for digit d + 1, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lane {
    candidates: [u16; 81],
    open: [bool; 81],
    dead: bool,
}

impl Lane {
    fn read<const W: usize>(planes: &Planes<W>, lane: usize) -> Lane {
        let candidates = std::array::from_fn(|cell| {
            (0..9).fold(0, |set, digit| {
                let [d, b, place] = indices(digit, cell);
                set | u16::from(planes.candidates[d][b][place].contains(lane)) << digit
            })
        });
        let open = std::array::from_fn(|cell| {
            let [_, b, place] = indices(0, cell);
            planes.open[b][place].contains(lane)
        });
        Lane { candidates, open, dead: planes.dead.contains(lane) }
    }

    fn write<const W: usize>(&self, planes: &mut Planes<W>, lane: usize) {
        let set = |plane: &mut Plane<W>, holds: bool| {
            if holds { plane.insert(lane) } else { plane.remove(lane) }
        };
        for cell in 0..81 {
            for digit in 0..9 {
                let [d, b, place] = indices(digit, cell);
                set(&mut planes.candidates[d][b][place], self.candidates[cell] >> digit & 1 == 1);
            }
            let [_, b, place] = indices(0, cell);
            set(&mut planes.open[b][place], self.open[cell]);
        }
        set(&mut planes.dead, self.dead);
    }

    /// A random board: some cells of a grid are settled, some have a few candidates, mostly the right one among them.
    fn random(rng: &mut StdRng) -> Lane {
        let settled = rng.random_range(0.0..0.9);
        let width = rng.random_range(0.1..0.9);
        let wrong = if rng.random_bool(0.5) { 0.01 } else { 0.0 };
        let candidates: [u16; 81] = std::array::from_fn(|cell| {
            let right = 1 << ((3 * (cell / 9) + cell / 27 + cell % 9) % 9);
            let others = (0..9).fold(0, |set, digit| set | u16::from(rng.random_bool(width)) << digit);
            if rng.random_bool(wrong) {
                if rng.random() { others } else { 1 << rng.random_range(0..9) }
            } else if rng.random_bool(settled) {
                right
            } else {
                right | others
            }
        });
        Lane { candidates, open: candidates.map(|set| set.count_ones() > 1), dead: false }
    }

    fn places(&self, digit: usize, cells: &[usize]) -> usize {
        cells.iter().filter(|&&cell| self.candidates[cell] >> digit & 1 == 1).count()
    }

    /// The three minirows (or minicolumns) of each of three boxes, in which a digit can lie in six ways: what is in none
    /// of those that are left goes.
    fn six_ways(&mut self, digit: usize, minis: &[[Vec<usize>; 3]; 3]) {
        let has = |b: usize, i: usize| self.places(digit, &minis[b][i]) > 0;
        let mut kept = [[false; 3]; 3];
        for [x, y, z] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            if has(0, x) && has(1, y) && has(2, z) {
                (kept[0][x], kept[1][y], kept[2][z]) = (true, true, true);
            }
        }
        for (b, kept) in kept.iter().enumerate() {
            for (i, kept) in kept.iter().enumerate() {
                for &cell in minis[b][i].iter().filter(|_| !kept) {
                    self.candidates[cell] &= !(1 << digit);
                }
            }
        }
    }

    /// A round, by the book. Returns which cells are closed now and weren't before.
    fn round(&mut self) -> bool {
        let boxes: Vec<Vec<usize>> =
            (0..9).map(|b| (0..81).filter(|cell| indices(0, *cell)[1] == b).collect()).collect();
        let before = self.open;
        let single = |lane: &Lane, digit: usize, cells: &[usize]| {
            cells.iter().any(|&cell| lane.candidates[cell] >> digit & 1 == 1 && !before[cell])
        };
        let singles: Vec<Vec<bool>> =
            boxes.iter().map(|cells| (0..9).map(|digit| single(self, digit, cells)).collect()).collect();
        for (cells, singles) in boxes.iter().zip(&singles) {
            for digit in (0..9).filter(|&digit| singles[digit]) {
                for &cell in cells.iter().filter(|&&cell| before[cell]) {
                    self.candidates[cell] &= !(1 << digit);
                }
            }
        }
        for digit in 0..9 {
            for n in 0..3 {
                let minirows = std::array::from_fn(|b| {
                    std::array::from_fn(|i| (0..3).map(|k| 27 * n + 9 * i + 3 * b + k).collect())
                });
                self.six_ways(digit, &minirows);
            }
            for n in 0..3 {
                let minicolumns = std::array::from_fn(|b| {
                    std::array::from_fn(|i| (0..3).map(|k| 27 * b + 9 * k + 3 * n + i).collect())
                });
                self.six_ways(digit, &minicolumns);
            }
            for (cells, singles) in boxes.iter().zip(&singles) {
                self.dead |= self.places(digit, cells) == 0;
                self.dead |= singles[digit] && self.places(digit, cells) > 1;
            }
        }
        for cells in &boxes {
            let only: Vec<bool> = (0..9).map(|digit| self.places(digit, cells) == 1).collect();
            for &cell in cells {
                let set = self.candidates[cell];
                let needed = (0..9).filter(|&digit| only[digit] && set >> digit & 1 == 1);
                let needed = needed.fold(0, |needed, digit| needed | 1 << digit);
                if needed != 0 {
                    self.candidates[cell] = needed;
                }
                let left = self.candidates[cell].count_ones();
                self.dead |= left == 0 || needed != 0 && left > 1;
                self.open[cell] = left > 1;
            }
        }
        self.open != before
    }
}

/// A round finds exactly what its rules say, in each lane, whatever the others are.
#[test]
fn a_round_is_the_rules_by_the_book() {
    let mut rng = StdRng::seed_from_u64(30);
    let mut planes = Box::new(Planes::<2>::EMPTY);
    let (mut dead, mut moved) = (0, 0);
    for _ in 0..20 {
        let mut lanes: Vec<Lane> = (0..128).map(|_| Lane::random(&mut rng)).collect();
        lanes.iter().enumerate().for_each(|(at, lane)| lane.write(&mut planes, at));
        for _ in 0..4 {
            let waiting = planes.round(&Plane::ALL);
            let mut still = 0;
            for (at, lane) in lanes.iter_mut().enumerate() {
                let moves = lane.round();
                still += u32::from(lane.dead || !moves);
                // Where a digit has lost its places, there is no use in being exact.
                assert_eq!(planes.dead.contains(at), lane.dead);
                if lane.dead {
                    dead += 1;
                    *lane = Lane::read(&planes, at);
                    continue;
                }
                moved += u32::from(moves);
                assert_eq!(&Lane::read(&planes, at), lane);
                assert_eq!(planes.moved.contains(at), moves);
                assert_eq!(planes.unsolved.contains(at), lane.open.contains(&true));
            }
            assert_eq!(waiting, still);
        }
    }
    assert!(dead > 100 && moved > 100, "{dead} {moved}");
}

/// A lane without an open cell is complete if each house has each digit.
#[test]
fn complete_means_every_digit_in_every_house() {
    let mut rng = StdRng::seed_from_u64(31);
    let mut planes = Box::new(Planes::<1>::EMPTY);
    let right: [u16; 81] = std::array::from_fn(|cell| 1 << ((3 * (cell / 9) + cell / 27 + cell % 9) % 9));
    let lanes: Vec<Lane> = (0..64)
        .map(|at| {
            let mut candidates = right;
            match at {
                0 => {}
                // Exchanges that leave two kinds of houses, or one, as they should be.
                1 => candidates.swap(0, 1),
                2 => candidates.swap(0, 9),
                3 => (0..9).for_each(|column| candidates.swap(column, 27 + column)),
                4 => (0..9).for_each(|row| candidates.swap(9 * row, 9 * row + 3)),
                _ => candidates.swap(rng.random_range(0..81), rng.random_range(0..81)),
            }
            Lane { candidates, open: [false; 81], dead: false }
        })
        .collect();
    lanes.iter().enumerate().for_each(|(at, lane)| lane.write(&mut planes, at));
    let complete = planes.complete();
    for (at, lane) in lanes.iter().enumerate() {
        let houses = (0..9).all(|n| {
            let [row, column, of_box] = [0, 1, 2].map(|kind| {
                (0..81)
                    .filter(|&cell| [cell / 9, cell % 9, indices(0, cell)[1]][kind] == n)
                    .fold(0, |set, cell| set | lane.candidates[cell])
            });
            row & column & of_box == 0x1ff
        });
        assert_eq!(complete.contains(at), houses, "{at}");
    }
    assert!(complete.contains(0) && complete.ones() < 10);
}

/// Triads, by the book: three digits that fill a minirow leave the rest of the box, and the others leave the minirow
/// that three digits need.
fn triads_by_the_book(lane: &mut Lane, rows: bool, columns: bool) {
    for b in 0..9 {
        let minis = |down: bool| -> Vec<Vec<usize>> {
            (0..3)
                .map(|i| {
                    (0..3)
                        .map(|k| if down { (k, i) } else { (i, k) })
                        .map(|(row, column)| (b / 3 * 3 + row) * 9 + b % 3 * 3 + column)
                        .collect()
                })
                .collect()
        };
        let mut gone = [0u16; 81];
        for minis in
            [(rows, false), (columns, true)].iter().filter(|(on, _)| *on).map(|(_, down)| minis(*down))
        {
            let held: Vec<u16> = minis
                .iter()
                .map(|cells| cells.iter().fold(0, |set, &cell| set | lane.candidates[cell]))
                .collect();
            for i in 0..3 {
                let elsewhere = held[(i + 1) % 3] | held[(i + 2) % 3];
                let required = held[i] & !elsewhere;
                lane.dead |= held[i].count_ones() < 3 || required.count_ones() > 3;
                for j in (0..3).filter(|&j| j != i) {
                    if held[i].count_ones() == 3 {
                        minis[j].iter().for_each(|&cell| gone[cell] |= held[i]);
                    }
                }
                if required.count_ones() >= 3 {
                    minis[i].iter().for_each(|&cell| gone[cell] |= elsewhere);
                }
            }
        }
        (0..81).for_each(|cell| lane.candidates[cell] &= !gone[cell]);
    }
}

#[test]
fn triads_are_found_by_the_book() {
    let mut rng = StdRng::seed_from_u64(32);
    let mut planes = Box::new(Planes::<2>::EMPTY);
    let mut found = [0; 3];
    for round in 0..60 {
        let lanes: Vec<Lane> = (0..128).map(|_| Lane::random(&mut rng)).collect();
        lanes.iter().enumerate().for_each(|(at, lane)| lane.write(&mut planes, at));
        let (rows, columns) = [(true, true), (true, false), (false, true)][round % 3];
        match round % 3 {
            0 => planes.triads::<true, true>(),
            1 => planes.triads::<true, false>(),
            _ => planes.triads::<false, true>(),
        }
        for (at, before) in lanes.iter().enumerate() {
            let mut lane = before.clone();
            triads_by_the_book(&mut lane, rows, columns);
            assert_eq!(planes.dead.contains(at), lane.dead);
            if !lane.dead {
                found[round % 3] += u32::from(lane != *before);
                assert_eq!(Lane::read(&planes, at), lane);
            }
        }
    }
    assert!(found.iter().all(|&found| found > 100), "{found:?}");
}

/// Which cells are empty or open, after puzzles or boards came in.
#[test]
fn open_cells_are_those_with_two_candidates() {
    let mut rng = StdRng::seed_from_u64(33);
    let mut planes = Box::new(Planes::<1>::EMPTY);
    let lanes: Vec<Lane> = (0..64)
        .map(|_| {
            let candidates = std::array::from_fn(|_| rng.random_range(0..512) & rng.random_range(0..512));
            Lane { candidates, open: [false; 81], dead: false }
        })
        .collect();
    lanes.iter().enumerate().for_each(|(at, lane)| lane.write(&mut planes, at));
    planes.find_open();
    for (at, lane) in lanes.iter().enumerate() {
        assert_eq!(Lane::read(&planes, at).open, lane.candidates.map(|set| set.count_ones() > 1));
    }
    planes.find_empty();
    for (at, lane) in lanes.iter().enumerate() {
        assert_eq!(Lane::read(&planes, at).open, lane.candidates.map(|set| set & 3 == 3));
    }
}
