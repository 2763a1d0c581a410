//! `multiclass` and `defm` (ProgRef, "multiclass — define multiple records" and "defm — invoke
//! multiclasses to define multiple records").

use std::sync::Arc;

use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Span;
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree;

use crate::eval::definitions::{MulticlassId, ParamOwner};
use crate::eval::scopes::Scope;
use crate::eval::template::{Substitutions, TemplateEntry};
use crate::eval::trace::WrittenArgs;
use crate::eval::{Eval, Evaluator, Reported};
use crate::ids::TypeId;
use crate::release::Feature;
use crate::trace::{DefinitionKind, ExpansionKind, SiteRole, UseKind};
use crate::value::{InstanceArg, ValueId};

impl Evaluator {
    pub(crate) fn multiclass(&mut self, tree: &tree::MulticlassStatement) -> Eval<()> {
        let name = self.heap.symbol(tree.name.name);
        if self.definitions.multiclass(name).is_some() {
            let message = format!("multiclass '{}' already defined", self.heap.str(name));
            let first = self.definitions.multiclass(name);
            let first = first.map(|id| self.definitions.multiclasses[id].pos);
            return Err(self.already_defined(tree.name.span, message, first));
        }
        let qualified = format!("{}::NAME", self.heap.str(name));
        let name_param = self.heap.intern(&qualified);
        self.heap.store.values.declare_param(name_param);
        let id = self.definitions.add_multiclass(name, tree.name.span.lo, name_param);
        self.context.multiclass = Some(id);
        self.trace_definition(DefinitionKind::Multiclass, tree.name);
        self.in_scope(Scope::multiclass(id), |this| this.multiclass_parts(id, name, tree))?;
        self.context.multiclass = None;
        Ok(())
    }

    /// Evaluates the parameters, parents and body.
    fn multiclass_parts(
        &mut self,
        id: MulticlassId,
        name: Symbol,
        tree: &tree::MulticlassStatement,
    ) -> Eval<()> {
        let params = tree.params.unwrap_or_default();
        if self.declare_params(ParamOwner::Multiclass(id), params).is_err() {
            self.given_up.add_name(name);
            return Err(Reported);
        }
        for parent in tree.parents {
            let parent = self.node(parent);
            if self.attempt(|this| this.inherit_multiclass(id, &parent)).is_none() {
                self.given_up.add_multiclass(id);
                self.continue_after_error()?;
            }
        }
        self.statements(tree.body)?;
        if !self.given_up.has_multiclass(id) {
            self.warn_unused_params(ParamOwner::Multiclass(id));
        }
        Ok(())
    }

    fn find_multiclass(&mut self, name: tree::Ident) -> Eval<MulticlassId> {
        let symbol = self.heap.symbol(name.name);
        // This check comes first, since a part of a given-up multiclass may exist.
        if self.given_up.has_name(symbol) {
            return Err(Reported);
        }
        if let Some(id) = self.definitions.multiclass(symbol) {
            return Ok(id);
        }
        let message = format!("Couldn't find multiclass '{}'", self.heap.str(symbol));
        let similar = self.similar_multiclass(symbol);
        let error = self.reports.begin_error(Code::UnknownMulticlass, name.span, message);
        if let Some(&class) = self.heap.store.classes.by_name.get(&symbol) {
            let pos = self.heap.store.classes.get(class).pos;
            error.label(pos, "there is a class of that name; 'def' makes a record of it");
        }
        Err(error.did_you_mean(name.span, similar.as_deref()).into())
    }

    fn inherit_multiclass(&mut self, id: MulticlassId, parent: &tree::ParentRef) -> Eval<()> {
        let base = self.find_multiclass(parent.name)?;
        self.trace_multiclass_use(UseKind::Inherit, parent.name.span, base);
        if self.given_up.has_multiclass(base) {
            self.given_up.add_multiclass(id);
        }
        let owner = ParamOwner::Multiclass(base);
        let mut args = self.args(parent.args, owner)?;
        if self.heap.has(Feature::ParentMulticlassArgsAreCast) {
            args = self.cast_args(args, owner, parent.span.lo, parent.args)?;
        }
        let own_name = self.definitions.multiclasses[id].name_param;
        let own_name = self.heap.store.values.var(own_name, TypeId::STRING);
        let mut substitutions =
            self.multiclass_substitutions(base, &args, own_name, parent.span)?;
        let written = WrittenArgs { trees: parent.args, args: &args };
        let site = self.trace_site(owner, SiteRole::Parent, parent.span, written);
        let kind = site.map(ExpansionKind::Multiclass);
        let via = self.trace_multiclass_expansion(kind, None, &substitutions);
        // The pointer is cloned, since instantiating may add entries to multiclasses.
        let entries = Arc::clone(&self.definitions.multiclasses[base].entries);
        let mut out = Vec::new();
        self.instantiate_entries(&entries, &mut substitutions, false, Some(&mut out), via)?;
        self.definitions.multiclasses[id].add_entries(out);
        Ok(())
    }

