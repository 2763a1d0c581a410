//! X86 instruction bytes, decoded by `tablewright encoding --decode` and by `llvm-mc`.
//!
//! Half of them are random, half begin with prefixes and an existing opcode table. Both programs
//! have to find the same instruction with the same length and registers, or both none.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;
use xtask_support::say;

use super::x86_registers::{McOperand, McOperandComparison, OurOperand, RegisterNumbers};
use crate::random::Random;
use crate::run::run_with_input;

/// The modes, each with the reference's triple.
const MODES: [(&str, &str); 3] =
    [("64", "x86_64"), ("32", "i686"), ("16", "i386-unknown-unknown-code16")];

/// Prefix after which `mov` has a 32-bit number in 16-bit mode.
const OPERAND_SIZE: u8 = 0x66;

/// Number of bytes in a trial; no instruction is longer.
const LENGTH: usize = 15;

/// A one-byte instruction that does not affect the instructions before it.
const HLT: u8 = 0xf4;

/// The number in the instruction after each trial is the sum of this number and the trial's number.
const MARK: u64 = 0x5a00_0000;

/// A decoded instruction: its name and its length in bytes.
type X86Decoding = Option<(String, usize)>;

#[derive(Deserialize)]
struct X86Export {
    words: Vec<X86Answer>,
}

#[derive(Deserialize)]
struct X86Answer {
    instruction: Option<String>,
    length: Option<usize>,
    #[serde(default)]
    operands: Vec<OurOperand>,
}

impl X86Answer {
    fn answer(&self) -> X86Decoding {
        self.instruction.clone().zip(self.length)
    }
}

/// The reference's results: each trial's first instruction with its operands.
struct ReferenceAnswers {
    answers: Vec<X86Decoding>,
    operands: Vec<Vec<McOperand>>,
}

/// Compares both programs in all modes. Returns the numbers of modes with agreement and with
/// differences.
pub(super) fn compare(
    program: &Path,
    reference: &Path,
    corpus: &Path,
    count: usize,
    seed: u64,
) -> Result<(usize, usize), String> {
    let registers = RegisterNumbers::new(program, corpus)?;
    let (mut passed, mut failed) = (0, 0);
    for (index, (mode, triple)) in (0u64..).zip(MODES) {
        let mut random = Random::for_trial(seed, index);
        let trials: Vec<Vec<u8>> = (0..count).map(|trial| bytes(&mut random, trial)).collect();
        let ours = decode(program, corpus, mode, &trials)?;
        let lengths: Vec<X86Decoding> = ours.iter().map(X86Answer::answer).collect();
        let theirs = reference_decode(reference, triple, &trials, &lengths)?;
        let report = X86Report::new(&ours, &theirs, &registers);
        say!(
            "X86, {mode} bits: {count} byte strings, {} decoded by both as the same instruction, {} by neither; \
             the registers of {} compared",
            report.same,
            report.neither,
            report.compared
        );
        for ((ours, theirs), (count, trial)) in &report.differences {
            let bytes = hex(&trials[*trial]);
            say!("    {count} times {ours} here and {theirs} there, as {bytes}");
        }
        *(if report.differences.is_empty() { &mut passed } else { &mut failed }) += 1;
    }
    Ok((passed, failed))
}

/// Counts of decoded trials.
#[derive(Default)]
struct X86Report {
    same: usize,
    neither: usize,
    /// Number of instructions whose registers were compared.
    compared: usize,
    /// For each pair of answers: its count, and an example trial.
    differences: BTreeMap<(String, String), (usize, usize)>,
}

impl X86Report {
    fn new(
        ours: &[X86Answer],
        theirs: &ReferenceAnswers,
        registers: &RegisterNumbers,
    ) -> X86Report {
        let mut report = X86Report::default();
        let both = ours.iter().zip(theirs.answers.iter().zip(&theirs.operands));
        for (trial, (ours, (theirs, operands))) in both.enumerate() {
            let answer = ours.answer();
            let difference = match (&answer, theirs) {
                (None, None) => {
                    report.neither += 1;
                    continue;
                }
                (ours, theirs) if ours != theirs => (text(ours.as_ref()), text(theirs.as_ref())),
                (Some((name, _)), _) => {
                    report.same += 1;
                    let comparison = registers.compare(&ours.operands, operands);
                    report.compared += usize::from(comparison != McOperandComparison::Impossible);
                    match comparison {
                        McOperandComparison::Impossible | McOperandComparison::Same => continue,
                        McOperandComparison::Different { ours, theirs } => {
                            (format!("{ours} of {name}"), format!("{theirs} of {name}"))
                        }
                    }
                }
                (None, Some(_)) => unreachable!("these are different"),
            };
            report.differences.entry(difference).or_insert((0, trial)).0 += 1;
        }
        report
    }
}

