//! Counts of mnemonics, rows and classes in an assembly language.

use tablewright_records::TextSink;
use tablewright_target::assembly::MatchableSource;

use super::AsmLanguage;
use super::rows::variant_name;

pub(super) fn write(language: &AsmLanguage<'_>, text: &mut String) {
    let (store, matcher) = (language.store, &language.matcher);
    let parser = store.record(matcher.parser.record);
    writeln!(text, "parser {}", parser.name());
    for &variant in &language.variants {
        let rows = || matcher.rows.rows().iter().filter(|row| row.variant == variant);
        let is_alias = |source| matches!(source, MatchableSource::Alias(_));
        let is_shorter = |source| source == MatchableSource::TwoOperandAlias;
        let mut mnemonics: Vec<_> = rows().map(|row| row.mnemonic).collect();
        mnemonics.sort_unstable();
        mnemonics.dedup();
        writeln!(text, "\n{}", variant_name(language, variant));
        writeln!(text, "  mnemonics             {}", mnemonics.len());
        writeln!(text, "  rows                  {}", rows().count());
        let aliases = rows().filter(|row| is_alias(row.source)).count();
        writeln!(text, "    of aliases          {aliases}");
        let shorter = rows().filter(|row| is_shorter(row.source)).count();
        writeln!(text, "    without an operand  {shorter}");
    }
    let classes = || matcher.classes.in_order().map(|(_, class)| class);
    writeln!(text, "\nclasses of operands     {}", classes().count());
    writeln!(text, "  tokens                {}", classes().filter(|c| c.is_token()).count());
    let registers = classes().filter(|class| class.registers().is_some());
    writeln!(text, "  sets of registers     {}", registers.count());
    let user = || classes().filter_map(|class| class.user());
    writeln!(text, "  of the target         {}", user().count());
    let optional = user().filter(|user| user.is_optional).count();
    writeln!(text, "    optional            {optional}");
}
