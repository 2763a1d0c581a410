//! Expressions other than operators (ProgRef, "Values and Expressions"). In: an expression in the syntax tree. Out: a
//! value. Each operator has its own file in [`operators`](crate::eval::operators).

use smallvec::SmallVec;
use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::{Code, Diagnostic, Label, Note};
use tablewright_syntax::source::Span;
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree::{self, BinaryInt, Expr, ExprKind, Id};

use crate::eval::definitions::ParamOwner;
use crate::eval::limits::{MAX_BITS, too_wide};
use crate::eval::reports::in_bits;
use crate::eval::trace::WrittenArgs;
use crate::eval::{Eval, Evaluator, Reported};
use crate::ids::TypeId;
use crate::trace::UseKind;
use crate::types::Type;
use crate::value::{DagArg, Op, Value, ValueId};

/// Meaning of an identifier that is not defined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// An error.
    Value,
    /// A string: a part of a new record's name.
    Name,
}

impl Evaluator {
    /// Evaluates an expression. `want` is the expected type, if known. It helps to determine the type of literals; the
    /// value need not have this type.
    pub(crate) fn expr(&mut self, expr: &Expr, want: Option<TypeId>, mode: Mode) -> Eval<ValueId> {
        self.enter()?;
        match self.expr_kind(expr, want, mode) {
            Ok(value) => {
                self.leave();
                Ok(value)
            }
            Err(reported) => {
                self.reports.locate_limit(expr.span);
                if let Some(error) = self.reports.without_context() {
                    error.label(expr.span, "in this expression");
                }
                Err(reported)
            }
        }
    }

    /// Evaluates the expression with this id.
    #[inline]
    pub(crate) fn expr_at(
        &mut self,
        expr: Id<Expr>,
        want: Option<TypeId>,
        mode: Mode,
    ) -> Eval<ValueId> {
        self.expr(&self.node(expr), want, mode)
    }

    fn expr_kind(&mut self, expr: &Expr, want: Option<TypeId>, mode: Mode) -> Eval<ValueId> {
        let span = expr.span;
        match expr.kind {
            ExprKind::Int(number) => {
                let number = self.node(number);
                Ok(self.heap.store.values.int(number))
            }
            ExprKind::BinaryInt(number) => {
                let BinaryInt { value, width } = self.node(number);
                Ok(self.heap.store.values.bits_of_int(width, value))
            }
            ExprKind::Str(text) => Ok(self.heap.store.values.string(self.heap.symbol(text))),
            ExprKind::LongStr(text) => {
                let text = self.heap.long_text(text);
                Ok(self.heap.store.values.string(text))
            }
            ExprKind::Code(text) => Ok(self.heap.store.values.code(self.heap.symbol(text))),
            ExprKind::LongCode(text) => {
                let text = self.heap.long_text(text);
                Ok(self.heap.store.values.code(text))
            }
            ExprKind::Unset => Ok(ValueId::UNSET),
            ExprKind::Name(name) => self.name(self.heap.symbol(name), span, mode),
            ExprKind::BitsInit(tree) => self.bits_expr(self.node(tree).bits, span),
            ExprKind::List(list) => self.list_expr(&self.node(list), span, want),
            ExprKind::Dag(dag) => self.dag_expr(&self.node(dag)),
            ExprKind::Instance(instance) => self.instance_expr(&self.node(instance)),
            ExprKind::Bang(bang) => self.bang_expr(&self.node(bang), span, want),
            ExprKind::Cond(cond) => self.cond_expr(&self.node(cond), span, want),
            ExprKind::Switch(switch) => self.switch_expr(&self.node(switch), span, want),
            ExprKind::Comprehension(body) => self.comprehension_expr(&self.node(body), span, want),
            ExprKind::Foldl(foldl) => self.foldl_expr(&self.node(foldl)),
            ExprKind::BitRange(range) => {
                let range = self.node(range);
                let value = self.expr(&range.value, want, mode)?;
                let mut bits = self.ranges(range.ranges)?;
                bits.reverse();
                match self.heap.select_bits(value, &bits) {
                    Some(bits) => Ok(bits),
                    None => Err(self.invalid_bit_range(&range, value, &bits)),
                }
            }
            ExprKind::Subscript(subscript) => {
                self.subscript_expr(&self.node(subscript), want, mode)
            }
            ExprKind::Field(field) => self.field_expr(&self.node(field), want, mode),
            ExprKind::Paste(paste) => self.paste_expr(&self.node(paste), want, mode),
        }
    }

