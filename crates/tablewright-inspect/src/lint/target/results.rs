//! Instructions in pattern results, and the value for each operand.
//!
//! In: records of class `Pattern`. Out: for each instruction in a result, its operands with their values, as far as the
//! pattern's text determines them. Types are not inferred: reading takes a tenth of the time, and the mistakes that
//! inference finds are errors anyway.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_records::{
    Analysis, AnalysisError, Dag, DagArg, Record, RecordId, RecordStore, RecordView, ShapeId,
    Value, ValueId,
};
use tablewright_selection::record_views::selection_dag::{
    ComplexPatternRecord, OperandWithDefaultOpsRecord, PatFragsRecord, PatternRecord,
};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_syntax::source::Span;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::instructions::operands::{InstructionOperands, OperandKind};
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::record_views::instruction::{OperandRecord, RegisterOperandRecord};

use super::source_of::FieldSource;

/// Maximum nesting depth of dags. Deeper dags are ignored.
const MAX_DEPTH: usize = 64;

/// The kind of value that a result has for an operand, or that an operand accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OperandContent {
    /// A register of this class.
    Class(RecordId),
    /// This register.
    Register(RecordId),
    /// A number, or a value that becomes a number: a symbol's address, a basic block.
    Immediate,
    /// Unknown from the text, or any value.
    Anything,
}

impl OperandContent {
    fn is_register(self) -> bool {
        matches!(self, OperandContent::Class(_) | OperandContent::Register(_))
    }

    /// Whether one content is a register and the other content is a number.
    pub(super) fn contradicts(self, other: OperandContent) -> bool {
        self == OperandContent::Immediate && other.is_register()
            || self.is_register() && other == OperandContent::Immediate
    }
}

/// An instruction operand in a result, with its value.
pub(super) struct Argument<'s> {
    /// The operand's name in the instruction.
    pub(super) operand: Symbol,
    /// The record that describes the operand.
    pub(super) expected_record: RecordId,
    /// The content that the operand accepts.
    pub(super) expected: OperandContent,
    /// The content in the pattern.
    pub(super) given: OperandContent,
    /// The argument in the pattern.
    pub(super) arg: &'s DagArg,
}

/// An instruction in a result.
pub(super) struct ResultInstruction<'s> {
    /// The pattern.
    pub(super) pattern: Record<'s>,
    /// The instruction.
    pub(super) instruction: Record<'s>,
    /// The arguments.
    pub(super) args: &'s [DagArg],
    /// The arguments with their operands. Empty if their counts differ, or if the instruction is variadic.
    pub(super) operands: Vec<Argument<'s>>,
}

impl ResultInstruction<'_> {
    /// Returns the position of an argument in the pattern: its name, its record, or else the instruction's name.
    pub(super) fn position(&self, arg: &DagArg) -> Span {
        let store = self.pattern.store();
        let source = FieldSource::for_field(self.pattern, "ResultInstrs");
        let find = |word: &str| source.and_then(|source| source.word(word));
        let named = arg.name.and_then(|name| find(&format!("${}", store.str(name))));
        let of_value = || find(store.record(store.value(arg.value).as_def()?).name());
        named
            .or_else(of_value)
            .or_else(|| find(self.instruction.name()))
            .unwrap_or_else(|| self.pattern.pos().into())
    }
}

/// The kind of a record in a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LeafKind {
    Instruction,
    RegisterClass,
    RegisterOperand,
    Register,
    Operand,
    ImmLeaf,
    Fragment,
    ComplexPattern,
    Node,
    Other,
}

const LEAF_CLASSES: [(&str, LeafKind); 10] = [
    ("Instruction", LeafKind::Instruction),
    ("RegisterClass", LeafKind::RegisterClass),
    ("RegisterOperand", LeafKind::RegisterOperand),
    ("Register", LeafKind::Register),
    // `class simm12 : Operand<i32>, ImmLeaf<…>` is both, and matches a number.
    ("ImmLeaf", LeafKind::ImmLeaf),
    // Some are also operands, but still represent registers.
    ("PointerLikeRegClass", LeafKind::Other),
    ("Operand", LeafKind::Operand),
    ("PatFrags", LeafKind::Fragment),
    ("ComplexPattern", LeafKind::ComplexPattern),
    ("SDNode", LeafKind::Node),
];

/// The nodes that match numbers.
const NUMBER_NODES: [&str; 4] = ["imm", "timm", "fpimm", "tfpimm"];

fn number_if(is_number: bool) -> OperandContent {
    if is_number { OperandContent::Immediate } else { OperandContent::Anything }
}

