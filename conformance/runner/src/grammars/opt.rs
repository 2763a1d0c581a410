//! MLIR's program `mlir-opt`, which decides whether texts are valid.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

/// The line between texts in an input.
const SEPARATOR: &str = "// -----";

/// Messages about names that an example does not define. They follow a complete parse.
const UNDEFINED: [&str; 2] =
    ["use of undeclared SSA value name", "reference to an undefined block"];

/// MLIR's parser.
pub(super) struct MlirOpt {
    pub(super) program: PathBuf,
}

/// The parser's result for a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Valid,
    /// The first message.
    Invalid(String),
    /// The program ends with a crash.
    Unknown,
}

impl MlirOpt {
    /// Parses texts. Values and blocks may be undefined, and verifiers do not run.
    pub(super) fn verdicts(&self, texts: &[String]) -> Result<Vec<Verdict>, String> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        if let Some(messages) = self.messages(texts)? {
            return Ok(verdicts(texts, &messages));
        }
        if texts.len() == 1 {
            return Ok(vec![Verdict::Unknown]);
        }
        // A text crashes the program: halves leave the other verdicts.
        let (first, second) = texts.split_at(texts.len() / 2);
        let mut all = self.verdicts(first)?;
        all.extend(self.verdicts(second)?);
        Ok(all)
    }

    /// Returns the messages for texts in a single input; `None` after a crash.
    fn messages(&self, texts: &[String]) -> Result<Option<String>, String> {
        let mut child = Command::new(&self.program)
            .args(["--split-input-file", "--mlir-very-unsafe-disable-verifier-on-parsing"])
            .args(["--mlir-print-op-generic", "-o", "/dev/null", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", self.program.display()))?;
        let input = texts.iter().map(|text| format!("{text}\n{SEPARATOR}\n")).collect::<String>();
        let mut stdin = child.stdin.take().ok_or("no input")?;
        let writer = thread::spawn(move || stdin.write_all(input.as_bytes()));
        let output = child.wait_with_output().map_err(|error| error.to_string())?;
        // After a crash, the program does not read the rest.
        drop(writer.join());
        let is_complete = output.status.code().is_some_and(|code| code <= 1);
        Ok(is_complete.then(|| String::from_utf8_lossy(&output.stderr).into_owned()))
    }
}

/// Assigns messages to texts by their lines.
fn verdicts(texts: &[String], messages: &str) -> Vec<Verdict> {
    let mut starts = Vec::new();
    let mut line = 1;
    for text in texts {
        starts.push(line);
        line += text.matches('\n').count() + 2;
    }
    let mut verdicts = vec![Verdict::Valid; texts.len()];
    for message in messages.lines() {
        let Some((place, what)) = message.split_once(": error: ") else { continue };
        let mut numbers = place.rsplit(':');
        let line: Option<usize> = numbers.nth(1).and_then(|number| number.parse().ok());
        let Some(line) = line else { continue };
        let index = starts.partition_point(|start| *start <= line) - 1;
        if verdicts[index] == Verdict::Valid && !UNDEFINED.iter().any(|it| what.starts_with(it)) {
            verdicts[index] = Verdict::Invalid(what.to_owned());
        }
    }
    verdicts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_belong_to_texts_by_their_lines() {
        let texts = ["a\nb".to_owned(), "c".to_owned(), "d".to_owned()];
        let messages = "<stdin>:2:1: error: use of undeclared SSA value name\n%a\n^\n\
                        <stdin>:4:3: error: expected ','\n<stdin>:4:5: error: more\n";
        let invalid = Verdict::Invalid("expected ','".to_owned());
        assert_eq!(verdicts(&texts, messages), [Verdict::Valid, invalid, Verdict::Valid]);
    }
}
