//! What is printed of the options: the help page, the manual page, completions for three shells. All are made
//! from the one table in [`super::OPTIONS`].

use std::fmt::Write;

use super::{OPTIONS, Opt, Takes};

/// The page that `--generate` calls by this name.
pub(super) fn page(name: &str) -> Option<String> {
    match name {
        "man" => Some(manual()),
        "complete-bash" => Some(bash()),
        "complete-zsh" => Some(zsh()),
        "complete-fish" => Some(fish()),
        _ => None,
    }
}

/// The help page. It fits a screen of 24 lines and 80 columns, and begins with what most people want.
pub(super) fn help() -> String {
    let mut page = String::from(
        "sudoku makes and solves sudoku grids by the million.\n\
         \n  sudoku -c 1000            a thousand different grids, into sudoku.txt\
         \n  sudoku -s puzzles.txt     every puzzle solved, in order\
         \n  xz -dc all.xz | sudoku -s - -o - -f line | gzip > solved.gz\n\n",
    );
    for option in OPTIONS.iter().filter(|option| option.long != "generate") {
        let short = option.short.map_or_else(|| "   ".into(), |short| format!("-{short},"));
        page += &format!("  {short} {:16} {}\n", format!("--{}", option.with_value(" ")), option.help);
    }
    page + "\nExit status: 0 all done; 1 some record without its solution; 2 usage or a file.\n"
}

/// What the manual says beyond the options.
const MANUAL: [(&str, &str); 7] = [
    (
        "DESCRIPTION",
        ".B sudoku\nmakes completed sudoku grids and solves sudoku puzzles, by the million, in constant memory.\n\
         Give exactly one of\n.BR \\-c , \\-s , \\-\\-rank\nand\n.BR \\-\\-unrank .\n.PP\n\
         Reading, the form of each record is recognised by the shape of its lines: 81 cells on a line (also as\n\
         the first such field of a table), or nine lines of nine cells, with or without drawn borders.\n\
         An empty cell is one of\n.BR \"0 . _ * x X \\- ?\" .\n\
         Writing, one record goes out for each that comes in, in order. A puzzle with several solutions gets the\n\
         first in reading order. In place of a solution that does not exist stands the puzzle itself, and in place\n\
         of a record that can not be read 81 zeros; both are told on standard error.",
    ),
    ("OPTIONS", ""),
    (
        "FORMATS",
        ".TP\n.B grid\nNine lines of nine digits with a space between, an empty line between grids.\n\
         .TP\n.B line\n81 digits on a line.\n\
         .TP\n.B csv\nThe puzzle, a comma, its solution on a line.",
    ),
    (
        "EXIT STATUS",
        ".TP\n.B 0\nEverything was done, and every puzzle has a solution in its place.\n\
         .TP\n.B 1\nThe input was read to its end, and some record was malformed or had no solution (or several,\n\
         with\n.BR \\-\\-unique ).\n\
         .TP\n.B 2\nWrong usage, or a file could not be opened, read, written or replaced: the result is not to\n\
         be trusted.",
    ),
    (
        "FILES",
        ".TP\n.I sudoku.txt\nThe result, unless\n.B \\-o\nsays otherwise. It is written as\n.I sudoku.txt.part\n\
         and gets its name when it is complete, so that a run that fails leaves the earlier one as it was.",
    ),
    (
        "ENVIRONMENT",
        ".TP\n.B SUDOKU_ISA\nThe widest instruction set that the solver may use:\n\
         .BR avx512 , avx2\nor\n.BR base .\nThe result is the same with each.",
    ),
    (
        "EXAMPLES",
        ".EX\nsudoku \\-c 1000000 \\-f line \\-\\-seed 1\nsudoku \\-s puzzles.csv \\-f csv \\-o solved.csv\n\
         sudoku \\-c 1000 \\-o \\- | sudoku \\-s \\- \\-o \\- \\-\\-count 2\n.EE",
    ),
];

