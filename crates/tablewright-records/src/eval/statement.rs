//! Statements one by one (ProgRef, "Statements").

use tablewright_syntax::Part;
use tablewright_syntax::bang::BangOp;
use tablewright_syntax::source::Pos;
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree::{self, Statement};

use super::entry::{Entry, Loop, OpenLoop};
use super::scope::Scope;
use super::value::Mode;
use super::{Eval, Evaluator, LetBinding, OpenDefset};
use crate::ids::TypeId;
use crate::types::Type;
use crate::value::{Op, ValueId};

/// A `let` at top level, or within such `let`s, while what stands in it comes from the parser.
pub(super) struct OpenLet {
    /// How many bindings and scopes there were before it.
    lets: usize,
    scopes: usize,
    /// Whether something is wrong with what it sets, so that what stands in it is given up.
    given_up: bool,
}

impl Evaluator {
    /// Evaluates what the parser passes on. A fault gives up the statement that it is in.
    pub(super) fn part(&mut self, part: &Part<'_>) {
        match part {
            Part::Statement(statement) => {
                if self.is_given_up() {
                    return self.poison(statement);
                }
                if self.attempt(|this| this.statement(statement)).is_none() {
                    self.is_complete = false;
                    self.poison(statement);
                    self.blame_lets();
                }
            }
            Part::LetStart { items, braced } => self.start_let(items, *braced),
            Part::LetEnd => {
                let open =
                    self.open_lets.pop().expect("the parser passes on starts with their ends");
                self.lets.truncate(open.lets);
                self.scopes.truncate(open.scopes);
            }
        }
    }

    fn is_given_up(&self) -> bool {
        self.open_lets.last().is_some_and(|open| open.given_up)
    }

