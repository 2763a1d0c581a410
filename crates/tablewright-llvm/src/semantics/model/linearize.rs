//! Converts an instruction's trees to a list of operations, operands first.
//!
//! In: typed trees. Out: [`SemanticsOperation`]s, or the reason why a node has no operation. Constants and predicates
//! are numbered in [`Encountered`] in order of appearance, even if the list is discarded.

use rustc_hash::FxHashMap;
use tablewright_records::{Record, RecordId, RecordStore, RecordView};
use tablewright_selection::patterns::{
    ComplexPatternId, ForestOperation as NodeOperation, NodeId, SdNodeId, SemanticsEquivalences,
    SemanticsReader,
};
use tablewright_syntax::symbol::Symbol;
use tablewright_target::instructions::operands::Operands;
use tablewright_target::record_views::value_type::ValueTypeRecord;
use tablewright_target::value_types::{ValueType, ValueTypes};

use super::super::layout::SemanticsLayout;
use super::encountered::Encountered;
use super::names::complex_pattern_name;
use super::operation::{SemanticsOpcode, SemanticsOperand, SemanticsOperation};
use super::short_forms::OperandSource;

/// Records for vectors of zeros and of all ones.
const CONSTANT_VECTORS: [&str; 2] = ["immAllZerosV", "immAllOnesV"];

/// The opcode of `sext_inreg`.
const EXTEND_IN_REGISTER: &str = "ISD::SIGN_EXTEND_INREG";

/// State shared by all instructions.
#[derive(Clone, Copy)]
pub(super) struct LinearizerContext<'a, 's> {
    pub(super) store: &'s RecordStore,
    pub(super) reader: &'a SemanticsReader<'s>,
    pub(super) types: &'s ValueTypes,
    pub(super) equivalences: &'a SemanticsEquivalences,
    /// Intrinsic number by record.
    pub(super) intrinsic_numbers: &'a FxHashMap<RecordId, i64>,
    pub(super) layout: SemanticsLayout,
    pub(super) target: &'s str,
}

/// The reason why an instruction lacks semantics.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NoSemantics<'s> {
    /// The pattern contains an unsupported element: the reason, and the record.
    Unsupported(&'static str, &'s str),
    /// The layout cannot express the instruction's semantics. Not reported.
    Rejected,
}

/// Properties from the instruction's record.
pub(super) struct LinearizerFacts<'a, 's> {
    /// The operands that the trees name.
    pub(super) operands: Operands<'s>,
    /// For a short form, the values of the long instruction's machine operands.
    pub(super) sources: Option<&'a [OperandSource]>,
    /// The C++ namespace.
    pub(super) namespace: &'s str,
    /// The registers that it changes besides its operands.
    pub(super) defs: Vec<Record<'s>>,
}

/// A node's results, by value number.
#[derive(Clone, Copy)]
struct LinearValues {
    first: u32,
    count: u32,
}

/// Puts operations in order.
struct Linearizer<'a, 's> {
    sources: LinearizerContext<'a, 's>,
    operands: Operands<'s>,
    long_operands: Option<&'a [OperandSource]>,
    /// Instruction namespace.
    namespace: &'s str,
    encountered: &'a mut Encountered<'s>,
    operations: Vec<SemanticsOperation<'s>>,
    next_value: u32,
    /// Custom operands that were read. Each is read once.
    custom_operands: Vec<(Symbol, LinearValues)>,
    /// The registers that are written with a value.
    written: Vec<RecordId>,
    /// The registers whose values are lost with a result that an equivalent node lacks.
    lost: Vec<Record<'s>>,
    is_rejected: bool,
}

