//! `--gen-sd-node-info`: the nodes of the selection DAG that a target adds.

use std::collections::{BTreeMap, BTreeSet};

use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};
use tablewright_records::{FieldError, Record, RecordStore, RecordView};
use tablewright_selection::record_views::selection_dag::{SdNodeRecord, SdTypeConstraintRecord};
use tablewright_selection::sd_node_properties::{SdNodeProperties, SdNodeProperty};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::hw_modes::HwModes;
use tablewright_target::target::target;
use tablewright_target::value_types::{TypeByHwMode, ValueTypes};
use tablewright_text::{
    CppWriter, SequenceToOffsetTable, SequenceToOffsetTableBuilder, StringTable, append, line,
    text_block,
};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-sd-node-info",
    help: "Generate target SDNode descriptions",
    options: &[OptionGroup {
        heading: "Options for -gen-sdnode-info",
        options: &[NAMESPACE, WARN_ON_SKIPPED_NODES],
    }],
    run,
};

const NAMESPACE: BackendOption = BackendOption {
    name: "sdnode-namespace",
    kind: OptionKind::Text { placeholder: "string", default: "" },
    help: "Specify target SDNode namespace (default=<Target>ISD)",
};

const WARN_ON_SKIPPED_NODES: BackendOption = BackendOption {
    name: "warn-on-skipped-nodes",
    kind: OptionKind::Flag { default: true },
    help: "Explain why a node was skipped (default=true)",
};

/// The printed properties, in print order.
const PROPERTIES: [(SdNodeProperty, &str); 6] = [
    (SdNodeProperty::HasChain, "SDNPHasChain"),
    (SdNodeProperty::OutGlue, "SDNPOutGlue"),
    (SdNodeProperty::InGlue, "SDNPInGlue"),
    (SdNodeProperty::OptInGlue, "SDNPOptInGlue"),
    (SdNodeProperty::Variadic, "SDNPVariadic"),
    (SdNodeProperty::MemOperand, "SDNPMemOperand"),
];

/// Default suffix after the target name.
const NAMESPACE_SUFFIX: &str = "ISD";

/// Constraint kinds in sort order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum SdTypeConstraintKind {
    SDTCisVT,
    SDTCisPtrTy,
    SDTCisInt,
    SDTCisFP,
    SDTCisVec,
    SDTCisSameAs,
    SDTCisVTSmallerThanOp,
    SDTCisOpSmallerThanOp,
    SDTCisEltOfVec,
    SDTCisSubVecOfVec,
    SDTCVecEltisVT,
    SDTCisSameNumEltsAs,
    SDTCisSameSizeAs,
}

const KINDS: [(&str, SdTypeConstraintKind); 13] = [
    ("SDTCisVT", SdTypeConstraintKind::SDTCisVT),
    ("SDTCisPtrTy", SdTypeConstraintKind::SDTCisPtrTy),
    ("SDTCisInt", SdTypeConstraintKind::SDTCisInt),
    ("SDTCisFP", SdTypeConstraintKind::SDTCisFP),
    ("SDTCisVec", SdTypeConstraintKind::SDTCisVec),
    ("SDTCisSameAs", SdTypeConstraintKind::SDTCisSameAs),
    ("SDTCisVTSmallerThanOp", SdTypeConstraintKind::SDTCisVTSmallerThanOp),
    ("SDTCisOpSmallerThanOp", SdTypeConstraintKind::SDTCisOpSmallerThanOp),
    ("SDTCisEltOfVec", SdTypeConstraintKind::SDTCisEltOfVec),
    ("SDTCisSubVecOfVec", SdTypeConstraintKind::SDTCisSubVecOfVec),
    ("SDTCVecEltisVT", SdTypeConstraintKind::SDTCVecEltisVT),
    ("SDTCisSameNumEltsAs", SdTypeConstraintKind::SDTCisSameNumEltsAs),
    ("SDTCisSameSizeAs", SdTypeConstraintKind::SDTCisSameSizeAs),
];

/// A demand on the type of an operand. They are sorted by operand, then by kind.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct SdTypeConstraint {
    operand: u32,
    kind: SdTypeConstraintKind,
    /// Operand to compare with; 0 if there is none.
    other: u32,
    ty: Option<TypeByHwMode>,
}

