//! Complex patterns: which operands the C++ function finds, as far as the description determines it.
//!
//! A complex pattern with a register and a number is an address: a sum with a number that fits, or any value and 0. A
//! complex pattern with two registers is a sum. All others are assumed to be the value itself.

use tablewright_records::{RecordId, RecordStore, RecordView};
use tablewright_selection::patterns::graph::GraphValue;
use tablewright_selection::patterns::{ComplexPatternId, ForestOperation, NodeId, PatternsToMatch};
use tablewright_selection::record_views::selection_dag::PatFragsRecord;
use tablewright_target::instructions::operands::InstructionOperands;
use tablewright_target::record_views::instruction::OperandRecord;

use super::Selector;
use super::run::{GraphInput, Recorded};

/// An operand that a complex pattern finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ComplexOperand {
    Register,
    /// A number. `code` is the condition on it in C++.
    Number {
        code: Option<String>,
    },
}

/// The operands that a complex pattern finds.
pub(super) type ComplexOperands = Vec<ComplexOperand>;

/// Finds the operands of a complex pattern from a pattern that uses it.
pub(super) fn operands_of(
    store: &RecordStore,
    patterns: &PatternsToMatch,
    operands: &InstructionOperands,
    complex: ComplexPatternId,
) -> Option<ComplexOperands> {
    let count = patterns.complex_pattern(complex).operand_count;
    patterns.list.iter().find_map(|pattern| {
        let node = find(patterns, pattern.source, complex)?;
        let children = patterns.forest().children(node);
        let kinds = if children.is_empty() {
            let name = patterns.forest().name(node)?;
            let operand = result_operand(patterns, operands, pattern.result, name)?;
            parts(store, operand)
        } else {
            children.iter().map(|&child| child_record(patterns, child)).collect::<Option<_>>()?
        };
        let kinds: ComplexOperands = kinds.into_iter().map(|record| kind(store, record)).collect();
        (kinds.len() == count).then_some(kinds)
    })
}

fn find(patterns: &PatternsToMatch, tree: NodeId, complex: ComplexPatternId) -> Option<NodeId> {
    let mut pending = vec![tree];
    while let Some(node) = pending.pop() {
        if patterns.complex_pattern_of(node) == Some(complex) {
            return Some(node);
        }
        pending.extend(patterns.forest().children(node));
    }
    None
}

fn child_record(patterns: &PatternsToMatch, child: NodeId) -> Option<RecordId> {
    match patterns.forest().operation(child) {
        ForestOperation::Record(record) => Some(record),
        // A constant with a condition.
        ForestOperation::Node(_) => {
            let call = patterns.forest().attributes(child).predicates.first()?;
            Some(patterns.fragment(call.fragment).record)
        }
        ForestOperation::Int(_)
        | ForestOperation::Any
        | ForestOperation::IntrinsicNumber(_)
        | ForestOperation::Fragment(_)
        | ForestOperation::Instruction(_)
        | ForestOperation::Transform(_)
        | ForestOperation::ComplexPattern(_)
        | ForestOperation::Set
        | ForestOperation::Implicit => None,
    }
}

/// Returns the instruction operand to which the result passes the named value.
fn result_operand(
    patterns: &PatternsToMatch,
    operands: &InstructionOperands,
    result: NodeId,
    name: tablewright_syntax::symbol::Symbol,
) -> Option<RecordId> {
    let forest = patterns.forest();
    let mut pending = vec![result];
    while let Some(node) = pending.pop() {
        let children = forest.children(node);
        pending.extend(children);
        let ForestOperation::Instruction(instruction) = forest.operation(node) else { continue };
        let position = children.iter().position(|&child| forest.name(child) == Some(name));
        let Some(position) = position else { continue };
        let list = operands.for_instruction(instruction);
        let operand = list.list().get(list.def_count() + position)?;
        return Some(list.class(operand).record);
    }
    None
}