/// Lists the operations of the instruction whose trees `sources.reader` has read last.
pub(super) fn linearize<'s>(
    sources: LinearizerContext<'_, 's>,
    instruction: LinearizerFacts<'_, 's>,
    trees: &[NodeId],
    encountered: &mut Encountered<'s>,
) -> Result<Vec<SemanticsOperation<'s>>, NoSemantics<'s>> {
    let mut linearizer = Linearizer {
        sources,
        operands: instruction.operands,
        long_operands: instruction.sources,
        namespace: instruction.namespace,
        encountered,
        operations: Vec::new(),
        next_value: 0,
        custom_operands: Vec::new(),
        written: Vec::new(),
        lost: Vec::new(),
        is_rejected: false,
    };
    for &tree in trees {
        linearizer.top_level(tree)?;
        if sources.layout == SemanticsLayout::Plain {
            // Values lost in earlier trees are named again.
            for lost in linearizer.lost.clone() {
                linearizer.implicit(&[lost]);
            }
        }
    }
    if sources.layout == SemanticsLayout::Counted {
        linearizer.implicit_defs(instruction.defs);
    }
    if linearizer.is_rejected { Err(NoSemantics::Rejected) } else { Ok(linearizer.operations) }
}

impl<'s> Linearizer<'_, 's> {
    fn top_level(&mut self, tree: NodeId) -> Result<(), NoSemantics<'s>> {
        let forest = self.sources.reader.forest();
        match forest.operation(tree) {
            NodeOperation::Set => self.set(tree),
            NodeOperation::Implicit => {
                if self.sources.layout == SemanticsLayout::Plain {
                    let records = forest.children(tree).iter();
                    let records = records.filter_map(|&register| forest.leaf_record(register));
                    let store = self.sources.store;
                    let registers: Vec<Record<'s>> = records.map(|id| store.record(id)).collect();
                    self.implicit(&registers);
                }
                Ok(())
            }
            NodeOperation::Record(_)
            | NodeOperation::Int(_)
            | NodeOperation::Any
            | NodeOperation::IntrinsicNumber(_)
            | NodeOperation::Node(_)
            | NodeOperation::Fragment(_)
            | NodeOperation::Instruction(_)
            | NodeOperation::Transform(_)
            | NodeOperation::ComplexPattern(_) => self.node(tree).map(|_| ()),
        }
    }

    /// Reads `(set destination, …, value)`.
    fn set(&mut self, tree: NodeId) -> Result<(), NoSemantics<'s>> {
        let forest = self.sources.reader.forest();
        let Some((&value, destinations)) = forest.children(tree).split_last() else {
            return Ok(());
        };
        let values = self.node(value)?;
        let is_short = destinations.len() < values.count as usize;
        if is_short && self.sources.layout == SemanticsLayout::Plain {
            let name = self.sources.name_of(value);
            return Err(NoSemantics::Unsupported("not all results are set of", name));
        }
        for (result, &destination) in destinations.iter().enumerate() {
            let Some(record) = forest.leaf_record(destination) else { continue };
            let record = self.sources.store.record(record);
            if result >= values.count as usize {
                // The equivalent node does not have the result.
                if !record.inherits("Register") {
                    let what = "a result that the equivalent node lacks is set to";
                    return Err(NoSemantics::Unsupported(what, record.name()));
                }
                self.lost.push(record);
                continue;
            }
            let value = SemanticsOperand::Number(values.first + result as u32);
            self.put(destination, record, value)?;
        }
        Ok(())
    }

    fn put(
        &mut self,
        destination: NodeId,
        record: Record<'s>,
        value: SemanticsOperand<'s>,
    ) -> Result<(), NoSemantics<'s>> {
        if record.inherits("Register") {
            self.put_register(record, value);
            return Ok(());
        }
        // The pattern may name a type instead of the class; the operand has the class.
        match self.operand_named(destination) {
            Some(OperandSource::Operand { number, class }) if self.is_register_operand(class) => {
                let number = SemanticsOperand::Number(number);
                self.push(SemanticsOpcode::PutRc, Vec::new(), vec![number, value]);
                Ok(())
            }
            Some(OperandSource::Register(register)) => {
                self.put_register(self.sources.store.record(register), value);
                Ok(())
            }
            Some(
                OperandSource::Operand { .. } | OperandSource::Number(_) | OperandSource::Parts,
            )
            | None => {
                let what = "no operation sets the destination";
                Err(NoSemantics::Unsupported(what, record.name()))
            }
        }
    }

    fn put_register(&mut self, register: Record<'s>, value: SemanticsOperand<'s>) {
        self.written.push(register.id());
        let register = SemanticsOperand::Name(self.namespace, register.name());
        self.push(SemanticsOpcode::PutReg, Vec::new(), vec![register, value]);
    }

    fn get_register(&mut self, node: NodeId, register: RecordId) -> LinearValues {
        let name = self.sources.store.record(register).name();
        let types = self.types_of(node);
        let register = SemanticsOperand::Name(self.namespace, name);
        self.push(SemanticsOpcode::GetReg, types, vec![register])
    }

    /// Returns the value of the operand that a node is named after.
    fn operand_named(&self, node: NodeId) -> Option<OperandSource> {
        let name = self.sources.reader.forest().name(node)?;
        let operand = &self.operands.list()[self.operands.named(name)?];
        match self.long_operands {
            Some(_) if operand.mi_operand_count != 1 => Some(OperandSource::Parts),
            Some(sources) => sources.get(operand.mi_operand as usize).copied(),
            None => {
                let class = self.operands.class(operand).record;
                Some(OperandSource::Operand { number: operand.mi_operand, class })
            }
        }
    }

    /// Whether an operand is a register of a class.
    fn is_register_operand(&self, operand: RecordId) -> bool {
        let record = self.sources.store.record(operand);
        record.inherits("RegisterClass") || record.inherits("RegisterOperand")
    }

    /// Adds the operations for a node and its descendants.
    fn node(&mut self, node: NodeId) -> Result<LinearValues, NoSemantics<'s>> {
        match self.operand_named(node) {
            Some(OperandSource::Operand { number, class }) => {
                return self.operand_read(node, number, class);
            }
            Some(OperandSource::Number(number)) => return Ok(self.constant(node, number)),
            Some(OperandSource::Register(register)) => return Ok(self.get_register(node, register)),
            Some(OperandSource::Parts) => {
                let what = "no operation reads all parts of";
                return Err(NoSemantics::Unsupported(what, self.sources.name_of(node)));
            }
            None => {}
        }
        let LinearizerContext { reader, store, .. } = self.sources;
        match reader.forest().operation(node) {
            NodeOperation::Int(number) => Ok(self.constant(node, number)),
            NodeOperation::IntrinsicNumber(intrinsic) => {
                let record = reader.intrinsic(intrinsic).record;
                let number = self.sources.intrinsic_numbers.get(&record).copied().unwrap_or(0);
                Ok(self.constant(node, number))
            }
            NodeOperation::Record(record) if store.record(record).inherits("Register") => {
                Ok(self.get_register(node, record))
            }
            NodeOperation::Record(record)
                if CONSTANT_VECTORS.contains(&store.record(record).name()) =>
            {
                Ok(self.constant_vector(node, store.record(record).name()))
            }
            NodeOperation::ComplexPattern(id) => self.complex_pattern(node, id),
            NodeOperation::Node(id) => self.sd_node(node, id),
            NodeOperation::Record(_)
            | NodeOperation::Any
            | NodeOperation::Fragment(_)
            | NodeOperation::Instruction(_)
            | NodeOperation::Transform(_)
            | NodeOperation::Set
            | NodeOperation::Implicit => Err(self.no_operation(node)),
        }
    }

    fn no_operation(&self, node: NodeId) -> NoSemantics<'s> {
        NoSemantics::Unsupported("no operation for", self.sources.name_of(node))
    }

    /// Adds the match of a complex pattern with arguments. Without arguments it has an operation in one layout only: in
    /// the other, patterns name the operand that the function matches.
    fn complex_pattern(
        &mut self,
        node: NodeId,
        id: ComplexPatternId,
    ) -> Result<LinearValues, NoSemantics<'s>> {
        let LinearizerContext { reader, store, layout, .. } = self.sources;
        let children = reader.forest().children(node);
        let name = complex_pattern_name(store.str(reader.complex_pattern(id).select_func));
        let name = match layout {
            SemanticsLayout::Counted => name.unwrap_or_default(),
            SemanticsLayout::Plain => {
                let name = name.filter(|_| !children.is_empty());
                name.ok_or_else(|| self.no_operation(node))?
            }
        };
        self.encountered.complex_pattern(&name);
        let mut operands =
            vec![SemanticsOperand::Member(self.namespace, "ComplexPattern", name.into())];
        for &child in children {
            operands.push(SemanticsOperand::Number(self.node(child)?.first));
        }
        let types = self.types_of(node);
        Ok(self.push(SemanticsOpcode::ComplexPattern, types, operands))
    }

    /// Adds `(sext_inreg value, i8)` as an extension of a narrower value: no operation has a type as an operand.
    fn extend_in_register(
        &mut self,
        node: NodeId,
        value: NodeId,
        narrow: &'s str,
    ) -> Result<LinearValues, NoSemantics<'s>> {
        let value = SemanticsOperand::Number(self.node(value)?.first);
        let truncate = SemanticsOpcode::Node("ISD::TRUNCATE");
        let narrow = self.push(truncate, vec![narrow], vec![value]);
        let types = self.types_of(node);
        let extend = SemanticsOpcode::Node("ISD::SIGN_EXTEND");
        Ok(self.push(extend, types, vec![SemanticsOperand::Number(narrow.first)]))
    }

    /// Adds a vector of zeros or all ones. In older releases these are fragments with a node that builds vectors.
    fn constant_vector(&mut self, node: NodeId, name: &'s str) -> LinearValues {
        let types = self.types_of(node);
        match self.sources.layout {
            SemanticsLayout::Plain => {
                self.push(SemanticsOpcode::Node("ISD::BUILD_VECTOR"), types, Vec::new())
            }
            SemanticsLayout::Counted => {
                self.encountered.predicate(name);
                let predicate = SemanticsOperand::Member("TargetOpcode", "Predicate", name.into());
                self.push(SemanticsOpcode::Predicate, types, vec![predicate])
            }
        }
    }

    /// Reads an instruction operand. The nodes below it decide how it is matched.
    fn operand_read(
        &mut self,
        node: NodeId,
        mi_operand: u32,
        record: RecordId,
    ) -> Result<LinearValues, NoSemantics<'s>> {
        let number = SemanticsOperand::Number(mi_operand);
        if self.is_register_operand(record) {
            let types = self.types_of(node);
            return Ok(self.push(SemanticsOpcode::GetRc, types, vec![number]));
        }
        let record = self.sources.store.record(record);
        if !record.inherits("Operand") {
            let what = "no operation reads the operand";
            return Err(NoSemantics::Unsupported(what, record.name()));
        }
        let name = self.sources.reader.forest().name(node);
        let operand = self.custom_operands.iter().find(|&&(operand, _)| Some(operand) == name);
        if let Some(&(_, values)) = operand {
            return Ok(values);
        }
        let kind = SemanticsOperand::Member(self.namespace, "OpTypes", record.name().into());
        let types = self.types_of(node);
        let values = self.push(SemanticsOpcode::CustomOp, types, vec![kind, number]);
        self.custom_operands.extend(name.map(|name| (name, values)));
        Ok(values)
    }

    fn constant(&mut self, node: NodeId, number: i64) -> LinearValues {
        let index = self.encountered.constant(number);
        let types = self.types_of(node);
        self.push(SemanticsOpcode::Constant, types, vec![SemanticsOperand::Number(index)])
    }

    fn sd_node(&mut self, node: NodeId, id: SdNodeId) -> Result<LinearValues, NoSemantics<'s>> {
        let LinearizerContext { reader, store, equivalences, layout, .. } = self.sources;
        let forest = reader.forest();
        let own = reader.sd_node(id);
        let equivalent = equivalences.for_record(own.record).map(|id| reader.sd_node(id));
        let is_call = forest.children(node).first().is_some_and(|&first| {
            matches!(forest.operation(first), NodeOperation::IntrinsicNumber(_))
        });
        self.is_rejected |= is_call && layout == SemanticsLayout::Counted;
        let fragment = forest.attributes(node).predicates.last();
        let fragment = fragment.filter(|_| layout == SemanticsLayout::Counted);
        let opcode = store.str(equivalent.unwrap_or(own).opcode);
        if let (EXTEND_IN_REGISTER, &[value, ty]) = (opcode, forest.children(node))
            && let NodeOperation::Record(ty) = forest.operation(ty)
            && store.record(ty).inherits("ValueType")
        {
            let narrow = ValueTypeRecord::new(store.record(ty)).enumerator_name();
            return self.extend_in_register(node, value, narrow);
        }
        let mut operands = Vec::with_capacity(forest.children(node).len() + 1);
        let mut opcode = SemanticsOpcode::Node(opcode);
        if let Some(call) = fragment {
            let name = store.record(reader.fragment(call.fragment).record).name();
            self.encountered.predicate(name);
            operands.push(SemanticsOperand::Member("TargetOpcode", "Predicate", name.into()));
            opcode = SemanticsOpcode::Predicate;
        }
        for &child in forest.children(node) {
            let values = self.node(child)?;
            let count = match layout {
                SemanticsLayout::Plain => values.count,
                SemanticsLayout::Counted => 1,
            };
            let numbers = values.first..values.first + count;
            operands.extend(numbers.map(SemanticsOperand::Number));
        }
        let mut types = self.types_of(node);
        if let Some(equivalent) = equivalent {
            types.truncate(equivalent.result_count);
        }
        Ok(self.push(opcode, types, operands))
    }

    /// Returns the types of a node's results, without `MVT::`.
    fn types_of(&mut self, node: NodeId) -> Vec<&'s str> {
        let LinearizerContext { reader, store, types, layout, .. } = self.sources;
        let count = reader.forest().types(node).len();
        let name = |result| {
            let ty: Option<ValueType> = reader.type_of(node, result);
            ty.and_then(|ty| types.name(store, ty)).unwrap_or("INVALID_SIMPLE_VALUE_TYPE")
        };
        let names: Vec<&'s str> = (0..count).map(name).collect();
        let is_untyped = |&name: &&str| name.eq_ignore_ascii_case("untyped");
        self.is_rejected |= layout == SemanticsLayout::Counted && names.iter().any(is_untyped);
        names
    }

    fn push(
        &mut self,
        opcode: SemanticsOpcode<'s>,
        results: Vec<&'s str>,
        operands: Vec<SemanticsOperand<'s>>,
    ) -> LinearValues {
        let values = LinearValues { first: self.next_value, count: results.len() as u32 };
        self.next_value += values.count;
        self.operations.push(SemanticsOperation { opcode, results, operands });
        values
    }

    fn implicit(&mut self, registers: &[Record<'s>]) {
        let target = self.sources.target;
        let names =
            registers.iter().map(|register| SemanticsOperand::Name(target, register.name()));
        let operands = names.collect();
        self.push(SemanticsOpcode::Implicit, Vec::new(), operands);
    }

    /// Adds the register that the instruction changes to a value that no operation has. There is room for one, and
    /// only after values.
    fn implicit_defs(&mut self, defs: Vec<Record<'s>>) {
        let mut changed = defs;
        changed.append(&mut self.lost);
        let mut registers: Vec<Record<'s>> = Vec::new();
        for register in changed {
            let is_listed = registers.iter().any(|listed| listed.id() == register.id());
            if !is_listed && !self.written.contains(&register.id()) {
                registers.push(register);
            }
        }
        match registers[..] {
            [] => {}
            [_] if self.next_value > 0 => self.implicit(&registers),
            _ => self.is_rejected = true,
        }
    }
}

impl<'s> LinearizerContext<'_, 's> {
    /// Returns the name of a node's record.
    pub(super) fn name_of(self, node: NodeId) -> &'s str {
        let reader = self.reader;
        let record = match reader.forest().operation(node) {
            NodeOperation::Record(record) => record,
            NodeOperation::Node(id) => reader.sd_node(id).record,
            NodeOperation::ComplexPattern(id) => reader.complex_pattern(id).record,
            NodeOperation::Transform(id) => reader.transform(id).record,
            NodeOperation::Fragment(id) => reader.fragment(id).record,
            NodeOperation::IntrinsicNumber(id) => reader.intrinsic(id).record,
            NodeOperation::Set => return "set",
            NodeOperation::Implicit => return "implicit",
            NodeOperation::Int(_) | NodeOperation::Any | NodeOperation::Instruction(_) => {
                return "?";
            }
        };
        self.store.record(record).name()
    }
}
