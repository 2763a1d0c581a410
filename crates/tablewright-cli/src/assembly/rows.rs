//! The rows with a mnemonic, in the order in which an assembler tries them.

use tablewright_records::TextSink;
use tablewright_records::{Record, RecordStore};
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_target::assembly::{AsmOperand, Matchable, MatchableSource};

use super::AsmLanguage;
use crate::suggestion::unknown_name;

/// Writes the rows with a mnemonic for each variant that has such rows.
pub(super) fn write(
    language: &AsmLanguage<'_>,
    mnemonic: &str,
    text: &mut String,
) -> Result<(), Diagnostic> {
    let rows = for_mnemonic(language, mnemonic)?;
    for &variant in &language.variants {
        let rows = || rows.iter().filter(|row| row.variant == variant);
        if rows().next().is_none() {
            continue;
        }
        separate(text);
        writeln!(text, "{mnemonic}, {}", variant_name(language, variant));
        for (number, row) in (1..).zip(rows()) {
            writeln!(text);
            row_lines(language, number, row, text);
        }
    }
    Ok(())
}

/// Returns the rows with a mnemonic in the selected variants.
pub(super) fn for_mnemonic<'a>(
    language: &'a AsmLanguage<'_>,
    mnemonic: &str,
) -> Result<Vec<&'a Matchable>, Diagnostic> {
    let matcher = &language.matcher;
    let is_meant = |row: &&Matchable| {
        matcher.texts.get(row.mnemonic).eq_ignore_ascii_case(mnemonic)
            && language.variants.contains(&row.variant)
    };
    let rows: Vec<&Matchable> = matcher.rows.rows().iter().filter(is_meant).collect();
    if rows.is_empty() {
        let mnemonics = matcher.rows.rows().iter().map(|row| matcher.texts.get(row.mnemonic));
        let mut error = unknown_name("mnemonic", mnemonic, mnemonics);
        if let Some(note) = cut_mnemonic(language, mnemonic) {
            error.note(None, note);
        }
        return Err(error);
    }
    Ok(rows)
}

/// Explains a name that rows have as several tokens.
fn cut_mnemonic(language: &AsmLanguage<'_>, mnemonic: &str) -> Option<String> {
    let matcher = &language.matcher;
    let (head, tail) = language
        .variants
        .iter()
        .find_map(|&variant| matcher.parser.variants[variant].cut_mnemonic(mnemonic))?;
    let mut rows = matcher.rows.rows().iter();
    rows.find(|row| matcher.texts.get(row.mnemonic).eq_ignore_ascii_case(head))?;
    Some(format!(
        "the mnemonic is '{head}': '{}' begins another token (`BreakCharacters` and its like), so that the parser \
         has to pass '{tail}' as an operand",
        tail.chars().next()?
    ))
}

/// Begins a new paragraph, except at the start of the text.
pub(super) fn separate(text: &mut String) {
    if !text.is_empty() {
        text.push('\n');
    }
}

/// Formats a variant: `variant 1 (intel)`.
pub(super) fn variant_name(language: &AsmLanguage<'_>, variant: usize) -> String {
    let variant = &language.matcher.parser.variants[variant];
    match variant.name.as_str() {
        "" => format!("variant {}", variant.number),
        name => format!("variant {} ({name})", variant.number),
    }
}

/// Writes a row: its instruction, its operands, its features, and its origin.
pub(super) fn row_lines(
    language: &AsmLanguage<'_>,
    number: usize,
    row: &Matchable,
    text: &mut String,
) {
    let store = language.store;
    let instruction = store.record(language.instructions.record(row.instruction));
    writeln!(text, "{number:3}  {}", instruction.name());
    writeln!(text, "     operands  {}", operands(language, row));
    let features = language.matcher.rows.features(row.features);
    if !features.is_empty() {
        let names: Vec<&str> = features.iter().map(|&f| store.record(f).name()).collect();
        writeln!(text, "     requires  {}", names.join(", "));
    }
    if let Some(method) = row.converter {
        writeln!(text, "     made by   {}", store.str(method));
    }
    writeln!(text, "     from      {}", origin(language, row));
}

/// Returns the record from which a row is derived, with its source location.
pub(super) fn origin(language: &AsmLanguage<'_>, row: &Matchable) -> String {
    let store = language.store;
    let instruction = store.record(language.instructions.record(row.instruction));
    match row.source {
        MatchableSource::Instruction => {
            format!("the instruction, {}", location(store, instruction))
        }
        MatchableSource::Alias(alias) => {
            let alias = store.record(alias);
            let name = if alias.is_anonymous() { "" } else { alias.name() };
            let space = if name.is_empty() { "" } else { " " };
            format!("alias{space}{name}, {}", location(store, alias))
        }
        MatchableSource::TwoOperandAlias => {
            format!("the instruction without an operand, {}", location(store, instruction))
        }
    }
}

/// Returns the location of a record, `file:line`.
pub(super) fn location(store: &RecordStore, record: Record<'_>) -> String {
    let at = store.sources().line_column(record.pos());
    format!("{}:{}", store.sources().file(at.file).name, at.line)
}

/// Formats the operands in a row: tokens in quotes, other operands by class and name, optional operands in brackets.
pub(super) fn operands(language: &AsmLanguage<'_>, row: &Matchable) -> String {
    let operands = language.matcher.rows.operands(row);
    if operands.is_empty() {
        return "none".to_owned();
    }
    let texts: Vec<String> = operands.iter().map(|operand| shown(language, operand)).collect();
    texts.join(", ")
}

fn shown(language: &AsmLanguage<'_>, operand: &AsmOperand) -> String {
    let class = language.matcher.classes.get(operand.class);
    if class.is_token() {
        return format!("'{}'", class.name);
    }
    let name = language.matcher.texts.get(operand.name);
    let separator = if name.is_empty() { "" } else { ":$" };
    let text = format!("{}{separator}{name}", class.name);
    if class.is_optional() { format!("[{text}]") } else { text }
}
