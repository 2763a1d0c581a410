//! Evaluation of single statements (ProgRef, "Statements"). The results are added to the records, or to the enclosing
//! multiclass or loop.

use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree::{self, Statement, StatementEvent};

use crate::eval::construction::Prototype;
use crate::eval::context::{ContextLoop, OpenDefset};
use crate::eval::lower::Mode;
use crate::eval::scopes::Scope;
use crate::eval::template::{Loop, TemplateEntry};
use crate::eval::trace::Via;
use crate::eval::{Eval, Evaluator, Reported};
use crate::ids::TypeId;
use crate::trace::DefinitionKind;
use crate::types::Type;
use crate::value::{Op, ValueId};

impl Evaluator {
    /// Evaluates a statement event from the parser. An error gives up the statement that contains it.
    pub(crate) fn statement_event(&mut self, event: &StatementEvent) {
        match event {
            StatementEvent::Statement(statement) => {
                if self.context.is_given_up() {
                    return self.give_up(statement);
                }
                if self.attempt(|this| this.statement(statement)).is_none() {
                    self.reports.is_complete = false;
                    self.give_up(statement);
                    self.blame_lets();
                }
            }
            StatementEvent::Broken(statement) => {
                if !self.context.is_given_up() {
                    self.broken_statement(statement);
                }
            }
            StatementEvent::LetStart { items, braced } => self.start_let(*items, *braced),
            StatementEvent::LetEnd => {
                let open = self
                    .context
                    .open_lets
                    .pop()
                    .expect("the parser passes on starts with their ends");
                self.context.lets.truncate(open.lets);
                self.scopes.truncate(open.scopes);
            }
        }
    }

    /// Reports errors in the part of a `class` or `def` before a syntax error, and then discards the part.
    fn broken_statement(&mut self, statement: &Statement) {
        self.reports.is_complete = false;
        let _: Option<()> = self.attempt(|this| {
            if let Statement::Class(class) = *statement {
                this.begin_class(&this.node(class))?;
            } else if let Statement::Def(def) = *statement {
                this.begin_def(&this.node(def))?
            }
            Err(Reported)
        });
    }

    /// Gives up the `let` whose binding is at the last error's position. So the error is not reported again for
    /// each statement in the `let`. The failed statement was rolled back, so all remaining bindings belong to open
    /// `let`s.
    fn blame_lets(&mut self) {
        let pos = self.reports.last_pos();
        let blamed = self.context.lets.iter().position(|binding| Some(binding.span.lo) == pos);
        let Some(blamed) = blamed else { return };
        let inner = self.context.open_lets.partition_point(|open| open.lets <= blamed);
        for open in self.context.open_lets.iter_mut().skip(inner - 1) {
            open.given_up = true;
        }
    }

    pub(super) fn statement(&mut self, statement: &Statement) -> Eval<()> {
        let result = self.statement_kind(statement);
        if result.is_err()
            && let Some(pos) = self.heap.trees.statement_pos(*statement)
        {
            self.reports.locate_limit(pos);
        }
        result
    }

    fn statement_kind(&mut self, statement: &Statement) -> Eval<()> {
        match *statement {
            Statement::Class(class) => self.class(&self.node(class)),
            Statement::Def(def) => self.def(&self.node(def)),
            Statement::Defm(defm) => self.defm(&self.node(defm)),
            Statement::Multiclass(multiclass) => self.multiclass(&self.node(multiclass)),
            Statement::Defset(defset) => self.defset(&self.node(defset)),
            Statement::Deftype(deftype) => self.deftype(&self.node(deftype)),
            Statement::Defvar(defvar) => self.defvar(&self.node(defvar)),
            Statement::Foreach(foreach) => self.foreach(&self.node(foreach)),
            Statement::If(condition) => self.if_statement(&self.node(condition)),
            Statement::Let(binding) => self.let_statement(&self.node(binding)),
            Statement::Assert(assert) => {
                let assertion = self.assertion(&self.node(assert))?;
                self.add_entry(TemplateEntry::Assertion(assertion))
            }
            Statement::Dump(dump) => {
                let dump = self.dump_request(&self.node(dump))?;
                self.add_entry(TemplateEntry::Dump(dump))
            }
        }
    }

