//! Subtarget functions with an instruction argument: `STIPredicate` records
//! (`TargetInstrPredicate.td`).
//!
//! In: declarations and definitions. Out: for each function, groups of instructions with the same
//! predicates on the same processors.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::index::ProcModelId;
use super::proc_model::ProcModels;
use crate::record_views::instr_predicate::{
    InstructionEquivalenceClassRecord, StiPredicateDeclRecord, StiPredicateRecord,
    TiiPredicateRecord,
};

/// Maximal number of operands in a mask: they are bits in a `u64`.
const MAX_OPERANDS: i64 = 64;

/// A subtarget function: an `STIPredicateDecl` record, with the data from all its
/// definitions of class `STIPredicate`.
#[doc(alias = "STIPredicateFunction")]
#[derive(Debug)]
pub struct StiPredicate {
    /// The declaration.
    pub declaration: RecordId,
    /// Its instructions, in groups with equal predicates.
    pub groups: Vec<OpcodeGroup>,
}

/// Instructions with equal predicates.
#[derive(Debug)]
pub struct OpcodeGroup {
    /// The instructions.
    pub opcodes: Vec<RecordId>,
    /// The predicates, each with its processors.
    pub questions: Vec<InstructionPredicate>,
}

/// A predicate for an instruction on some processors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstructionPredicate {
    /// The processor models, sorted.
    pub models: Vec<ProcModelId>,
    /// The operands that the predicate concerns.
    pub operands: OperandMask,
    /// The predicate: an `MCInstPredicate` record.
    pub predicate: RecordId,
}

/// A set of operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperandMask {
    /// A bit for each operand.
    pub bits: u64,
    /// Number of bits up to the highest operand in the set.
    pub width: u32,
}

impl OperandMask {
    /// Returns the set as a signed number with `width` bits.
    pub fn signed(self) -> i64 {
        let unused = u64::BITS - self.width.max(1);
        (self.bits << unused) as i64 >> unused
    }
}

