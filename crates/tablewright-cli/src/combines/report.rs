//! Rules and overlaps as data. The book's page about the command lists the fields.

use serde::Serialize;
use tablewright_inspect::SourceLocation;
use tablewright_records::RecordStore;
use tablewright_selection::combines::{
    CombinePatternId, CombineRule, InstructionKind, InstructionPattern, Pattern, PatternBody,
    PatternList, PatternOperand, RuleReader,
};

use super::{CombinesCombiner, overlaps, text};
use crate::report::Report;

#[derive(Serialize)]
pub(super) struct RulesReport<'a> {
    rules: Vec<RuleRow<'a>>,
}

#[derive(Serialize)]
pub(super) struct RuleRow<'a> {
    combiner: &'a str,
    name: &'a str,
    /// Rule number in the combiner.
    number: u32,
    location: SourceLocation,
    /// Data passed from the match list to the apply list.
    match_data: Vec<DataRow<'a>>,
    #[serde(rename = "match")]
    matches: Vec<CombinePatternRow<'a>>,
    apply: Vec<CombinePatternRow<'a>>,
    /// Number of ways to choose between fragment alternatives.
    permutations: usize,
    /// Text that names the root of the match.
    #[serde(skip)]
    root: String,
}

/// Match data: a name and a C++ type.
#[derive(Serialize)]
struct DataRow<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    ty: &'a str,
}

#[derive(Serialize)]
struct CombinePatternRow<'a> {
    kind: &'static str,
    name: &'a str,
    is_root: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    opcodes: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
    #[serde(flatten)]
    instruction: Option<InstructionRow<'a>>,
}

/// The common part of instruction, fragment and builtin patterns.
#[derive(Serialize)]
struct InstructionRow<'a> {
    operator: &'a str,
    operands: Vec<OperandRow<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    intrinsic: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flags: Option<FlagsRow<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    alternatives: Option<Vec<Vec<CombinePatternRow<'a>>>>,
}

#[derive(Serialize)]
struct FlagsRow<'a> {
    set: Vec<String>,
    unset: Vec<String>,
    copied: Vec<&'a str>,
}

#[derive(Serialize)]
struct OperandRow<'a> {
    name: Option<&'a str>,
    #[serde(rename = "type")]
    ty: Option<String>,
    immediate: Option<i64>,
    is_def: bool,
}

impl<'a> RulesReport<'a> {
    pub(super) fn new(
        reader: &'a RuleReader<'_, '_>,
        combiners: &'a [CombinesCombiner<'_>],
    ) -> RulesReport<'a> {
        let rows = combiners.iter().flat_map(|combiner| {
            let name = combiner.record.name();
            combiner.shown().map(move |it| rule(reader, name, it))
        });
        RulesReport { rules: rows.collect() }
    }
}

impl<'a> Report for RulesReport<'a> {
    const NAME: &'static str = "combines";
    /// Version 1 had lists of combiners, and locations as text.
    const VERSION: u32 = 2;
    const COLUMNS: &'static [&'static str] =
        &["COMBINER", "NUMBER", "NAME", "MATCHES", "DEFINED AT"];
    type Row = RuleRow<'a>;

    fn rows(&self) -> &[RuleRow<'a>] {
        &self.rules
    }

    fn cells(&self, row: &RuleRow<'a>) -> Vec<String> {
        vec![
            row.combiner.to_owned(),
            row.number.to_string(),
            row.name.to_owned(),
            row.root.clone(),
            row.location.to_string(),
        ]
    }
}

/// Pairs of rules that may match the same instruction.
#[derive(Serialize)]
pub(super) struct OverlapsReport<'a> {
    overlaps: Vec<OverlapRow<'a>>,
}

#[derive(Serialize)]
pub(super) struct OverlapRow<'a> {
    combiner: &'a str,
    opcode: String,
    /// Name of the rule that is tried first.
    first: &'a str,
    second: &'a str,
}

impl<'a> OverlapsReport<'a> {
    pub(super) fn new(
        store: &'a RecordStore,
        combiners: &[CombinesCombiner<'a>],
    ) -> OverlapsReport<'a> {
        let mut rows = Vec::new();
        for combiner in combiners {
            for (opcode, pairs) in overlaps::pairs(store, combiner) {
                rows.extend(pairs.into_iter().map(|pair| OverlapRow {
                    combiner: combiner.record.name(),
                    opcode: opcode.clone(),
                    first: pair.first.1,
                    second: pair.second.1,
                }));
            }
        }
        OverlapsReport { overlaps: rows }
    }
}

