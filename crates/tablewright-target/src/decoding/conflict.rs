//! Warnings for encodings that no bits distinguish.
//!
//! In: the encodings and the tested bits. Out: a warning whose headline has the same lines as the
//! reference; its notes list the agreeing bits and a word that both encodings match.

use tablewright_records::{Feature, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Severity};

use super::bit_pattern::BitPattern;
use super::decision_tree::DecisionStep;
use super::encodings::Encoding;
use crate::instructions::Instructions;

/// Maximal number of encoding pairs explained in a warning.
const MAX_PAIRS: usize = 16;

/// The known bits of a word at a decision.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    /// Word width of the table in bits.
    group_width: u32,
    /// Known minimal word width in bits at each decision up to this decision.
    widths: &'a [u32],
    /// The steps to the decision.
    path: &'a [DecisionStep],
    /// The character for bits tested without a result.
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

/// Builds the warning for a conflict.
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
        message.push_str(&encoding.written.digits('_'));
    }
    message
}

/// Builds the message for newer releases: the first decision comes first, and bits are aligned.
fn aligned_message(store: &RecordStore, words: Words<'_>, encodings: &[&Encoding]) -> String {
    let longest = encodings.iter().map(|encoding| encoding.written.width()).max();
    let columns = longest.unwrap_or(words.group_width) as usize;
    let mut message = "Decoding Conflict:".to_owned();
    for states in states(words) {
        message.push_str(&format!("\n    {states:>columns$}"));
    }
    for encoding in encodings {
        let (bits, name) = (encoding.pattern.digits('_'), name(store, encoding));
        message.push_str(&format!("\n    {bits:>columns$}  {name}"));
    }
    message
}

/// Returns the bit states at each decision, first decision first: tested and set, tested and clear,
/// tested without a result, or untested. Omits bits beyond the shortest encoding.
fn states(words: Words<'_>) -> Vec<String> {
    // By bit number.
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

/// Returns the encoding name: the instruction name, preceded by the record name if they differ.
fn name(store: &RecordStore, encoding: &Encoding) -> String {
    let record = store.record(encoding.record);
    let id = encoding.instruction;
    // The analysis exists already: encodings are based on it.
    let instruction = store
        .analysis::<Instructions>(&mut tablewright_syntax::diagnostic::Diagnostics::new())
        .map_or(record, |instructions| store.record(instructions.record(id)));
    if record.id() == instruction.id() {
        record.name().to_owned()
    } else {
        format!("{}:{}", record.name(), instruction.name())
    }
}

/// Adds a note for each pair of encodings that a single word can match.
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
            "" => "no bit is fixed in both encodings".to_owned(),
            bits => format!("the encodings agree in bits {bits}"),
        };
        let (a, b) = (name(store, one), name(store, other));
        let message = format!("0x{} matches both `{a}` and `{b}`: {agree}", both.hex());
        warning.note(None, message);
    }
    match pairs.count() {
        0 => {}
        more => {
            warning.note(None, format!("{more} more pairs have words in common"));
        }
    }
}

/// Returns the bits that both patterns know, highest first: `31-26, 3`.
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

/// Builds the warning for a soft failure bit without a value.
pub(super) fn soft_fail_warning(store: &RecordStore, encoding: &Encoding, bit: u32) -> Diagnostic {
    let name = name(store, encoding);
    let message = format!(
        "SoftFail Conflict: bit SoftFail{{{bit}}} in {name} is set but Inst{{{bit}}} is unset!\n  \
         - You can only mark a bit as SoftFail if it is fully defined (1/0 - not '?') in Inst"
    );
    let mut warning = Diagnostic::warning(Code::DecodingConflict, None, message);
    let record = store.record(encoding.record);
    for field in ["SoftFail", "Inst"] {
        if let Some(encoding_field) = record.field(field) {
            warning.label(encoding_field.pos, format!("'{field}' is set here"));
        }
    }
    warning
}
