//! Runs both programs, and parses their output.

use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use super::targets::{DecodeTarget, DecodeWords};
use crate::run::run_with_input;

/// The known bits in an encoding.
pub(super) struct ReferencePattern {
    pub(super) mask: u64,
    pub(super) value: u64,
}

/// An instruction that a word may be.
pub(super) struct ReferenceAnswer {
    pub(super) instruction: String,
    /// Whether target methods decode it.
    pub(super) has_methods: bool,
    /// Whether such a method receives the whole word.
    pub(super) has_word_method: bool,
    /// Whether no other encoding in the table is tried if these methods refuse the word.
    pub(super) is_complete: bool,
    pub(super) table: String,
}

#[derive(Deserialize)]
struct ReferenceExport {
    #[serde(default)]
    encodings: Vec<ReferenceEncoding>,
    #[serde(default)]
    words: Vec<Decoded>,
}

#[derive(Deserialize)]
struct ReferenceEncoding {
    mask: String,
    value: String,
}

#[derive(Deserialize)]
struct Decoded {
    matches: Vec<ReferenceMatch>,
}

#[derive(Deserialize)]
struct ReferenceMatch {
    instruction: String,
    table: String,
    operands: Vec<ReferenceOperand>,
}

#[derive(Deserialize)]
struct ReferenceOperand {
    method: Option<String>,
    value: Option<u64>,
    complete: bool,
}

/// Returns the encodings in these tables.
pub(super) fn patterns(
    program: &Path,
    corpus: &Path,
    target: &DecodeTarget,
    words: &DecodeWords,
) -> Result<Vec<ReferencePattern>, String> {
    let export = export(program, corpus, target, words, &["--all"], String::new())?;
    let number = |digits: &str| {
        u64::from_str_radix(digits, 16).map_err(|error| format!("'{digits}': {error}"))
    };
    let pattern = |encoding: &ReferenceEncoding| {
        Ok(ReferencePattern { mask: number(&encoding.mask)?, value: number(&encoding.value)? })
    };
    export.encodings.iter().map(pattern).collect()
}

/// Returns the instructions that each word may be, in trial order.
pub(super) fn decode(
    program: &Path,
    corpus: &Path,
    target: &DecodeTarget,
    words: &DecodeWords,
    asked: &[u64],
) -> Result<Vec<Vec<ReferenceAnswer>>, String> {
    let input: String = asked.iter().map(|word| format!("{word:x}\n")).collect();
    let export = export(program, corpus, target, words, &["--decode", "-"], input)?;
    if export.words.len() != asked.len() {
        return Err(format!("{} of {} words are decoded", export.words.len(), asked.len()));
    }
    Ok(export.words.into_iter().map(|decoded| answers(decoded.matches)).collect())
}

fn answers(matches: Vec<ReferenceMatch>) -> Vec<ReferenceAnswer> {
    let answer = |found: ReferenceMatch| ReferenceAnswer {
        has_methods: found.operands.iter().any(|operand| operand.method.is_some()),
        has_word_method: found.operands.iter().any(|operand| operand.value.is_none()),
        is_complete: found.operands.iter().all(|operand| operand.complete),
        instruction: found.instruction,
        table: found.table,
    };
    matches.into_iter().map(answer).collect()
}

fn export(
    program: &Path,
    corpus: &Path,
    target: &DecodeTarget,
    words: &DecodeWords,
    what: &[&str],
    input: String,
) -> Result<ReferenceExport, String> {
    let dir = corpus.join("llvm/lib/Target").join(target.dir);
    let mut command = Command::new(program);
    command.arg("encoding").arg("-I").arg(corpus.join("llvm/include")).arg("-I").arg(&dir);
    command.arg(dir.join(target.file)).args(["--format", "json"]).args(what);
    command.arg("--table").arg(words.tables.join(","));
    if !target.processor.is_empty() {
        command.arg("--cpu").arg(target.processor);
    }
    if !target.features.is_empty() {
        command.arg("--features").arg(target.features);
    }
    let output = run_with_input(&mut command, input)?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{} {}: {errors}", program.display(), target.name));
    }
    serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("JSON of {}: {error}", target.name))
}

/// Returns the instruction that `llvm-mc` decodes for each word.
pub(super) fn reference_decode(
    program: &Path,
    target: &DecodeTarget,
    words: &DecodeWords,
    asked: &[u64],
) -> Result<Vec<Option<String>>, String> {
    let mut command = Command::new(program);
    command.args(["--disassemble", "--show-inst"]).arg(format!("-triple={}", target.triple));
    if !target.processor.is_empty() {
        command.arg(format!("-mcpu={}", target.processor));
    }
    if !target.features.is_empty() {
        command.arg(format!("-mattr={}", target.features));
    }
    let size = words.width.div_ceil(8) as usize;
    let line = |word: &u64| {
        let mut bytes = word.to_le_bytes()[..size].to_vec();
        if target.is_big_endian {
            bytes.reverse();
        }
        let bytes: Vec<String> = bytes.iter().map(|byte| format!("0x{byte:02x}")).collect();
        format!("[{}]\n", bytes.join(","))
    };
    let output = run_with_input(&mut command, asked.iter().map(line).collect())?;
    instructions(
        &String::from_utf8_lossy(&output.stdout),
        &String::from_utf8_lossy(&output.stderr),
        asked.len(),
    )
}

/// Returns the instruction for each of `count` lines. Instructions are printed in order, and a
/// warning names the line of each word that is not an instruction.
fn instructions(text: &str, warnings: &str, count: usize) -> Result<Vec<Option<String>>, String> {
    let mut is_instruction = vec![true; count];
    for warning in warnings.lines().filter(|line| line.ends_with("invalid instruction encoding")) {
        let line = warning.strip_prefix("<stdin>:").and_then(|rest| rest.split(':').next());
        let line = line.and_then(|line| line.parse::<usize>().ok());
        let place = line.and_then(|line| line.checked_sub(1)).filter(|place| *place < count);
        is_instruction[place.ok_or_else(|| format!("llvm-mc: {warning}"))?] = false;
    }
    let mut names = text.lines().filter_map(|line| {
        let (_, after_mark) = line.split_once("<MCInst #")?;
        let name = after_mark.split(' ').nth(1)?;
        Some(name.trim_end_matches('>').to_owned())
    });
    let results = is_instruction.into_iter().map(|is_instruction| {
        if is_instruction {
            names.next().map(Some).ok_or_else(|| "llvm-mc prints too few instructions".into())
        } else {
            Ok(None)
        }
    });
    let instruction_names: Vec<Option<String>> = results.collect::<Result<_, String>>()?;
    match names.next() {
        None => Ok(instruction_names),
        Some(name) => Err(format!("llvm-mc prints an instruction too many, {name}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_those_of_lines_without_a_warning() {
        let text = "\t.text\n\tadd\t# <MCInst #320 ADDri\n\t# <MCOperand Imm:8>>\n\tnop # <MCInst #6 NOP>\n";
        let warnings = "<stdin>:2:2: warning: invalid instruction encoding\n[0xff]\n ^\n";
        let names = instructions(text, warnings, 3).expect("all lines are accounted for");
        assert_eq!(names, [Some("ADDri".to_owned()), None, Some("NOP".to_owned())]);
        assert!(instructions(text, warnings, 2).is_err());
        assert!(instructions(text, warnings, 4).is_err());
    }
}