impl<'a> Report for OverlapsReport<'a> {
    const NAME: &'static str = "combines-overlaps";
    const VERSION: u32 = 2;
    const COLUMNS: &'static [&'static str] = &["COMBINER", "OPCODE", "FIRST", "SECOND"];
    type Row = OverlapRow<'a>;

    fn rows(&self) -> &[OverlapRow<'a>] {
        &self.overlaps
    }

    fn cells(&self, row: &OverlapRow<'a>) -> Vec<String> {
        vec![
            row.combiner.to_owned(),
            row.opcode.clone(),
            row.first.to_owned(),
            row.second.to_owned(),
        ]
    }
}

fn rule<'a>(
    reader: &'a RuleReader<'_, '_>,
    combiner: &'a str,
    rule: &'a CombineRule,
) -> RuleRow<'a> {
    let record = reader.store.record(rule.record);
    let data = rule.match_data.iter();
    let data = data.map(|data| DataRow { name: reader.names.text(data.symbol), ty: &data.ty });
    RuleRow {
        combiner,
        name: record.name(),
        number: rule.id,
        location: SourceLocation::new(reader.store.sources(), record.pos()),
        match_data: data.collect(),
        matches: list(reader, &rule.matches, &[rule.match_root]),
        apply: list(reader, &rule.applies, &rule.apply_roots),
        permutations: rule.permutations.len(),
        root: text::root_text(reader, rule),
    }
}

fn list<'a>(
    reader: &'a RuleReader<'_, '_>,
    list: &'a PatternList,
    roots: &[CombinePatternId],
) -> Vec<CombinePatternRow<'a>> {
    let patterns = list.patterns.iter_enumerated();
    patterns.map(|(id, of)| pattern(reader, of, roots.contains(&id))).collect()
}

fn pattern<'a>(
    reader: &'a RuleReader<'_, '_>,
    pattern: &'a Pattern,
    is_root: bool,
) -> CombinePatternRow<'a> {
    let name = reader.names.text(pattern.name);
    let mut row = CombinePatternRow {
        kind: "code",
        name,
        is_root,
        opcodes: None,
        code: None,
        instruction: None,
    };
    match &pattern.body {
        PatternBody::AnyOpcode(opcodes) => {
            let names = opcodes.iter().map(|&opcode| reader.store.record(opcode).name());
            row.kind = "any_opcode";
            row.opcodes = Some(names.collect());
        }
        PatternBody::Code(code) => row.code = Some(code),
        PatternBody::Instruction(of) => {
            row.kind = match of.kind {
                InstructionKind::Instruction { .. } => "instruction",
                InstructionKind::Fragment(_) => "fragment",
                InstructionKind::Builtin(_) => "builtin",
            };
            row.instruction = Some(instruction(reader, of));
        }
    }
    row
}

fn instruction<'a>(
    reader: &'a RuleReader<'_, '_>,
    instruction: &'a InstructionPattern,
) -> InstructionRow<'a> {
    let flags = instruction.flags().map(|flags| FlagsRow {
        set: flags.set.iter().map(ToString::to_string).collect(),
        unset: flags.unset.iter().map(ToString::to_string).collect(),
        copied: flags.copied.iter().map(|&name| reader.names.text(name)).collect(),
    });
    let alternatives = if let InstructionKind::Fragment(fragment) = instruction.kind {
        let alternatives = reader.fragments[fragment].alternatives.iter();
        Some(alternatives.map(|each| list(reader, each, &[])).collect())
    } else {
        None
    };
    InstructionRow {
        operator: reader.store.record(instruction.record).name(),
        operands: instruction.operands.iter().map(|each| operand(reader, each)).collect(),
        intrinsic: instruction.intrinsic().map(|intrinsic| intrinsic.function.to_string()),
        flags,
        alternatives,
    }
}

fn operand<'a>(reader: &'a RuleReader<'_, '_>, operand: &'a PatternOperand) -> OperandRow<'a> {
    OperandRow {
        name: operand.name.map(|name| reader.names.text(name)),
        ty: operand.ty.map(|ty| reader.type_text(ty).to_string()),
        immediate: operand.immediate,
        is_def: operand.is_def,
    }
}