    fn name(&mut self, name: Symbol, span: Span, mode: Mode) -> Eval<ValueId> {
        if let Some(value) = self.local(name) {
            self.trace_local_use(name, span);
            return Ok(value);
        }
        // In a record's name, an identifier without a local meaning is text, even if a global variable or record has
        // this name.
        if mode == Mode::Name {
            return Ok(self.heap.store.values.string(name));
        }
        if let Some(value) = self.heap.global(name) {
            self.trace_global_use(name, span);
            return Ok(value);
        }
        if self.given_up.has_name(name) {
            return Err(Reported);
        }
        // A record can mention itself. Its type is known only when it is complete.
        if let (Some(prototype), None) = (self.construction.last(), self.context.multiclass) {
            let own = self.heap.store.values.string(name);
            if prototype.class.is_none() && prototype.name == own {
                let pos = prototype.positions[0];
                self.trace_use(UseKind::Read, span, pos);
                self.construction.fix_shape(&mut self.heap);
                let shape = self.construction.current_mut().shape;
                let ty = self.heap.store.tables.shapes[shape].ty();
                return Ok(self.heap.store.values.op(Op::Bang(BangOp::Cast), ty, &[own]));
            }
        }
        if self.lacks_fields() || self.given_up.may_have_record(&self.heap, name) {
            return Err(Reported);
        }
        let message = format!("Variable not defined: '{}'", self.heap.str(name));
        let similar = self.similar_variable(name);
        let class = self.heap.store.classes.by_name.get(&name);
        let class = class.map(|&class| self.heap.store.classes.get(class).pos);
        let error = self.reports.begin_error(Code::UnknownVariable, span, message);
        match class {
            Some(class) => Err(error.label(class, "this is a class, and no value").into()),
            None => Err(error.did_you_mean(span, similar.as_deref()).into()),
        }
    }

    #[cold]
    fn invalid_bit_range(
        &mut self,
        tree: &tree::BitRangeExpr,
        value: ValueId,
        bits: &[u32],
    ) -> Reported {
        let value_type = self.heap.type_of(value).map(|ty| (ty, self.heap.store.ty(ty)));
        let note = match value_type {
            Some((_, Type::Bits(width))) => {
                let highest = bits.iter().max().map_or(0, |&bit| bit);
                format!("the value has {} and no bit {highest}", in_bits(width))
            }
            Some((ty, _)) => format!("the value is of type '{}'", self.heap.store.type_text(ty)),
            None => "the value is '?'".to_owned(),
        };
        let end_of = |range: &tree::RangePiece| range.last.unwrap_or(range.first).span;
        let span = match (tree.ranges.first(), tree.ranges.last()) {
            (Some(first), Some(last)) => self.node(first).first.span.to(end_of(&self.node(last))),
            (None, _) | (_, None) => Span::from(tree.brace),
        };
        let message = "Invalid bit range for value";
        let error = self.reports.begin_error(Code::BitRange, span, message);
        error.printed_at(tree.brace).label(tree.value.span, note.clone()).note(None, note).into()
    }

    /// Returns a note if a suffix follows a name that is text, as `k` in `"b" # k[0]`.
    pub(crate) fn note_on_text(&self, value: &Expr, mode: Mode) -> Option<Note> {
        let (ExprKind::Name(name), Mode::Name) = (value.kind, mode) else { return None };
        let name = self.heap.str(self.heap.symbol(name));
        let message = format!(
            "after `#`, '{name}' is text: only fields, arguments and local variables have values there, `!strconcat` takes all"
        );
        Some(Note { message, pos: None, excerpt: None })
    }

