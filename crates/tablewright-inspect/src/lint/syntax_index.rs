//! Facts for lints, collected in a single walk of the syntax tree.

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_syntax::bang::BangOp;
use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree::{
    BodyItem, CondClause, Defvar, Expr, ExprKind, Foreach, ForeachSource, Ident, LetItem,
    ParameterDecl, ParentRef, PartList, RangePiece, Statement, StatementBlock, StatementEvent,
    TemplateArg, TreePart, TypeExpr, TypeSyntax,
};

/// The kind of a local name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LocalKind {
    /// A template argument.
    Parameter,
    /// A `defvar` variable.
    Defvar,
    /// The variable of a `foreach` statement.
    Loop,
    /// A variable of an operator such as `!foreach`.
    Operator,
}

/// A local name that hides another in an enclosing scope.
pub(super) struct Shadowing {
    pub(super) inner: (LocalKind, Ident),
    pub(super) outer: (LocalKind, Ident),
}

/// A bit range with two literal numbers.
pub(super) struct SyntaxBitRange {
    /// The field that a `let` sets; `None` if bits are read.
    pub(super) set_field: Option<Symbol>,
    pub(super) first: i64,
    pub(super) last: i64,
    pub(super) span: Span,
}

/// The collected facts.
#[derive(Default)]
pub(super) struct SyntaxIndex {
    pub(super) defvars: Vec<Defvar>,
    pub(super) loops: Vec<Foreach>,
    /// All local names in source order.
    pub(super) locals: Vec<(LocalKind, Ident)>,
    pub(super) shadowings: Vec<Shadowing>,
    pub(super) bit_ranges: Vec<SyntaxBitRange>,
    /// Calls `!range(A, B)` with literal numbers and `A` not less than `B`.
    pub(super) empty_ranges: Vec<(Span, i64, i64)>,
    /// Names of nested `let`s for the same field: outer and inner.
    pub(super) nested_lets: FxHashSet<(Pos, Pos)>,
    /// Positions of top-level statements.
    pub(super) statements: Vec<Pos>,
    /// Names in conditional statements: within an `if` or a loop.
    pub(super) conditional_names: FxHashSet<Symbol>,
}

impl SyntaxIndex {
    pub(super) fn new(tree: &TreePart) -> SyntaxIndex {
        let mut walk = Walk {
            tree,
            index: SyntaxIndex::default(),
            locals: FxHashMap::default(),
            order: Vec::new(),
            lets: Vec::new(),
            conditional: 0,
        };
        for event in &tree.events {
            // A tree with a single part produces only these events.
            if let StatementEvent::Statement(statement) = *event {
                walk.index.statements.extend(start(tree, statement));
                walk.statement(statement);
            }
        }
        walk.index
    }
}

/// Returns a position at or near the start of a statement.
fn start(tree: &TreePart, statement: Statement) -> Option<Pos> {
    if let Statement::Def(def) = statement {
        return Some(tree.get(def).keyword);
    }
    tree.statement_pos(statement)
}

struct Walk<'t> {
    tree: &'t TreePart,
    index: SyntaxIndex,
    /// The meanings of each name, innermost last.
    locals: FxHashMap<Symbol, Vec<(LocalKind, Ident)>>,
    /// The names in `locals` in order of definition.
    order: Vec<Symbol>,
    /// The items of the enclosing `let … in`s, innermost last.
    lets: Vec<LetItem>,
    /// Number of enclosing `if`s and loops.
    conditional: usize,
}