/// A node as described by a single record.
struct SdNodeDescription<'s> {
    record: SdNodeRecord<'s>,
    facts: Facts,
    constraints: Vec<SdTypeConstraint>,
}

/// Properties that must be equal in all records for a node.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Facts {
    result_count: u32,
    /// -1 for any number.
    operand_count: i32,
    properties: [bool; PROPERTIES.len()],
    is_strict_fp: bool,
    ts_flags: i64,
}

/// A node in printed form.
struct DescribedSdNode<'s> {
    name: &'s str,
    facts: Facts,
    name_offset: usize,
    constraint_offset: usize,
    constraint_count: usize,
}

struct SdNodeInfo<'s> {
    target: &'s str,
    namespace: String,
    /// By name.
    nodes: Vec<DescribedSdNode<'s>>,
    names: StringTable,
    /// Types by mode, as modes and enumerators, each with its offset.
    types: Vec<(usize, Vec<(u32, String)>)>,
    constraints: SequenceToOffsetTable<SdTypeConstraint>,
    /// The last columns of each constraint: the number of modes, and the type or its offset.
    type_columns: BTreeMap<TypeByHwMode, String>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = collect(job)?;
    job.write_cpp(|w| emit(&model, job.store.input_name(), w))
}

fn collect<'s>(job: &mut Job<'s>) -> Result<SdNodeInfo<'s>, Failure> {
    let store = job.store;
    let target = target(store)?.name();
    let mut namespace = job.options.text(&NAMESPACE).to_owned();
    if namespace.is_empty() {
        namespace = format!("{target}{NAMESPACE_SUFFIX}");
    }
    let types: &ValueTypes = job.analysis()?;
    let hw_modes: &HwModes = job.analysis()?;
    let warns = job.options.flag(&WARN_ON_SKIPPED_NODES);
    let mut by_name: BTreeMap<&str, Vec<SdNodeDescription<'_>>> = BTreeMap::new();
    for record in SdNodeRecord::all(store)? {
        let opcode = store.str(record.opcode()?);
        let parts = opcode.split_once("::").filter(|(of, name)| !of.is_empty() && !name.is_empty());
        let Some((of, name)) = parts else {
            if warns {
                job.diagnostics.push(skipped(*record, "invalid enum name"));
            }
            continue;
        };
        if of == namespace {
            let description = describe(record, types, hw_modes)?;
            by_name.entry(name).or_default().push(description);
        }
    }
    by_name.retain(|_, descriptions| {
        let is_compatible = are_compatible(descriptions);
        if warns && !is_compatible {
            for description in descriptions.iter() {
                job.diagnostics.push(skipped(*description.record, "incompatible description"));
            }
        }
        is_compatible
    });
    Ok(lay_out(store, target, namespace, by_name, types))
}

fn are_compatible(descriptions: &[SdNodeDescription<'_>]) -> bool {
    descriptions.windows(2).all(|pair| pair[0].facts == pair[1].facts)
}

fn skipped(record: Record<'_>, why: &str) -> Diagnostic {
    Diagnostic::warning(Code::PatternNodes, Some(record.pos()), format!("skipped node: {why}"))
}

/// Reads a node's record.
fn describe<'s>(
    record: SdNodeRecord<'s>,
    types: &ValueTypes,
    hw_modes: &HwModes,
) -> Result<SdNodeDescription<'s>, FieldError> {
    let profile = record.type_profile()?;
    let properties = SdNodeProperties::from_record(*record)?;
    // Operand and result numbers have 32 bits here; higher bits are cut off.
    let facts = Facts {
        result_count: profile.num_results()? as u32,
        operand_count: profile.num_operands()? as i32,
        properties: PROPERTIES.map(|(property, _)| properties.has(property)),
        is_strict_fp: record.is_strict_fp()?,
        ts_flags: record.ts_flags()?.and_then(|flags| flags.to_int()).unwrap_or(0),
    };
    let constraints = profile.constraints()?.into_iter();
    let constraints = constraints.map(|constraint| read_constraint(constraint, types, hw_modes));
    Ok(SdNodeDescription { record, facts, constraints: constraints.collect::<Result<_, _>>()? })
}

