//! Aliases for instructions, mnemonics and tokens.

use tablewright_records::{FieldError, RecordId, RecordView, TextSink};
use tablewright_target::assembly::{Matchable, MatchableSource, MnemonicAlias};
use tablewright_target::record_views::asm_syntax::TokenAliasRecord;

use super::AsmLanguage;
use super::rows::{operands, origin, separate, variant_name};

pub(super) fn write(language: &AsmLanguage<'_>, text: &mut String) -> Result<(), FieldError> {
    for &variant in &language.variants {
        separate(text);
        writeln!(text, "aliases of instructions, {}\n", variant_name(language, variant));
        instructions(language, variant, text);
    }
    for (number, aliases) in &language.mnemonics.of_variants {
        let variants = &language.matcher.parser.variants;
        let is_shown = |&&index: &&usize| variants[index].number == *number;
        let variant = language.variants.iter().find(is_shown);
        // A variant without a name has only the aliases common to all variants, written below.
        if let Some(&variant) = variant
            && !variants[variant].name.is_empty()
            && !aliases.is_empty()
        {
            separate(text);
            writeln!(text, "aliases of mnemonics, {}\n", variant_name(language, variant));
            mnemonics(language, aliases, text);
        }
    }
    if !language.mnemonics.of_all.is_empty() {
        separate(text);
        writeln!(text, "aliases of mnemonics\n");
        mnemonics(language, &language.mnemonics.of_all, text);
    }
    let tokens = TokenAliasRecord::all_if_defined(language.store);
    if !tokens.is_empty() {
        separate(text);
        writeln!(text, "aliases of tokens\n");
        for alias in tokens {
            let (from, to) = (alias.from_token()?, alias.to_token()?);
            writeln!(text, "  '{from}' matches '{to}'");
        }
    }
    Ok(())
}

fn instructions(language: &AsmLanguage<'_>, variant: usize, text: &mut String) {
    let (store, matcher) = (language.store, &language.matcher);
    let is_alias =
        |row: &&Matchable| row.variant == variant && row.source != MatchableSource::Instruction;
    let mut rows = matcher.rows.rows().iter().filter(is_alias).peekable();
    if rows.peek().is_none() {
        writeln!(text, "  none");
    }
    for row in rows {
        let instruction = store.record(language.instructions.record(row.instruction));
        let mnemonic = matcher.texts.get(row.mnemonic);
        writeln!(text, "  {mnemonic} {}", operands(language, row));
        writeln!(text, "    makes {}; {}", instruction.name(), origin(language, row));
    }
}

fn mnemonics(language: &AsmLanguage<'_>, aliases: &[MnemonicAlias], text: &mut String) {
    let name = |&feature: &RecordId| language.store.record(feature).name();
    for MnemonicAlias { from, conditional, otherwise } in aliases {
        for (features, to) in conditional {
            let features: Vec<&str> = features.iter().map(name).collect();
            writeln!(text, "  {from} is {to} with {}", features.join(", "));
        }
        if let Some(to) = otherwise {
            let otherwise = if conditional.is_empty() { "" } else { " otherwise" };
            writeln!(text, "  {from} is {to}{otherwise}");
        }
    }
}