/// Collects the functions, in natural order of their first definition.
pub(super) fn collect(
    store: &RecordStore,
    models: &ProcModels,
) -> Result<Vec<StiPredicate>, Diagnostic> {
    let functions = TiiPredicateRecord::all_if_defined(store);
    check_names(functions, TiiPredicateRecord::function_name, |name| {
        let earlier = format!(" Previous definition of {name} was here.");
        (format!("TIIPredicate {name} is multiply defined."), earlier)
    })?;
    let declarations = StiPredicateDeclRecord::all_if_defined(store);
    check_names(declarations, StiPredicateDeclRecord::function_name, |name| {
        let earlier = "Previous declaration was here.".to_owned();
        (format!("STIPredicate {name} multiply declared."), earlier)
    })?;
    for class in InstructionEquivalenceClassRecord::all_if_defined(store) {
        if class.opcodes()?.is_empty() {
            let message = "Invalid InstructionEquivalenceClass defined with an empty opcode list.";
            return Err(FieldError::new(Code::InstructionPredicates, class, message).into());
        }
    }
    let mut functions: Vec<(RecordId, Vec<StiPredicateRecord<'_>>)> = Vec::new();
    for definition in StiPredicateRecord::all_if_defined(store) {
        let declaration = definition.declaration()?;
        match functions.iter_mut().find(|(function, _)| *function == declaration) {
            Some((_, definitions)) => definitions.push(definition),
            None => functions.push((declaration, vec![definition])),
        }
    }
    let functions = functions.into_iter().map(|(declaration, definitions)| {
        Ok(StiPredicate { declaration, groups: groups(&definitions, models)? })
    });
    functions.collect::<Result<_, FieldError>>().map_err(Diagnostic::from)
}

/// Checks that function names are unique. `error(name)` returns the message and its note.
fn check_names<'s, V: RecordView<'s>>(
    records: Vec<V>,
    name: impl Fn(V) -> Result<&'s str, FieldError>,
    error: impl Fn(&str) -> (String, String),
) -> Result<(), Diagnostic> {
    let mut named: FxHashMap<&str, Record<'s>> = FxHashMap::default();
    for view in records {
        let (name, record) = (name(view)?, view.into());
        if let Some(earlier) = named.insert(name, record) {
            let (message, note) = error(name);
            let mut diagnostic =
                Diagnostic::from(FieldError::new(Code::InstructionPredicates, record, message));
            diagnostic.note(Some(earlier.pos()), note);
            return Err(diagnostic);
        }
    }
    Ok(())
}

/// An instruction of a function.
struct Opcode {
    record: RecordId,
    questions: Vec<InstructionPredicate>,
    /// By model, the equivalence class of the instruction.
    classes: Vec<(ProcModelId, RecordId)>,
    predicates: Vec<usize>,
}

fn groups(
    definitions: &[StiPredicateRecord<'_>],
    models: &ProcModels,
) -> Result<Vec<OpcodeGroup>, FieldError> {
    let mut opcodes: Vec<Opcode> = Vec::new();
    let mut indices: FxHashMap<RecordId, usize> = FxHashMap::default();
    let mut predicates: FxHashMap<RecordId, usize> = FxHashMap::default();
    for &definition in definitions {
        let model = models.find(definition.sched_model()?, definition)?;
        for class in definition.classes()? {
            let operands = operand_mask(class)?;
            let predicate = class.predicate()?;
            let next = predicates.len();
            let predicate_number = *predicates.entry(predicate).or_insert(next);
            for opcode in class.opcodes()? {
                let index = *indices.entry(opcode.id()).or_insert_with(|| {
                    opcodes.push(Opcode::new(opcode.id()));
                    opcodes.len() - 1
                });
                let entry = &mut opcodes[index];
                // Two results on one processor could contradict each other.
                if let Some(&(_, earlier)) = entry.classes.iter().find(|(of, _)| *of == model) {
                    let message = format!(
                        "Opcode {} used by multiple InstructionEquivalenceClass definitions.",
                        opcode.name()
                    );
                    return Err(FieldError::new(Code::InstructionPredicates, class, message)
                        .label_record(class.store().record(earlier), "it is in this class too"));
                }
                entry.classes.push((model, class.id()));
                if !entry.predicates.contains(&predicate_number) {
                    entry.predicates.push(predicate_number);
                }
                merge_predicate(
                    &mut entry.questions,
                    InstructionPredicate { models: vec![model], operands, predicate },
                );
            }
        }
    }
    // The sort is stable: opcodes with equal rank keep the order of the definitions. Opcodes with
    // equal predicates become adjacent, so comparing neighbors is enough.
    opcodes.sort_by_key(Opcode::rank);
    let mut groups: Vec<OpcodeGroup> = Vec::new();
    for opcode in opcodes {
        match groups.last_mut() {
            Some(group) if group.questions == opcode.questions => group.opcodes.push(opcode.record),
            _ => groups
                .push(OpcodeGroup { opcodes: vec![opcode.record], questions: opcode.questions }),
        }
    }
    Ok(groups)
}

/// Number of elements, and the maximum.
type Extent<T> = (usize, Option<T>);

impl Opcode {
    fn new(record: RecordId) -> Opcode {
        Opcode { record, questions: Vec::new(), classes: Vec::new(), predicates: Vec::new() }
    }

    /// Returns the sort key: opcodes with few processors come first, followed by opcodes with few
    /// predicates.
    fn rank(&self) -> (Extent<ProcModelId>, Extent<usize>) {
        let highest = |predicates: &[usize]| predicates.iter().copied().max();
        (
            (self.classes.len(), self.classes.iter().map(|&(model, _)| model).max()),
            (self.predicates.len(), highest(&self.predicates)),
        )
    }
}

/// Adds a predicate, or adds its processors to an equal predicate.
fn merge_predicate(questions: &mut Vec<InstructionPredicate>, question: InstructionPredicate) {
    let is_same = |other: &&mut InstructionPredicate| {
        other.predicate == question.predicate && other.operands.bits == question.operands.bits
    };
    match questions.iter_mut().find(is_same) {
        Some(same) => {
            same.models.extend(question.models);
            same.models.sort_unstable();
            same.models.dedup();
        }
        None => questions.push(question),
    }
}

fn operand_mask(class: InstructionEquivalenceClassRecord<'_>) -> Result<OperandMask, FieldError> {
    let operands = class.operand_indices()?;
    if let Some(operand) = operands.iter().find(|operand| !(0..MAX_OPERANDS).contains(*operand)) {
        let message = format!("unknown operand {operand} in a set of operands");
        return Err(FieldError::new(Code::InstructionPredicates, class, message));
    }
    let bits = operands.iter().fold(0, |bits, operand| bits | 1u64 << operand);
    Ok(OperandMask { bits, width: u64::BITS - bits.leading_zeros() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_operand_is_the_sign() {
        let signed =
            |bits: u64| OperandMask { bits, width: u64::BITS - bits.leading_zeros() }.signed();
        assert_eq!([0b0, 0b1, 0b110, 0b101].map(signed), [0, -1, -2, -3]);
    }
}
