//! Operations, load extensions and condition codes without a pattern.
//!
//! In: the patterns as selection tries them, and the types in register classes. Out: for each type, the operations that
//! LLVM expects a pattern for, unless the target declares another action in C++.

use rustc_hash::FxHashSet;
use tablewright_records::{AnalysisError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Diagnostics;

use crate::patterns::forest::NodeId;
use crate::patterns::selection::to_match::{PatternsToMatch, selector_patterns};
use crate::record_views::selection_dag::PatFragsRecord;
use tablewright_target::record_views::register::RegisterClassRecord;
use tablewright_target::record_views::value_type::ValueTypeRecord;
use tablewright_target::registers::DescribedClasses;
use tablewright_target::value_types::{ValueType, ValueTypes};

/// An operation, load extension or condition code without a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissingPattern {
    /// The kind.
    pub kind: MissingKind,
    /// The enumerator in `ISD`, for example `SDIV`.
    pub name: &'static str,
    /// The enumerator in `MVT`, for example `i32`.
    pub ty: String,
    /// The type in memory, for a load extension.
    pub memory: Option<&'static str>,
}

/// The kinds of [`MissingPattern`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MissingKind {
    /// An operation, by the type that decides its action.
    Operation,
    /// An extension of a loaded value.
    LoadExtension,
    /// A condition, by the type of the compared values.
    ConditionCode,
}

impl MissingPattern {
    /// Returns the C++ line for the target's constructor. `Expand` is the action that needs no other code.
    pub fn declaration(&self) -> String {
        let (name, ty) = (self.name, &self.ty);
        match (self.kind, self.memory) {
            (MissingKind::LoadExtension, Some("i1")) => {
                format!("setLoadExtAction(ISD::{name}, MVT::{ty}, MVT::i1, Promote);")
            }
            (MissingKind::LoadExtension, memory) => {
                let memory = memory.unwrap_or_default();
                format!("setLoadExtAction(ISD::{name}, MVT::{ty}, MVT::{memory}, Expand);")
            }
            (MissingKind::Operation, _) => {
                format!("setOperationAction(ISD::{name}, MVT::{ty}, Expand);")
            }
            (MissingKind::ConditionCode, _) => {
                format!("setCondCodeAction(ISD::{name}, MVT::{ty}, Expand);")
            }
        }
    }
}

/// The value whose type decides an operation's action.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DecidingValue {
    Result,
    /// The first operand that is not a condition.
    Operand,
}

use DecidingValue::{Operand, Result as OfResult};

/// Operations on integers that are legal by default.
const INTEGER_OPERATIONS: [(&str, DecidingValue); 24] = [
    ("ADD", OfResult),
    ("SUB", OfResult),
    ("MUL", OfResult),
    ("MULHS", OfResult),
    ("MULHU", OfResult),
    ("SDIV", OfResult),
    ("UDIV", OfResult),
    ("SREM", OfResult),
    ("UREM", OfResult),
    ("AND", OfResult),
    ("OR", OfResult),
    ("XOR", OfResult),
    ("SHL", OfResult),
    ("SRA", OfResult),
    ("SRL", OfResult),
    ("ROTL", OfResult),
    ("ROTR", OfResult),
    ("BSWAP", OfResult),
    ("CTLZ", OfResult),
    ("CTTZ", OfResult),
    ("CTPOP", OfResult),
    ("SELECT", OfResult),
    ("SETCC", Operand),
    ("BR_CC", Operand),
];

/// Operations on floating-point numbers that are legal by default.
const FLOAT_OPERATIONS: [(&str, DecidingValue); 13] = [
    ("FADD", OfResult),
    ("FSUB", OfResult),
    ("FMUL", OfResult),
    ("FDIV", OfResult),
    ("FREM", OfResult),
    ("FMA", OfResult),
    ("FNEG", OfResult),
    ("FABS", OfResult),
    ("FSQRT", OfResult),
    ("FCOPYSIGN", OfResult),
    ("SELECT", OfResult),
    ("SETCC", Operand),
    ("BR_CC", Operand),
];

/// Conversions between legal integers and legal floating-point numbers, by the integer type.
const CONVERSIONS: [(&str, DecidingValue); 4] = [
    ("SINT_TO_FP", Operand),
    ("UINT_TO_FP", Operand),
    ("FP_TO_SINT", OfResult),
    ("FP_TO_UINT", OfResult),
];