    /// Evaluates the statements in a block. After an error in a statement, the other statements are still evaluated.
    pub(super) fn statements(&mut self, statements: tree::PartList<Statement>) -> Eval<()> {
        for statement in statements {
            let statement = self.node(statement);
            if self.attempt(|this| this.statement(&statement)).is_none() {
                self.give_up(&statement);
                self.continue_after_error()?;
                // An error in a binding of an enclosing `let` would occur in each statement.
                let pos = self.reports.last_pos();
                if self.context.lets.iter().any(|binding| Some(binding.span.lo) == pos) {
                    return Err(Reported);
                }
            }
        }
        Ok(())
    }

    fn defset(&mut self, tree: &tree::Defset) -> Eval<()> {
        let span = tree.ty.span;
        let ty = self.ty(&tree.ty)?;
        let Some(element_type) = self.heap.store.types.element(ty) else {
            return Err(self.reports.error(Code::DefsetType, span, "expected list type"));
        };
        let name = self.heap.symbol(tree.name.name);
        self.check_global_is_free(name, tree.name.span)?;
        self.definitions.positions.insert(name, tree.name.span.lo);
        self.trace_definition(DefinitionKind::Variable, tree.name);
        self.context.defsets.push(OpenDefset { pos: span.lo, element_type, elements: Vec::new() });
        self.statements(tree.body)?;
        let defset = self.context.defsets.pop().expect("it was pushed above");
        let list = self.heap.store.values.list(&defset.elements, element_type);
        // The list is stored only now: a `defset` is undefined within its own body.
        self.heap.store.names.globals.insert(name, list);
        Ok(())
    }

    fn check_global_is_free(&mut self, name: Symbol, span: Span) -> Eval<()> {
        if self.heap.global(name).is_none() {
            return Ok(());
        }
        let record = self.heap.store.names.defs.get(name);
        let first = match record {
            Some(record) => Some(self.heap.store.record(record).pos()),
            None => self.definitions.positions.get(&name).copied(),
        };
        let message = "def or global variable of this name already exists";
        Err(self.already_defined(span, message, first))
    }

    fn deftype(&mut self, tree: &tree::Deftype) -> Eval<()> {
        let name = self.heap.symbol(tree.name.name);
        if self.definitions.type_aliases.contains_key(&name)
            || self.heap.store.classes.by_name.contains_key(&name)
        {
            let message = format!("type of this name '{}' already exists", self.heap.str(name));
            let class = self.heap.store.classes.by_name.get(&name);
            let first = match class {
                Some(&class) => Some(self.heap.store.classes.get(class).pos),
                None => self.definitions.positions.get(&name).copied(),
            };
            return Err(self.already_defined(tree.name.span, message, first));
        }
        let ty = self.ty(&tree.ty)?;
        if let Type::Record(_) = self.heap.store.ty(ty) {
            let text = self.heap.store.type_text(ty);
            let message = format!("cannot define type alias for class type '{text}'");
            return Err(self.reports.error(Code::TypeAlias, tree.ty.span, message));
        }
        self.definitions.type_aliases.insert(name, ty);
        self.trace_definition(DefinitionKind::TypeAlias, tree.name);
        self.definitions.positions.insert(name, tree.name.span.lo);
        Ok(())
    }

    pub(super) fn defvar(&mut self, tree: &tree::Defvar) -> Eval<()> {
        let name = self.heap.symbol(tree.name.name);
        let span = tree.name.span;
        if let Some(first) = self.scopes.local_variable_pos(name) {
            let message = "local variable of this name already exists";
            return Err(self.already_defined(span, message, Some(first)));
        }
        let store = &self.heap.store;
        let field = self.construction.last().and_then(|prototype| {
            prototype.field(store, name).map(|(slot, _)| prototype.field_pos(store, slot))
        });
        if let Some(first) = field {
            let message = "field of this name already exists";
            return Err(self.already_defined(span, message, Some(first)));
        }
        if self.scopes.at_top_level() {
            self.check_global_is_free(name, span)?;
        }
        let value = self.expr(&tree.value, None, Mode::Value)?;
        self.trace_definition(DefinitionKind::Variable, tree.name);
        if self.scopes.at_top_level() {
            self.heap.store.names.globals.insert(name, value);
            self.definitions.positions.insert(name, span.lo);
        } else {
            self.scopes.add_local_variable(name, value, span.lo);
        }
        Ok(())
    }