    fn bits_expr(&mut self, bits: tree::PartList<Expr>, span: Span) -> Eval<ValueId> {
        let mut row = Vec::new();
        for (i, bit) in bits.iter().enumerate() {
            let bit = self.node(bit);
            let value = self.expr(&bit, None, Mode::Value)?;
            let mut width = self.heap.store.value(value).as_bits().map(|bits| bits.len() as u32);
            if let Value::Var { ty, .. } = self.heap.store.value(value)
                && let Type::Bits(declared) = self.heap.store.ty(ty)
            {
                width = Some(declared);
            }
            if let Some(width) = width {
                // In braces, a value with several bits becomes its bits, the highest first.
                row.extend((0..width).rev().map(|i| self.heap.bit_of(value, i)));
                continue;
            }
            match self.heap.cast_to(value, TypeId::BIT) {
                Some(bit) => row.push(bit),
                None => {
                    let text = self.heap.store.value_text(value);
                    let message = format!("Element #{i} ({text}) is not convertable to a bit");
                    let error = self.reports.begin_error(Code::BitsElement, bit.span, message);
                    return Err(error.printed_at(span.lo).into());
                }
            }
        }
        if row.len() > MAX_BITS as usize {
            return Err(self.reports.error(Code::EvaluationLimit, span, too_wide(row.len())));
        }
        // The highest bit is written first.
        row.reverse();
        Ok(self.heap.store.values.bits(&row))
    }

    fn list_expr(
        &mut self,
        list: &tree::ListExpr,
        span: Span,
        want: Option<TypeId>,
    ) -> Eval<ValueId> {
        let wanted_element = match want {
            Some(ty) => match self.heap.store.types.element(ty) {
                Some(element) => Some(element),
                None => return Err(self.unexpected_list(list, span, ty)),
            },
            None => None,
        };
        let mut elements = Vec::with_capacity(list.elements.len());
        for element in list.elements {
            elements.push(self.expr_at(element, wanted_element, Mode::Value)?);
        }
        let written = match &list.element_type {
            Some(ty) => Some(self.ty(ty)?),
            None => None,
        };
        let common = match self.heap.common_type_of(elements.iter().copied()) {
            Ok(common) => common,
            Err(types) => {
                return Err(self.incompatible_elements(list, &elements, span, Some(types)));
            }
        };
        if let (Some(written), Some(common)) = (written, common)
            && !self.heap.store.is_convertible(common, written)
        {
            return Err(self.incompatible_elements(list, &elements, span, None));
        }
        let element_type = match (written.or(common), wanted_element) {
            (None, None) => return Err(self.list_error(span, "No type for list").into()),
            (None, Some(expected)) => expected,
            (Some(ty), Some(expected)) if !self.heap.store.is_convertible(ty, expected) => {
                if elements.iter().any(|&element| self.value_lacks_fields(element)) {
                    return Err(Reported);
                }
                // The reference omits the closing quote.
                let message = format!(
                    "Element type mismatch for list: element type '{}' not convertible to '{}",
                    self.heap.store.type_text(ty),
                    self.heap.store.type_text(expected)
                );
                return Err(self.list_error(span, message).into());
            }
            (Some(ty), _) => ty,
        };
        Ok(self.heap.store.values.list(&elements, element_type))
    }

    /// Reports that elements lack a common type, unless an element's type may have been given up. If two types are
    /// inconsistent, an element of each is labelled.
    #[cold]
    fn incompatible_elements(
        &mut self,
        list: &tree::ListExpr,
        elements: &[ValueId],
        span: Span,
        types: Option<[TypeId; 2]>,
    ) -> Reported {
        if elements.iter().any(|&element| self.value_lacks_fields(element)) {
            return Reported;
        }
        let of_type = |ty| {
            let mut typed = list.elements.iter().zip(elements);
            let (tree, _) = typed.find(|(_, value)| self.heap.type_of(**value) == Some(ty))?;
            let message = format!("of type '{}'", self.heap.store.type_text(ty));
            Some(Label { span: self.node(tree).span, message })
        };
        let labels: Vec<Label> = types.into_iter().flatten().filter_map(of_type).collect();
        let error = self.list_error(span, "Incompatible types in list elements");
        error.labels.extend(labels);
        error.into()
    }