fn text(answer: Option<&(String, usize)>) -> String {
    answer.map_or("nothing".to_owned(), |(name, length)| format!("{name} of {length} bytes"))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a trial's bytes. Every other trial begins like an instruction.
fn bytes(random: &mut Random, trial: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(LENGTH);
    if trial % 2 == 1 {
        begin(random, &mut bytes);
    }
    while bytes.len() < LENGTH {
        bytes.push(random.next() as u8);
    }
    bytes
}

/// Adds prefixes, and the bytes that select an opcode table.
fn begin(random: &mut Random, bytes: &mut Vec<u8>) {
    const PREFIXES: [u8; 8] = [0x66, 0x66, 0x66, 0x67, 0xf2, 0xf3, 0x2e, 0xf0];
    for _ in 0..random.below(3) {
        bytes.push(PREFIXES[random.below(PREFIXES.len())]);
    }
    let any = random.next().to_le_bytes();
    let is_plain = random.below(2) == 0;
    match random.below(9) {
        0 => bytes.push(0x40 | any[0] & 15),
        1 => bytes.push(0x0f),
        2 => bytes.extend([0x0f, 0x38]),
        3 => bytes.extend([0x0f, 0x3a]),
        4 => bytes.extend([0x40 | any[0] & 15, 0x0f]),
        5 => bytes.extend([0xc5, any[0] | if is_plain { 0xf8 } else { 0xc0 }]),
        6 => {
            let second = if is_plain { any[1] | 0x78 } else { any[1] };
            bytes.extend([0xc4, any[0] & 0xe0 | (1 + any[0] % 3), second]);
        }
        7 => {
            let map = 1 + any[0] % 7;
            let second = if is_plain { any[1] | 0x7c } else { any[1] | 4 };
            let third = if is_plain { any[2] & 0x60 | 8 } else { any[2] };
            bytes.extend([0x62, any[0] & 0xf0 | map, second, third]);
        }
        _ => bytes.extend([0x8f, any[0] & 0xe0 | (8 + any[0] % 3), any[1] | 0x78]),
    }
}

fn decode(
    program: &Path,
    corpus: &Path,
    mode: &str,
    trials: &[Vec<u8>],
) -> Result<Vec<X86Answer>, String> {
    let dir = corpus.join("llvm/lib/Target/X86");
    let mut command = Command::new(program);
    command.arg("encoding").arg("-I").arg(corpus.join("llvm/include")).arg("-I").arg(&dir);
    command.arg(dir.join("X86.td")).args(["--format", "json", "--decode", "-", "--mode", mode]);
    let output =
        run_with_input(&mut command, trials.iter().map(|bytes| hex(bytes) + "\n").collect())?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{} X86: {errors}", program.display()));
    }
    let export: X86Export =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("JSON of X86: {error}"))?;
    if export.words.len() != trials.len() {
        return Err(format!("{} of {} trials are decoded", export.words.len(), trials.len()));
    }
    Ok(export.words)
}

/// Decodes trials with the reference. After an instruction that we decode, all bytes are `hlt`, so
/// that the number of instructions determines the first one's length.
fn reference_decode(
    program: &Path,
    triple: &str,
    trials: &[Vec<u8>],
    ours: &[X86Decoding],
) -> Result<ReferenceAnswers, String> {
    let mut command = Command::new(program);
    command.args(["--disassemble", "--show-inst"]).arg(format!("-triple={triple}"));
    // A prefix depends on the byte after it.
    let is_prefix = |name: &str| name.ends_with("_PREFIX");
    let length = |answer: &X86Decoding| match answer {
        Some((name, length)) if !is_prefix(name) => *length,
        _ => LENGTH,
    };
    let lengths: Vec<usize> = ours.iter().map(length).collect();
    let line = |bytes: &[u8]| {
        let bytes: Vec<String> = bytes.iter().map(|byte| format!("0x{byte:02x}")).collect();
        format!("[{}]\n", bytes.join(","))
    };
    let mut input = String::new();
    for (trial, (bytes, length)) in trials.iter().zip(&lengths).enumerate() {
        let mut padded = bytes.clone();
        padded[*length..].fill(HLT);
        input.push_str(&line(&padded));
        let mark = ((MARK + trial as u64) as u32).to_le_bytes();
        let prefix: &[u8] = if triple.ends_with("code16") { &[OPERAND_SIZE] } else { &[] };
        input.push_str(&line(&[prefix, &[0xb8], &mark[..]].concat()));
    }
    let output = run_with_input(&mut command, input)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let warnings = String::from_utf8_lossy(&output.stderr);
    let mut reference_answers = answers(&text, &warnings, &lengths)?;
    for (ours, theirs) in ours.iter().zip(&mut reference_answers.answers) {
        if let (Some((ours, length)), Some((theirs, their_length))) = (ours, theirs)
            && is_prefix(ours)
            && ours == theirs
        {
            *their_length = *length;
        }
    }
    Ok(reference_answers)
}

