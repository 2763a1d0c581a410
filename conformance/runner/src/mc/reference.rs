//! Answers from `llvm-mc`.

use std::path::Path;
use std::process::Command;

use super::compare::McAnswer;
use super::script::McSetting;
use crate::run::run_with_input;

/// Marks before instructions. The printed directive tells which instruction follows.
const MARK: &str = "mark_of_line_";

/// Returns the disassembler's text for bytes.
pub(super) fn text(
    program: &Path,
    setting: &McSetting,
    bytes: &[u8],
) -> Result<Vec<String>, String> {
    let words: Vec<String> = bytes.iter().map(|byte| format!("0x{byte:02x}")).collect();
    let answers = disassembled(program, setting, &[words.join(" ")])?;
    Ok(match answers.into_iter().next() {
        Some(McAnswer::Accepted { texts, .. }) => texts,
        Some(McAnswer::Refused | McAnswer::Crash) | None => Vec::new(),
    })
}

/// Returns the answer for each line.
pub(super) fn answers(
    program: &Path,
    setting: &McSetting,
    lines: &[String],
) -> Result<Vec<McAnswer>, String> {
    if setting.is_disassembly {
        disassembled(program, setting, lines)
    } else {
        assembled(program, setting, lines)
    }
}

struct McOutput {
    text: String,
    errors: String,
    /// Whether a signal ended the program.
    is_crash: bool,
}

fn run(program: &Path, arguments: Vec<String>, input: String) -> Result<McOutput, String> {
    let output = run_with_input(Command::new(program).args(arguments), input)?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let is_crash = output.status.code().is_none();
    Ok(McOutput { text: text(output.stdout), errors: text(output.stderr), is_crash })
}

/// Returns the line numbers with an error or a warning, from zero.
fn bad_lines(errors: &str, severity: &str) -> Vec<usize> {
    let line = |text: &str| {
        let rest = text.strip_prefix("<stdin>:")?;
        let (line, rest) = rest.split_once(':')?;
        let (_, rest) = rest.split_once(':')?;
        rest.trim_start().starts_with(severity).then(|| line.parse::<usize>().ok())?
    };
    errors.lines().filter_map(line).filter_map(|line| line.checked_sub(1)).collect()
}

fn assembled(
    program: &Path,
    setting: &McSetting,
    lines: &[String],
) -> Result<Vec<McAnswer>, String> {
    let mut input = String::new();
    for (index, line) in lines.iter().enumerate() {
        input += &format!("\t.globl {MARK}{index}\n{line}\n");
    }
    let mut arguments = setting.arguments();
    arguments.push("-show-encoding".to_owned());
    let output = run(program, arguments, input)?;
    if output.is_crash {
        return Ok(match lines {
            [_] => vec![McAnswer::Crash],
            lines => {
                let (one, other) = lines.split_at(lines.len() / 2);
                [assembled(program, setting, one)?, assembled(program, setting, other)?].concat()
            }
        });
    }
    let mut answers = vec![McAnswer::default(); lines.len()];
    let mut current = None;
    for line in output.text.lines() {
        if let Some((_, number)) = line.split_once(MARK) {
            current = number.trim().parse::<usize>().ok();
        } else if let Some(index) = current
            && let Some(McAnswer::Accepted { texts, bytes }) = answers.get_mut(index)
            && let Some((text, encoding)) = line.split_once("encoding: [")
        {
            let text = text.trim_end().trim_end_matches(['#', ';', '!', '/', '@']).trim();
            let text = text.split("; imm =").next().unwrap_or_default().trim_end();
            texts.push(text.to_owned());
            bytes.extend(encoding.trim_end_matches(']').split(',').map(byte));
        } else if line.contains("fixup ")
            && let Some(index) = current
            && let Some(McAnswer::Accepted { bytes, .. }) = answers.get_mut(index)
        {
            // The fixup decides bits that are shown as zeros.
            bytes.iter_mut().for_each(|byte| *byte = None);
        }
    }
    for line in bad_lines(&output.errors, "error") {
        // Each instruction follows its mark.
        if let Some(answer) = answers.get_mut(line / 2) {
            *answer = McAnswer::Refused;
        }
    }
    Ok(answers)
}

/// Returns a byte; `None` if a symbol decides it.
fn byte(text: &str) -> Option<u8> {
    u8::from_str_radix(text.trim().strip_prefix("0x")?, 16).ok()
}

fn disassembled(
    program: &Path,
    setting: &McSetting,
    lines: &[String],
) -> Result<Vec<McAnswer>, String> {
    // Brackets keep a line's bytes together.
    let input: String = lines.iter().map(|line| format!("[{line}]\n")).collect();
    let mut arguments = setting.arguments();
    arguments.push("-disassemble".to_owned());
    let output = run(program, arguments, input)?;
    let bad = bad_lines(&output.errors, "warning");
    let texts = output.text.lines().map(str::trim);
    let texts = texts.filter(|text| !text.is_empty() && !text.starts_with('.'));
    let texts: Vec<String> = texts.map(str::to_owned).collect();
    let is_good = |index: &usize| !bad.contains(index);
    let good = (0..lines.len()).filter(is_good).count();
    if output.is_crash || (lines.len() > 1 && texts.len() != good) {
        let (one, other) = lines.split_at(lines.len() / 2);
        if one.is_empty() {
            return Ok(vec![McAnswer::Crash]);
        }
        let [one, other] = [one, other].map(|part| disassembled(program, setting, part));
        return Ok([one?, other?].concat());
    }
    let mut texts = texts.into_iter();
    let answer = |index: usize| {
        if bad.contains(&index) {
            McAnswer::Refused
        } else {
            let texts = if lines.len() == 1 {
                texts.by_ref().collect()
            } else {
                texts.next().into_iter().collect()
            };
            McAnswer::Accepted { texts, bytes: Vec::new() }
        }
    };
    Ok((0..lines.len()).map(answer).collect())
}
