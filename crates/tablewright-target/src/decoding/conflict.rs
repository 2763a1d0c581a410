//! Encodings that no bits tell apart: how they are reported.
//!
//! In: the encodings and the bits that were tested. Out: a warning, whose headline has the lines that
//! the reference prints; its notes say which bits agree, and name a word that both encodings match.

use tablewright_records::{Feature, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Severity};

use super::bit_pattern::BitPattern;
use super::decision_tree::DecisionStep;
use super::encodings::Encoding;
use crate::instructions::Instructions;

/// How many pairs of encodings a warning explains.
const MAX_PAIRS: usize = 16;

/// What is known of a word at a decision.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    /// How many bits the words of the table have.
    group_width: u32,
    /// How many bits words have at each decision from the first to this one, as far as is known.
    widths: &'a [u32],
    /// The steps to the decision.
    path: &'a [DecisionStep],
    /// What stands for bits that were tested in vain.
    in_vain: char,
}

impl<'a> Words<'a> {
    pub(super) fn new(
        store: &RecordStore,
        group_width: u32,
        widths: &'a [u32],
        path: &'a [DecisionStep],
    ) -> Words<'a> {
        let in_vain = if store.release().has(Feature::DecoderTablesHaveScopes) { '.' } else { '_' };
        Words { group_width, widths, path, in_vain }
    }
}

/// The warning of a conflict.
pub(super) fn warning(
    store: &RecordStore,
    words: Words<'_>,
    encodings: &[&Encoding],
) -> Diagnostic {
    let mut warning = if store.release().has(Feature::DecoderTablesHaveScopes) {
        let message = aligned_message(store, words, encodings);
        let warning = Diagnostic::warning(Code::DecodingConflict, None, message);
        Diagnostic { severity: Severity::UnlabeledWarning, ..warning }
    } else {
        let message = message(store, words, encodings);
        Diagnostic::warning(Code::DecodingConflict, None, message)
    };
    for encoding in encodings {
        let record = store.record(encoding.record);
        warning.label(record.pos(), format!("`{}`", name(store, encoding)));
    }
    explain(store, encodings, &mut warning);
    warning
}

fn message(store: &RecordStore, words: Words<'_>, encodings: &[&Encoding]) -> String {
    let mut message = "Decoding Conflict:".to_owned();
    for states in states(words).iter().rev() {
        message.push_str("\n\t\t");
        message.push_str(states);
    }
    for encoding in encodings {
        message.push_str("\n\t");
        message.push_str(&name(store, encoding));
        message.push(' ');
        message.push_str(&bits(&encoding.written));
    }
    message
}

/// The message of newer releases: the first decision comes first, and bits stand below each other.
fn aligned_message(store: &RecordStore, words: Words<'_>, encodings: &[&Encoding]) -> String {
    let longest = encodings.iter().map(|encoding| encoding.written.width()).max();
    let columns = longest.unwrap_or(words.group_width) as usize;
    let mut message = "Decoding Conflict:".to_owned();
    for states in states(words) {
        message.push_str(&format!("\n    {states:>columns$}"));
    }
    for encoding in encodings {
        let (bits, name) = (bits(&encoding.pattern), name(store, encoding));
        message.push_str(&format!("\n    {bits:>columns$}  {name}"));
    }
    message
}

/// What was known of the bits at each decision, the first one first: tested and found to be set or
/// not, tested in vain, or not tested. The bits that the shortest encoding lacks are left out.
fn states(words: Words<'_>) -> Vec<String> {
    // By number of the bit.
    let mut states = vec!['.'; words.group_width as usize];
    let line = |states: &[char], width: u32| states[..width as usize].iter().rev().collect();
    let mut lines = Vec::with_capacity(words.widths.len());
    for (step, &width) in words.path.iter().zip(words.widths) {
        lines.push(line(&states, width));
        for bit in 0..step.range.len {
            states[(step.range.start + bit) as usize] = match step.value {
                Some(value) if value >> bit & 1 == 1 => '1',
                Some(_) => '0',
                None => words.in_vain,
            };
        }
    }
    lines.extend(words.widths.last().map(|&width| line(&states, width)));
    lines
}

fn bits(pattern: &BitPattern) -> String {
    let bit = |bit| match pattern.bit(bit) {
        Some(true) => '1',
        Some(false) => '0',
        None => '_',
    };
    (0..pattern.width()).rev().map(bit).collect()
}

/// The name of an encoding: that of its instruction, after its own if it has one.
fn name(store: &RecordStore, encoding: &Encoding) -> String {
    let record = store.record(encoding.record);
    let id = encoding.instruction;
    // The instructions are known: the encoding was read with them.
    let instruction = store
        .analysis::<Instructions>(&mut tablewright_syntax::diagnostic::Diagnostics::new())
        .map_or(record, |instructions| store.record(instructions.record(id)));
    if record.id() == instruction.id() {
        record.name().to_owned()
    } else {
        format!("{}:{}", record.name(), instruction.name())
    }
}

/// Adds a note for each pair of encodings that a word can have at once.
fn explain(store: &RecordStore, encodings: &[&Encoding], warning: &mut Diagnostic) {
    let pairs = encodings
        .iter()
        .enumerate()
        .flat_map(|(index, one)| encodings[index + 1..].iter().map(move |other| (*one, *other)));
    let mut pairs = pairs.filter(|(one, other)| one.pattern.overlaps(&other.pattern));
    for (one, other) in pairs.by_ref().take(MAX_PAIRS) {
        let both = one.pattern.both(&other.pattern);
        let agreeing = agreeing_bits(&one.pattern, &other.pattern);
        let agree = match agreeing.as_str() {
            "" => "no bit is known of both".to_owned(),
            bits => format!("they agree in bits {bits}"),
        };
        let (a, b) = (name(store, one), name(store, other));
        let message = format!("0x{} is a word of both `{a}` and `{b}`: {agree}", both.hex());
        warning.note(None, message);
    }
    match pairs.count() {
        0 => {}
        more => {
            warning.note(None, format!("{more} more pairs have words in common"));
        }
    }
}

/// The bits that both patterns know, the highest first: `31-26, 3`.
pub fn agreeing_bits(one: &BitPattern, other: &BitPattern) -> String {
    let is_known = |bit: u32| one.bit(bit).is_some() && other.bit(bit).is_some();
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for bit in (0..one.width().min(other.width())).rev().filter(|&bit| is_known(bit)) {
        match ranges.last_mut() {
            Some((_, low)) if *low == bit + 1 => *low = bit,
            _ => ranges.push((bit, bit)),
        }
    }
    let range = |&(high, low): &(u32, u32)| {
        if high == low { high.to_string() } else { format!("{high}-{low}") }
    };
    ranges.iter().map(range).collect::<Vec<_>>().join(", ")
}

/// The warning of a bit that may differ, though it has no value.
pub(super) fn soft_fail_warning(store: &RecordStore, encoding: &Encoding, bit: u32) -> Diagnostic {
    let name = name(store, encoding);
    let message = format!(
        "SoftFail Conflict: bit SoftFail{{{bit}}} in {name} is set but Inst{{{bit}}} is unset!\n  \
         - You can only mark a bit as SoftFail if it is fully defined (1/0 - not '?') in Inst"
    );
    let mut warning = Diagnostic::warning(Code::DecodingConflict, None, message);
    let record = store.record(encoding.record);
    for field in ["SoftFail", "Inst"] {
        if let Some(found) = record.field(field) {
            warning.label(found.pos, format!("'{field}' is set here"));
        }
    }
    warning
}