    fn multiclass_substitutions(
        &mut self,
        id: MulticlassId,
        args: &[InstanceArg],
        name: ValueId,
        at: Span,
    ) -> Eval<Substitutions> {
        let mut substitutions = vec![(self.definitions.multiclasses[id].name_param, name)];
        substitutions.extend(self.bind_args(ParamOwner::Multiclass(id), args, at)?);
        Ok(substitutions)
    }

    pub(crate) fn defm(&mut self, tree: &tree::Defm) -> Eval<()> {
        let name = match &tree.name {
            Some(name) => self.object_name(name)?,
            None => {
                let name = self.heap.new_anonymous_name();
                match self.context.multiclass {
                    Some(id) => {
                        let own = self.definitions.multiclasses[id].name_param;
                        let own = self.heap.store.values.var(own, TypeId::STRING);
                        self.concat_strings(own, name)?
                    }
                    None => name,
                }
            }
        };
        let is_final = self.context.makes_records();
        let mut entries_out = Vec::new();
        let mut parents = tree.parents.iter().enumerate();
        let mut first_class = tree.parents.len();
        for (i, parent) in &mut parents {
            let parent = self.node(parent);
            // The first parent must be a multiclass, and multiclasses precede classes (ProgRef, "defm").
            if i > 0
                && self.heap.store.classes.by_name.contains_key(&self.heap.symbol(parent.name.name))
            {
                first_class = i;
                break;
            }
            let id = self.find_multiclass(parent.name)?;
            self.trace_multiclass_use(UseKind::Instantiate, parent.name.span, id);
            if self.given_up.has_multiclass(id) {
                self.give_up_defm(tree);
            }
            let owner = ParamOwner::Multiclass(id);
            let args = self.args(parent.args, owner)?;
            let args = self.cast_args(args, owner, parent.span.lo, parent.args)?;
            let mut substitutions = self.multiclass_substitutions(id, &args, name, parent.span)?;
            let entries = Arc::clone(&self.definitions.multiclasses[id].entries);
            let written = WrittenArgs { trees: parent.args, args: &args };
            let site = self.trace_site(owner, SiteRole::Defm, parent.span, written);
            let (kind, pos) = (site.map(ExpansionKind::Defm), Some(parent.span.lo));
            let via = self.trace_multiclass_expansion(kind, pos, &substitutions);
            self.instantiate_entries(
                &entries,
                &mut substitutions,
                is_final,
                Some(&mut entries_out),
                via,
            )?;
        }
        for parent in tree.parents.iter().skip(first_class) {
            let parent = self.class_parent(&self.node(parent))?;
            entries_out = self.change_prototypes(entries_out, &mut |this| this.inherit(&parent))?;
        }
        // The enclosing `let`s are applied last, so they override the fields of the classes.
        for entry in entries_out {
            let entry = self.change_prototype(entry, &mut |this| {
                this.apply_lets()?;
                if !is_final {
                    // The prototype is copied each time the enclosing multiclass or loop runs.
                    this.construction.fix_positions(&mut this.heap);
                }
                Ok(())
            })?;
            self.add_entry(entry)?;
        }
        Ok(())
    }

    /// Calls `change` for each prototype in the entries, with the prototype as the innermost one.
    fn change_prototypes(
        &mut self,
        entries: Vec<TemplateEntry>,
        change: &mut dyn FnMut(&mut Evaluator) -> Eval<()>,
    ) -> Eval<Vec<TemplateEntry>> {
        entries.into_iter().map(|entry| self.change_prototype(entry, change)).collect()
    }

    fn change_prototype(
        &mut self,
        entry: TemplateEntry,
        change: &mut dyn FnMut(&mut Evaluator) -> Eval<()>,
    ) -> Eval<TemplateEntry> {
        Ok(match entry {
            TemplateEntry::Record(prototype) => {
                self.construction.push(prototype);
                change(self)?;
                TemplateEntry::Record(self.construction.pop())
            }
            TemplateEntry::Loop(mut repeat) => {
                repeat.entries = self.change_prototypes(repeat.entries, change)?;
                TemplateEntry::Loop(repeat)
            }
            TemplateEntry::Assertion(_) | TemplateEntry::Dump(_) => entry,
        })
    }
}
