//! Trees as short texts.

use crate::source::SourceMap;
use crate::symbol::Interner;
use crate::tree::*;

pub(super) fn statements(sources: &SourceMap, names: &Interner, list: &[Statement<'_>]) -> String {
    let dump = Dumper { sources, names };
    list.iter().fold(String::new(), |all, s| all + &dump.statement(s) + "\n")
}

struct Dumper<'n> {
    sources: &'n SourceMap,
    names: &'n Interner,
}

fn joined<T>(list: &[T], show: impl Fn(&T) -> String) -> String {
    list.iter().map(show).collect::<Vec<_>>().join(" ")
}

impl Dumper<'_> {
    fn name(&self, name: Name) -> String {
        self.names.resolve(name.symbol()).to_owned()
    }

    /// The contents of a literal, with a mark before those that stayed in the file.
    fn literal(&self, literal: Literal, show: impl Fn(&str) -> String) -> String {
        match literal {
            Literal::Interned(name) => show(self.names.resolve(name.symbol())),
            Literal::InFile(SourceText { start, len }) => {
                format!("file:{}", show(self.sources.text(start, len)))
            }
        }
    }

    fn statement(&self, statement: &Statement<'_>) -> String {
        match statement {
            Statement::Class(c) => format!(
                "(class {}{} {})",
                self.name(c.name.name),
                self.params(c.params),
                self.record(c.parents, c.body)
            ),
            Statement::Def(d) => {
                format!("(def {} {})", self.optional(d.name), self.record(d.parents, d.body))
            }
            Statement::Defm(d) => {
                format!("(defm {} {})", self.optional(d.name), self.record(d.parents, &[]))
            }
            Statement::Multiclass(m) => format!(
                "(multiclass {}{} {} [{}])",
                self.name(m.name.name),
                self.params(m.params),
                self.record(m.parents, &[]),
                joined(m.body, |s| self.statement(s))
            ),
            Statement::Defset(d) => format!(
                "(defset {} {} [{}])",
                self.ty(&d.ty),
                self.name(d.name.name),
                joined(d.body, |s| self.statement(s))
            ),
            Statement::Deftype(d) => {
                format!("(deftype {} {})", self.name(d.name.name), self.ty(&d.ty))
            }
            Statement::Defvar(d) => self.defvar(d),
            Statement::Foreach(f) => {
                let source = match &f.source {
                    ForeachSource::Ranges(ranges) => format!("{{{}}}", self.ranges(ranges)),
                    ForeachSource::Value(range) => self.range(range),
                };
                format!("(foreach {} {source} {})", self.name(f.var.name), self.block(&f.body))
            }
            Statement::If(i) => format!(
                "(if {} {}{})",
                self.expr(&i.condition),
                self.block(&i.then_block),
                i.else_block.map_or(String::new(), |b| format!(" else {}", self.block(&b)))
            ),
            Statement::Let(l) => format!(
                "(let {} {})",
                joined(l.items, |item| self.let_item(item)),
                self.block(&l.body)
            ),
            Statement::Assert(a) => self.assert(a),
            Statement::Dump(d) => format!("(dump {})", self.expr(&d.message)),
        }
    }

    fn block(&self, block: &Block<'_>) -> String {
        let inner = joined(block.statements, |s| self.statement(s));
        if block.braced { format!("[{inner}]") } else { inner }
    }

    fn params(&self, params: Option<&[Declaration<'_>]>) -> String {
        params.map_or(String::new(), |p| format!("<{}>", joined(p, |d| self.declaration(d))))
    }

    fn record(&self, parents: &[ParentRef<'_>], body: &[BodyItem<'_>]) -> String {
        let parents = joined(parents, |p| self.name(p.name.name) + &self.args(p.args));
        format!(":{parents} {{{}}}", joined(body, |i| self.body_item(i)))
    }

    fn args(&self, args: &[Arg<'_>]) -> String {
        let list = joined(args, |a| match a.name {
            Some(name) => format!("{}={}", self.name(name.name), self.expr(&a.value)),
            None => self.expr(&a.value),
        });
        format!("<{list}>")
    }

    fn declaration(&self, d: &Declaration<'_>) -> String {
        let field = if d.is_field { "field " } else { "" };
        let value = d.value.map_or(String::new(), |v| format!(" {}", self.expr(&v)));
        format!("({field}{} {}{value})", self.ty(&d.ty), self.name(d.name.name))
    }

    fn body_item(&self, item: &BodyItem<'_>) -> String {
        match item {
            BodyItem::Field(d) => self.declaration(d),
            BodyItem::Let(item) => format!("(let {})", self.let_item(item)),
            BodyItem::Defvar(d) => self.defvar(d),
            BodyItem::Assert(a) => self.assert(a),
            BodyItem::Dump(d) => format!("(dump {})", self.expr(&d.message)),
        }
    }

    fn let_item(&self, item: &LetItem<'_>) -> String {
        let bits = item.bits.map_or(String::new(), |b| format!("{{{}}}", self.ranges(b)));
        format!("{}{bits}={}", self.name(item.name.name), self.expr(&item.value))
    }

    fn defvar(&self, d: &Defvar<'_>) -> String {
        format!("(defvar {} {})", self.name(d.name.name), self.expr(&d.value))
    }

    fn assert(&self, a: &Assert<'_>) -> String {
        format!("(assert {} {})", self.expr(&a.condition), self.expr(&a.message))
    }

    fn ty(&self, ty: &TypeExpr<'_>) -> String {
        match ty.kind {
            TypeKind::Bit => "bit".into(),
            TypeKind::Int => "int".into(),
            TypeKind::String => "string".into(),
            TypeKind::Code => "code".into(),
            TypeKind::Dag => "dag".into(),
            TypeKind::Bits(n) => format!("bits<{n}>"),
            TypeKind::List(element) => format!("list<{}>", self.ty(element)),
            TypeKind::Named(name) => self.name(name),
        }
    }

    fn optional(&self, expr: Option<Expr<'_>>) -> String {
        expr.map_or("-".into(), |e| self.expr(&e))
    }

    fn ranges(&self, ranges: &[Range<'_>]) -> String {
        joined(ranges, |r| self.range(r))
    }

    fn range(&self, range: &Range<'_>) -> String {
        let last = range.last.map_or(String::new(), |l| format!("...{}", self.expr(&l)));
        self.expr(&range.first) + &last
    }

    fn exprs(&self, list: &[Expr<'_>]) -> String {
        joined(list, |e| self.expr(e))
    }

    fn expr(&self, expr: &Expr<'_>) -> String {
        match expr.kind {
            ExprKind::Int(value) => value.to_string(),
            ExprKind::BinaryInt(b) => format!("0b{:0width$b}", b.value, width = b.width as usize),
            ExprKind::Str(text) => self.literal(text, |text| format!("{text:?}")),
            ExprKind::Code(text) => self.literal(text, |text| format!("[{{{text}}}]")),
            ExprKind::Unset => "?".into(),
            ExprKind::Name(name) => self.name(name),
            ExprKind::BitsInit(tree) => format!("{{{}}}", self.exprs(tree.bits)),
            ExprKind::List(list) => {
                let ty = list.element_type.map_or(String::new(), |t| format!("<{}>", self.ty(&t)));
                format!("[{}]{ty}", self.exprs(list.elements))
            }
            ExprKind::Dag(dag) => {
                let name =
                    dag.operator_name.map_or(String::new(), |n| ":$".to_owned() + &self.name(n));
                let args = joined(dag.args, |a| {
                    let name = a.name.map_or(String::new(), |n| ":$".to_owned() + &self.name(n));
                    self.optional(a.value) + &name
                });
                format!("(dag {}{name} {args})", self.expr(&dag.operator))
            }
            ExprKind::Instance(i) => self.name(i.class.name) + &self.args(i.args),
            ExprKind::Bang(b) => {
                let ty = b.ty.map_or(String::new(), |t| format!("<{}>", self.ty(&t)));
                format!("(!{}{ty} {})", b.op.name(), self.exprs(b.args))
            }
            ExprKind::Cond(c) => {
                let cases = joined(c.cases, |(c, v)| format!("{}:{}", self.expr(c), self.expr(v)));
                format!("(!cond {cases})")
            }
            ExprKind::Switch(s) => {
                let cases = joined(s.cases, |(c, v)| format!("{}:{}", self.expr(c), self.expr(v)));
                format!("(!switch {} {cases} {})", self.expr(&s.key), self.expr(&s.default))
            }
            ExprKind::Comprehension(c) => format!(
                "(!{} {} {} {})",
                c.op.name(),
                self.name(c.var.name),
                self.expr(&c.sequence),
                self.expr(&c.body)
            ),
            ExprKind::Foldl(f) => format!(
                "(!foldl {} {} {} {} {})",
                self.expr(&f.start),
                self.expr(&f.list),
                self.name(f.accumulator.name),
                self.name(f.item.name),
                self.expr(&f.body)
            ),
            ExprKind::BitRange(b) => {
                format!("{}{{{}}}", self.expr(&b.value), self.ranges(b.ranges))
            }
            ExprKind::Subscript(s) => {
                let comma = if s.trailing_comma { "," } else { "" };
                format!("{}[{}{comma}]", self.expr(&s.value), self.ranges(s.elements))
            }
            ExprKind::Field(f) => format!("{}.{}", self.expr(&f.value), self.name(f.field.name)),
            ExprKind::Paste(p) => {
                format!("(# {} {})", self.expr(&p.left), self.optional(p.right))
            }
        }
    }
}