impl Walk<'_> {
    fn define(&mut self, kind: LocalKind, name: Ident) {
        self.index.locals.push((kind, name));
        let symbol = name.name.symbol();
        let meanings = self.locals.entry(symbol).or_default();
        if let Some(&outer) = meanings.last() {
            self.index.shadowings.push(Shadowing { inner: (kind, name), outer });
        }
        meanings.push((kind, name));
        self.order.push(symbol);
    }

    /// Walks a scope.
    fn scope(&mut self, walk: impl FnOnce(&mut Self)) {
        let mark = self.order.len();
        walk(self);
        for symbol in self.order.drain(mark..) {
            if let Some(meanings) = self.locals.get_mut(&symbol) {
                meanings.pop();
            }
        }
    }

    fn mention(&mut self, symbol: Symbol) {
        if self.conditional > 0 {
            self.index.conditional_names.insert(symbol);
        }
    }

    fn statements(&mut self, statements: PartList<Statement>) {
        self.scope(|walk| {
            walk.tree.list(statements).iter().for_each(|&statement| walk.statement(statement));
        });
    }

    fn block(&mut self, block: &StatementBlock) {
        self.conditional += 1;
        self.statements(block.statements);
        self.conditional -= 1;
    }

    fn statement(&mut self, statement: Statement) {
        let tree = self.tree;
        match statement {
            Statement::Class(class) => self.scope(|walk| {
                let class = tree.get(class);
                walk.parameters(class.params);
                walk.parents(class.parents);
                walk.body(class.body);
            }),
            Statement::Def(def) => self.scope(|walk| {
                let def = tree.get(def);
                def.name.iter().for_each(|name| walk.expr(name));
                walk.parents(def.parents);
                walk.body(def.body);
            }),
            Statement::Defm(defm) => {
                let defm = tree.get(defm);
                defm.name.iter().for_each(|name| self.expr(name));
                self.parents(defm.parents);
            }
            Statement::Multiclass(multiclass) => self.scope(|walk| {
                let multiclass = tree.get(multiclass);
                walk.parameters(multiclass.params);
                walk.parents(multiclass.parents);
                walk.statements(multiclass.body);
            }),
            Statement::Defset(defset) => {
                let defset = tree.get(defset);
                self.ty(&defset.ty);
                self.statements(defset.body);
            }
            Statement::Deftype(deftype) => self.ty(&tree.get(deftype).ty),
            Statement::Defvar(defvar) => self.defvar(tree.get(defvar)),
            Statement::Foreach(foreach) => self.foreach(tree.get(foreach)),
            Statement::If(branch) => {
                let branch = tree.get(branch);
                self.expr(&branch.condition);
                self.block(&branch.then_block);
                branch.else_block.iter().for_each(|block| self.block(block));
            }
            Statement::Let(outer) => {
                let outer = tree.get(outer);
                let mark = self.lets.len();
                for item in tree.list(outer.items) {
                    self.let_item(item);
                }
                self.lets.extend(tree.list(outer.items));
                self.statements(outer.body.statements);
                self.lets.truncate(mark);
            }
            Statement::Assert(assert) => {
                let assert = tree.get(assert);
                self.expr(&assert.condition);
                self.expr(&assert.message);
            }
            Statement::Dump(dump) => self.expr(&tree.get(dump).message),
        }
    }

    fn foreach(&mut self, foreach: Foreach) {
        self.index.loops.push(foreach);
        match foreach.source {
            ForeachSource::Ranges(ranges) => self.ranges(ranges),
            ForeachSource::Value(range) => self.range(&range),
        }
        self.scope(|walk| {
            walk.define(LocalKind::Loop, foreach.var);
            walk.block(&foreach.body);
        });
    }

    fn defvar(&mut self, defvar: Defvar) {
        self.expr(&defvar.value);
        self.index.defvars.push(defvar);
        self.define(LocalKind::Defvar, defvar.name);
    }

    fn parameters(&mut self, parameters: Option<PartList<ParameterDecl>>) {
        for parameter in self.tree.list(parameters.unwrap_or_default()) {
            self.declaration(parameter);
            self.define(LocalKind::Parameter, parameter.name);
        }
    }

    fn declaration(&mut self, declaration: &ParameterDecl) {
        self.ty(&declaration.ty);
        declaration.value.iter().for_each(|value| self.expr(value));
    }

    fn ty(&mut self, ty: &TypeExpr) {
        if let TypeSyntax::Named(name) = ty.kind {
            self.mention(name.symbol())
        } else if let TypeSyntax::List(element) = ty.kind {
            self.ty(&self.tree.get(element))
        }
    }

    fn parents(&mut self, parents: PartList<ParentRef>) {
        for parent in self.tree.list(parents) {
            self.mention(parent.name.name.symbol());
            self.args(parent.args);
        }
    }

    fn args(&mut self, args: PartList<TemplateArg>) {
        self.tree.list(args).iter().for_each(|arg| self.expr(&arg.value));
    }

    fn body(&mut self, body: PartList<BodyItem>) {
        let tree = self.tree;
        for item in tree.list(body) {
            match *item {
                BodyItem::Field(declaration) => self.declaration(&tree.get(declaration)),
                BodyItem::Let(item) => self.let_item(&tree.get(item)),
                BodyItem::Defvar(defvar) => self.defvar(tree.get(defvar)),
                BodyItem::Assert(assert) => {
                    let assert = tree.get(assert);
                    self.expr(&assert.condition);
                    self.expr(&assert.message);
                }
                BodyItem::Dump(dump) => self.expr(&tree.get(dump).message),
            }
        }
    }

    fn let_item(&mut self, item: &LetItem) {
        for outer in self.lets.iter().filter(|outer| outer.name.name == item.name.name) {
            self.index.nested_lets.insert((outer.name.span.lo, item.name.span.lo));
        }
        if let Some(bits) = item.bits {
            self.bit_ranges(bits, Some(item.name.name.symbol()));
            self.ranges(bits);
        }
        self.expr(&item.value);
    }

    fn bit_ranges(&mut self, ranges: PartList<RangePiece>, set_field: Option<Symbol>) {
        for range in self.tree.list(ranges) {
            if let Some((first, last, span)) = self.numbers(range) {
                self.index.bit_ranges.push(SyntaxBitRange { set_field, first, last, span });
            }
        }
    }

    fn ranges(&mut self, ranges: PartList<RangePiece>) {
        self.tree.list(ranges).iter().for_each(|range| self.range(range));
    }

    fn range(&mut self, range: &RangePiece) {
        self.expr(&range.first);
        range.last.iter().for_each(|last| self.expr(last));
    }

    fn exprs(&mut self, exprs: PartList<Expr>) {
        self.tree.list(exprs).iter().for_each(|expr| self.expr(expr));
    }

    fn expr(&mut self, expr: &Expr) {
        let tree = self.tree;
        match expr.kind {
            ExprKind::Int(_)
            | ExprKind::BinaryInt(_)
            | ExprKind::Str(_)
            | ExprKind::LongStr(_)
            | ExprKind::Code(_)
            | ExprKind::LongCode(_)
            | ExprKind::Unset => {}
            ExprKind::Name(name) => self.mention(name.symbol()),
            ExprKind::BitsInit(bits) => self.exprs(tree.get(bits).bits),
            ExprKind::List(list) => {
                let list = tree.get(list);
                self.exprs(list.elements);
                list.element_type.iter().for_each(|ty| self.ty(ty));
            }
            ExprKind::Dag(dag) => {
                let dag = tree.get(dag);
                self.expr(&dag.operator);
                let args = tree.list(dag.args).iter();
                args.filter_map(|arg| arg.value.as_ref()).for_each(|arg| self.expr(arg));
            }
            ExprKind::Instance(instance) => {
                let instance = tree.get(instance);
                self.mention(instance.class.name.symbol());
                self.args(instance.args);
            }
            ExprKind::Bang(bang) => {
                let bang = tree.get(bang);
                bang.ty.iter().for_each(|ty| self.ty(ty));
                self.exprs(bang.args);
                if let (BangOp::Range, [first, last]) = (bang.op, tree.list(bang.args))
                    && let (ExprKind::Int(first), ExprKind::Int(last)) = (first.kind, last.kind)
                    && let (first, last) = (tree.get(first), tree.get(last))
                    && first > last
                {
                    self.index.empty_ranges.push((expr.span, first, last));
                }
            }
            ExprKind::Cond(cond) => self.cases(tree.get(cond).cases),
            ExprKind::Switch(switch) => {
                let switch = tree.get(switch);
                self.expr(&switch.key);
                self.cases(switch.cases);
                self.expr(&switch.default);
            }
            ExprKind::Comprehension(comprehension) => {
                let comprehension = tree.get(comprehension);
                self.expr(&comprehension.sequence);
                self.scope(|walk| {
                    walk.define(LocalKind::Operator, comprehension.var);
                    walk.expr(&comprehension.body);
                });
            }
            ExprKind::Foldl(foldl) => {
                let foldl = tree.get(foldl);
                self.expr(&foldl.start);
                self.expr(&foldl.list);
                self.scope(|walk| {
                    walk.define(LocalKind::Operator, foldl.accumulator);
                    walk.define(LocalKind::Operator, foldl.item);
                    walk.expr(&foldl.body);
                });
            }
            ExprKind::BitRange(range) => {
                let range = tree.get(range);
                self.expr(&range.value);
                self.bit_ranges(range.ranges, None);
                self.ranges(range.ranges);
            }
            ExprKind::Subscript(subscript) => {
                let subscript = tree.get(subscript);
                self.expr(&subscript.value);
                self.ranges(subscript.elements);
            }
            ExprKind::Field(field) => self.expr(&tree.get(field).value),
            ExprKind::Paste(paste) => {
                let paste = tree.get(paste);
                self.expr(&paste.left);
                paste.right.iter().for_each(|right| self.expr(right));
            }
        }
    }

    fn cases(&mut self, cases: PartList<CondClause>) {
        for case in self.tree.list(cases) {
            self.expr(&case.when);
            self.expr(&case.value);
        }
    }

    /// Returns the bounds of a range if both are literal numbers.
    fn numbers(&self, range: &RangePiece) -> Option<(i64, i64, Span)> {
        let last = range.last?;
        let (ExprKind::Int(first), ExprKind::Int(to)) = (range.first.kind, last.kind) else {
            return None;
        };
        let span = range.first.span.to(last.span);
        Some((self.tree.get(first), self.tree.get(to), span))
    }
}