/// Reads the instructions in pattern results.
pub(super) struct ResultReader<'s> {
    store: &'s RecordStore,
    instructions: &'s Instructions,
    operands: &'s InstructionOperands,
    kinds: RefCell<FxHashMap<ShapeId, LeafKind>>,
    defaults: FxHashMap<RecordId, bool>,
    /// The leaves that the target usually uses as numbers.
    numbers: &'s FxHashSet<RecordId>,
}

/// The fragments and complex patterns that nearly all results use for number operands. C++ code decides which values
/// they match.
struct NumberLeaves(FxHashSet<RecordId>);

/// Minimum number of operands from which a leaf's kind is concluded.
const FEWEST_USES: usize = 10;

impl Analysis for NumberLeaves {
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<NumberLeaves, AnalysisError> {
        let none = FxHashSet::default();
        let reader = ResultReader::with_numbers(store, &none)?;
        let mut uses: FxHashMap<RecordId, (usize, usize)> = FxHashMap::default();
        reader.read(|result| {
            for argument in result.operands {
                let Value::Def(leaf) = store.value(argument.arg.value) else { continue };
                let is_leaf = matches!(
                    reader.kind(store.record(leaf)),
                    LeafKind::Fragment | LeafKind::ComplexPattern
                );
                if is_leaf {
                    let (numbers, all) = uses.entry(leaf).or_default();
                    *numbers += usize::from(argument.expected == OperandContent::Immediate);
                    *all += usize::from(argument.expected != OperandContent::Anything);
                }
            }
        })?;
        let is_number = |&(_, (numbers, all)): &(_, (usize, usize))| {
            all >= FEWEST_USES && numbers * 10 >= all * 9
        };
        Ok(NumberLeaves(uses.into_iter().filter(is_number).map(|(leaf, _)| leaf).collect()))
    }
}

impl<'s> ResultReader<'s> {
    /// Creates a reader for a target's patterns.
    pub(super) fn new(store: &'s RecordStore) -> Result<ResultReader<'s>, AnalysisError> {
        let numbers: &NumberLeaves = store.analysis(&mut Diagnostics::new())?;
        ResultReader::with_numbers(store, &numbers.0)
    }

    fn with_numbers(
        store: &'s RecordStore,
        numbers: &'s FxHashSet<RecordId>,
    ) -> Result<ResultReader<'s>, AnalysisError> {
        let diagnostics = &mut Diagnostics::new();
        let mut defaults = FxHashMap::default();
        for operand in OperandWithDefaultOpsRecord::all_if_defined(store) {
            defaults.insert(operand.id(), !operand.default_ops()?.args.is_empty());
        }
        Ok(ResultReader {
            store,
            instructions: store.analysis(diagnostics)?,
            operands: store.analysis(diagnostics)?,
            kinds: RefCell::default(),
            defaults,
            numbers,
        })
    }

