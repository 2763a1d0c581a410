//! Rows of the matcher's table: each is an instruction or alias in one variant of the language, with
//! the classes of its operands and the sources of the instruction's operands.

use tablewright_index::{IndexVec, define_index};
use tablewright_records::RecordId;
use tablewright_syntax::symbol::Symbol;

use super::match_class::MatchClassId;
use super::texts::TextId;
use crate::instructions::InstructionId;

define_index! {
    /// A list of required features; equal ids are equal lists.
    pub struct FeatureListId;
}

/// An instruction or alias as the matcher tries it: a row of its table.
#[doc(alias = "MatchableInfo")]
#[derive(Debug)]
pub struct Matchable {
    /// The variant of the language: its index in the variants of the parser.
    pub variant: usize,
    /// Its origin in the description.
    pub source: MatchableSource,
    /// The instruction that it stands for.
    pub instruction: InstructionId,
    /// The first token; the empty text if an operand comes first.
    pub mnemonic: TextId,
    /// The features that it requires.
    pub features: FeatureListId,
    /// The size of the instruction in bytes.
    pub size: u32,
    /// Whether the instruction is deprecated on some subtargets.
    pub has_deprecation: bool,
    /// The target's method that builds the `MCInst`; without one, `results` describe its operands.
    pub converter: Option<Symbol>,
    pub(super) operands: ListSpan,
    pub(super) results: ListSpan,
}

/// The origin of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchableSource {
    /// The instruction itself.
    Instruction,
    /// A record of class `InstAlias`.
    Alias(RecordId),
    /// An instruction of which one operand is left out (`TwoOperandAliasConstraint`).
    TwoOperandAlias,
}

/// A part of a vector.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct ListSpan {
    pub(super) start: u32,
    pub(super) len: u32,
}

impl ListSpan {
    pub(super) fn of<T>(self, all: &[T]) -> &[T] {
        &all[self.start as usize..][..self.len as usize]
    }

    /// Adds `new` at the end of `all`.
    pub(super) fn push<T: Clone>(all: &mut Vec<T>, new: &[T]) -> ListSpan {
        let start = all.len() as u32;
        all.extend_from_slice(new);
        ListSpan { start, len: new.len() as u32 }
    }
}

/// An operand of the assembly language, tokens included.
#[derive(Clone, Copy, Debug)]
pub struct AsmOperand {
    /// The token of the assembly string.
    pub token: TextId,
    /// The class that it has to match.
    pub class: MatchClassId,
    /// The operand of the instruction that it gives, under the name of the one it is tied to; the
    /// empty text for a token.
    pub name: TextId,
    /// The same under its own name.
    pub(super) own_name: TextId,
    /// The part of the operand that it gives; `None` for the whole operand.
    pub part: Option<u32>,
}

/// The source of an operand of the instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResultOperand {
    /// An operand of the row, which its class' method adds to the instruction.
    Rendered {
        /// The index of the row's operand.
        operand: u32,
        /// The number of machine operands that it adds.
        mi_operand_count: u32,
    },
    /// It is tied to another.
    Tied(Tie),
    /// A number.
    Imm(i64),
    /// A register; `None` for no register.
    Reg(Option<RecordId>),
    /// The register that a record of class `RegisterByHwMode` chooses.
    RegByHwMode(RecordId),
}

/// A tie between an operand of the instruction and one before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tie {
    /// The operand that is copied; `None` if the tie is only checked.
    pub result: Option<u32>,
    /// The indices of two operands of the row that have to be the same register. If the indices are
    /// equal there is nothing to check. An index is `None` if the alias names no such operand.
    pub operands: [Option<u32>; 2],
}

/// All rows with their operands, results and features.
#[derive(Default, Debug)]
pub struct Matchables {
    pub(super) rows: Vec<Matchable>,
    pub(super) operands: Vec<AsmOperand>,
    pub(super) results: Vec<ResultOperand>,
    pub(super) features: IndexVec<FeatureListId, Box<[RecordId]>>,
}

impl Matchables {
    /// The rows in the order in which the matcher tries them.
    pub fn rows(&self) -> &[Matchable] {
        &self.rows
    }

    /// The operands of a row after its mnemonic, or all if it has no mnemonic of its own.
    pub fn operands(&self, row: &Matchable) -> &[AsmOperand] {
        row.operands.of(&self.operands)
    }

    /// The sources of the operands of the row's instruction, in order.
    pub fn results(&self, row: &Matchable) -> &[ResultOperand] {
        row.results.of(&self.results)
    }

    /// Features in the order in which a record lists them: records of class `Predicate`.
    pub fn features(&self, list: FeatureListId) -> &[RecordId] {
        &self.features[list]
    }

    /// All lists of features that some row requires.
    pub fn feature_lists(&self) -> &IndexVec<FeatureListId, Box<[RecordId]>> {
        &self.features
    }
}
