//! `multiclass` and `defm` (ProgRef, "multiclass — define multiple records" and "defm — invoke
//! multiclasses to define multiple records").

use std::rc::Rc;

use tablewright_syntax::source::Pos;
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree;

use super::args::ParamOwner;
use super::entry::{Entry, Substitutions};
use super::scope::Scope;
use super::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::record::Param;
use crate::value::{InstanceArg, ValueId};

/// A multiclass.
pub(crate) struct Multiclass {
    pub(crate) name: Symbol,
    pub(crate) params: Vec<Param>,
    /// The qualified name of the implicit parameter `NAME`.
    pub(crate) name_param: Symbol,
    entries: Rc<Vec<Entry>>,
}

impl Multiclass {
    pub(crate) fn add_entries(&mut self, entries: impl IntoIterator<Item = Entry>) {
        Rc::make_mut(&mut self.entries).extend(entries);
    }
}

impl Evaluator {
    pub(crate) fn multiclass(&mut self, tree: &tree::Multiclass<'_>) -> Eval<()> {
        let name = self.symbol(tree.name.name);
        if self.multiclass_by_name.contains_key(&name) {
            let message = format!("multiclass '{}' already defined", self.str(name));
            return Err(self.error(tree.name.span.lo, message));
        }
        let qualified = format!("{}::NAME", self.str(name));
        let name_param = self.intern(&qualified);
        self.store.values.declare_param(name_param);
        let index = self.multiclasses.len();
        self.multiclasses.push(Multiclass {
            name,
            params: Vec::new(),
            name_param,
            entries: Rc::default(),
        });
        self.multiclass_by_name.insert(name, index);
        self.current_multiclass = Some(index);
        self.in_scope(Scope::multiclass(index), |this| {
            this.declare_params(ParamOwner::Multiclass(index), tree.params.unwrap_or_default())?;
            for parent in tree.parents {
                this.inherit_multiclass(index, parent)?;
            }
            for statement in tree.body {
                this.statement(statement)?;
            }
            this.warn_unused_params(ParamOwner::Multiclass(index));
            Ok(())
        })?;
        self.current_multiclass = None;
        Ok(())
    }

    fn find_multiclass(&mut self, name: tree::Ident) -> Eval<usize> {
        let symbol = self.symbol(name.name);
        if let Some(&index) = self.multiclass_by_name.get(&symbol) {
            return Ok(index);
        }
        if self.poisoned.contains(&symbol) {
            return Err(super::Reported);
        }
        let message = format!("Couldn't find multiclass '{}'", self.str(symbol));
        Err(self.error(name.span.lo, message))
    }

    fn inherit_multiclass(&mut self, index: usize, parent: &tree::ParentRef<'_>) -> Eval<()> {
        let base = self.find_multiclass(parent.name)?;
        let owner = ParamOwner::Multiclass(base);
        let args = self.args(parent.args, owner)?;
        let own_name = self.multiclasses[index].name_param;
        let own_name = self.store.values.var(own_name, TypeId::STRING);
        let mut substitutions =
            self.multiclass_substitutions(base, &args, own_name, parent.span.lo)?;
        let entries = Rc::clone(&self.multiclasses[base].entries);
        let mut out = Vec::new();
        self.run_entries(&entries, &mut substitutions, false, Some(&mut out), None)?;
        self.multiclasses[index].add_entries(out);
        Ok(())
    }

    fn multiclass_substitutions(
        &mut self,
        index: usize,
        args: &[InstanceArg],
        name: ValueId,
        pos: Pos,
    ) -> Eval<Substitutions> {
        let mut substitutions = vec![(self.multiclasses[index].name_param, name)];
        substitutions.extend(self.bind_args(ParamOwner::Multiclass(index), args, pos)?);
        Ok(substitutions)
    }

    pub(crate) fn defm(&mut self, tree: &tree::Defm<'_>) -> Eval<()> {
        let name = match &tree.name {
            Some(name) => self.object_name(name)?,
            None => {
                let name = self.new_anonymous_name();
                match self.current_multiclass {
                    Some(index) => {
                        let own = self.multiclasses[index].name_param;
                        let own = self.store.values.var(own, TypeId::STRING);
                        self.concat_strings(own, name)?
                    }
                    None => name,
                }
            }
        };
        let is_final = self.current_multiclass.is_none() && self.loops.is_empty();
        let mut made = Vec::new();
        let mut parents = tree.parents.iter().enumerate();
        let mut first_class = tree.parents.len();
        for (i, parent) in &mut parents {
            if i > 0 && self.store.classes.by_name.contains_key(&self.symbol(parent.name.name)) {
                first_class = i;
                break;
            }
            let index = self.find_multiclass(parent.name)?;
            let owner = ParamOwner::Multiclass(index);
            let args = self.args(parent.args, owner)?;
            let args = self.check_args(args, owner, parent.span.lo)?;
            let mut substitutions =
                self.multiclass_substitutions(index, &args, name, parent.span.lo)?;
            let entries = Rc::clone(&self.multiclasses[index].entries);
            let via = Some(parent.span.lo);
            self.run_entries(&entries, &mut substitutions, is_final, Some(&mut made), via)?;
        }
        for parent in &tree.parents[first_class..] {
            let (class, args) = self.class_parent(parent)?;
            let pos = parent.span.lo;
            made = self.change_prototypes(made, &mut |this| this.inherit(class, &args, pos))?;
        }
        for entry in made {
            let entry = self.change_prototype(entry, &mut |this| {
                this.apply_lets()?;
                if !is_final {
                    // It is to be copied.
                    this.settle_positions();
                }
                Ok(())
            })?;
            self.add_entry(entry)?;
        }
        Ok(())
    }

    /// Calls `change` with each prototype in entries in turn as what is under construction.
    fn change_prototypes(
        &mut self,
        entries: Vec<Entry>,
        change: &mut dyn FnMut(&mut Evaluator) -> Eval<()>,
    ) -> Eval<Vec<Entry>> {
        entries.into_iter().map(|entry| self.change_prototype(entry, change)).collect()
    }

    fn change_prototype(
        &mut self,
        entry: Entry,
        change: &mut dyn FnMut(&mut Evaluator) -> Eval<()>,
    ) -> Eval<Entry> {
        Ok(match entry {
            Entry::Record(prototype) => {
                self.building.push(prototype);
                change(self)?;
                Entry::Record(self.building.pop().expect("it was pushed above"))
            }
            Entry::Loop(mut repeat) => {
                repeat.entries = self.change_prototypes(repeat.entries, change)?;
                Entry::Loop(repeat)
            }
            Entry::Assertion(_) | Entry::Dump(_) => entry,
        })
    }
}
