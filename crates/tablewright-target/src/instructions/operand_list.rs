//! The operands of an instruction and the machine operands (`MCInst`, `MachineInstr`) that they are
//! made of, as lists; and how names in a description are resolved among them.
//!
//! How the lists are built from records is left to [`operands`](super::operands).

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{FieldError, Record, RecordId};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;

use super::operand_class::OperandClass;

define_index! {
    /// The operands of an instruction, in the order in which they were added.
    pub struct OperandListId;

    /// What all operands of one record have in common.
    pub(super) struct OperandClassId;
}

/// The operands of the instructions that were added, in that order. A caller that needs few
/// instructions adds only these.
#[derive(Default, Debug)]
pub struct OperandLists {
    pub(super) lists: IndexVec<OperandListId, OperandList>,
    pub(super) classes: IndexVec<OperandClassId, OperandClass>,
    /// By record, its class; `None` for `variable_ops`.
    pub(super) class_of: FxHashMap<RecordId, Option<OperandClassId>>,
    pub(super) operands: Vec<Operand>,
    pub(super) mi_operands: Vec<MiOperand>,
}

/// Which operands are those of an instruction, and what is known of them together.
#[doc(alias = "CGIOperandList")]
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct OperandList {
    pub(super) first_operand: u32,
    pub(super) operand_count: u32,
    pub(super) first_mi_operand: u32,
    pub(super) mi_operand_count: u32,
    pub(super) def_count: u32,
    pub(super) is_variadic: bool,
    pub(super) is_predicable: bool,
    pub(super) has_optional_def: bool,
}

/// An operand as it is written: an argument of `(outs …)` or `(ins …)`.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// Its name, without `$`.
    pub name: Symbol,
    /// The number of the first machine operand that it is made of.
    pub mi_operand: u32,
    /// How many machine operands it is made of.
    pub mi_operand_count: u32,
    pub(super) class: OperandClassId,
}

/// An operand of the machine instruction: an operand as it is written, or a part of one.
#[derive(Clone, Copy, Debug)]
pub struct MiOperand {
    /// The place of the operand that it is part of.
    pub operand: u32,
    /// The name that the instruction gives this part of the operand.
    pub name: Option<Symbol>,
    /// The method of the encoder that encodes it; it may be empty.
    pub encoder_method: Option<Symbol>,
    /// Whether the encoder leaves it out: it is encoded with another, or not at all.
    pub is_not_encoded: bool,
    /// What else holds of it.
    pub constraint: Constraint,
}

/// What holds of a machine operand: a part of `Constraints`.
#[doc(alias = "ConstraintInfo")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Constraint {
    /// Nothing.
    None,
    /// It is written before all inputs are read.
    EarlyClobber,
    /// It is the same register as the output of that number among the machine operands.
    TiedTo(u32),
}

/// A part of an operand as names in a description mean it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PartPlace {
    /// The place of the operand.
    pub operand: usize,
    /// The number of the part, zero for an operand of one piece.
    pub part: usize,
}

/// The operands of an instruction.
#[derive(Clone, Copy)]
pub struct Operands<'m> {
    pub(super) lists: &'m OperandLists,
    pub(super) list: &'m OperandList,
}

impl OperandLists {
    /// The operands of an instruction that was added.
    pub fn get(&self, list: OperandListId) -> Operands<'_> {
        Operands { lists: self, list: &self.lists[list] }
    }
}

impl<'m> Operands<'m> {
    /// All of them, outputs first; `variable_ops` is none.
    pub fn list(self) -> &'m [Operand] {
        let first = self.list.first_operand as usize;
        &self.lists.operands[first..first + self.list.operand_count as usize]
    }

    /// The operands of the machine instruction, each at the place of its number.
    pub fn mi_operands(self) -> &'m [MiOperand] {
        let first = self.list.first_mi_operand as usize;
        &self.lists.mi_operands[first..first + self.list.mi_operand_count as usize]
    }

    /// The machine operands that an operand is made of.
    pub fn parts(self, operand: &Operand) -> &'m [MiOperand] {
        let first = operand.mi_operand as usize;
        &self.mi_operands()[first..first + operand.mi_operand_count as usize]
    }

    /// What all operands of an operand's record have in common.
    pub fn class(self, operand: &Operand) -> &'m OperandClass {
        &self.lists.classes[operand.class]
    }

    /// The record that says what a machine operand is: that of the part, or of the operand if it
    /// is of one piece.
    pub fn mi_record(self, mi_operand: usize) -> Option<RecordId> {
        let operand = &self.list()[self.mi_operands()[mi_operand].operand as usize];
        let class = self.class(operand);
        match class.parts.get(mi_operand - operand.mi_operand as usize) {
            Some(part) => part.record,
            None => Some(class.record),
        }
    }

    /// How many of the operands are outputs.
    pub fn def_count(self) -> usize {
        self.list.def_count as usize
    }

    /// Whether there can be more operands than are written.
    pub fn is_variadic(self) -> bool {
        self.list.is_variadic
    }

    /// Whether there is a predicate among them.
    pub fn is_predicable(self) -> bool {
        self.list.is_predicable
    }

    /// Whether there is one among them that may be defined.
    pub fn has_optional_def(self) -> bool {
        self.list.has_optional_def
    }

    /// The place of the operand of that name.
    pub fn named(self, name: Symbol) -> Option<usize> {
        self.list().iter().position(|operand| operand.name == name)
    }

    /// The part of an operand that the instruction itself gives that name.
    pub fn part_named(self, name: Symbol) -> Option<PartPlace> {
        let mi_operand = self.mi_operands().iter().position(|part| part.name == Some(name))?;
        Some(self.place(mi_operand))
    }

    /// The operand and part that a machine operand is.
    pub fn place(self, mi_operand: usize) -> PartPlace {
        let operand = self.mi_operands()[mi_operand].operand as usize;
        PartPlace { operand, part: mi_operand - self.list()[operand].mi_operand as usize }
    }

    /// The number of a part among the machine operands.
    pub fn mi_number(self, place: PartPlace) -> usize {
        self.list()[place.operand].mi_operand as usize + place.part
    }

    /// What a name means: `$operand`, `$operand.part`, or the name of a part. An operand of
    /// several parts stands for its first; whether it can be named at all is up to
    /// `allow_whole`.
    ///
    /// # Errors
    /// Where there is no such operand or part in `instruction`.
    pub fn parse(
        self,
        instruction: Record<'_>,
        text: &str,
        allow_whole: bool,
    ) -> Result<PartPlace, FieldError> {
        let symbols = instruction.store().symbols();
        let error = |message: &str| {
            FieldError::new(
                Code::Instructions,
                instruction,
                format!("{}{message}", instruction.name()),
            )
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
        if let Some(place) = symbol.and_then(|symbol| self.part_named(symbol)) {
            return match part {
                None => Ok(place),
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
            return Ok(PartPlace { operand, part: 0 });
        };
        let class = self.class(&self.list()[operand]);
        match symbols.get(part).and_then(|part| class.part_named(part)) {
            Some(part) => Ok(PartPlace { operand, part }),
            None => Err(error(&format!(": unknown suboperand name in '{text}'"))),
        }
    }
}

/// The error of naming an operand that an instruction has not.
pub fn no_operand(instruction: Record<'_>, name: &str) -> FieldError {
    let owner = instruction.name();
    FieldError::new(
        Code::Instructions,
        instruction,
        format!("'{owner}' does not have an operand named '${name}'!"),
    )
}
