//! A target's fast instruction selector: its functions and their choices, in order.
//!
//! In: a target's patterns in reading order. Out: [`FastIsel`]: instructions by operand kinds, opcode, operand type,
//! result type and condition.

mod signature;
mod simple_pattern;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tablewright_backend::{Failure, Job};
use tablewright_records::{Feature, FieldError};
use tablewright_selection::patterns::InstructionFlags;
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::instructions::Instructions;
use tablewright_target::target::target;
use tablewright_target::value_types::{ValueType, ValueTypes};

pub(super) use signature::{FastIselSignature, SignatureImmediatePredicate, SignatureOperandKind};
pub(super) use simple_pattern::{Destination, SimpleInstruction};
use simple_pattern::{SimplePattern, SimplePatternReader};

/// The functions of a target's fast instruction selector.
#[doc(alias = "FastISelMap")]
pub(super) struct FastIsel<'s> {
    pub(super) target: &'s str,
    /// C++ namespace for instructions.
    pub(super) namespace: &'s str,
    pub(super) register_type: RegisterType,
    /// The conditions on immediate operands.
    pub(super) predicates: Vec<SignatureImmediatePredicate<'s>>,
    /// Functions by operand kinds.
    pub(super) signatures: Vec<BySignature<'s>>,
}

/// The C++ type for registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RegisterType {
    /// A number, 0 for none.
    Unsigned,
    /// The class `Register`.
    Register,
}

impl RegisterType {
    /// Returns the name.
    pub(super) fn name(self) -> &'static str {
        match self {
            RegisterType::Unsigned => "unsigned",
            RegisterType::Register => "Register",
        }
    }

    /// No register.
    pub(super) fn none(self) -> &'static str {
        match self {
            RegisterType::Unsigned => "0",
            RegisterType::Register => "Register()",
        }
    }
}

/// Functions for an operand signature.
pub(super) struct BySignature<'s> {
    pub(super) signature: FastIselSignature,
    /// The same kinds with conditions on immediate operands, which are tried before.
    pub(super) constrained: Vec<FastIselSignature>,
    pub(super) opcodes: Vec<ByOpcode<'s>>,
}

/// Functions for an opcode.
pub(super) struct ByOpcode<'s> {
    /// An enumerator with its namespace: `ISD::ADD`.
    pub(super) opcode: &'s str,
    /// Functions by operand type.
    pub(super) types: Vec<ByType<'s>>,
}

/// Functions for an operand type.
pub(super) struct ByType<'s> {
    pub(super) ty: String,
    /// By type of the result. The instructions are in the order in which they are tried; only the last
    /// may be without a condition.
    pub(super) results: Vec<(String, Vec<SimpleInstruction<'s>>)>,
}

/// Instructions, each with the complexity of its pattern.
type Candidates<'s> = Vec<(i64, SimpleInstruction<'s>)>;
/// Candidates by operand type and result type.
type ByTypes<'s> = BTreeMap<ValueType, BTreeMap<ValueType, Candidates<'s>>>;