fn read_constraint(
    record: SdTypeConstraintRecord<'_>,
    types: &ValueTypes,
    hw_modes: &HwModes,
) -> Result<SdTypeConstraint, FieldError> {
    let Some(&(_, kind)) = KINDS.iter().find(|(class, _)| record.inherits(class)) else {
        let message = format!("Unrecognized SDTypeConstraint '{}'!\n", record.name());
        return Err(FieldError::new(Code::PatternNodes, *record, message));
    };
    let mut constraint =
        SdTypeConstraint { operand: record.operand_num()? as u32, kind, other: 0, ty: None };
    match kind {
        SdTypeConstraintKind::SDTCisVT | SdTypeConstraintKind::SDTCVecEltisVT => {
            let ty = record.vt()?;
            constraint.ty = types.by_hw_mode(ty, hw_modes)?;
            if constraint.ty.is_none() {
                let message = format!("'{}' is not a value type", ty.name());
                return Err(FieldError::new(Code::PatternNodes, *record, message));
            }
        }
        SdTypeConstraintKind::SDTCisSameAs
        | SdTypeConstraintKind::SDTCisVTSmallerThanOp
        | SdTypeConstraintKind::SDTCisSameNumEltsAs
        | SdTypeConstraintKind::SDTCisSameSizeAs => {
            constraint.other = record.other_operand_num()? as u32
        }
        SdTypeConstraintKind::SDTCisOpSmallerThanOp => {
            constraint.other = record.big_operand_num()? as u32
        }
        SdTypeConstraintKind::SDTCisEltOfVec | SdTypeConstraintKind::SDTCisSubVecOfVec => {
            constraint.other = record.other_op_num()? as u32;
        }
        SdTypeConstraintKind::SDTCisPtrTy
        | SdTypeConstraintKind::SDTCisInt
        | SdTypeConstraintKind::SDTCisFP
        | SdTypeConstraintKind::SDTCisVec => {}
    }
    Ok(constraint)
}

/// Numbers the entities that node descriptions refer to.
fn lay_out<'s>(
    store: &'s RecordStore,
    target: &'s str,
    namespace: String,
    by_name: BTreeMap<&'s str, Vec<SdNodeDescription<'s>>>,
    value_types: &ValueTypes,
) -> SdNodeInfo<'s> {
    let mut names = StringTable::with_empty_string();
    let mut builder = SequenceToOffsetTableBuilder::new();
    let (mut nodes, mut all_types) = (Vec::with_capacity(by_name.len()), BTreeSet::new());
    // The nodes with constraints, in the order in which these are added.
    let mut constrained = Vec::new();
    for (name, descriptions) in by_name {
        let Some(first) = descriptions.first() else { continue };
        let is_ambiguous = descriptions.iter().any(|of| of.constraints != first.constraints);
        let mut constraints = first.constraints.clone();
        if is_ambiguous {
            constraints.clear();
        }
        all_types.extend(constraints.iter().filter_map(|constraint| constraint.ty.clone()));
        // The table shares common tails. So the lists are reversed, and lists with the same beginning share entries.
        constraints.reverse();
        let constraint_count = constraints.len();
        if constraint_count > 0 {
            constrained.push(nodes.len());
            builder.add(constraints);
        }
        nodes.push(DescribedSdNode {
            name,
            facts: first.facts.clone(),
            name_offset: names.add_string(&format!("{namespace}::{name}")),
            constraint_offset: 0,
            constraint_count,
        });
    }
    let (constraints, offsets) = builder.layout_unterminated();
    for (node, offset) in constrained.into_iter().zip(offsets) {
        nodes[node].constraint_offset = offset;
    }
    let (mut types, mut type_columns, mut offset) = (Vec::new(), BTreeMap::new(), 0);
    for ty in all_types {
        let enumerator = |number| {
            let name = value_types.name(store, number).unwrap_or("INVALID_SIMPLE_VALUE_TYPE");
            format!("MVT::{name}")
        };
        let columns = match ty.only() {
            Some(only) => format!("0, {}", enumerator(only)),
            None => {
                let count = ty.choices().len();
                let row = ty.choices().iter();
                let row = row.map(|&(mode, of)| (mode.index() as u32, enumerator(of)));
                types.push((offset, row.collect()));
                offset += count;
                format!("{count}, {}", offset - count)
            }
        };
        type_columns.insert(ty, columns);
    }
    SdNodeInfo { target, namespace, nodes, names, types, constraints, type_columns }
}