/// The manual page, for `man -l`.
fn manual() -> String {
    let mut page = format!(
        ".TH SUDOKU 1 \"\" \"sudoku {}\" \"User Commands\"\n.SH NAME\n\
         sudoku \\- make and solve sudoku grids by the million\n.SH SYNOPSIS\n\
         .B sudoku\n.BI \\-c \" N\"\n.RI [ option ...]\n.br\n\
         .B sudoku\n.BI \\-s \" FILE\"\n.RI [ option ...]\n.br\n\
         .B sudoku\n.BI \\-\\-rank \" FILE\"\n|\n.BI \\-\\-unrank \" FILE\"\n.RI [ option ...]\n",
        env!("CARGO_PKG_VERSION")
    );
    for (title, text) in MANUAL {
        page += &format!(".SH \"{title}\"\n");
        if title != "OPTIONS" {
            page += &format!("{text}\n");
            continue;
        }
        for option in &OPTIONS {
            page += ".TP\n.BR ";
            if let Some(short) = option.short {
                page += &format!("\\-{short} \", \" ");
            }
            page += &format!("\\-\\-{}", roff(option.long));
            if let Some(value) = option.takes.name() {
                page += &format!(" \" \\fI{value}\\fR\"");
            }
            page += &format!("\n{}\n", sentence(&roff(option.help)));
        }
    }
    page
}

/// Hyphens that are to be copied as hyphens.
fn roff(text: &str) -> String {
    text.replace('-', "\\-")
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), chars.as_str()))
}

/// Completions for bash.
fn bash() -> String {
    let words: Vec<String> = OPTIONS.iter().flat_map(Opt::names).collect();
    let mut cases = String::new();
    for option in &OPTIONS {
        let reply = match option.takes {
            Takes::Nothing => continue,
            Takes::Number(_) => "COMPREPLY=()".into(),
            Takes::Path(_) => "mapfile -t COMPREPLY < <(compgen -f -- \"$word\")".into(),
            Takes::OneOf(_, words) => {
                format!("mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$word\")", words.join(" "))
            }
        };
        let names = option.names().collect::<Vec<_>>().join(" | ");
        let _ = writeln!(cases, "        {names}) {reply} ;;");
    }
    format!(
        "# Completions of sudoku for bash.\n\
         _sudoku() {{\n    \
             local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}\n    \
             case $before in\n{cases}        \
             *) mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$word\") ;;\n    \
             esac\n\
         }}\n\
         complete -o filenames -F _sudoku sudoku\n",
        words.join(" ")
    )
}

/// Completions for zsh.
fn zsh() -> String {
    let mut page = String::from("#compdef sudoku\n# Completions of sudoku for zsh.\n_arguments -s \\\n");
    for option in &OPTIONS {
        let names = option.names().collect::<Vec<_>>();
        let spec = match names.as_slice() {
            [short, long] => format!("'({short} {long})'{{{short},{long}}}"),
            _ => names.concat(),
        };
        let help = option.help.replace('\'', "'\\''").replace('[', "(").replace(']', ")").replace(':', "\\:");
        let value = match option.takes {
            Takes::Nothing => String::new(),
            Takes::Number(name) => format!(":{name}: "),
            Takes::Path(name) => format!(":{name}:_files"),
            Takes::OneOf(name, words) => format!(":{name}:({})", words.join(" ")),
        };
        let _ = writeln!(page, "    {spec}'[{help}]{value}' \\");
    }
    page + "    && return 0\n"
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
        let help = option.help.replace('\'', "\\'");
        let _ = writeln!(page, "complete -c sudoku{short} -l {}{value} -d '{help}'", option.long);
    }
    page
}

impl Opt {
    /// Both names, as they are typed.
    fn names(&self) -> impl Iterator<Item = String> {
        self.short.map(|short| format!("-{short}")).into_iter().chain([format!("--{}", self.long)])
    }

    /// The long name with its value.
    fn with_value(&self, between: &str) -> String {
        self.takes.name().map_or_else(|| self.long.into(), |value| format!("{}{between}{value}", self.long))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::PAGES;

    #[test]
    fn help_fits_a_screen() {
        assert!(help().lines().count() <= 24, "{}", help());
        assert!(help().lines().all(|line| line.chars().count() < 80), "{}", help());
    }

    #[test]
    fn every_page_names_every_option() {
        for name in PAGES {
            let page = page(name).unwrap().replace("\\-", "-");
            for option in &OPTIONS {
                assert!(page.contains(option.long), "{name} lacks {}", option.long);
            }
        }
        assert_eq!(page("nothing"), None);
    }
}