    fn start_let(&mut self, items: &[tree::LetItem<'_>], braced: bool) {
        let (lets, scopes) = (self.lets.len(), self.scopes.len());
        let given_up = self.is_given_up() || self.attempt(|this| this.let_items(items)).is_none();
        if given_up {
            self.is_complete = false;
        }
        if braced {
            self.scopes.push(Scope::block());
        }
        self.open_lets.push(OpenLet { lets, scopes, given_up });
    }

    /// Where the last fault is that of a binding, it is not reported of each statement anew.
    fn blame_lets(&mut self) {
        let place = self.diagnostics.iter().next_back().and_then(|d| d.pos);
        let blamed = self.lets.iter().position(|binding| Some(binding.pos) == place);
        let Some(blamed) = blamed else { return };
        let inner = self.open_lets.partition_point(|open| open.lets <= blamed);
        for open in self.open_lets.iter_mut().skip(inner - 1) {
            open.given_up = true;
        }
    }

    pub(crate) fn statement(&mut self, statement: &Statement<'_>) -> Eval<()> {
        match statement {
            Statement::Class(class) => self.class(class),
            Statement::Def(def) => self.def(def),
            Statement::Defm(defm) => self.defm(defm),
            Statement::Multiclass(multiclass) => self.multiclass(multiclass),
            Statement::Defset(defset) => self.defset(defset),
            Statement::Deftype(deftype) => self.deftype(deftype),
            Statement::Defvar(defvar) => self.defvar(defvar),
            Statement::Foreach(foreach) => self.foreach(foreach),
            Statement::If(condition) => self.if_statement(condition),
            Statement::Let(binding) => self.let_statement(binding),
            Statement::Assert(assert) => {
                let assertion = self.assertion(assert)?;
                self.add_entry(Entry::Assertion(assertion))
            }
            Statement::Dump(dump) => {
                let dump = self.dump_request(dump)?;
                self.add_entry(Entry::Dump(dump))
            }
        }
    }

    pub(crate) fn statements(&mut self, statements: &[Statement<'_>]) -> Eval<()> {
        statements.iter().try_for_each(|s| self.statement(s))
    }

    /// Remembers the names that a statement which was given up would have defined.
    pub(crate) fn poison(&mut self, statement: &Statement<'_>) {
        let name = match statement {
            Statement::Class(class) => class.name.name,
            Statement::Multiclass(multiclass) => multiclass.name.name,
            Statement::Defset(defset) => defset.name.name,
            Statement::Deftype(deftype) => deftype.name.name,
            Statement::Defvar(defvar) => defvar.name.name,
            Statement::Def(def) => match def.name.map(|n| n.kind) {
                Some(tree::ExprKind::Name(name)) => name,
                _ => return,
            },
            Statement::Let(binding) => return self.poison_all(binding.body.statements),
            Statement::Foreach(foreach) => return self.poison_all(foreach.body.statements),
            Statement::If(_) | Statement::Defm(_) | Statement::Assert(_) | Statement::Dump(_) => {
                return;
            }
        };
        self.poisoned.insert(self.symbol(name));
    }

    fn poison_all(&mut self, statements: &[Statement<'_>]) {
        for statement in statements {
            self.poison(statement);
        }
    }

    fn defset(&mut self, tree: &tree::Defset<'_>) -> Eval<()> {
        let pos = tree.ty.span.lo;
        let ty = self.ty(&tree.ty)?;
        let Some(element_type) = self.store.types.element(ty) else {
            return Err(self.error(pos, "expected list type"));
        };
        let name = self.symbol(tree.name.name);
        self.check_global_is_free(name, tree.name.span.lo)?;
        self.defsets.push(OpenDefset { pos, element_type, elements: Vec::new() });
        self.statements(tree.body)?;
        let defset = self.defsets.pop().expect("it was pushed above");
        let list = self.store.values.list(&defset.elements, element_type);
        self.store.globals.insert(name, list);
        Ok(())
    }

    fn check_global_is_free(&mut self, name: Symbol, pos: Pos) -> Eval<()> {
        if self.global(name).is_none() {
            return Ok(());
        }
        Err(self.error(pos, "def or global variable of this name already exists"))
    }

    fn deftype(&mut self, tree: &tree::Deftype<'_>) -> Eval<()> {
        let name = self.symbol(tree.name.name);
        if self.type_aliases.contains_key(&name) || self.store.classes.by_name.contains_key(&name) {
            let message = format!("type of this name '{}' already exists", self.str(name));
            return Err(self.error(tree.name.span.lo, message));
        }
        let ty = self.ty(&tree.ty)?;
        if let Type::Record(_) = self.store.ty(ty) {
            let text = self.store.type_text(ty);
            let message = format!("cannot define type alias for class type '{text}'");
            return Err(self.error(tree.ty.span.lo, message));
        }
        self.type_aliases.insert(name, ty);
        Ok(())
    }

    pub(crate) fn defvar(&mut self, tree: &tree::Defvar<'_>) -> Eval<()> {
        let name = self.symbol(tree.name.name);
        let pos = tree.name.span.lo;
        if self.is_local_variable(name) {
            return Err(self.error(pos, "local variable of this name already exists"));
        }
        let is_field = self.building.last().is_some_and(|b| b.field(&self.store, name).is_some());
        if is_field {
            return Err(self.error(pos, "field of this name already exists"));
        }
        if self.at_top_level() {
            self.check_global_is_free(name, pos)?;
        }
        let value = self.expr(&tree.value, None, Mode::Value)?;
        if self.at_top_level() {
            self.store.globals.insert(name, value);
        } else {
            self.add_local_variable(name, value);
        }
        Ok(())
    }

    fn let_statement(&mut self, tree: &tree::Let<'_>) -> Eval<()> {
        let outer = self.lets.len();
        self.let_items(tree.items)?;
        if tree.body.braced {
            self.in_scope(Scope::block(), |this| this.statements(tree.body.statements))?;
        } else {
            self.statements(tree.body.statements)?;
        }
        self.lets.truncate(outer);
        Ok(())
    }

    /// Puts what a `let` sets in force, for what stands in it.
    fn let_items(&mut self, items: &[tree::LetItem<'_>]) -> Eval<()> {
        let mut bindings = Vec::with_capacity(items.len());
        for item in items {
            let bits = self.let_bits(item.bits)?.into();
            let value = self.expr(&item.value, None, Mode::Value)?;
            let (name, pos) = (self.symbol(item.name.name), item.name.span.lo);
            bindings.push(LetBinding { name, bits, value, pos });
        }
        self.lets.append(&mut bindings);
        Ok(())
    }

    /// A clause of `if` is a loop over one element or none, so that it can wait, as a loop can,
    /// for what its condition depends on.
    fn if_statement(&mut self, tree: &tree::If<'_>) -> Eval<()> {
        let condition = self.expr(&tree.condition, None, Mode::Value)?;
        let none = self.store.values.list(&[], TypeId::BIT);
        let once = self.store.values.list(&[ValueId::TRUE], TypeId::BIT);
        self.if_clause(tree.keyword, [condition, once, none], &tree.then_block)?;
        match &tree.else_block {
            Some(block) => self.if_clause(tree.keyword, [condition, none, once], block),
            None => Ok(()),
        }
    }

    fn if_clause(&mut self, pos: Pos, choice: [ValueId; 3], block: &tree::Block<'_>) -> Eval<()> {
        let ty = self.store.types.list(TypeId::BIT);
        let list = self.fold_op(Op::Bang(BangOp::If), ty, &choice, false)?;
        self.loop_body(Scope::block(), pos, None, list, block)
    }

    /// Evaluates the body of a loop, then runs the loop or leaves it to what is around.
    pub(crate) fn loop_body(
        &mut self,
        scope: Scope,
        pos: Pos,
        variable: Option<Symbol>,
        list: ValueId,
        block: &tree::Block<'_>,
    ) -> Eval<()> {
        self.loops.push(OpenLoop { entries: Vec::new() });
        self.in_scope(scope, |this| this.statements(block.statements))?;
        let open = self.loops.pop().expect("it was pushed above");
        self.add_entry(Entry::Loop(Box::new(Loop { pos, variable, list, entries: open.entries })))
    }

    /// The type that is written.
    pub(crate) fn ty(&mut self, tree: &tree::TypeExpr<'_>) -> Eval<TypeId> {
        Ok(match tree.kind {
            tree::TypeKind::Bit => TypeId::BIT,
            tree::TypeKind::Int => TypeId::INT,
            tree::TypeKind::String | tree::TypeKind::Code => TypeId::STRING,
            tree::TypeKind::Dag => TypeId::DAG,
            tree::TypeKind::Bits(width) => self.store.types.bits(width),
            tree::TypeKind::List(element) => {
                let element = self.ty(element)?;
                self.store.types.list(element)
            }
            tree::TypeKind::Named(name) => {
                if let Some(&alias) = self.type_aliases.get(&self.symbol(name)) {
                    return Ok(alias);
                }
                let class = self.find_class(tree::Ident { name, span: tree.span })?;
                self.class_type(class)
            }
        })
    }
}
