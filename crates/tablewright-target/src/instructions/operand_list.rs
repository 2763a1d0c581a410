//! Operand lists for instructions and their machine operands (`MCInst`, `MachineInstr`), with name
//! resolution.
//!
//! The module [`operands`](super::operands) builds the lists from records.

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{FieldError, Record, RecordId, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::similar::most_similar;
use tablewright_syntax::symbol::Symbol;

use super::operand_class::OperandClass;
use crate::record_views::instruction::InstructionRecord;

define_index! {
    /// An instruction's operands, in insertion order.
    pub struct OperandListId;

    /// The properties shared by all operands with the same record.
    pub(super) struct OperandClassId;
}

/// Operand lists for the added instructions, in insertion order. A caller that needs few
/// instructions adds only these.
#[derive(Default, Debug)]
pub struct OperandLists {
    pub(super) lists: IndexVec<OperandListId, InstructionOperandList>,
    pub(super) classes: IndexVec<OperandClassId, OperandClass>,
    /// Classes by record; `None` for `variable_ops`.
    pub(super) class_of: FxHashMap<RecordId, Option<OperandClassId>>,
    pub(super) operands: Vec<Operand>,
    pub(super) mi_operands: Vec<MiOperand>,
}

/// An instruction's operand ranges in [`OperandLists`], and properties for the whole list.
#[doc(alias = "CGIOperandList")]
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct InstructionOperandList {
    pub(super) first_operand: u32,
    pub(super) operand_count: u32,
    pub(super) first_mi_operand: u32,
    pub(super) mi_operand_count: u32,
    pub(super) def_count: u32,
    pub(super) is_variadic: bool,
    pub(super) is_predicable: bool,
    pub(super) has_optional_def: bool,
}

/// A described operand: an argument in `(outs …)` or `(ins …)`.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// The name without `$`.
    pub name: Symbol,
    /// The index of its first machine operand.
    pub mi_operand: u32,
    /// The number of its machine operands.
    pub mi_operand_count: u32,
    pub(super) class: OperandClassId,
}

/// A machine instruction operand: a described operand or a part.
#[derive(Clone, Copy, Debug)]
pub struct MiOperand {
    /// The index of the described operand.
    pub operand: u32,
    /// The part name in this instruction, if any.
    pub name: Option<Symbol>,
    /// The encoder method. It may be empty.
    pub encoder_method: Option<Symbol>,
    /// Whether the encoder omits the operand, for example because another operand encodes it.
    pub is_not_encoded: bool,
    /// The constraint.
    pub constraint: OperandConstraint,
}

/// A machine operand constraint, from the field `Constraints`.
#[doc(alias = "ConstraintInfo")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OperandConstraint {
    /// Unconstrained.
    None,
    /// Written before all inputs are read.
    EarlyClobber,
    /// Uses the same register as the output with this machine operand number.
    TiedTo(u32),
}

/// An operand part, to which a name in a description refers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SubOperand {
    /// The operand index.
    pub operand: usize,
    /// The part index. Zero for an operand without parts.
    pub part: usize,
}

/// An instruction's operands.
#[derive(Clone, Copy)]
pub struct Operands<'m> {
    pub(super) lists: &'m OperandLists,
    pub(super) list: &'m InstructionOperandList,
}

impl OperandLists {
    /// Returns the operands for an added instruction.
    pub fn get(&self, list: OperandListId) -> Operands<'_> {
        Operands { lists: self, list: &self.lists[list] }
    }
}

