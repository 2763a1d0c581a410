//! Rules as JSON. The book's page about the command lists the fields.

use serde_json::{Value, json};
use tablewright::target::combines::{
    CombineRule, InstructionKind, InstructionPattern, Pattern, PatternBody, PatternId, PatternList,
    PatternOperand, RuleReader,
};

use super::{Combiner, location};

/// All combiners with their rules.
pub(super) fn rules(reader: &RuleReader<'_, '_>, combiners: &[Combiner<'_>]) -> String {
    let of_combiner = |combiner: &Combiner<'_>| {
        let rules: Vec<Value> = combiner.shown().map(|each| rule(reader, each)).collect();
        json!({ "name": combiner.record.name(), "rules": rules })
    };
    document(combiners.iter().map(of_combiner).collect())
}

/// A document with combiners.
pub(super) fn document(combiners: Vec<Value>) -> String {
    let mut text = format!("{:#}", json!({ "combiners": combiners }));
    text.push('\n');
    text
}

fn rule(reader: &RuleReader<'_, '_>, rule: &CombineRule) -> Value {
    let record = reader.store.record(rule.record);
    let data = |data: &tablewright::target::combines::MatchData| json!({ "name": reader.names.text(data.symbol), "type": data.ty });
    json!({
        "name": record.name(),
        "number": rule.id,
        "place": location(reader.store, record),
        "match_data": rule.match_data.iter().map(data).collect::<Vec<_>>(),
        "match": list(reader, &rule.matches, &[rule.match_root]),
        "apply": list(reader, &rule.applies, &rule.apply_roots),
        "permutations": rule.permutations.len(),
    })
}

fn list(reader: &RuleReader<'_, '_>, list: &PatternList, roots: &[PatternId]) -> Vec<Value> {
    let of_pattern = |(id, of): (PatternId, &Pattern)| {
        let mut value = pattern(reader, of);
        value["is_root"] = roots.contains(&id).into();
        value
    };
    list.patterns.iter_enumerated().map(of_pattern).collect()
}

fn pattern(reader: &RuleReader<'_, '_>, pattern: &Pattern) -> Value {
    let name = reader.names.text(pattern.name);
    match &pattern.body {
        PatternBody::AnyOpcode(opcodes) => {
            let names: Vec<&str> =
                opcodes.iter().map(|&opcode| reader.store.record(opcode).name()).collect();
            json!({ "kind": "any_opcode", "name": name, "opcodes": names })
        }
        PatternBody::Code(code) => json!({ "kind": "code", "name": name, "code": code }),
        PatternBody::Instruction(instruction) => {
            let mut value = self::instruction(reader, instruction);
            value["name"] = name.into();
            value
        }
    }
}

fn instruction(reader: &RuleReader<'_, '_>, instruction: &InstructionPattern) -> Value {
    let operands: Vec<Value> =
        instruction.operands.iter().map(|each| operand(reader, each)).collect();
    let mut value = json!({
        "kind": match instruction.kind {
            InstructionKind::Instruction { .. } => "instruction",
            InstructionKind::Fragment(_) => "fragment",
            InstructionKind::Builtin(_) => "builtin",
        },
        "operator": reader.store.record(instruction.record).name(),
        "operands": operands,
    });
    if let Some(intrinsic) = instruction.intrinsic() {
        value["intrinsic"] = json!(intrinsic.function);
    }
    if let Some(flags) = instruction.flags() {
        let copied: Vec<&str> = flags.copied.iter().map(|&n| reader.names.text(n)).collect();
        value["flags"] = json!({ "set": flags.set, "unset": flags.unset, "copied": copied });
    }
    if let InstructionKind::Fragment(fragment) = instruction.kind {
        let alternatives = &reader.fragments[fragment].alternatives;
        let alternatives = alternatives.iter().map(|each| list(reader, each, &[]));
        value["alternatives"] = alternatives.collect::<Vec<_>>().into();
    }
    value
}

fn operand(reader: &RuleReader<'_, '_>, operand: &PatternOperand) -> Value {
    json!({
        "name": operand.name.map(|name| reader.names.text(name)),
        "type": operand.ty.map(|ty| reader.type_text(ty)),
        "immediate": operand.immediate,
        "is_def": operand.is_def,
    })
}
