//! What is printed of the options: the help page, the manual page, completions for three shells. All are made
//! from the one table in [`OPTIONS`].

use std::fmt::Write;

use super::options::{OPTIONS, Opt, Page, Takes};

/// A page that `--generate` prints.
pub(super) fn page(page: Page) -> String {
    match page {
        Page::Manual => manual(),
        Page::Bash => bash(),
        Page::Zsh => zsh(),
        Page::Fish => fish(),
    }
}

/// The help page. It fits a window of 32 lines and 80 columns, and begins with what most people want.
pub(super) fn help() -> String {
    let mut page = String::from(
        "sudoku makes and solves sudoku grids by the million.\n\
         \n  sudoku -c 1000            a thousand different grids, into sudoku.txt\
         \n  sudoku -n 1000            a thousand puzzles, each with one solution\
         \n  sudoku -s puzzles.txt     every puzzle solved, in order\
         \n  xz -dc all.xz | sudoku -s - -o - -f line | gzip > solved.gz\n\n",
    );
    for option in OPTIONS.iter().filter(|option| option.long != "generate") {
        let short = option.short.map_or_else(|| "   ".into(), |short| format!("-{short},"));
        page += &format!("  {short} {:16} {}\n", format!("--{}", option.with_value(" ")), option.help);
    }
    page + "\nExit status: 0 all done; 1 some record without its solution; 2 usage or a file.\n"
}

/// What the manual says beyond the options; roff, with a place for each of what follows.
const MANUAL: &str = include_str!("sudoku.1");

/// The day of this version, as the manual's last line shows it.
const RELEASED: &str = "2026-11-30";

/// The manual page, for `man -l`.
fn manual() -> String {
    let mut options = String::new();
    for option in &OPTIONS {
        let short = option.short.map_or_else(String::new, |short| format!("\\-{short} \", \" "));
        let value = option.takes.name().map_or_else(String::new, |value| format!(" \" \\fI{value}\\fR\""));
        let (long, help) = (roff(option.long), roff(option.help));
        let _ = writeln!(options, ".TP\n.BR {short}\\-\\-{long}{value}\n{help}");
    }
    // What it says to its authors stays here.
    let page: String = MANUAL.split_inclusive('\n').filter(|line| !line.starts_with(".\\\"")).collect();
    page.replace("@OPTIONS@\n", &options)
        .replace("@VERSION@", env!("CARGO_PKG_VERSION"))
        .replace("@DATE@", RELEASED)
}

/// Hyphens that are to be copied as hyphens.
fn roff(text: &str) -> String {
    text.replace('-', "\\-")
}

/// Completions for bash.
fn bash() -> String {
    let words: Vec<String> = OPTIONS.iter().flat_map(Opt::names).collect();
    let mut cases = String::new();
    for option in &OPTIONS {
        let reply = match option.takes {
            Takes::Nothing => continue,
            Takes::Number(_) => ":".into(),
            Takes::Path(_) => "compopt -o filenames; words=$(compgen -f -- \"$word\")".into(),
            Takes::OneOf(_, words) => format!("words=$(compgen -W '{}' -- \"$word\")", words.join(" ")),
        };
        let names = option.names().collect::<Vec<_>>().join(" | ");
        let _ = writeln!(cases, "        {names}) {reply} ;;");
    }
    BASH.replace("@CASES@\n", &cases).replace("@WORDS@", &words.join(" "))
}

/// Bash takes the `=` of `--format=line` for a word of its own.
const BASH: &str = r#"# Completions of sudoku for bash.
_sudoku() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=
    if [[ $word == = ]]; then
        word=
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    COMPREPLY=()
    case $before in
@CASES@
        *) words=$(compgen -W '@WORDS@' -- "$word") ;;
    esac
    [[ -z $words ]] || mapfile -t COMPREPLY <<<"$words"
}
complete -F _sudoku sudoku
"#;

/// Completions for zsh. They leave out what doesn't go with the options that are there already.
fn zsh() -> String {
    let mut page = String::from("#compdef sudoku\n# Completions of sudoku for zsh.\n_arguments -s -S");
    for option in &OPTIONS {
        // `-c+`: the value may follow in the same word; `--create=`: after a `=`.
        let (after_short, after_long) = if option.takes.name().is_some() { ("+", "=") } else { ("", "") };
        let long = format!("--{}{after_long}", option.long);
        let spec = match option.short {
            Some(short) => format!("'{{-{short}{after_short},{long}}}'"),
            None => long,
        };
        let rivals: Vec<String> =
            OPTIONS.iter().filter(|other| !option.goes_with(other)).flat_map(Opt::names).collect();
        let value = match option.takes {
            Takes::Nothing => String::new(),
            Takes::Number(name) => format!(":{name}: "),
            Takes::Path(name) => format!(":{name}:_files"),
            Takes::OneOf(name, words) => format!(":{name}:({})", words.join(" ")),
        };
        let _ = write!(page, " \\\n    '({}){spec}[{}]{value}'", rivals.join(" "), zsh_text(option.help));
    }
    page + "\n"
}

/// A text as `_arguments` reads it, within single quotes.
fn zsh_text(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '\'' => escaped += "'\\''",
            '[' | ']' | ':' | '\\' => escaped.extend(['\\', character]),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Completions for fish.
fn fish() -> String {
    let mut page = String::from("# Completions of sudoku for fish.\ncomplete -c sudoku -f\n");
    for option in &OPTIONS {
        let short = option.short.map_or_else(String::new, |short| format!(" -s {short}"));
        let value = match option.takes {
            Takes::Nothing => String::new(),
            Takes::Number(_) => " -x".into(),
            Takes::Path(_) => " -r -F".into(),
            Takes::OneOf(_, words) => format!(" -x -a '{}'", words.join(" ")),
        };
        let help = option.help.replace('\\', "\\\\").replace('\'', "\\'");
        let _ = writeln!(page, "complete -c sudoku{short} -l {}{value} -d '{help}'", option.long);
    }
    page
}

impl Opt {
    /// Both names, as they are typed.
    fn names(&self) -> impl Iterator<Item = String> {
        self.short.map(|short| format!("-{short}")).into_iter().chain([format!("--{}", self.long)])
    }

    /// Can both be on one command line? Twice the same can't, nor two that no mode takes together. `--help` and its
    /// like, which no mode takes, go before all others and so with all.
    fn goes_with(&self, other: &Opt) -> bool {
        let (ours, theirs) = (self.modes, other.modes);
        let together = ours.is_empty() || theirs.is_empty() || ours.iter().any(|mode| theirs.contains(mode));
        self.id != other.id && together
    }

    /// The long name with its value.
    fn with_value(&self, between: &str) -> String {
        self.takes.name().map_or_else(|| self.long.into(), |value| format!("{}{between}{value}", self.long))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_fits_a_screen() {
        assert!(help().lines().count() <= 32, "{}", help());
        assert!(help().lines().all(|line| line.chars().count() <= 80), "{}", help());
    }

    #[test]
    fn every_page_names_every_option() {
        for page in Page::ALL {
            let text = super::page(page).replace("\\-", "-");
            for option in &OPTIONS {
                assert!(text.contains(option.long), "{} lacks {}", page.name(), option.long);
            }
        }
    }
}