impl<'m> Operands<'m> {
    /// Returns all operands, outputs first. `variable_ops` is not included.
    pub fn list(self) -> &'m [Operand] {
        let first = self.list.first_operand as usize;
        &self.lists.operands[first..first + self.list.operand_count as usize]
    }

    /// Returns the machine operands in number order.
    pub fn mi_operands(self) -> &'m [MiOperand] {
        let first = self.list.first_mi_operand as usize;
        &self.lists.mi_operands[first..first + self.list.mi_operand_count as usize]
    }

    /// Returns an operand's machine operands.
    pub fn parts(self, operand: &Operand) -> &'m [MiOperand] {
        let first = operand.mi_operand as usize;
        &self.mi_operands()[first..first + operand.mi_operand_count as usize]
    }

    /// Returns the properties shared by all operands with the same record.
    pub fn class(self, operand: &Operand) -> &'m OperandClass {
        &self.lists.classes[operand.class]
    }

    /// Returns the record for a machine operand: the part record, or the operand record if the
    /// operand lacks parts.
    pub fn mi_record(self, mi_operand: usize) -> Option<RecordId> {
        let operand = &self.list()[self.mi_operands()[mi_operand].operand as usize];
        let class = self.class(operand);
        match class.parts.get(mi_operand - operand.mi_operand as usize) {
            Some(part) => part.record,
            None => Some(class.record),
        }
    }

    /// Returns the number of outputs.
    pub fn def_count(self) -> usize {
        self.list.def_count as usize
    }

    /// Whether the machine instruction can have additional operands.
    pub fn is_variadic(self) -> bool {
        self.list.is_variadic
    }

    /// Whether an operand is a predicate.
    pub fn is_predicable(self) -> bool {
        self.list.is_predicable
    }

    /// Whether an operand is an optional definition.
    pub fn has_optional_def(self) -> bool {
        self.list.has_optional_def
    }

    /// Returns the index of the operand with this name.
    pub fn named(self, name: Symbol) -> Option<usize> {
        self.list().iter().position(|operand| operand.name == name)
    }

    /// Returns the operand part with this name in the instruction.
    pub fn part_named(self, name: Symbol) -> Option<SubOperand> {
        let mi_operand = self.mi_operands().iter().position(|part| part.name == Some(name))?;
        Some(self.sub_operand(mi_operand))
    }

    /// Returns the operand and part for a machine operand.
    #[doc(alias = "getSubOperandNumber")]
    pub fn sub_operand(self, mi_operand: usize) -> SubOperand {
        let operand = self.mi_operands()[mi_operand].operand as usize;
        SubOperand { operand, part: mi_operand - self.list()[operand].mi_operand as usize }
    }

    /// Returns a part's machine operand number.
    pub fn mi_number(self, part: SubOperand) -> usize {
        self.list()[part.operand].mi_operand as usize + part.part
    }

    /// Resolves a name: `$operand`, `$operand.part`, or a part name. The name of an operand with
    /// several parts refers to the first part. It is an error unless `allow_whole` is set.
    ///
    /// # Errors
    /// If `instruction` lacks such an operand or part.
    pub fn parse(
        self,
        instruction: Record<'_>,
        text: &str,
        allow_whole: bool,
    ) -> Result<SubOperand, FieldError> {
        let symbols = instruction.store().symbols();
        let error = |message: &str| {
            let message = format!("{}{message}", instruction.name());
            FieldError::new(Code::OperandNames, instruction, message)
        };
        let Some(path) = text.strip_prefix('$') else {
            return Err(error(&format!(": Illegal operand name: '{text}'")));
        };
        let (name, part) = match path.split_once('.') {
            Some((_, "")) => {
                return Err(error(&format!(": illegal empty suboperand name in '{text}'")));
            }
            Some((name, part)) => (name, Some(part)),
            None => (path, None),
        };
        let symbol = symbols.get(name);
        if let Some(sub_operand) = symbol.and_then(|symbol| self.part_named(symbol)) {
            return match part {
                None => Ok(sub_operand),
                Some(_) => Err(error(&format!(
                    ": Cannot use dotted suboperand name within suboperand '{name}'"
                ))),
            };
        }
        let Some(operand) = symbol.and_then(|symbol| self.named(symbol)) else {
            return Err(no_operand(instruction, name));
        };
        let Some(part) = part else {
            if self.list()[operand].mi_operand_count > 1 && !allow_whole {
                let refers = "Illegal to refer to whole operand part of complex operand";
                return Err(error(&format!(": {refers} '{text}'")));
            }
            return Ok(SubOperand { operand, part: 0 });
        };
        let class = self.class(&self.list()[operand]);
        match symbols.get(part).and_then(|part| class.part_named(part)) {
            Some(part) => Ok(SubOperand { operand, part }),
            None => Err(error(&format!(": unknown suboperand name in '{text}'"))),
        }
    }
}

/// Returns the error for an unknown operand name.
pub fn no_operand(instruction: Record<'_>, name: &str) -> FieldError {
    let owner = instruction.name();
    FieldError::new(
        Code::OperandNames,
        instruction,
        format!("'{owner}' does not have an operand named '${name}'!"),
    )
    .about_field(instruction, "AsmString")
    .or_field("Constraints")
    .or_field("DisableEncoding")
    .at_text(format!("${name}"))
    .did_you_mean(similar_free_operand(instruction, name))
    .note(operand_names_text(instruction))
}

/// Returns the operand most similar to `name` among operands not yet mentioned in the constraint
/// with `$name`.
fn similar_free_operand<'s>(instruction: Record<'s>, name: &str) -> Option<&'s str> {
    let constraints = InstructionRecord::new(instruction).constraints().unwrap_or_default();
    let names_of = |clause: &str| -> Vec<String> {
        let is_end = |c: char| !c.is_alphanumeric() && c != '_';
        let names = clause.split('$').skip(1);
        names.map(|rest| rest.split(is_end).next().unwrap_or_default().to_owned()).collect()
    };
    let mut clauses = constraints.split(',').map(names_of);
    let taken = clauses.find(|names| names.iter().any(|other| other == name)).unwrap_or_default();
    let names = operand_names(instruction).into_iter();
    most_similar(name, names.filter(|operand| !taken.iter().any(|other| other == operand)))
}

/// Returns an instruction's operand names, outputs first.
fn operand_names<'s>(instruction: Record<'s>) -> Vec<&'s str> {
    let record = InstructionRecord::new(instruction);
    let lists = [record.out_operand_list(), record.in_operand_list()];
    let operands = lists.iter().flatten().flat_map(|list| list.args.iter());
    operands.filter_map(|operand| operand.name).map(|name| instruction.store().str(name)).collect()
}

/// Returns a sentence with an instruction's operand names.
pub fn operand_names_text(instruction: Record<'_>) -> String {
    let names: Vec<String> =
        operand_names(instruction).iter().map(|name| format!("`${name}`")).collect();
    match names.as_slice() {
        [] => format!("the operands of '{}' do not have names", instruction.name()),
        names => format!("'{}' has the operands {}", instruction.name(), names.join(", ")),
    }
}

/// Returns the instruction's operand name most similar to `name`.
pub fn similar_operand<'s>(instruction: Record<'s>, name: &str) -> Option<&'s str> {
    most_similar(name, operand_names(instruction))
}