fn emit(model: &SdNodeInfo<'_>, input: &str, w: &mut CppWriter) {
    w.file_header("Target SDNode descriptions", Some(input));
    w.guarded("GET_SDNODE_ENUM", |w| emit_enum(model, w));
    w.guarded("GET_SDNODE_DESC", |w| {
        let target = model.target;
        w.raw("\nnamespace llvm {\n\n");
        w.string_table_definition(&format!("{target}SDNodeNames"), &model.names);
        w.raw("\n");
        emit_types(model, w);
        emit_constraints(model, w);
        emit_nodes(model, w);
        text_block!(
            w,
            "

            static const SDNodeInfo {target}GenSDNodeInfo(
                /*NumOpcodes=*/{}, {target}SDNodeDescs, {target}SDNodeNames,
                {target}VTByHwModeTable, {target}SDTypeConstraints);

            }} // namespace llvm

            ",
            model.nodes.len()
        );
    });
}

fn emit_enum(model: &SdNodeInfo<'_>, w: &mut CppWriter) {
    let namespace = &model.namespace;
    line!(w, "\nnamespace llvm::{namespace} {{\n");
    let mut end = "ISD::BUILTIN_OP_END".to_owned();
    if let [first, later_nodes @ ..] = &model.nodes[..] {
        w.block("enum GenNodeType : unsigned", ";", |w| {
            line!(w, "{} = ISD::BUILTIN_OP_END,", first.name);
            for node in later_nodes {
                line!(w, "{},", node.name);
            }
        });
        line!(w);
        end = format!("{} + 1", later_nodes.last().unwrap_or(first).name);
    }
    line!(w, "static constexpr unsigned GENERATED_OPCODE_END = {end};\n");
    line!(w, "}} // namespace llvm::{namespace}\n");
}

fn emit_types(model: &SdNodeInfo<'_>, w: &mut CppWriter) {
    line!(w, "static const VTByHwModePair {}VTByHwModeTable[] = {{", model.target);
    if model.types.is_empty() {
        w.raw("  /* dummy */ {0, MVT::INVALID_SIMPLE_VALUE_TYPE}\n");
    }
    for (offset, row) in &model.types {
        append!(w, "  /* ", *offset, " */ ");
        for (mode, ty) in row {
            append!(w, "{", *mode, ", ", ty.as_str(), "}, ");
        }
        w.raw("\n");
    }
    w.raw("};\n\n");
}

fn emit_constraints(model: &SdNodeInfo<'_>, w: &mut CppWriter) {
    line!(w, "static const SDTypeConstraint {}SDTypeConstraints[] = {{", model.target);
    if model.constraints.is_empty() {
        w.raw("  /* dummy */ {SDTCisVT, 0, 0, 0, MVT::INVALID_SIMPLE_VALUE_TYPE}\n");
    }
    for (offset, row) in model.constraints.rows() {
        append!(w, "  /* ", offset, " */ ");
        for SdTypeConstraint { operand, kind, other, ty } in row {
            let columns = ty.as_ref().and_then(|ty| model.type_columns.get(ty));
            let columns = columns.map_or("0, MVT::INVALID_SIMPLE_VALUE_TYPE", String::as_str);
            write!(w, "{{{kind:?}, {operand}, {other}, {columns}}}, ");
        }
        w.raw("\n");
    }
    w.raw("};\n\n");
}

