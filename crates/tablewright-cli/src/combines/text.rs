//! Rules as text.

use tablewright_records::TextSink;
use tablewright_selection::combines::{
    CombinePatternId, CombineRule, InstructionKind, InstructionPattern, Pattern, PatternBody,
    PatternList, RuleReader,
};

use super::{CombinesCombiner, location};
use crate::counted::counted;

/// Lists the combiners, with a line for each rule.
pub(super) fn overview(reader: &RuleReader<'_, '_>, combiners: &[CombinesCombiner<'_>]) -> String {
    let mut text = String::new();
    for combiner in combiners {
        separate(&mut text);
        let (rules, tried) = (combiner.rules.rules.len(), combiner.rules.tried.len());
        let name = combiner.record.name();
        let rules = counted(rules, "rule");
        writeln!(text, "{name}: {rules}, {tried} in the table");
        writeln!(text);
        for rule in combiner.shown() {
            let name = reader.store.record(rule.record).name();
            writeln!(text, "{:4}  {name}: {}", rule.id, root_text(reader, rule));
        }
    }
    text
}

/// Prints rules with all their patterns.
pub(super) fn rules(reader: &RuleReader<'_, '_>, combiners: &[CombinesCombiner<'_>]) -> String {
    let mut text = String::new();
    for combiner in combiners {
        for &at in &combiner.shown {
            separate(&mut text);
            let rule = &combiner.rules.rules[at];
            let record = reader.store.record(rule.record);
            let (name, owner) = (record.name(), combiner.record.name());
            let from = location(reader.store, record);
            writeln!(text, "{name}, rule {} of {owner}, {from}", rule.id);
            let tried = combiner.rules.tried.iter().filter(|tried| tried.place == at).count();
            if tried > 1 {
                writeln!(text, "  {tried} rules in the table");
            }
            for data in &rule.match_data {
                let symbol = reader.names.text(data.symbol);
                writeln!(text, "  hands on ${symbol}: {}", data.ty);
            }
            writeln!(text, "  match");
            list(reader, &rule.matches, &[rule.match_root], &mut text);
            writeln!(text, "  apply");
            list(reader, &rule.applies, &rule.apply_roots, &mut text);
        }
    }
    text
}

fn separate(text: &mut String) {
    if !text.is_empty() {
        text.push('\n');
    }
}

fn list(
    reader: &RuleReader<'_, '_>,
    list: &PatternList,
    roots: &[CombinePatternId],
    text: &mut String,
) {
    for (id, pattern) in list.patterns.iter_enumerated() {
        let root = if roots.contains(&id) { "   <- root" } else { "" };
        let lines = pattern_text(reader, pattern);
        let mut lines = lines.lines();
        writeln!(text, "    {}{root}", lines.next().unwrap_or_default());
        lines.for_each(|line| writeln!(text, "      {}", line.trim()));
    }
}

/// Returns the root of a rule's match: an instruction, several instructions, or a fragment.
pub(super) fn root_text(reader: &RuleReader<'_, '_>, rule: &CombineRule) -> String {
    match &rule.matches.patterns[rule.match_root].body {
        PatternBody::AnyOpcode(opcodes) => {
            let names: Vec<&str> =
                opcodes.iter().map(|&opcode| reader.store.record(opcode).name()).collect();
            names.join(", ")
        }
        PatternBody::Instruction(root) => reader.store.record(root.record).name().to_owned(),
        PatternBody::Code(_) => String::new(),
    }
}

/// Formats a pattern: `$dst = G_ADD $x, 1`.
pub(super) fn pattern_text(reader: &RuleReader<'_, '_>, pattern: &Pattern) -> String {
    match &pattern.body {
        PatternBody::AnyOpcode(opcodes) => {
            let names: Vec<&str> =
                opcodes.iter().map(|&opcode| reader.store.record(opcode).name()).collect();
            format!("one of {}", names.join(", "))
        }
        PatternBody::Code(code) => format!("C++ {code}"),
        PatternBody::Instruction(instruction) => instruction_text(reader, instruction),
    }
}

fn instruction_text(reader: &RuleReader<'_, '_>, instruction: &InstructionPattern) -> String {
    let operands: Vec<String> =
        instruction.operands.iter().map(|operand| reader.operand_text(operand)).collect();
    let (defs, uses) = operands.split_at(instruction.def_count().min(operands.len()));
    let mut text = String::new();
    if !defs.is_empty() {
        write!(text, "{} = ", defs.join(", "));
    }
    text.push_str(reader.store.record(instruction.record).name());
    if let Some(intrinsic) = instruction.intrinsic() {
        write!(text, " @{}", intrinsic.function);
    }
    if !uses.is_empty() {
        write!(text, " {}", uses.join(", "));
    }
    if let Some(flags) = instruction.flags() {
        let copied =
            flags.copied.iter().map(|&name| format!("flags of ${}", reader.names.text(name)));
        let unset = flags.unset.iter().map(|flag| format!("not {flag}"));
        let all: Vec<String> =
            copied.chain(flags.set.iter().map(|flag| flag.to_string())).chain(unset).collect();
        write!(text, " ({})", all.join(", "));
    }
    if let InstructionKind::Fragment(fragment) = instruction.kind {
        for alternative in &reader.fragments[fragment].alternatives {
            let patterns: Vec<String> =
                alternative.patterns.iter().map(|pattern| pattern_text(reader, pattern)).collect();
            write!(text, "\n| {}", patterns.join("; ").replace('\n', " "));
        }
    }
    text
}
