//! Rows that no operands tell apart, and why the earlier one wins.

use tablewright::TextSink;
use tablewright::target::assembly::{Matchable, MatchableSource, are_ambiguous};

use super::Language;
use super::rows::{row_lines, separate, variant_name};

/// Writes all groups of such rows; only those of the mnemonics, if any are given.
pub(super) fn write(language: &Language<'_>, mnemonics: &[String], text: &mut String) {
    let matcher = &language.matcher;
    let is_meant = |row: &&Matchable| {
        let mnemonic = matcher.texts.get(row.mnemonic);
        mnemonics.is_empty() || mnemonics.iter().any(|m| m.eq_ignore_ascii_case(mnemonic))
    };
    let mut count = 0;
    for &variant in &language.variants {
        let rows: Vec<&Matchable> =
            matcher.rows.rows().iter().filter(|row| row.variant == variant).collect();
        // Rows with the same operands follow each other, but for capitals in mnemonics.
        let are_alike = |a: &&Matchable, b: &&Matchable| {
            are_ambiguous((a, b), &matcher.rows, &matcher.classes, &matcher.parser)
        };
        for group in rows.chunk_by(are_alike).filter(|group| group.len() > 1) {
            if !is_meant(&group[0]) {
                continue;
            }
            count += 1;
            separate(text);
            let mnemonic = matcher.texts.get(group[0].mnemonic);
            writeln!(text, "{mnemonic}, {}", variant_name(language, variant));
            for (place, row) in group.iter().enumerate() {
                writeln!(text);
                row_lines(language, place + 1, row, text);
                if place > 0 {
                    let reason = reason(language, group[place - 1], row);
                    writeln!(text, "     after {place}   {reason}");
                }
            }
        }
    }
    separate(text);
    match count {
        0 => writeln!(text, "no rows are ambiguous"),
        1 => writeln!(text, "1 group of rows is ambiguous"),
        _ => writeln!(text, "{count} groups of rows are ambiguous"),
    }
}

/// Why the first of two rows that follow each other comes first.
fn reason(language: &Language<'_>, first: &Matchable, second: &Matchable) -> String {
    let (store, rows) = (language.store, &language.matcher.rows);
    let position = |row: &Matchable| {
        let record = store.record(language.instructions.record(row.instruction));
        let has_position = record.bit("HasPositionOrder").unwrap_or(false);
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
    let reason = match (first.source, second.source) {
        (MatchableSource::Instruction, MatchableSource::Instruction) => {
            "its instruction has the greater number"
        }
        (MatchableSource::Alias(_), MatchableSource::Alias(_)) => {
            "its alias has the name that comes later"
        }
        (MatchableSource::Instruction, _) => "aliases come after instructions",
        (MatchableSource::Alias(_), _) => "instructions without an operand come last",
        (MatchableSource::TwoOperandAlias, _) => "its instruction has the greater number",
    };
    reason.to_owned()
}
