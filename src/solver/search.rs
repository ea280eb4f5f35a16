//! Guesses, for the puzzles that don't yield to deduction alone; every lane has its own.
//!
//! ```text
//!            ┌───────────────────────── rounds, until most lanes wait ◄────────────────────────┐
//!            ▼                                                                                 │
//!   a service:  stuck lanes choose a branch                                                    │
//!                 ├─ the other branch finds a free lane of its word by turning: both go on ────┤
//!                 └─ no room: it waits, or goes to the pool                                    │
//!               dead lanes are free; solved ones report, and are free                          │
//!               free lanes get a board from the pool, then from the queue ─────────────────────┘
//! ```
//!
//! Boards go to memory and come from there by transposes of all lanes, so that happens only in a service where enough
//! lanes want it: a *transfer*. The others wait until then, which costs them nothing but time.
//!
//! As both branches are worked at, the order of the solutions is by chance; who wants the first in reading order is
//! served by [`super::in_order`]. The pool is a stack for all lanes, the last board first: so it stays short, and at
//! the end of a batch all lanes share what is left.

use super::boards::Board;
use super::crew::{Crew, Standing, Tools, grow, list};
use super::goal::Goal;
use super::kernels::Kernels;
use super::plane::Plane;
use super::recent::Recent;
use super::turn::{Turn, turns};
use crate::grid::Puzzle;

/// Percentage of the active lanes that wait when they are served. From 60 to 80 it makes 2–3 % of a difference.
const WAITING: u32 = 75;
/// Percentage of all lanes that want a transfer when it happens. 15 and 40 cost 4 % on hard puzzles, less elsewhere.
const TRANSFER: u32 = 25;
/// So many solved lanes in 64 are worth a transpose of their own, from planes to digits; fewer go by boards.
const MANY: u32 = 6;
/// After so many guesses, and as many again for each solution, a puzzle is handed to the one-puzzle solver. No puzzle
/// of the hardest collections takes 500.
const MOST_GUESSES: u64 = 512;

/// The lanes of the search, and what waits for them.
#[derive(Clone)]
pub(super) struct Search<const W: usize> {
    /// A lane works at a job, by number.
    crew: Crew<u32, W>,
    jobs: Vec<Job>,
    /// Jobs that nobody has begun.
    queue: Pile,
    /// Branches that found no room.
    pool: Pile,
    turns: [Turn<W>; 2],
    /// Whether triads are looked for in minirows next time, where it's done in turns.
    rows_next: bool,
    /// The puzzles that turned out to have several solutions, where it matters which is the first.
    pub(super) several: Vec<u32>,
}

/// Boards, and the number of the job that each belongs to.
#[derive(Clone, Default)]
struct Pile {
    jobs: Vec<u32>,
    boards: Vec<Board>,
}

impl Pile {
    fn len(&self) -> usize {
        self.jobs.len()
    }

    fn push(&mut self, job: u32, board: &Board) {
        self.jobs.push(job);
        self.boards.push(*board);
    }

    /// Moves the last `n` of another pile to this one.
    fn take(&mut self, other: &mut Pile, n: usize) {
        let first = other.len() - n;
        self.jobs.extend_from_slice(&other.jobs[first..]);
        self.boards.extend_from_slice(&other.boards[first..]);
        other.truncate(first);
    }

    /// Takes away all but the first `n`.
    fn truncate(&mut self, n: usize) {
        self.jobs.truncate(n);
        self.boards.truncate(n);
    }
}

/// A puzzle, and what has been done for it.
#[derive(Clone, Copy, Debug)]
struct Job {
    puzzle: u32,
    found: u64,
    guesses: u64,
}

/// Counts a guess. False if the job is finished, so that its lanes are free.
fn may_guess(job: &mut Job, puzzles: &[Puzzle], goal: &mut Goal<'_>) -> bool {
    let limit = goal.limit();
    job.guesses += 1;
    if job.found < limit && job.guesses > MOST_GUESSES.saturating_mul(job.found + 1) {
        goal.hand_over(job.puzzle as usize, &puzzles[job.puzzle as usize]);
        job.found = limit;
    }
    job.found < limit
}

impl<const W: usize> Search<W> {
    pub(super) fn new(kernels: &'static Kernels<W>) -> Search<W> {
        Search {
            crew: Crew::new(kernels, 0),
            jobs: Vec::new(),
            queue: Pile::default(),
            pool: Pile::default(),
            turns: [const { Turn::NONE }; 2],
            rows_next: false,
            several: Vec::new(),
        }
    }

