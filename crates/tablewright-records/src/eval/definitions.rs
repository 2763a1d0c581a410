//! Definitions other than classes and records: multiclasses and type aliases.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_syntax::source::Pos;
use tablewright_syntax::symbol::Symbol;

use super::checkpoint::Permanent;
use super::template::Entry;
use crate::ids::{ClassId, TypeId};
use crate::record::Param;

define_index! {
    /// A multiclass.
    pub(crate) struct MulticlassId;
}

/// A multiclass.
#[doc(alias = "MultiClass")]
pub(crate) struct Multiclass {
    pub(crate) name: Symbol,
    pub(crate) pos: Pos,
    pub(crate) params: Vec<Param>,
    /// The qualified name of the implicit parameter `NAME`.
    pub(crate) name_param: Symbol,
    /// What its body makes each time. It is shared since a multiclass can be instantiated while
    /// more is added to it.
    pub(crate) entries: Rc<Vec<Entry>>,
}

impl Multiclass {
    pub(crate) fn add_entries(&mut self, entries: impl IntoIterator<Item = Entry>) {
        Rc::make_mut(&mut self.entries).extend(entries);
    }
}

/// Whose parameters are meant.
#[derive(Clone, Copy)]
pub(crate) enum ParamOwner {
    Class(ClassId),
    Multiclass(MulticlassId),
}

#[derive(Default)]
pub(crate) struct Definitions {
    pub(crate) multiclasses: IndexVec<MulticlassId, Multiclass>,
    multiclass_by_name: FxHashMap<Symbol, MulticlassId>,
    pub(crate) type_aliases: FxHashMap<Symbol, TypeId>,
    /// Where type aliases and global variables are defined, for labels.
    pub(crate) positions: FxHashMap<Symbol, Pos>,
}

impl Definitions {
    pub(crate) fn multiclass(&self, name: Symbol) -> Option<MulticlassId> {
        self.multiclass_by_name.get(&name).copied()
    }

    /// Adds a multiclass without parameters, whose body is still to come.
    pub(crate) fn add_multiclass(
        &mut self,
        name: Symbol,
        pos: Pos,
        name_param: Symbol,
    ) -> MulticlassId {
        let multiclass =
            Multiclass { name, pos, params: Vec::new(), name_param, entries: Rc::default() };
        let id = self.multiclasses.push(multiclass);
        self.multiclass_by_name.insert(name, id);
        id
    }
}

// What a statement that was given up had defined already stays defined.
impl Permanent for Definitions {}
