//! `class` (ProgRef, "class — define an abstract record class"). [`instantiate`](crate::eval::instantiate) implements
//! inheritance.

use tablewright_syntax::diagnostic::{Code, Note};
use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree;
use tablewright_text::append;

use crate::eval::definitions::ParamOwner;
use crate::eval::lower::GivenArgs;
use crate::eval::scopes::Scope;
use crate::eval::trace::WrittenArgs;
use crate::eval::{Damage, Eval, Evaluator, Reported};
use crate::ids::{ClassId, ShapeId};
use crate::record::{ClassData, PosRow};
use crate::trace::{SiteId, SiteRole, UseKind};
use crate::value::NameSet;

/// A class in a list of parents, with its evaluated arguments.
pub(crate) struct ClassParent {
    pub(crate) class: ClassId,
    pub(crate) args: GivenArgs,
    pub(crate) span: Span,
    /// The parent in the trace.
    pub(crate) site: Option<SiteId>,
}

impl Evaluator {
    pub(crate) fn class(&mut self, tree: &tree::ClassStatement) -> Eval<()> {
        let class = self.begin_class(tree)?;
        // A given-up part may have used the parameters.
        if self.damage_here().is_none() {
            self.warn_unused_params(ParamOwner::Class(class));
        }
        self.store_class();
        self.construction.pop();
        self.heap.store.note_class(class);
        Ok(())
    }

    /// Evaluates a class, which stays under construction.
    pub(super) fn begin_class(&mut self, tree: &tree::ClassStatement) -> Eval<ClassId> {
        let name = self.heap.symbol(tree.name.name);
        let pos = tree.name.span.lo;
        let class = match self.heap.store.classes.by_name.get(&name) {
            Some(&class) => {
                let data = self.heap.store.classes.get(class);
                // A class without parameters, parents and fields looks like a forward declaration, so it may be defined
                // again.
                let is_declared_only =
                    data.values.is_empty() && data.supers.is_empty() && data.params.is_empty();
                if !is_declared_only {
                    let first = data.pos;
                    let message = format!("Class '{}' already defined", self.heap.str(name));
                    return Err(self.already_defined(tree.name.span, message, Some(first)));
                }
                self.heap.store.classes.log_declaration(class);
                let data = self.heap.store.classes.get_mut(class);
                let forward = std::mem::replace(&mut data.pos, pos);
                self.heap.store.tables.forward_positions.push((class, forward));
                self.heap.shapes.forget_parent(class);
                self.trace_class_definition(tree.name, Some(forward));
                class
            }
            None => {
                self.trace_class_definition(tree.name, None);
                self.new_class(name, pos)
            }
        };
        if self.definitions.type_aliases.contains_key(&name) {
            let first = self.definitions.positions.get(&name).copied();
            let name = self.heap.str(name);
            let message = format!("there is already a defined type alias '{name}'");
            return Err(self.already_defined(tree.name.span, message, first));
        }
        let name_value = self.heap.store.values.string(name);
        let sequence = self.heap.next_sequence();
        let mut prototype = self.construction.new_prototype(name_value, pos, sequence);
        prototype.class = Some(class);
        prototype.history = self.tracer.new_history();
        self.construction.push(prototype);
        self.in_scope(Scope::record(), |this| {
            this.declare_params(ParamOwner::Class(class), tree.params.unwrap_or_default())?;
            this.object_body(tree.parents, tree.body)
        })?;
        Ok(class)
    }

    fn new_class(&mut self, name: Symbol, pos: Pos) -> ClassId {
        let qualified = format!("{}:NAME", self.heap.str(name));
        let name_param = self.heap.intern(&qualified);
        self.heap.store.values.declare_param(name_param);
        let class = ClassId::from_index(self.heap.store.classes.list.len());
        let ty = self.heap.store.types.record(&[class]);
        self.heap.store.classes.list.push(ClassData {
            name,
            pos,
            name_param,
            params: Vec::new(),
            shape: ShapeId::EMPTY,
            supers: Box::default(),
            values: Vec::new(),
            param_slots: Box::default(),
            field_positions: PosRow(0),
            assertions: Vec::new(),
            dumps: Vec::new(),
            ty,
        });
        self.heap.store.classes.by_name.insert(name, class);
        class
    }

    /// Stores the current state of the class under construction.
    fn store_class(&mut self) {
        self.construction.fix_shape(&mut self.heap);
        let row = self.construction.fix_positions(&mut self.heap);
        let class = self.construction.current().class.expect("it is a class");
        self.trace_class(class);
        let prototype = self.construction.current();
        let supers = prototype.supers(&self.heap.store).into();
        let data = self.heap.store.classes.get(class);
        let params = data.params.iter().map(|param| param.name).chain([data.name_param]);
        let params = params.fold(NameSet::default(), |names, name| {
            names.with(self.heap.store.values.name_set(name))
        });
        // Only these fields change when arguments are substituted.
        let mentions_params = |value| self.heap.store.values.names_in(value).meets(params);
        let slots = prototype.values.iter().zip(0..);
        let param_slots =
            slots.filter(|&(&value, _)| mentions_params(value)).map(|(_, slot)| slot).collect();
        let data = self.heap.store.classes.get_mut(class);
        data.param_slots = param_slots;
        data.shape = prototype.shape;
        data.supers = supers;
        data.values.clone_from(&prototype.values);
        data.field_positions = row;
        data.assertions.clone_from(&prototype.assertions);
        data.dumps.clone_from(&prototype.dumps);
    }

