//! Ambiguous rows, indistinguishable by their operands, and the reasons for their order.

use tablewright_records::{RecordView, TextSink};
use tablewright_target::assembly::{Matchable, MatchableSource, are_ambiguous};
use tablewright_target::record_views::instruction::InstructionRecord;

use super::AsmLanguage;
use super::rows::{row_lines, separate, variant_name};

/// Returns all groups of ambiguous rows. If `mnemonics` is not empty, only groups with these mnemonics.
pub(super) fn groups<'a>(
    language: &'a AsmLanguage<'_>,
    mnemonics: &[String],
) -> Vec<Vec<&'a Matchable>> {
    let matcher = &language.matcher;
    let is_meant = |row: &Matchable| {
        let mnemonic = matcher.texts.get(row.mnemonic);
        mnemonics.is_empty() || mnemonics.iter().any(|m| m.eq_ignore_ascii_case(mnemonic))
    };
    let mut groups = Vec::new();
    for &variant in &language.variants {
        let rows: Vec<&Matchable> =
            matcher.rows.rows().iter().filter(|row| row.variant == variant).collect();
        // Rows with the same operands are adjacent. Their mnemonics may differ in case.
        let are_alike = |a: &&Matchable, b: &&Matchable| {
            are_ambiguous(a, b, &matcher.rows, &matcher.classes, &matcher.parser)
        };
        let of_variant = rows.chunk_by(are_alike).filter(|group| group.len() > 1);
        groups.extend(of_variant.filter(|group| is_meant(group[0])).map(<[_]>::to_vec));
    }
    groups
}

/// Writes all groups of ambiguous rows. If `mnemonics` is not empty, only groups with these mnemonics.
pub(super) fn write(language: &AsmLanguage<'_>, mnemonics: &[String], text: &mut String) {
    let groups = groups(language, mnemonics);
    for group in &groups {
        separate(text);
        let mnemonic = language.matcher.texts.get(group[0].mnemonic);
        writeln!(text, "{mnemonic}, {}", variant_name(language, group[0].variant));
        for (index, row) in group.iter().enumerate() {
            writeln!(text);
            row_lines(language, index + 1, row, text);
            if index > 0 {
                let reason = reason(language, group[index - 1], row);
                writeln!(text, "     after {index}   {reason}");
            }
        }
    }
    separate(text);
    match groups.len() {
        0 => writeln!(text, "no rows are ambiguous"),
        1 => writeln!(text, "1 group of rows is ambiguous"),
        count => writeln!(text, "{count} groups of rows are ambiguous"),
    }
}

/// Returns the reason why the second of two adjacent rows follows the first.
pub(super) fn reason(language: &AsmLanguage<'_>, first: &Matchable, second: &Matchable) -> String {
    let (store, rows) = (language.store, &language.matcher.rows);
    let position = |row: &Matchable| {
        let record = store.record(language.instructions.record(row.instruction));
        let has_position = InstructionRecord::new(record).has_position_order().unwrap_or(false);
        has_position.then_some(record.sequence())
    };
    if let (Some(first), Some(second)) = (position(first), position(second))
        && first < second
    {
        return "its instruction is defined later (HasPositionOrder)".to_owned();
    }
    let count = |row: &Matchable| rows.features(row.features).len();
    let (first_count, second_count) = (count(first), count(second));
    if first_count > second_count {
        return format!("it requires fewer features: {second_count}, not {first_count}");
    }
    use MatchableSource::{Alias, Instruction, TwoOperandAlias};
    let reason = match (first.source, second.source) {
        (Instruction, Instruction)
        | (TwoOperandAlias, Instruction | Alias(_) | TwoOperandAlias) => {
            "its instruction has the greater number"
        }
        (Alias(_), Alias(_)) => "its alias has the name that comes later",
        (Instruction, Alias(_) | TwoOperandAlias) => "aliases come after instructions",
        (Alias(_), Instruction | TwoOperandAlias) => "instructions without an operand come last",
    };
    reason.to_owned()
}