const INTEGER_CONDITIONS: [&str; 10] =
    ["SETEQ", "SETNE", "SETGT", "SETGE", "SETLT", "SETLE", "SETUGT", "SETUGE", "SETULT", "SETULE"];

const FLOAT_CONDITIONS: [&str; 14] = [
    "SETOEQ", "SETOGT", "SETOGE", "SETOLT", "SETOLE", "SETONE", "SETO", "SETUO", "SETUEQ",
    "SETUGT", "SETUGE", "SETULT", "SETULE", "SETUNE",
];

/// Integers in memory, with their sizes.
const MEMORY_INTEGERS: [(&str, u32); 4] = [("i1", 1), ("i8", 8), ("i16", 16), ("i32", 32)];

const EXTENSIONS: [&str; 3] = ["EXTLOAD", "SEXTLOAD", "ZEXTLOAD"];

/// Nodes that compare their operands.
const COMPARISONS: [&str; 3] = ["ISD::SETCC", "ISD::BR_CC", "ISD::SELECT_CC"];

/// Returns the missing patterns, type by type: operations, then load extensions, then condition codes.
///
/// # Errors
/// If the patterns or register classes have an error.
pub fn missing_patterns(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<MissingPattern>, AnalysisError> {
    let to_match = selector_patterns(store, diagnostics)?;
    let types: &ValueTypes = store.analysis(diagnostics)?;
    let legal = legal_types(store, to_match, diagnostics)?;
    let matched = Matched::new(store, to_match)?;
    let has_float = legal.iter().any(|&ty| to_match.is_float(ty) && !to_match.is_vector(ty));
    let mut missing = Vec::new();
    for ty in legal {
        let Some(name) = types.name(store, ty) else { continue };
        let is_float = to_match.is_float(ty);
        let is_scalar = !to_match.is_vector(ty);
        let mut operations: Vec<_> =
            if is_float { FLOAT_OPERATIONS.to_vec() } else { INTEGER_OPERATIONS.to_vec() };
        if !is_float && is_scalar && has_float {
            operations.extend(CONVERSIONS);
        }
        let mut add = |kind, name_of: &'static str, memory| {
            missing.push(MissingPattern { kind, name: name_of, ty: name.to_owned(), memory });
        };
        for (operation, value) in operations {
            if !matched.operations.contains(&(operation.to_owned(), value == Operand, ty)) {
                add(MissingKind::Operation, operation, None);
            }
        }
        if !is_float && is_scalar {
            let narrower =
                MEMORY_INTEGERS.iter().filter(|(_, bits)| *bits < to_match.type_bits(ty));
            for (memory, _) in narrower {
                for extension in EXTENSIONS {
                    if !matched.loads.contains(&(extension, (*memory).to_owned(), ty)) {
                        add(MissingKind::LoadExtension, extension, Some(memory));
                    }
                }
            }
        }
        let conditions: &[&str] = if is_float { &FLOAT_CONDITIONS } else { &INTEGER_CONDITIONS };
        // Without any comparison, the comparison itself is missing.
        if conditions.iter().any(|code| matched.has_condition(code, ty)) {
            for code in conditions.iter().filter(|code| !matched.has_condition(code, ty)) {
                add(MissingKind::ConditionCode, code, None);
            }
        }
    }
    Ok(missing)
}