/// Returns the parts of an operand.
fn parts(store: &RecordStore, operand: RecordId) -> Vec<RecordId> {
    let whole = vec![operand];
    let Some(record) = OperandRecord::from_record(store.record(operand)) else { return whole };
    let Ok(info) = record.mi_operand_info() else { return whole };
    let parts: Vec<RecordId> =
        info.args.iter().filter_map(|arg| store.value(arg.value).as_def()).collect();
    if parts.is_empty() { whole } else { parts }
}

fn kind(store: &RecordStore, record: RecordId) -> ComplexOperand {
    let described = store.record(record);
    let is_register =
        ["RegisterClass", "RegisterOperand", "RegClassByHwMode", "PointerLikeRegClass"]
            .iter()
            .any(|class| described.inherits(class));
    if is_register {
        return ComplexOperand::Register;
    }
    let fragment = PatFragsRecord::from_record(described);
    let code = fragment.and_then(|fragment| fragment.immediate_code().ok().flatten());
    // Operands may also have the condition without being a fragment.
    let own = || {
        let code = store.value(described.value("ImmediateCode").ok()?).as_text()?;
        Some(store.str(code))
    };
    ComplexOperand::Number { code: code.or_else(own).map(str::to_owned) }
}

/// The operands that a complex pattern's C++ finds in a value.
pub(crate) enum FoundOperands {
    Found(Vec<Recorded>),
    /// The value itself, if the C++ accepts the value.
    IfAccepted,
    /// The pattern demands two registers.
    NotASum,
    Unknown,
}

impl Selector<'_, '_> {
    /// Finds a complex pattern's operands in a value.
    pub(crate) fn find(
        &self,
        pattern: ComplexPatternId,
        input: GraphInput<'_>,
        value: GraphValue,
    ) -> FoundOperands {
        let (store, patterns) = (self.source.store(), self.source.patterns());
        let kinds = {
            let mut known = self.complex.borrow_mut();
            let find = || operands_of(store, patterns, self.operands, pattern);
            known.entry(pattern.index() as u32).or_insert_with(find).clone()
        };
        use ComplexOperand::{Number, Register};
        match kinds.as_deref() {
            Some([Register, Number { code }]) => {
                let (base, number) = self.base_and_number(input, value, code.as_deref());
                FoundOperands::Found(vec![Recorded::Value(base), Recorded::Number(number)])
            }
            Some([Number { code }, Register]) => {
                let (base, number) = self.base_and_number(input, value, code.as_deref());
                FoundOperands::Found(vec![Recorded::Number(number), Recorded::Value(base)])
            }
            Some([Register, Register]) => self.sum(input, value),
            _ if patterns.complex_pattern(pattern).operand_count == 1 => FoundOperands::IfAccepted,
            _ => FoundOperands::Unknown,
        }
    }

    /// Splits an address in two registers. Without a sum, the second register is always zero.
    fn sum(&self, input: GraphInput<'_>, value: GraphValue) -> FoundOperands {
        let node = input.graph.get(value.node);
        let sum = match (node.opcode.as_str(), &node.operands[..]) {
            ("ISD::ADD", &[a, b]) => Some((a, b)),
            _ => None,
        };
        match (sum, self.zero) {
            (Some((a, b)), _) if input.graph.get(b.node).constant().is_none() => {
                FoundOperands::Found(vec![Recorded::Value(a), Recorded::Value(b)])
            }
            (None, Some(zero)) => {
                let zero = Recorded::Register(Some(zero));
                FoundOperands::Found(vec![Recorded::Value(value), zero])
            }
            (Some(_) | None, _) => FoundOperands::NotASum,
        }
    }

    /// Splits an address in a register and a number that fits.
    fn base_and_number(
        &self,
        input: GraphInput<'_>,
        value: GraphValue,
        code: Option<&str>,
    ) -> (GraphValue, i64) {
        let node = input.graph.get(value.node);
        if let ("ISD::ADD", &[base, distance]) = (node.opcode.as_str(), &node.operands[..])
            && let Some(number) = input.graph.get(distance.node).constant()
        {
            // Without a condition, twelve bits are enough for a distance on most machines.
            let code = code.unwrap_or("return isInt<12>(Imm);");
            if self.evaluate(code, input, distance).truth() == Some(true) {
                return (base, number);
            }
        }
        (value, 0)
    }
}