    /// Stores the current state of `class` if it is under construction: a class can mention itself.
    pub(super) fn sync_class(&mut self, class: ClassId) {
        if self.construction.last().is_some_and(|b| b.class == Some(class)) {
            self.store_class();
        }
    }

    pub(super) fn find_class(&mut self, name: tree::Ident) -> Eval<ClassId> {
        let symbol = self.heap.symbol(name.name);
        // This check comes first, since a part of a given-up class may exist.
        if self.given_up.has_name(symbol) {
            return Err(Reported);
        }
        if let Some(&class) = self.heap.store.classes.by_name.get(&symbol) {
            self.sync_class(class);
            return Ok(class);
        }
        let text = self.heap.str(symbol);
        let mut message = format!("Couldn't find class '{text}'");
        if self.definitions.multiclass(symbol).is_some() {
            append!(&mut message, ". Use 'defm' if you meant to use multiclass '", text, "'");
        }
        let multiclass = self.definitions.multiclass(symbol);
        let multiclass = multiclass.map(|id| self.definitions.multiclasses[id].pos);
        let similar = self.similar_class(symbol);
        let error = self.reports.begin_error(Code::UnknownClass, name.span, message);
        match multiclass {
            Some(pos) => Err(error.label(pos, "the multiclass is defined here").into()),
            None => Err(error.did_you_mean(name.span, similar.as_deref()).into()),
        }
    }

    #[cold]
    pub(super) fn already_defined(
        &mut self,
        span: Span,
        message: impl Into<String>,
        first: Option<Pos>,
    ) -> Reported {
        let repeated = first.and_then(|first| self.repeated_include(first, span.lo));
        if repeated.as_ref().is_some_and(|repeated| self.reports.has_note(&repeated.message)) {
            return Reported;
        }
        let error = self.reports.begin_error(Code::AlreadyDefined, span, message);
        if let Some(first) = first {
            error.label(first, "first defined here");
        }
        error.notes.extend(repeated);
        Reported
    }

    /// Returns a note if two positions are in two inclusions of the same file, or of files that it includes. The note is
    /// the same for all definitions in these inclusions.
    #[cold]
    pub(in crate::eval) fn repeated_include(&self, first: Pos, second: Pos) -> Option<Note> {
        let sources = &self.heap.store.sources;
        let mut repeated = None;
        let (mut first, mut second) = (Some(first), Some(second));
        while let (Some(one), Some(other)) = (first, second) {
            let (one, other) = (sources.file_of(one), sources.file_of(other));
            if one == other || sources.file(one).name != sources.file(other).name {
                break;
            }
            (first, second) = (sources.file(one).included_from, sources.file(other).included_from);
            repeated = Some((one, first, second));
        }
        let (file, first, second) = repeated?;
        let name = &sources.file(file).name;
        let place = |pos: Option<Pos>| match pos {
            Some(pos) => {
                let at = sources.line_column(pos);
                format!("{}:{}", sources.file(at.file).name, at.line)
            }
            None => "the command line".to_owned(),
        };
        let (first, second) = (place(first), place(second));
        let message = format!(
            "'{name}' is included twice, at {first} and at {second}; `#ifndef` around its contents leaves them out \
             the second time"
        );
        Some(Note { message, pos: None, excerpt: None })
    }

    /// Evaluates the class and arguments in a parent list.
    pub(super) fn class_parent(&mut self, parent: &tree::ParentRef) -> Eval<ClassParent> {
        let class = self.find_class(parent.name)?;
        self.trace_class_use(UseKind::Inherit, parent.name.span, class);
        let owner = ParamOwner::Class(class);
        let args = self.args(parent.args, owner)?;
        let args = self.cast_args(args, owner, parent.span.lo, parent.args)?;
        let span = parent.span;
        let written = WrittenArgs { trees: parent.args, args: &args };
        let site = self.trace_site(owner, SiteRole::Parent, span, written);
        Ok(ClassParent { class, args, span, site })
    }

    /// Evaluates the parents, applies the enclosing `let`s, and evaluates the body of a class or def.
    pub(super) fn object_body(
        &mut self,
        parents: tree::PartList<tree::ParentRef>,
        body: tree::PartList<tree::BodyItem>,
    ) -> Eval<()> {
        for parent in parents {
            let parent = self.node(parent);
            // After an error the other parents and the body are still evaluated.
            if self.attempt(|this| this.parent(&parent)).is_none() {
                self.damage_current(Damage::Fields);
                self.continue_after_error()?;
            }
        }
        self.apply_lets()?;
        for item in body {
            let item = self.node(item);
            if self.attempt(|this| this.body_item(&item)).is_none() {
                self.give_up_item(&item)?;
            }
        }
        Ok(())
    }

    fn parent(&mut self, parent: &tree::ParentRef) -> Eval<()> {
        let parent = self.class_parent(parent)?;
        self.inherit(&parent)
    }
}