    /// A new job: a puzzle, and how far deduction has brought it.
    pub(super) fn add(&mut self, puzzle: u32, board: &Board) {
        self.queue.push(self.jobs.len() as u32, board);
        self.jobs.push(Job { puzzle, found: 0, guesses: 0 });
    }

    /// How many jobs nobody has begun.
    pub(super) fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// Is all done? Then the numbers of jobs begin again.
    pub(super) fn is_done(&mut self) -> bool {
        let done = self.queue.len() == 0 && self.pool.len() == 0 && self.crew.active.is_empty();
        if done {
            self.jobs.clear();
        }
        done
    }

    /// A service, and rounds until the next one is due.
    pub(super) fn step(
        &mut self,
        tools: &mut Tools<W>,
        recent: &mut Recent,
        puzzles: &[Puzzle],
        goal: &mut Goal<'_>,
    ) {
        self.serve(tools, recent, puzzles, goal);
        self.deduce();
    }

    fn serve(&mut self, tools: &mut Tools<W>, recent: &mut Recent, puzzles: &[Puzzle], goal: &mut Goal<'_>) {
        let Standing { solved, stuck, dead } = self.crew.standing();
        self.crew.dismiss(dead);
        (tools.kernels.choose)(&mut tools.choice, &self.crew.planes, &stuck);
        let left = self.find_room(stuck, puzzles, goal);

        let running = self.crew.active & !solved & !left;
        let wanting = left.ones() + solved.ones();
        let free = Plane::<W>::LANES as u32 - self.crew.active.ones();
        let on_offer = (self.pool.len() + self.queue.len()).min(free as usize);
        let enough = (wanting + on_offer as u32) * 100 >= TRANSFER * Plane::<W>::LANES as u32;
        tools.lanes.clear();
        let guessing = if enough || running.is_empty() {
            self.transfer(tools, recent, puzzles, goal, [solved, left]);
            stuck
        } else {
            stuck & !left
        };
        (tools.kernels.branch)(&mut self.crew.planes, &tools.choice, &guessing, &self.turns);
        if !tools.lanes.is_empty() {
            let first = self.pool.len() - tools.lanes.len();
            self.crew.admit(&mut tools.boards, &tools.lanes, &self.pool.boards[first..]);
            self.pool.truncate(first);
        }
    }

    /// Finds room in free lanes for the other branches of stuck ones. Returns the stuck lanes whose other branch has none
    /// yet.
    fn find_room(&mut self, stuck: Plane<W>, puzzles: &[Puzzle], goal: &mut Goal<'_>) -> Plane<W> {
        let Search { crew, jobs, turns: found, .. } = self;
        let (mut left, mut free) = (stuck, !crew.active);
        for turn in found.iter_mut().take(turns(W)) {
            (crew.kernels.find_turn)(turn, &mut left, &mut free);
            for from in turn.sources().lanes() {
                let to = turn.target_of(from);
                crew.seats[to] = crew.seats[from];
                if !may_guess(&mut jobs[crew.seats[from] as usize], puzzles, goal) {
                    crew.active.remove(from);
                    turn.target.remove(to);
                }
            }
            crew.active |= turn.target;
        }
        left
    }