/// Returns the integer and floating-point types that allocated register classes have, in class order.
fn legal_types(
    store: &RecordStore,
    to_match: &PatternsToMatch,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<ValueType>, AnalysisError> {
    let classes: &DescribedClasses = store.analysis(diagnostics)?;
    let mut legal = Vec::new();
    for class in classes.by_name() {
        if !RegisterClassRecord::new(store.record(class.record)).is_allocatable()? {
            continue;
        }
        for &(_, ty) in class.value_types.iter().flat_map(|ty| ty.choices()) {
            let is_number = to_match.is_integer(ty) || to_match.is_float(ty);
            if is_number && !legal.contains(&ty) {
                legal.push(ty);
            }
        }
    }
    legal
        .sort_by_key(|&ty| (to_match.is_vector(ty), to_match.is_float(ty), to_match.type_bits(ty)));
    Ok(legal)
}

/// The parts of patterns that count as matched.
struct Matched {
    /// Operations by enumerator and type. The flag is true if an operand has the type.
    operations: FxHashSet<(String, bool, ValueType)>,
    /// Load extensions by enumerator, type in memory and type.
    loads: FxHashSet<(&'static str, String, ValueType)>,
    conditions: FxHashSet<(String, ValueType)>,
}

impl Matched {
    fn new(store: &RecordStore, to_match: &PatternsToMatch) -> Result<Matched, AnalysisError> {
        let mut matched = Matched {
            operations: FxHashSet::default(),
            loads: FxHashSet::default(),
            conditions: FxHashSet::default(),
        };
        for pattern in &to_match.list {
            matched.add_root(store, to_match, pattern.source)?;
            let mut rest = vec![pattern.source];
            while let Some(node) = rest.pop() {
                matched.add_condition(store, to_match, node);
                rest.extend(to_match.forest().children(node));
            }
        }
        Ok(matched)
    }

    fn has_condition(&self, code: &str, ty: ValueType) -> bool {
        self.conditions.contains(&(code.to_owned(), ty))
    }

    /// Adds the operation at a pattern's root if its operands can be any registers.
    fn add_root(
        &mut self,
        store: &RecordStore,
        to_match: &PatternsToMatch,
        root: NodeId,
    ) -> Result<(), AnalysisError> {
        let forest = to_match.forest();
        let Some(node) = forest.operation(root).sd_node() else { return Ok(()) };
        let opcode = store.str(to_match.sd_node(node).opcode);
        let Some(name) = opcode.strip_prefix("ISD::") else { return Ok(()) };
        if name == "LOAD" {
            return self.add_load(store, to_match, root);
        }
        let children = forest.children(root);
        if !children.iter().all(|&child| forest.leaf_record(child).is_some()) {
            return Ok(());
        }
        let result = to_match.first_type(root, 0);
        let operand = operands(store, to_match, root).next();
        let operand = operand.and_then(|child| to_match.first_type(child, 0));
        self.operations.extend(result.map(|ty| (name.to_owned(), false, ty)));
        self.operations.extend(operand.map(|ty| (name.to_owned(), true, ty)));
        Ok(())
    }

    fn add_load(
        &mut self,
        store: &RecordStore,
        to_match: &PatternsToMatch,
        root: NodeId,
    ) -> Result<(), AnalysisError> {
        let (mut extensions, mut memory) = (Vec::new(), None);
        for call in &to_match.forest().attributes(root).predicates {
            let record = store.record(to_match.fragment(call.fragment).record);
            let fragment = PatFragsRecord::new(record);
            let flags = [
                (fragment.is_any_ext_load()?, "EXTLOAD"),
                (fragment.is_sign_ext_load()?, "SEXTLOAD"),
                (fragment.is_zero_ext_load()?, "ZEXTLOAD"),
            ];
            extensions.extend(flags.iter().filter(|(flag, _)| *flag == Some(true)).map(|it| it.1));
            if let Some(ty) = fragment.memory_vt()? {
                memory = Some(ValueTypeRecord::new(store.record(ty)).enumerator_name().to_owned());
            }
        }
        if let (Some(memory), Some(ty)) = (memory, to_match.first_type(root, 0)) {
            self.loads.extend(extensions.into_iter().map(|one| (one, memory.clone(), ty)));
        }
        Ok(())
    }

    fn add_condition(&mut self, store: &RecordStore, to_match: &PatternsToMatch, node: NodeId) {
        let forest = to_match.forest();
        let Some(operation) = forest.operation(node).sd_node() else { return };
        if !COMPARISONS.contains(&store.str(to_match.sd_node(operation).opcode)) {
            return;
        }
        let operand = operands(store, to_match, node).next();
        let Some(ty) = operand.and_then(|child| to_match.first_type(child, 0)) else { return };
        for &child in forest.children(node) {
            if let Some(record) = forest.leaf_record(child)
                && store.record(record).inherits("CondCode")
            {
                self.conditions.insert((store.record(record).name().to_owned(), ty));
            }
        }
    }
}

/// Returns a node's operands without conditions.
fn operands<'a>(
    store: &'a RecordStore,
    to_match: &'a PatternsToMatch,
    node: NodeId,
) -> impl Iterator<Item = NodeId> + 'a {
    let forest = to_match.forest();
    let is_condition = move |child: NodeId| {
        forest.leaf_record(child).is_some_and(|record| store.record(record).inherits("CondCode"))
    };
    forest.children(node).iter().copied().filter(move |&child| !is_condition(child))
}