/// Returns each trial's first instruction. It has the expected length if the right number of `hlt`
/// instructions and no warning follow.
fn answers(text: &str, warnings: &str, lengths: &[usize]) -> Result<ReferenceAnswers, String> {
    let mut is_rest_invalid = vec![false; lengths.len()];
    for warning in warnings.lines().filter(|line| line.ends_with("invalid instruction encoding")) {
        let line = warning.strip_prefix("<stdin>:").and_then(|rest| rest.split(':').next());
        let trial = line.and_then(|line| line.parse::<usize>().ok()).map(|line| (line - 1) / 2);
        let slot = trial.and_then(|trial| is_rest_invalid.get_mut(trial));
        *slot.ok_or_else(|| format!("llvm-mc: {warning}"))? = true;
    }
    let mut answers = Vec::with_capacity(lengths.len());
    let mut names: Vec<&str> = Vec::new();
    let (mut first, mut operands) = (Vec::new(), Vec::with_capacity(lengths.len()));
    for line in text.lines() {
        if let Some((_, after_mark)) = line.split_once("<MCInst #") {
            names.push(after_mark.split(' ').nth(1).unwrap_or_default().trim_end_matches('>'));
        }
        if names.len() == 1 {
            first.extend(McOperand::from_line(line));
        }
        let mark = format!("<MCOperand Imm:{}>>", MARK + answers.len() as u64);
        if line.ends_with(&mark) {
            // The last instruction is the mark.
            names.pop();
            let index = answers.len();
            let Some(&expected) = lengths.get(index) else {
                return Err(format!("llvm-mc prints more than {} trials", lengths.len()));
            };
            let has_length = names.len() == 1 + LENGTH - expected
                && names[1..].iter().all(|name| *name == "HLT")
                && !is_rest_invalid[index];
            let length = if has_length { expected } else { 0 };
            answers.push(names.first().map(|name| ((*name).to_owned(), length)));
            names.clear();
            operands.push(std::mem::take(&mut first));
        }
    }
    if answers.len() == lengths.len() {
        Ok(ReferenceAnswers { answers, operands })
    } else {
        Err(format!("llvm-mc prints {} of {} trials", answers.len(), lengths.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_instruction_of_a_trial_counts() {
        let mark = |trial: u64| {
            format!(
                "\tmovl # <MCInst #2525 MOV32ri\n#  <MCOperand Reg:22>\n#  <MCOperand Imm:{}>>\n",
                MARK + trial
            )
        };
        let text = format!(
            "\tcpuid # <MCInst #7 CPUID>\n{}{}\tlock # <MCInst #1 LOCK_PREFIX>\n\thlt # <MCInst #6 HLT>\n{}",
            mark(0),
            mark(1),
            mark(2)
        );
        let warnings = "<stdin>:3:2: warning: invalid instruction encoding\n[0x0f]\n ^\n";
        let parsed = answers(&text, warnings, &[15, 15, 14]).expect("all trials are there");
        let named = |name: &str, length| Some((name.to_owned(), length));
        assert_eq!(parsed.answers, [named("CPUID", 15), None, named("LOCK_PREFIX", 14)]);
        let too_long = answers(&text, warnings, &[15, 15, 15]).expect("all trials are there");
        assert_eq!(too_long.answers[2], named("LOCK_PREFIX", 0));
        assert!(answers(&text, "", &[15]).is_err());
    }

    #[test]
    fn trials_are_as_long_as_the_longest_instruction() {
        let mut random = Random::for_trial(1, 0);
        assert!((0..100).all(|trial| bytes(&mut random, trial).len() == LENGTH));
    }
}
