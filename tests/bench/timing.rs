//! What the benchmarks share: a median, and the machine.

use std::fs;

/// The figure in the middle.
pub(crate) fn median<T: PartialOrd + Copy>(mut figures: Vec<T>) -> T {
    figures.sort_by(|a, b| a.partial_cmp(b).unwrap());
    figures[figures.len() / 2]
}

/// What this was measured on, as far as the system tells.
pub(crate) fn machine() -> String {
    let cpus = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = cpus.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_string())
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let model = field("model name").unwrap_or_else(|| std::env::consts::ARCH.into());
    let family = field("cpu family").map(|family| format!(" family {family}")).unwrap_or_default();
    format!("{model}{family}, {cores} cores")
}
