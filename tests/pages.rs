//! The manual page and the completions, in the programs that they are for, where those are installed.
//!
//! Elsewhere than on Linux, bash may be from before 2009.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

use crate::common;

use common::{Place, skip};

/// A place with a page in it, if all of these programs are installed.
fn place_with(page: &str, programs: &[&str]) -> Option<Place> {
    let place = Place::new();
    place.write("puzzles.txt", "");
    place.shell(&format!("sudoku --generate {page} >{page}")).succeeds();
    for program in programs {
        if place.shell(&format!("command -v {program}")).status != Some(0) {
            skip(&format!("{page}: no {program} here"));
            return None;
        }
    }
    Some(place)
}

#[test]
fn the_manual_has_nothing_to_complain_about() {
    if let Some(place) = place_with("man", &["mandoc"]) {
        place.shell("mandoc -T lint man").succeeds().prints("");
    }
    if let Some(place) = place_with("man", &["groff"]) {
        place.shell("groff -ww -man -T utf8 man >/dev/null").succeeds();
    }
    if let Some(place) = place_with("man", &["man", "col"]) {
        let ran = place.shell("MANWIDTH=80 man --warnings -l man | col -b");
        ran.succeeds();
        assert!(ran.text().starts_with("SUDOKU(1)"), "{ran}");
        assert!(ran.text().contains("-f, --format FORMAT\n"), "{ran}");
        assert!(!ran.text().contains('@'), "a place was not filled in\n{ran}");
    }
}

#[test]
fn bash_completes() {
    let Some(place) = place_with("complete-bash", &["bash"]) else { return };
    // As bash splits what was typed; the last word is to be completed. Outside of a completion there is no `compopt`.
    let complete = |words: &str| {
        let ran = place.shell(&format!(
            "set -u; source complete-bash; complete -p sudoku >/dev/null; compopt() {{ :; }}
             COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _sudoku; echo \"${{COMPREPLY[*]}}\""
        ));
        ran.succeeds();
        ran.text().trim_end().to_string()
    };
    assert_eq!(complete("sudoku --un"), "--unrank --unique");
    assert_eq!(complete("sudoku -s x -f ''"), "grid line csv board html");
    assert_eq!(complete("sudoku --format = l"), "line");
    assert_eq!(complete("sudoku --format ="), "grid line csv board html");
    assert_eq!(complete("sudoku --solve puz"), "puzzles.txt");
    assert_eq!(complete("sudoku -c ''"), "");
    assert_eq!(complete("sudoku --generate man"), "man");
    assert_eq!(complete("sudoku --nonsense"), "");
}

#[test]
fn fish_completes() {
    let Some(place) = place_with("complete-fish", &["fish"]) else { return };
    let complete = |line: &str| {
        let ran = place.shell(&format!("fish -N -c 'source complete-fish; complete -C \"{line}\"'"));
        ran.succeeds();
        // Each on a line, with what it does after a tab.
        ran.text().lines().map(|line| line.split('\t').next().unwrap()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(complete("sudoku --un"), "--unique --unrank");
    assert_eq!(complete("sudoku -s x -f "), "board csv grid html line");
    assert_eq!(complete("sudoku --format=l"), "--format=line");
    assert_eq!(complete("sudoku --solve puz"), "puzzles.txt");
    assert_eq!(complete("sudoku puz"), "");
}

/// A zsh on a terminal of its own (`zpty`): lines are typed, completed by the tabulator and, at `^T`, told. Keys that
/// come before its line editor has begun would be lost.
const ZSH: &str = r#"
mkdir functions && cp complete-zsh functions/_sudoku
cat >typist <<'END'
zmodload zsh/zpty
zpty shell 'HOME=$PWD TERM=dumb zsh -f -i'
zpty -w shell 'fpath=($PWD/functions $fpath); autoload -U compinit; compinit -u -D'
zpty -w shell 'tell() { print -r -- $BUFFER >told.part; mv told.part told }; zle -N tell; bindkey "^T" tell'
zpty -w shell 'begun() { : >begun }; zle -N zle-line-init begun'
while [[ ! -e begun ]]; do sleep 0.02; done
for line in "$@"; do
    zpty -w -n shell "$line"$'\t\x14\x15'
    while [[ ! -e told ]]; do sleep 0.02; done
    print -r -- "$(<told)"
    rm told
done
zpty -d shell
END
timeout 60 zsh -f typist "#;

#[test]
fn zsh_completes() {
    let Some(place) = place_with("complete-zsh", &["zsh", "timeout"]) else { return };
    let lines = [
        ("sudoku --uni", "sudoku --unique"),
        ("sudoku -f l", "sudoku -f line"),
        ("sudoku --format=l", "sudoku --format=line"),
        ("sudoku --solve puz", "sudoku --solve puzzles.txt"),
        // What doesn't go with -c isn't proposed.
        ("sudoku --fi", "sudoku --first="),
        ("sudoku --fa", "sudoku --fail-fast"),
        ("sudoku -c 1 --f", "sudoku -c 1 --f"),
        ("sudoku -c 1 --fa", "sudoku -c 1 --fa"),
        ("sudoku -c 1 --un", "sudoku -c 1 --un"),
    ];
    let typed: Vec<String> = lines.iter().map(|(line, _)| format!("'{line}'")).collect();
    let ran = place.shell(&format!("{ZSH}{}", typed.join(" ")));
    ran.succeeds();
    for ((line, completed), told) in lines.into_iter().zip(ran.text().lines()) {
        assert_eq!(told.trim_end(), completed, "{line}\n{ran}");
    }
}
