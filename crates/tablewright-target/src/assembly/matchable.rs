//! Rows in the matcher table. Each row is an instruction or alias in one language variant, with its
//! operand classes and the sources for the instruction's operands.

use tablewright_index::{IndexVec, define_index};
use tablewright_records::RecordId;
use tablewright_syntax::symbol::Symbol;

use super::match_class::MatchClassId;
use super::texts::TextId;
use crate::instructions::InstructionId;

define_index! {
    /// A list of required features. Equal ids are equal lists.
    pub struct FeatureListId;
}

/// A row in the matcher table: an instruction or alias.
#[doc(alias = "MatchableInfo")]
#[derive(Debug)]
pub struct Matchable {
    /// The language variant, as an index in the parser's variants.
    pub variant: usize,
    /// The origin in the description.
    pub source: MatchableSource,
    /// The resulting instruction.
    pub instruction: InstructionId,
    /// The first token. Empty if an operand comes first.
    pub mnemonic: TextId,
    /// The required features.
    pub features: FeatureListId,
    /// The instruction size in bytes.
    pub size: u32,
    /// Whether the instruction is deprecated on some subtargets.
    pub has_deprecation: bool,
    /// The target method that builds the `MCInst`. If `None`, `results` describes the operands.
    pub converter: Option<Symbol>,
    pub(super) operands: ListSpan,
    pub(super) results: ListSpan,
}

/// The origin for a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchableSource {
    /// The instruction itself.
    Instruction,
    /// A record of class `InstAlias`.
    Alias(RecordId),
    /// An instruction without one operand (`TwoOperandAliasConstraint`).
    TwoOperandAlias,
}

/// A range in a vector.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct ListSpan {
    pub(super) start: u32,
    pub(super) len: u32,
}

impl ListSpan {
    pub(super) fn slice<T>(self, all: &[T]) -> &[T] {
        &all[self.start as usize..][..self.len as usize]
    }

    /// Appends `new` to `all`.
    pub(super) fn push<T: Clone>(all: &mut Vec<T>, new: &[T]) -> ListSpan {
        let start = all.len() as u32;
        all.extend_from_slice(new);
        ListSpan { start, len: new.len() as u32 }
    }
}

/// An assembly operand or token.
#[derive(Clone, Copy, Debug)]
pub struct AsmOperand {
    /// The token in the assembly string.
    pub token: TextId,
    /// The class that the operand must match.
    pub class: MatchClassId,
    /// The instruction operand's name. For a tied operand it is the name of its partner. Empty for
    /// a token.
    pub name: TextId,
    /// The instruction operand's own name.
    pub(super) own_name: TextId,
    /// The part of the instruction operand; `None` for the whole operand.
    pub part: Option<u32>,
}

/// The source for an instruction operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResultOperand {
    /// A row operand, rendered by its class method.
    Rendered {
        /// The row operand index.
        operand: u32,
        /// The number of machine operands that the method adds.
        mi_operand_count: u32,
    },
    /// A tie to another operand.
    Tied(Tie),
    /// A number.
    Imm(i64),
    /// A register; `None` for no register.
    Reg(Option<RecordId>),
    /// The register that a `RegisterByHwMode` record selects.
    RegByHwMode(RecordId),
}

/// A tie between an instruction operand and an earlier operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tie {
    /// The copied operand; `None` if the tie is only checked.
    pub result: Option<u32>,
    /// The indices for two row operands that must be the same register. Equal indices need no
    /// check. An index is `None` if the alias does not name such an operand.
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
    /// Returns the rows in matching order.
    pub fn rows(&self) -> &[Matchable] {
        &self.rows
    }

    /// Returns a row's operands after its mnemonic, or all operands if the mnemonic is empty.
    pub fn operands(&self, row: &Matchable) -> &[AsmOperand] {
        row.operands.slice(&self.operands)
    }

    /// Returns the sources for a row's instruction operands, in order.
    pub fn results(&self, row: &Matchable) -> &[ResultOperand] {
        row.results.slice(&self.results)
    }

    /// Returns the features in record order: records of class `Predicate`.
    pub fn features(&self, list: FeatureListId) -> &[RecordId] {
        &self.features[list]
    }

    /// Returns all feature lists that rows require.
    pub fn feature_lists(&self) -> &IndexVec<FeatureListId, Box<[RecordId]>> {
        &self.features
    }
}
