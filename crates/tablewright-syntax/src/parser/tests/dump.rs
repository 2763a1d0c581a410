//! Trees as short texts.

use crate::source::SourceMap;
use crate::symbol::Interner;
use crate::tree::*;

pub(super) fn statements(sources: &SourceMap, names: &Interner, tree: &TreePart) -> String {
    let dump = Dumper { sources, names, tree };
    tree.events.iter().fold(String::new(), |all, event| match event {
        StatementEvent::Statement(statement) => all + &dump.statement(statement) + "\n",
        other => panic!("{other:?} is no statement"),
    })
}

struct Dumper<'n> {
    sources: &'n SourceMap,
    names: &'n Interner,
    tree: &'n TreePart,
}

impl Dumper<'_> {
    fn joined<T: PartNode>(&self, list: PartList<T>, show: impl Fn(&T) -> String) -> String {
        list.iter().map(|id| show(&self.tree.get(id))).collect::<Vec<_>>().join(" ")
    }

    fn name(&self, name: NameSyntax) -> String {
        self.names.resolve(name.symbol()).to_owned()
    }

    fn name_text(&self, name: NameSyntax) -> &str {
        self.names.resolve(name.symbol())
    }

    fn text_in_file(&self, text: Id<SourceText>) -> &str {
        let SourceText { start, len } = self.tree.get(text);
        self.sources.text(start, len)
    }

    fn statement(&self, statement: &Statement) -> String {
        let tree = self.tree;
        match *statement {
            Statement::Class(c) => {
                let c = tree.get(c);
                format!(
                    "(class {}{} {})",
                    self.name(c.name.name),
                    self.params(c.params),
                    self.record(c.parents, c.body)
                )
            }
            Statement::Def(d) => {
                let d = tree.get(d);
                format!("(def {} {})", self.optional(d.name), self.record(d.parents, d.body))
            }
            Statement::Defm(d) => {
                let d = tree.get(d);
                format!(
                    "(defm {} {})",
                    self.optional(d.name),
                    self.record(d.parents, PartList::default())
                )
            }
            Statement::Multiclass(m) => {
                let m = tree.get(m);
                format!(
                    "(multiclass {}{} {} [{}])",
                    self.name(m.name.name),
                    self.params(m.params),
                    self.record(m.parents, PartList::default()),
                    self.joined(m.body, |s| self.statement(s))
                )
            }
            Statement::Defset(d) => {
                let d = tree.get(d);
                format!(
                    "(defset {} {} [{}])",
                    self.ty(&d.ty),
                    self.name(d.name.name),
                    self.joined(d.body, |s| self.statement(s))
                )
            }
            Statement::Deftype(d) => {
                let d = tree.get(d);
                format!("(deftype {} {})", self.name(d.name.name), self.ty(&d.ty))
            }
            Statement::Defvar(d) => {
                let d = tree.get(d);
                self.defvar(&d)
            }
            Statement::Foreach(f) => {
                let f = tree.get(f);
                let source = match &f.source {
                    ForeachSource::Ranges(ranges) => format!("{{{}}}", self.ranges(*ranges)),
                    ForeachSource::Value(range) => self.range(range),
                };
                format!("(foreach {} {source} {})", self.name(f.var.name), self.block(&f.body))
            }
            Statement::If(i) => {
                let i = tree.get(i);
                format!(
                    "(if {} {}{})",
                    self.expr(&i.condition),
                    self.block(&i.then_block),
                    i.else_block.map_or(String::new(), |b| format!(" else {}", self.block(&b)))
                )
            }
            Statement::Let(l) => {
                let l = tree.get(l);
                format!(
                    "(let {} {})",
                    self.joined(l.items, |item| self.let_item(item)),
                    self.block(&l.body)
                )
            }
            Statement::Assert(a) => {
                let a = tree.get(a);
                self.assert(&a)
            }
            Statement::Dump(d) => {
                let d = tree.get(d);
                format!("(dump {})", self.expr(&d.message))
            }
        }
    }

    fn block(&self, block: &StatementBlock) -> String {
        let inner = self.joined(block.statements, |s| self.statement(s));
        if block.braced { format!("[{inner}]") } else { inner }
    }

    fn params(&self, params: Option<PartList<ParameterDecl>>) -> String {
        params.map_or(String::new(), |p| format!("<{}>", self.joined(p, |d| self.declaration(d))))
    }

    fn record(&self, parents: PartList<ParentRef>, body: PartList<BodyItem>) -> String {
        let parents = self.joined(parents, |p| self.name(p.name.name) + &self.args(p.args));
        format!(":{parents} {{{}}}", self.joined(body, |i| self.body_item(i)))
    }

    fn args(&self, args: PartList<TemplateArg>) -> String {
        let list = self.joined(args, |a| match a.name {
            Some(name) => format!("{}={}", self.name(name.name), self.expr(&a.value)),
            None => self.expr(&a.value),
        });
        format!("<{list}>")
    }

    fn declaration(&self, d: &ParameterDecl) -> String {
        let field = if d.is_field { "field " } else { "" };
        let value = d.value.map_or(String::new(), |v| format!(" {}", self.expr(&v)));
        format!("({field}{} {}{value})", self.ty(&d.ty), self.name(d.name.name))
    }

    fn body_item(&self, item: &BodyItem) -> String {
        let tree = self.tree;
        match *item {
            BodyItem::Field(d) => self.declaration(&tree.get(d)),
            BodyItem::Let(item) => format!("(let {})", self.let_item(&tree.get(item))),
            BodyItem::Defvar(d) => self.defvar(&tree.get(d)),
            BodyItem::Assert(a) => self.assert(&tree.get(a)),
            BodyItem::Dump(d) => format!("(dump {})", self.expr(&tree.get(d).message)),
        }
    }

    fn let_item(&self, item: &LetItem) -> String {
        let bits = item.bits.map_or(String::new(), |b| format!("{{{}}}", self.ranges(b)));
        format!("{}{bits}={}", self.name(item.name.name), self.expr(&item.value))
    }

    fn defvar(&self, d: &Defvar) -> String {
        format!("(defvar {} {})", self.name(d.name.name), self.expr(&d.value))
    }

    fn assert(&self, a: &Assert) -> String {
        format!("(assert {} {})", self.expr(&a.condition), self.expr(&a.message))
    }

    fn ty(&self, ty: &TypeExpr) -> String {
        match ty.kind {
            TypeSyntax::Bit => "bit".into(),
            TypeSyntax::Int => "int".into(),
            TypeSyntax::String => "string".into(),
            TypeSyntax::Code => "code".into(),
            TypeSyntax::Dag => "dag".into(),
            TypeSyntax::Bits(n) => format!("bits<{n}>"),
            TypeSyntax::List(element) => format!("list<{}>", self.ty(&self.tree.get(element))),
            TypeSyntax::Named(name) => self.name(name),
        }
    }

    fn optional(&self, expr: Option<Expr>) -> String {
        expr.map_or("-".into(), |e| self.expr(&e))
    }

    fn ranges(&self, ranges: PartList<RangePiece>) -> String {
        self.joined(ranges, |r| self.range(r))
    }

    fn range(&self, range: &RangePiece) -> String {
        let last = range.last.map_or(String::new(), |l| format!("...{}", self.expr(&l)));
        self.expr(&range.first) + &last
    }

    fn exprs(&self, list: PartList<Expr>) -> String {
        self.joined(list, |e| self.expr(e))
    }

    fn expr(&self, expr: &Expr) -> String {
        let tree = self.tree;
        match expr.kind {
            ExprKind::Int(value) => tree.get(value).to_string(),
            ExprKind::BinaryInt(b) => {
                let b = tree.get(b);
                format!("0b{:0width$b}", b.value, width = b.width as usize)
            }
            ExprKind::Str(text) => format!("{:?}", self.name_text(text)),
            ExprKind::Code(text) => format!("[{{{}}}]", self.name_text(text)),
            // A mark stands before those that stayed in the file.
            ExprKind::LongStr(text) => format!("file:{:?}", self.text_in_file(text)),
            ExprKind::LongCode(text) => format!("file:[{{{}}}]", self.text_in_file(text)),
            ExprKind::Unset => "?".into(),
            ExprKind::Name(name) => self.name(name),
            ExprKind::BitsInit(b) => format!("{{{}}}", self.exprs(tree.get(b).bits)),
            ExprKind::List(list) => {
                let list = tree.get(list);
                let ty = list.element_type.map_or(String::new(), |t| format!("<{}>", self.ty(&t)));
                format!("[{}]{ty}", self.exprs(list.elements))
            }
            ExprKind::Dag(dag) => {
                let dag = tree.get(dag);
                let name =
                    dag.operator_name.map_or(String::new(), |n| ":$".to_owned() + &self.name(n));
                let args = self.joined(dag.args, |a| {
                    let name = a.name.map_or(String::new(), |n| ":$".to_owned() + &self.name(n));
                    self.optional(a.value) + &name
                });
                format!("(dag {}{name} {args})", self.expr(&dag.operator))
            }
            ExprKind::Instance(i) => {
                let i = tree.get(i);
                self.name(i.class.name) + &self.args(i.args)
            }
            ExprKind::Bang(b) => {
                let b = tree.get(b);
                let ty = b.ty.map_or(String::new(), |t| format!("<{}>", self.ty(&t)));
                format!("(!{}{ty} {})", b.op.name(), self.exprs(b.args))
            }
            ExprKind::Cond(c) => {
                let c = tree.get(c);
                let cases = self
                    .joined(c.cases, |c| format!("{}:{}", self.expr(&c.when), self.expr(&c.value)));
                format!("(!cond {cases})")
            }
            ExprKind::Switch(s) => {
                let s = tree.get(s);
                let cases = self
                    .joined(s.cases, |c| format!("{}:{}", self.expr(&c.when), self.expr(&c.value)));
                format!("(!switch {} {cases} {})", self.expr(&s.key), self.expr(&s.default))
            }
            ExprKind::Comprehension(c) => {
                let c = tree.get(c);
                format!(
                    "(!{} {} {} {})",
                    c.op.name(),
                    self.name(c.var.name),
                    self.expr(&c.sequence),
                    self.expr(&c.body)
                )
            }
            ExprKind::Foldl(f) => {
                let f = tree.get(f);
                format!(
                    "(!foldl {} {} {} {} {})",
                    self.expr(&f.start),
                    self.expr(&f.list),
                    self.name(f.accumulator.name),
                    self.name(f.item.name),
                    self.expr(&f.body)
                )
            }
            ExprKind::BitRange(b) => {
                let b = tree.get(b);
                format!("{}{{{}}}", self.expr(&b.value), self.ranges(b.ranges))
            }
            ExprKind::Subscript(s) => {
                let s = tree.get(s);
                let comma = if s.trailing_comma { "," } else { "" };
                format!("{}[{}{comma}]", self.expr(&s.value), self.ranges(s.elements))
            }
            ExprKind::Field(f) => {
                let f = tree.get(f);
                format!("{}.{}", self.expr(&f.value), self.name(f.field.name))
            }
            ExprKind::Paste(p) => {
                let p = tree.get(p);
                format!("(# {} {})", self.expr(&p.left), self.optional(p.right))
            }
        }
    }
}