    /// Solved lanes report, other branches that found no room go to the pool, and free lanes get boards: which ones is
    /// said in the tools' list of lanes, empty before, and the boards are the last ones of the pool.
    fn transfer(
        &mut self,
        tools: &mut Tools<W>,
        recent: &mut Recent,
        puzzles: &[Puzzle],
        goal: &mut Goal<'_>,
        [solved, left]: [Plane<W>; 2],
    ) {
        let Tools { kernels, digits, boards, choice, lanes, .. } = tools;
        let Search { crew, jobs, queue, pool, several, .. } = self;
        let candidates = &crew.planes.candidates;

        for lane in left.lanes() {
            let job = crew.seats[lane];
            if may_guess(&mut jobs[job as usize], puzzles, goal) {
                pool.jobs.push(job);
                lanes.push(lane as u16);
            } else {
                crew.active.remove(lane);
            }
        }
        let leaving = lanes.len();
        list(solved, lanes);
        let many = solved.ones() >= MANY * W as u32;
        if many {
            (kernels.store)(digits, candidates);
        }
        let wanted = if many { leaving } else { lanes.len() };
        if wanted > 0 {
            let first = pool.boards.len();
            grow(&mut pool.boards, first + wanted);
            let room = &mut pool.boards[first..];
            (kernels.take)(boards, candidates, &choice.cell, &choice.digit, &lanes[..wanted], room);
        }

        for (n, &lane) in lanes[leaving..].iter().enumerate() {
            let job = &mut jobs[crew.seats[usize::from(lane)] as usize];
            if job.found < goal.limit() {
                let at = pool.jobs.len() + n;
                let grid = if many { digits.grid(lane.into()) } else { (kernels.grid_of)(&pool.boards[at]) };
                job.found += 1;
                goal.solution(job.puzzle as usize, job.found, grid);
                if job.found == 2 {
                    recent.note_several();
                    if goal.wants_the_first() {
                        several.push(job.puzzle);
                    }
                }
            }
        }
        pool.boards.truncate(pool.jobs.len());

        crew.dismiss(solved);
        lanes.clear();
        list(!crew.active, lanes);
        let new = lanes.len().saturating_sub(pool.len()).min(queue.len());
        pool.take(queue, new);
        for _ in 0..new {
            recent.begin();
        }
        lanes.truncate(pool.len());
        for (&lane, &job) in lanes.iter().zip(&pool.jobs[pool.len() - lanes.len()..]) {
            crew.seats[usize::from(lane)] = job;
        }
    }

    /// Rounds until most of the active lanes wait.
    fn deduce(&mut self) {
        // Triads once after a service: on AVX2 and less, where they cost more, the half of them in turns.
        self.crew.round();
        let Crew { kernels, planes, .. } = &mut self.crew;
        if W >= 8 {
            (kernels.triads)(planes);
        } else if self.rows_next {
            (kernels.row_triads)(planes);
        } else {
            (kernels.column_triads)(planes);
        }
        self.rows_next = !self.rows_next;
        self.crew.deduce(WAITING);
    }
}

#[cfg(test)]
mod tests {
    use super::super::cpu::{InstructionSet, Table};
    use super::super::stream::Stream;
    use super::super::verdict::Verdict;
    use super::*;

    /// All puzzles through the search alone. Returns the verdicts, and the most guesses that any took.
    fn search<const W: usize>(kernels: &'static Kernels<W>, puzzles: &[Puzzle]) -> (Vec<Verdict>, u64) {
        let mut verdicts = vec![Verdict::None; puzzles.len()];
        let (mut goal, mut most) = (Goal::Verdicts(&mut verdicts), 0);
        let (mut search, mut tools, mut recent) =
            (Box::new(Search::new(kernels)), Box::new(Tools::new(kernels)), Recent::default());
        let numbers: Vec<u32> = (0..puzzles.len() as u32).collect();
        Stream::new(kernels).begin(&mut tools, puzzles, &numbers, |puzzle, board| search.add(puzzle, board));
        while !search.is_done() {
            search.step(&mut tools, &mut recent, puzzles, &mut goal);
            most = most.max(search.jobs.iter().map(|job| job.guesses / (job.found + 1)).max().unwrap_or(0));
        }
        (verdicts, most)
    }

    /// The known traps are left to the one-puzzle solver before they cost much, and the answers are right.
    #[test]
    fn no_trap_takes_more_guesses_than_are_allowed() {
        let traps = include_str!("../../tests/data/traps.txt").lines().filter(|line| !line.starts_with('#'));
        let puzzles: Vec<Puzzle> = traps.filter_map(|line| line.get(..81)?.parse().ok()).collect();
        let wanted: Vec<u64> = puzzles.iter().map(|puzzle| super::super::one::count(puzzle, 2)).collect();
        for set in InstructionSet::available() {
            let (verdicts, most) = match set.kernels() {
                Table::Narrow(kernels) => search(kernels, &puzzles),
                Table::Wide(kernels) => search(kernels, &puzzles),
            };
            for ((puzzle, verdict), wanted) in puzzles.iter().zip(verdicts).zip(&wanted) {
                let found = match verdict {
                    Verdict::None => 0,
                    Verdict::Unique(grid) => u64::from(grid.solves(puzzle)),
                    Verdict::Several(grid) => 2 * u64::from(grid.solves(puzzle)),
                };
                assert_eq!(found, *wanted, "{set} {puzzle}");
            }
            // Lanes of a job that is finished may count one more each before they are free.
            let lanes = 64 * 8;
            assert!((100..=MOST_GUESSES + lanes).contains(&most), "{set}: {most} guesses");
        }
    }
}