fn emit_nodes(model: &SdNodeInfo<'_>, w: &mut CppWriter) {
    line!(w, "static const SDNodeDesc {}SDNodeDescs[] = {{", model.target);
    for node in &model.nodes {
        let Facts { result_count, operand_count, properties, is_strict_fp, ts_flags } = &node.facts;
        append!(w, "    {", *result_count, ", ", i64::from(*operand_count), ", 0");
        for ((_, name), _) in PROPERTIES.iter().zip(properties).filter(|(_, is_set)| **is_set) {
            append!(w, "|1<<", *name);
        }
        append!(w, ", 0", if *is_strict_fp { "|1<<SDNFIsStrictFP" } else { "" });
        append!(w, ", ", *ts_flags, ", ", node.name_offset, ", ", node.constraint_offset);
        append!(w, ", ", node.constraint_count, "}, // ", node.name, "\n");
    }
    w.raw("};\n");
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_backend::Options;
    use tablewright_records::Release;
    use tablewright_test_support::{Description, item, output_of};

    use super::BACKEND;

    const CLASSES: &str = "
class InstrInfo;
class HwMode;
def Info : InstrInfo;
class Target { InstrInfo InstructionSet = Info; }
def Toy : Target;
class ValueType<int size> { string LLVMName = NAME; int Size = size; }
def i32 : ValueType<32>;
def i64 : ValueType<64>;
class SDNodeProperty;
def SDNPHasChain : SDNodeProperty;
def SDNPMayLoad : SDNodeProperty;
class SDTypeConstraint<int num> { int OperandNum = num; }
class SDTCisVT<int num, ValueType vt> : SDTypeConstraint<num> { ValueType VT = vt; }
class SDTCisInt<int num> : SDTypeConstraint<num>;
class SDTypeProfile<int results, int operands, list<SDTypeConstraint> constraints = []> {
  int NumResults = results;
  int NumOperands = operands;
  list<SDTypeConstraint> Constraints = constraints;
}
class SDNode<string opcode, SDTypeProfile profile, list<SDNodeProperty> properties = []> {
  string Opcode = opcode;
  string SDClass = \"SDNode\";
  SDTypeProfile TypeProfile = profile;
  list<SDNodeProperty> Properties = properties;
  bit IsStrictFP = false;
  bits<32> TSFlags = 0;
}
";

    /// Checks the table or enum whose head contains `head`.
    fn check(nodes: &str, head: &str, expected: Expect) {
        let description = Description::new(format!("{CLASSES}{nodes}"));
        let store = description.for_release(Release::new(22)).store();
        let output = output_of(&BACKEND, &Options::default(), &store);
        expected.assert_eq(&item(&output, head));
    }

    #[test]
    fn nodes_of_the_target_are_sorted_by_name() {
        check(
            "def b : SDNode<\"ToyISD::B\", SDTypeProfile<0, 0>>;
             def a : SDNode<\"ToyISD::A\", SDTypeProfile<0, 0>>;
             def other : SDNode<\"ISD::ADD\", SDTypeProfile<0, 0>>;",
            "enum GenNodeType",
            expect![[r#"
                enum GenNodeType : unsigned {
                  A = ISD::BUILTIN_OP_END,
                  B,
                };
            "#]],
        );
    }

    #[test]
    fn constraints_that_end_alike_share_a_row() {
        check(
            "def a : SDNode<\"ToyISD::A\", SDTypeProfile<1, 0, [SDTCisInt<0>]>>;
             def b : SDNode<\"ToyISD::B\", SDTypeProfile<1, 1, [SDTCisInt<0>, SDTCisVT<1, i64>]>>;",
            "ToySDTypeConstraints[]",
            expect![[r#"
                static const SDTypeConstraint ToySDTypeConstraints[] = {
                  /* 0 */ {SDTCisVT, 1, 0, 0, MVT::i64}, {SDTCisInt, 0, 0, 0, MVT::INVALID_SIMPLE_VALUE_TYPE}, 
                };
            "#]],
        );
    }

    #[test]
    fn records_of_one_node_may_differ_in_constraints_only() {
        let nodes = "def a : SDNode<\"ToyISD::A\", SDTypeProfile<1, 0, [SDTCisVT<0, i32>]>>;
             def a2 : SDNode<\"ToyISD::A\", SDTypeProfile<1, 0, [SDTCisVT<0, i64>]>>;
             def b : SDNode<\"ToyISD::B\", SDTypeProfile<0, 0>>;
             def b2 : SDNode<\"ToyISD::B\", SDTypeProfile<1, 0>>;";
        check(
            nodes,
            "ToySDNodeDescs[]",
            expect![[r#"
            static const SDNodeDesc ToySDNodeDescs[] = {
                {1, 0, 0, 0, 0, 1, 0, 0}, // A
            };
        "#]],
        );
    }

    #[test]
    fn properties_and_flags_are_bits() {
        check(
            "let IsStrictFP = true, TSFlags = 5 in
             def a : SDNode<\"ToyISD::A\", SDTypeProfile<1, 1>, [SDNPHasChain, SDNPMayLoad]>;",
            "ToySDNodeDescs[]",
            expect![[r#"
                static const SDNodeDesc ToySDNodeDescs[] = {
                    {1, 1, 0|1<<SDNPHasChain, 0|1<<SDNFIsStrictFP, 5, 1, 0, 0}, // A
                };
            "#]],
        );
    }
}
