//! Definitions other than classes and records: multiclasses and type aliases.

use std::sync::Arc;

use tablewright_index::{IndexVec, define_index};
use tablewright_syntax::source::Pos;
use tablewright_syntax::symbol::Symbol;

use super::template::TemplateEntry;
use crate::ids::{ClassId, TypeId};
use crate::record::Param;
use crate::rewind::{LoggedMap, rewind_fields};

define_index! {
    /// A multiclass.
    pub(crate) struct MulticlassId;
}

/// A multiclass.
#[doc(alias = "MultiClass")]
#[derive(Clone)]
pub(crate) struct Multiclass {
    pub(crate) name: Symbol,
    pub(crate) pos: Pos,
    pub(crate) params: Vec<Param>,
    /// Qualified name for the implicit parameter `NAME`.
    pub(crate) name_param: Symbol,
    /// Entries of the body, instantiated for each use. They are shared, since a multiclass can be instantiated while
    /// entries are still added to it.
    pub(crate) entries: Arc<Vec<TemplateEntry>>,
}

impl Multiclass {
    pub(crate) fn add_entries(&mut self, entries: impl IntoIterator<Item = TemplateEntry>) {
        Arc::make_mut(&mut self.entries).extend(entries);
    }
}

/// The class or multiclass to which parameters belong.
#[derive(Clone, Copy)]
pub(crate) enum ParamOwner {
    Class(ClassId),
    Multiclass(MulticlassId),
}

#[derive(Clone, Default)]
pub(crate) struct Definitions {
    pub(crate) multiclasses: IndexVec<MulticlassId, Multiclass>,
    multiclass_by_name: LoggedMap<Symbol, MulticlassId>,
    pub(crate) type_aliases: LoggedMap<Symbol, TypeId>,
    /// Positions of type aliases and global variables, for labels.
    pub(crate) positions: LoggedMap<Symbol, Pos>,
}

impl Definitions {
    pub(crate) fn multiclass(&self, name: Symbol) -> Option<MulticlassId> {
        self.multiclass_by_name.get(&name).copied()
    }

    /// Adds a multiclass without parameters and entries.
    pub(crate) fn add_multiclass(
        &mut self,
        name: Symbol,
        pos: Pos,
        name_param: Symbol,
    ) -> MulticlassId {
        let multiclass =
            Multiclass { name, pos, params: Vec::new(), name_param, entries: Arc::default() };
        let id = self.multiclasses.push(multiclass);
        self.multiclass_by_name.insert(name, id);
        id
    }
}

rewind_fields! {
    // A multiclass body changes only within its own statement.
    #[derive(Clone)]
    pub(crate) struct DefinitionsPoint for Definitions {
        multiclasses: usize,
        multiclass_by_name: usize,
        type_aliases: usize,
        positions: usize,
    }
}