    /// Calls `each` for all instructions in pattern results, in the order of the pattern definitions.
    pub(super) fn read(
        &self,
        mut each: impl FnMut(ResultInstruction<'s>),
    ) -> Result<(), AnalysisError> {
        for pattern in PatternRecord::all_if_defined(self.store) {
            let Value::List(results) = self.store.value(pattern.result_instrs_value()?) else {
                continue;
            };
            let source = self.store.value(pattern.pattern_to_match()?).as_dag();
            let mut matched = FxHashMap::default();
            if let Some(source) = source {
                self.add_matched(source, &mut matched, 0);
            }
            for &result in results.elements {
                if let Value::Dag(dag) = self.store.value(result) {
                    self.result(*pattern, dag, &matched, &mut each, 0);
                }
            }
        }
        Ok(())
    }

    fn kind(&self, record: Record<'_>) -> LeafKind {
        *self.kinds.borrow_mut().entry(record.shape_id()).or_insert_with(|| {
            let found = LEAF_CLASSES.iter().find(|(class, _)| record.inherits(class));
            found.map_or(LeafKind::Other, |&(_, kind)| kind)
        })
    }

    /// Adds the named arguments in a matched dag to `matched`.
    fn add_matched(&self, dag: Dag<'s>, matched: &mut FxHashMap<Symbol, &'s DagArg>, depth: usize) {
        for arg in dag.args {
            if let Value::Dag(inner) = self.store.value(arg.value)
                && depth < MAX_DEPTH
            {
                self.add_matched(inner, matched, depth + 1);
            }
            if let Some(name) = arg.name {
                matched.entry(name).or_insert(arg);
            }
        }
    }

    /// Reads a dag in a result, and its nested dags.
    fn result(
        &self,
        pattern: Record<'s>,
        dag: Dag<'s>,
        matched: &FxHashMap<Symbol, &'s DagArg>,
        each: &mut impl FnMut(ResultInstruction<'s>),
        depth: usize,
    ) {
        for arg in dag.args {
            if let Value::Dag(inner) = self.store.value(arg.value)
                && depth < MAX_DEPTH
            {
                self.result(pattern, inner, matched, each, depth + 1);
            }
        }
        let Value::Def(operator) = self.store.value(dag.operator) else { return };
        let Some(id) = self.instructions.id(operator) else { return };
        // The operands of generic instructions do not describe all arguments, for example the class for
        // `COPY_TO_REGCLASS`.
        let is_generic = self.instructions.generic().contains(&id.index());
        let operands = if is_generic { None } else { self.arguments(id, dag.args, matched) };
        let operands = operands.unwrap_or_default();
        let instruction = self.store.record(operator);
        each(ResultInstruction { pattern, instruction, args: dag.args, operands });
    }

    /// Returns an instruction's arguments with their operands; `None` if their counts differ.
    fn arguments(
        &self,
        id: InstructionId,
        args: &'s [DagArg],
        matched: &FxHashMap<Symbol, &'s DagArg>,
    ) -> Option<Vec<Argument<'s>>> {
        let operands = self.operands.for_instruction(id);
        if operands.is_variadic() {
            return None;
        }
        let list = operands.list();
        let has_default = |index: usize| {
            let record = operands.class(&list[index]).record;
            self.defaults.get(&record).copied().unwrap_or(false)
        };
        let first = (0..operands.def_count()).filter(|&index| !has_default(index)).count();
        let mut first_overridable = list.len();
        while first_overridable > first && has_default(first_overridable - 1) {
            first_overridable -= 1;
        }
        let mut next = 0;
        let mut arguments = Vec::with_capacity(args.len());
        for (index, operand) in list.iter().enumerate().skip(first) {
            if has_default(index) && (index < first_overridable || next >= args.len()) {
                continue;
            }
            let arg = args.get(next)?;
            let class = operands.class(operand);
            let (given, count) = self.content(arg, matched, 0);
            let parts = class.parts.len();
            if parts > 0 && count < parts {
                for part in &class.parts {
                    let arg = args.get(next)?;
                    let record = part.record?;
                    let (given, _) = self.content(arg, matched, 0);
                    let expected = self.expected(self.store.record(record));
                    let operand = operand.name;
                    arguments.push(Argument {
                        operand,
                        expected_record: record,
                        expected,
                        given,
                        arg,
                    });
                    next += 1;
                }
                continue;
            }
            let record = class.record;
            let is_plain = parts == 0 && class.kind != OperandKind::Unknown;
            let expected = if is_plain {
                self.expected(self.store.record(record))
            } else {
                OperandContent::Anything
            };
            let operand = operand.name;
            arguments.push(Argument { operand, expected_record: record, expected, given, arg });
            next += 1;
        }
        (next == args.len()).then_some(arguments)
    }

    /// Returns the content that an operand accepts.
    fn expected(&self, record: Record<'_>) -> OperandContent {
        match self.kind(record) {
            LeafKind::RegisterClass => OperandContent::Class(record.id()),
            LeafKind::RegisterOperand => {
                let operand = RegisterOperandRecord::new(record);
                match (operand.operand_type(), operand.reg_class()) {
                    (Ok("OPERAND_REGISTER"), Ok(class)) => OperandContent::Class(class.id()),
                    // Another type may mean that a number will do, too.
                    _ => OperandContent::Anything,
                }
            }
            LeafKind::Operand | LeafKind::ImmLeaf => {
                let operand = OperandRecord::new(record);
                let is_number = OperandRecord::from_record(record).is_some()
                    && operand.operand_type().is_ok_and(|ty| ty != "OPERAND_REGISTER")
                    && operand.mi_operand_info().is_ok_and(|parts| parts.args.is_empty());
                if is_number { OperandContent::Immediate } else { OperandContent::Anything }
            }
            LeafKind::Instruction
            | LeafKind::Register
            | LeafKind::Fragment
            | LeafKind::ComplexPattern
            | LeafKind::Node
            | LeafKind::Other => OperandContent::Anything,
        }
    }

    /// Returns the content of an argument, and the number of operands that it provides.
    fn content(
        &self,
        arg: &DagArg,
        matched: &FxHashMap<Symbol, &'s DagArg>,
        depth: usize,
    ) -> (OperandContent, usize) {
        let value = self.store.value(arg.value);
        if let Value::Def(record) = value {
            return self.leaf(self.store.record(record), arg, matched, depth);
        }
        if let Value::Dag(dag) = value {
            return (self.computed(dag), 1);
        }
        if value.as_int().is_some() {
            return (OperandContent::Immediate, 1);
        }
        // `$name` has the content of the argument with that name in the matched dag.
        let source = arg.name.and_then(|name| matched.get(&name));
        match source {
            Some(source) if depth == 0 && arg.value == ValueId::UNSET => {
                self.content(source, matched, 1)
            }
            _ => (OperandContent::Anything, 1),
        }
    }

    fn leaf(
        &self,
        record: Record<'s>,
        arg: &DagArg,
        matched: &FxHashMap<Symbol, &'s DagArg>,
        depth: usize,
    ) -> (OperandContent, usize) {
        let content = match self.kind(record) {
            LeafKind::RegisterClass => OperandContent::Class(record.id()),
            LeafKind::RegisterOperand => RegisterOperandRecord::new(record)
                .reg_class()
                .map_or(OperandContent::Anything, |class| OperandContent::Class(class.id())),
            LeafKind::Register => OperandContent::Register(record.id()),
            LeafKind::ComplexPattern => {
                let count = ComplexPatternRecord::new(record).num_operands().unwrap_or(1);
                let count = usize::try_from(count).unwrap_or(1);
                let is_number = count == 1 && self.numbers.contains(&record.id());
                return (number_if(is_number), count);
            }
            LeafKind::Fragment
                if self.numbers.contains(&record.id()) || self.is_number_fragment(record) =>
            {
                OperandContent::Immediate
            }
            LeafKind::Operand => {
                let parts =
                    OperandRecord::new(record).mi_operand_info().map_or(0, |it| it.args.len());
                let content = self.expected(record);
                return (content, parts.max(1));
            }
            LeafKind::ImmLeaf => OperandContent::Immediate,
            LeafKind::Node if NUMBER_NODES.contains(&record.name()) => OperandContent::Immediate,
            // The matched dag may determine the content for a type or fragment.
            LeafKind::Node | LeafKind::Fragment | LeafKind::Instruction | LeafKind::Other => {
                let source = arg.name.and_then(|name| matched.get(&name));
                return match source {
                    Some(source) if depth == 0 && source.value != arg.value => {
                        self.content(source, matched, 1)
                    }
                    _ => (OperandContent::Anything, 1),
                };
            }
        };
        (content, 1)
    }

    /// Whether the fragment lacks operands and matches only numbers: `PatLeaf<(imm)>`, `PatLeaf<(i8 0)>`.
    fn is_number_fragment(&self, record: Record<'s>) -> bool {
        let fragment = PatFragsRecord::new(record);
        let Ok([first, others @ ..]) = fragment.fragments() else { return false };
        let is_number = |&value: &ValueId| self.is_number(value, 0);
        fragment.operands().is_ok_and(|operands| operands.args.is_empty())
            && is_number(first)
            && others.iter().all(is_number)
    }

    /// Whether a value matches only numbers: a number, `imm` or a similar node, possibly inside a type.
    fn is_number(&self, value: ValueId, depth: usize) -> bool {
        let value = self.store.value(value);
        if let Some(record) = value.as_def() {
            return NUMBER_NODES.contains(&self.store.record(record).name());
        }
        let Some(dag) = value.as_dag() else { return value.as_int().is_some() };
        match dag.args {
            [] => self.is_number(dag.operator, depth),
            [arg] if depth < MAX_DEPTH => {
                let operator = self.store.value(dag.operator).as_def();
                let is_type = |id| self.store.record(id).inherits("ValueType");
                operator.is_some_and(is_type) && self.is_number(arg.value, depth + 1)
            }
            _ => false,
        }
    }

    /// Returns the content of an instruction's first result, or of a conversion such as `(i32 R0)`.
    fn computed(&self, dag: Dag<'_>) -> OperandContent {
        let Value::Def(operator) = self.store.value(dag.operator) else {
            return OperandContent::Anything;
        };
        let Some(id) = self.instructions.id(operator) else { return OperandContent::Anything };
        if self.store.record(operator).name() == "COPY_TO_REGCLASS" {
            let class = dag.args.get(1).and_then(|arg| self.store.value(arg.value).as_def());
            return class.map_or(OperandContent::Anything, OperandContent::Class);
        }
        let operands = self.operands.for_instruction(id);
        match operands.list().first() {
            Some(first) if operands.def_count() > 0 => {
                match self.expected(self.store.record(operands.class(first).record)) {
                    OperandContent::Class(class) => OperandContent::Class(class),
                    OperandContent::Register(_)
                    | OperandContent::Immediate
                    | OperandContent::Anything => OperandContent::Anything,
                }
            }
            _ => OperandContent::Anything,
        }
    }

    /// Returns the content of an argument, with names from the pattern's matched dag.
    pub(super) fn content_of(
        &self,
        pattern: Record<'s>,
        arg: &DagArg,
    ) -> Result<OperandContent, AnalysisError> {
        let mut matched = FxHashMap::default();
        if let Value::Dag(source) =
            self.store.value(PatternRecord::new(pattern).pattern_to_match()?)
        {
            self.add_matched(source, &mut matched, 0);
        }
        Ok(self.content(arg, &matched, 0).0)
    }
}