impl<'s> FastIsel<'s> {
    /// Collects the functions.
    ///
    /// # Errors
    ///
    /// If an analysis fails, or if two patterns match the same nodes.
    pub(super) fn collect(job: &mut Job<'s>) -> Result<FastIsel<'s>, Failure> {
        let store = job.store;
        let target = target(store)?.name();
        // Patterns that contradict their instructions are errors here, too.
        job.analysis::<InstructionFlags>()?;
        let instructions: &Instructions = job.analysis()?;
        let types: &ValueTypes = job.analysis()?;
        let mut reader = SimplePatternReader::new(job)?;
        let mut patterns: BTreeMap<FastIselSignature, BTreeMap<&str, ByTypes<'_>>> =
            BTreeMap::new();
        let mut constrained: BTreeMap<FastIselSignature, Vec<FastIselSignature>> = BTreeMap::new();
        let mut first_records = FxHashMap::default();
        for (record, pattern) in reader.simple_patterns()? {
            let SimplePattern { signature, opcode, ty, result, complexity, instruction } = pattern;
            let condition = instruction.condition.clone();
            let key = (signature.clone(), opcode, ty, result, condition);
            if let Some(first) = first_records.insert(key, record) {
                let message = "Duplicate predicate in FastISel table!";
                return Err(FieldError::new(Code::PatternUse, store.record(record), message)
                    .label_record(store.record(first), "this pattern has the same predicates")
                    .into());
            }
            if signature.is_constrained() {
                constrained.entry(signature.unconstrained()).or_default().push(signature.clone());
            }
            let by_types = patterns.entry(signature).or_default().entry(opcode).or_default();
            let candidates = by_types.entry(ty).or_default().entry(result).or_default();
            candidates.push((complexity, instruction));
        }
        let type_name = |ty| format!("MVT::{}", types.name(store, ty).unwrap_or("isVoid"));
        let mut signatures = Vec::with_capacity(patterns.len());
        for (signature, opcodes) in patterns {
            let opcodes = opcodes.into_iter();
            let opcodes = opcodes.map(|(opcode, by_types)| in_order(opcode, by_types, &type_name));
            let opcodes = opcodes.collect::<Result<_, Failure>>()?;
            let mut constrained = constrained.remove(&signature).unwrap_or_default();
            constrained.sort_unstable();
            constrained.dedup();
            signatures.push(BySignature { signature, constrained, opcodes });
        }
        let namespace = instructions.namespace(store)?.unwrap_or_default();
        let predicates = reader.into_predicates(&type_name);
        let register_type = if store.release().has(Feature::FastIselReturnsRegister) {
            RegisterType::Register
        } else {
            RegisterType::Unsigned
        };
        Ok(FastIsel { register_type, target, namespace, predicates, signatures })
    }
}

/// Sorts the functions for an opcode into trial order.
fn in_order<'s>(
    opcode: &'s str,
    by_types: ByTypes<'s>,
    type_name: &impl Fn(ValueType) -> String,
) -> Result<ByOpcode<'s>, Failure> {
    let mut types = Vec::with_capacity(by_types.len());
    for (ty, by_result) in by_types {
        let mut results = Vec::with_capacity(by_result.len());
        for (result, mut candidates) in by_result {
            // The sort is stable: if several patterns cover the same number of nodes, the last is tried first.
            candidates.reverse();
            candidates.sort_by_key(|&(complexity, _)| std::cmp::Reverse(complexity));
            let instructions: Vec<SimpleInstruction<'_>> =
                candidates.into_iter().map(|(_, instruction)| instruction).collect();
            check_reachable(&instructions)?;
            results.push((type_name(result), instructions));
        }
        types.push(ByType { ty: type_name(ty), results });
    }
    Ok(ByOpcode { opcode, types })
}

/// Checks that an instruction without a condition is the last one.
fn check_reachable(instructions: &[SimpleInstruction<'_>]) -> Result<(), Failure> {
    let unconditional = instructions.iter().position(|i| i.condition.is_empty());
    let unreachable = unconditional.and_then(|index| instructions.get(index + 1));
    let Some(SimpleInstruction { name, condition, .. }) = unreachable else { return Ok(()) };
    let message = format!(
        "Multiple instructions match and one with no predicate came before one with a predicate!  \
         name:{name}  predicate: {condition}"
    );
    Err(Diagnostic::error_anywhere(Code::PatternUse, message).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instruction(name: &'static str, condition: &str) -> SimpleInstruction<'static> {
        SimpleInstruction {
            name,
            destination: Destination::Class("GPR"),
            fixed_registers: Vec::new(),
            condition: condition.to_owned(),
        }
    }

    /// Returns the instructions in the order in which they are tried, or the error.
    fn order(candidates: Candidates<'static>) -> String {
        let types = BTreeMap::from([(ValueType(5), candidates)]);
        let by_types = BTreeMap::from([(ValueType(5), types)]);
        match in_order("ISD::ADD", by_types, &|ty| format!("{}", ty.0)) {
            Ok(ordered) => {
                let instructions = ordered.types.iter().flat_map(|ty| &ty.results);
                let instructions = instructions.flat_map(|(_, instructions)| instructions);
                instructions.map(|instruction| instruction.name).collect::<Vec<_>>().join(" ")
            }
            Err(Failure::Diagnostic(error)) => error.message,
            Err(_) => "another error".to_owned(),
        }
    }

    #[test]
    fn greater_patterns_are_tried_first_and_of_equal_ones_the_last() {
        let candidates = vec![
            (3, instruction("A", "hasA()")),
            (7, instruction("B", "hasB()")),
            (3, instruction("C", "hasC()")),
        ];
        assert_eq!(order(candidates), "B C A");
    }

    #[test]
    fn only_the_last_instruction_may_have_no_condition() {
        let of = |first, last| vec![(1, instruction("A", last)), (1, instruction("B", first))];
        assert_eq!(order(of("hasB()", "")), "B A");
        assert!(order(of("", "hasA()")).starts_with("Multiple instructions match"));
    }

    #[test]
    fn a_signature_without_its_conditions_is_that_of_the_function_that_tries_it() {
        let condition = signature::ImmediatePredicateId::from_index(0);
        let kinds = |immediate| FastIselSignature(vec![SignatureOperandKind::Register, immediate]);
        let constrained = kinds(SignatureOperandKind::Immediate(Some(condition)));
        assert!(constrained.is_constrained());
        assert_eq!(constrained.unconstrained(), kinds(SignatureOperandKind::Immediate(None)));
    }
}