    /// Creates an error about a list. The reference reports it at the token after the list.
    #[cold]
    fn list_error(&mut self, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        let pos = self.heap.after(span);
        self.reports.begin_error(Code::ListType, span, message).printed_at(pos)
    }

    #[cold]
    fn unexpected_list(&mut self, list: &tree::ListExpr, span: Span, want: TypeId) -> Reported {
        let pos = match list.elements.first() {
            Some(first) => self.node(first).span.lo,
            None => self.heap.after(Span::new(span.lo, span.lo.offset(1))),
        };
        let want = self.heap.store.type_text(want);
        let message = format!("Encountered a list when expecting a {want}");
        self.reports.begin_error(Code::ListType, span, message).printed_at(pos).into()
    }

    fn dag_expr(&mut self, dag: &tree::DagExpr) -> Eval<ValueId> {
        let operator = self.expr(&dag.operator, None, Mode::Value)?;
        let mut args = SmallVec::<[DagArg; 8]>::new();
        for arg in dag.args {
            let arg = self.node(arg);
            let value = match &arg.value {
                Some(value) => match self.expr(value, None, Mode::Value) {
                    Ok(value) => value,
                    Err(reported) => {
                        self.note_missing_quotes(value);
                        return Err(reported);
                    }
                },
                None => ValueId::UNSET,
            };
            args.push(DagArg { value, name: arg.name.map(|name| self.heap.symbol(name)) });
        }
        let operator_name = dag.operator_name.map(|name| self.heap.symbol(name));
        Ok(self.heap.store.values.dag(operator, operator_name, &args))
    }

    /// Adds a note to the error for an unknown name in a dag argument: it may be a string without its quotes, as in
    /// `(ins Value:$v)`. Suggested names that are not very similar are dropped.
    #[cold]
    fn note_missing_quotes(&mut self, tree: &tree::Expr) {
        let ExprKind::Name(name) = tree.kind else { return };
        let name = self.heap.symbol(name);
        let name = self.heap.str(name).to_owned();
        let Some(error) = self.reports.diagnostics.last_mut() else { return };
        if error.code != Some(Code::UnknownVariable) || error.span != Some(tree.span) {
            return;
        }
        let is_close = |suggested: &str| {
            let first = |text: &str| text.chars().next().map(|c| c.to_ascii_lowercase());
            first(suggested) == first(&name)
        };
        if error.suggestion.as_ref().is_some_and(|suggestion| !is_close(&suggestion.replacement)) {
            error.suggestion = None;
        }
        if error.suggestion.is_none() && error.labels.is_empty() {
            error.note(None, format!("a text is written in quotes: `\"{name}\"`"));
        }
    }

    fn instance_expr(&mut self, tree: &tree::InstanceExpr) -> Eval<ValueId> {
        let name = self.heap.symbol(tree.class.name);
        let pos = tree.class.span.lo;
        if self.given_up.has_name(name) {
            return Err(Reported);
        }
        let Some(&class) = self.heap.store.classes.by_name.get(&name) else {
            let message = format!("Expected a class name, got '{}'", self.heap.str(name));
            let similar = self.similar_class(name);
            let span = tree.class.span;
            let error = self.reports.begin_error(Code::UnknownClass, span, message);
            return Err(error.did_you_mean(span, similar.as_deref()).into());
        };
        self.sync_class(class);
        self.trace_class_use(UseKind::Instantiate, tree.class.span, class);
        let owner = ParamOwner::Class(class);
        let args = self.args(tree.args, owner)?;
        let args = self.cast_args(args, owner, pos, tree.args)?;
        let written = WrittenArgs { trees: tree.args, args: &args };
        self.trace_instance_site(class, tree.class.span, written);
        // Only reports errors. The arguments are bound when the record is created.
        self.bind_args(owner, &args, tree.class.span)?;
        self.make_instance(class, &args, pos)
    }
}
