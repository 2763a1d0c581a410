//! Pages of the book with questions about LLVM's descriptions, asked where the descriptions are in place.

use std::process::Command;

use crate::corpus::corpus;
use crate::{Ran, program};

/// A question of the page, and its answer.
struct Example {
    command: String,
    answer: Vec<String>,
}

/// The examples of a page or of a part of it: blocks of `sh`, each before a block of `text`.
fn examples(text: &str) -> Vec<Example> {
    let mut blocks = text.split("```").skip(1).step_by(2);
    let mut examples = Vec::new();
    while let (Some(command), Some(answer)) = (blocks.next(), blocks.next()) {
        let command = command.strip_prefix("sh\n").expect("a question").trim().to_owned();
        let answer = answer.strip_prefix("text\n").expect("an answer").lines();
        examples.push(Example { command, answer: answer.map(str::to_owned).collect() });
    }
    examples
}

/// The words of a command, as a shell has them.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('\'').enumerate();
    parts
        .flat_map(|(i, part)| match i % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// Whether `line` is what the page shows, in which `…` stands for any text.
fn is_shown(shown: &str, line: &str) -> bool {
    let Some((first, others)) = shown.split_once('…') else { return shown == line };
    let Some(mut rest) = line.strip_prefix(first.trim_end()) else { return false };
    for part in others.split('…').map(str::trim) {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    shown.ends_with('…') || rest.is_empty()
}

#[test]
fn questions_and_answers() {
    let page = include_str!("../../../../docs/src/query.md");
    let section = page.split("## Questions and answers").nth(1).unwrap();
    let examples = examples(section.split("\n## ").next().unwrap());
    assert!(examples.len() >= 7);
    check(examples);
}

#[test]
fn reading_llvm() {
    let examples = examples(include_str!("../../../../docs/src/reading-llvm.md"));
    assert_eq!(examples.len(), 4);
    check(examples);
}

#[expect(clippy::print_stderr, reason = "a test that is left out says so")]
fn check(examples: Vec<Example>) {
    for Example { command, answer } in examples {
        let words = words(&command);
        let corpus = corpus();
        if !corpus.join(&words[2]).exists() {
            eprintln!("LLVM's descriptions are not in place: {command} is left out");
            continue;
        }
        let mut command_line = Command::new(program());
        command_line.args(&words[1..]).current_dir(&corpus).env("TABLEWRIGHT_RELEASE", "19");
        let ran = Ran::from_output(command_line.output().unwrap());
        assert_eq!(ran.code, Some(0), "{command}: {}", ran.err);
        let mut lines = ran.out.lines();
        let mut skips = false;
        for shown in &answer {
            if shown == "…" {
                skips = true;
                continue;
            }
            let found = if skips {
                lines.any(|line| is_shown(shown, line))
            } else {
                lines.next().is_some_and(|line| is_shown(shown, line))
            };
            assert!(found, "{command}\ndoes not print\n{shown}");
            skips = false;
        }
        assert!(skips || lines.next().is_none(), "{command}: more lines than in the book");
    }
}