    /// Evaluates `if`. A branch is a loop over a list with one element or none, so it can wait for its condition as
    /// loops wait for their lists.
    fn if_statement(&mut self, tree: &tree::IfStatement) -> Eval<()> {
        let condition = self.expr(&tree.condition, None, Mode::Value)?;
        let none = self.heap.store.values.list(&[], TypeId::BIT);
        let once = self.heap.store.values.list(&[ValueId::TRUE], TypeId::BIT);
        // Both branches are evaluated, but only the branch whose list has an element creates records.
        self.if_clause(tree.keyword, [condition, once, none], &tree.then_block)?;
        match &tree.else_block {
            Some(block) => self.if_clause(tree.keyword, [condition, none, once], block),
            None => Ok(()),
        }
    }

    fn if_clause(
        &mut self,
        pos: Pos,
        choice: [ValueId; 3],
        block: &tree::StatementBlock,
    ) -> Eval<()> {
        let ty = self.heap.store.types.list(TypeId::BIT);
        let list = self.fold_op(Op::Bang(BangOp::If), ty, &choice, false)?;
        self.loop_body(Scope::block(), pos, None, list, block)
    }

    /// Evaluates a loop's body once with an open variable, then adds the loop as an entry. The loop runs at once,
    /// unless it depends on an outer loop or multiclass.
    pub(crate) fn loop_body(
        &mut self,
        scope: Scope,
        pos: Pos,
        variable: Option<Symbol>,
        list: ValueId,
        block: &tree::StatementBlock,
    ) -> Eval<()> {
        // The body is evaluated once, with the variable open. Its entries are instantiated for each element when the
        // loop runs.
        self.context.loops.push(ContextLoop { entries: Vec::new() });
        self.in_scope(scope, |this| this.statements(block.statements))?;
        let open = self.context.loops.pop().expect("it was pushed above");
        let (entries, expansion) = (open.entries, None);
        self.add_entry(TemplateEntry::Loop(Box::new(Loop {
            pos,
            variable,
            list,
            entries,
            expansion,
        })))
    }

    /// Adds an entry to the innermost loop, or else to the multiclass being defined, or else to the records.
    pub(super) fn add_entry(&mut self, entry: TemplateEntry) -> Eval<()> {
        if let Some(open) = self.context.loops.last_mut() {
            open.entries.push(entry);
            return Ok(());
        }
        match (entry, self.context.multiclass) {
            (TemplateEntry::Loop(repeat), current) => {
                let mut out = current.map(|_| Vec::new());
                let (is_final, via) = (current.is_none(), Via::default());
                self.instantiate_loop(&repeat, &mut Vec::new(), is_final, out.as_mut(), via)?;
                // In a multiclass, a loop runs immediately if its list is known.
                if let (Some(current), Some(out)) = (current, out) {
                    self.definitions.multiclasses[current].add_entries(out);
                }
                Ok(())
            }
            (entry, Some(current)) => {
                self.definitions.multiclasses[current].add_entries([entry]);
                Ok(())
            }
            (TemplateEntry::Assertion(assertion), None) => {
                self.check_assertion(assertion);
                Ok(())
            }
            (TemplateEntry::Dump(dump), None) => self.print_dump(dump),
            (TemplateEntry::Record(prototype), None) => self.finalize_def(prototype),
        }
    }

    /// Like [`Self::add_entry`], for a record prototype.
    pub(super) fn add_record(&mut self, prototype: Box<Prototype>) -> Eval<()> {
        if self.context.makes_records() {
            return self.finalize_def(prototype);
        }
        self.add_entry(TemplateEntry::Record(prototype))
    }
}
