//! `GICombinePatFrag`: patterns with parameters that rules use like an instruction.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::RecordId;

use super::Name;
use super::pattern::CombineFragmentId;
use super::pattern_list::PatternList;

/// The fragment class.
pub(super) const FRAGMENT_CLASS: &str = "GICombinePatFrag";

/// The fragments that were read.
#[derive(Default, Debug)]
pub struct Fragments {
    pub(super) list: IndexVec<CombineFragmentId, Arc<Fragment>>,
    /// Fragments by record; `None` for an invalid fragment, which is reported once.
    pub(super) by_record: FxHashMap<RecordId, Option<CombineFragmentId>>,
}

impl Fragments {
    /// Returns a fragment, kept apart from the others, so that these can be added to.
    pub fn share(&self, fragment: CombineFragmentId) -> Arc<Fragment> {
        Arc::clone(&self.list[fragment])
    }
}

impl std::ops::Index<CombineFragmentId> for Fragments {
    type Output = Fragment;

    fn index(&self, fragment: CombineFragmentId) -> &Fragment {
        &self.list[fragment]
    }
}

/// A fragment: a list of alternative patterns.
#[derive(Debug)]
#[doc(alias = "PatFrag")]
pub struct Fragment {
    /// Its record.
    pub record: RecordId,
    /// The parameters, `out` parameters first.
    pub params: Vec<CombineParam>,
    /// The `out` parameter count.
    pub out_count: usize,
    /// The alternatives, in order.
    pub alternatives: Vec<PatternList>,
}

/// A fragment parameter.
#[derive(Clone, Copy, Debug)]
pub struct CombineParam {
    /// Its name.
    pub name: Name,
    /// The kind of argument.
    pub kind: ParamKind,
}

/// A kind of argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamKind {
    /// `root`: an operand that the fragment defines, and from which its other patterns are reached.
    Root,
    /// `gi_mo`: an operand.
    Operand,
    /// `gi_imm`: an immediate.
    Immediate,
}

impl Fragment {
    /// Returns the parameters that are defined.
    pub fn outs(&self) -> &[CombineParam] {
        &self.params[..self.out_count]
    }

    /// Returns the other parameters.
    pub fn ins(&self) -> &[CombineParam] {
        &self.params[self.out_count..]
    }

    /// Returns the index of the root parameter; `None` if the fragment contains only code.
    pub fn root(&self) -> Option<usize> {
        self.outs().iter().position(|param| param.kind == ParamKind::Root)
    }

    /// Returns the index of the parameter with a name.
    pub fn param(&self, name: Name) -> Option<usize> {
        self.params.iter().position(|param| param.name == name)
    }

    /// Whether each alternative has an instruction that names the parameter.
    pub fn binds(&self, param: Name) -> bool {
        self.alternatives.iter().all(|patterns| patterns.operands.contains(param))
    }
}
