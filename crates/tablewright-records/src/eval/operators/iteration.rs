//! `!foreach`, `!filter`, `!sort` and `!foldl`: bodies that run once for each value of their variables.
//!
//! If everything in the body is known, the loop runs as [bytecode](crate::eval::bytecode). Otherwise the body is
//! resolved except for its variables, and the result runs here.

use std::ops::Range;

use smallvec::SmallVec;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree::{self, ComprehensionOp};

use crate::eval::lower::Mode;
use crate::eval::resolve::Application;
use crate::eval::scopes::{IterationVariable, Scope};
use crate::eval::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::release::Feature;
use crate::trace::DefinitionKind;
use crate::value::{Op, PartRange, Value, ValueId};

/// A loop body, with its variable names as strings.
pub(super) struct Body<'a> {
    value: ValueId,
    variables: &'a [ValueId],
}

impl<'a> Body<'a> {
    /// Finds the body and variables in the operands of a loop.
    pub(super) fn new(op: Op, args: &'a [ValueId]) -> Body<'a> {
        let (variables, body) = op.loop_operands();
        Body { value: args[body], variables: &args[variables] }
    }
}

impl Op {
    /// Returns whether the operation runs a body for each value of its variables.
    pub(crate) fn is_loop(self) -> bool {
        matches!(self, Op::Foreach | Op::Filter | Op::Sort | Op::Foldl)
    }

    /// Returns the indices of the variables and of the body among a loop's operands. Other operands are ordinary
    /// values.
    pub(crate) fn loop_operands(self) -> (Range<usize>, usize) {
        if self == Op::Foldl { (2..4, 4) } else { (0..1, 2) }
    }
}

impl Evaluator {
    /// Reports an error if the name of an iteration variable is taken. `what` is the message, and `at` its position.
    fn check_iteration_name(
        &mut self,
        name: tree::Ident,
        what: &str,
        at: impl FnOnce(&Evaluator) -> Pos,
    ) -> Eval<()> {
        let span = name.span;
        let name = self.heap.symbol(name.name);
        if !self.is_iteration_name_taken(name) {
            return Ok(());
        }
        let (before, after) = what.split_once("{}").unwrap_or((what, ""));
        // The reference prints the name as a string value, so it has two kinds of quotes.
        let message = format!("{before}'\"{}\"'{after}", self.heap.str(name));
        let pos = at(self);
        let store = &self.heap.store;
        let field = self.construction.last().and_then(|prototype| {
            prototype.field(store, name).map(|(slot, _)| prototype.field_pos(store, slot))
        });
        let error = self.reports.begin_error(Code::AlreadyDefined, span, message);
        error.printed_at(pos);
        if let Some(field) = field {
            error.label(field, "the field of this name");
        }
        Err(error.into())
    }

    fn variable(&mut self, ident: tree::Ident, ty: TypeId) -> Option<IterationVariable> {
        self.trace_definition(DefinitionKind::Variable, ident);
        let name = self.heap.symbol(ident.name);
        let value = self.heap.store.values.var(name, ty);
        Some(IterationVariable { name, value, pos: ident.span.lo })
    }

    /// Evaluates `!foreach`, `!filter` or `!sort`.
    pub(crate) fn comprehension_expr(
        &mut self,
        tree: &tree::ComprehensionExpr,
        span: Span,
        want: Option<TypeId>,
    ) -> Eval<ValueId> {
        let name = tree.var;
        self.check_iteration_name(name, "iteration variable {} is already defined", |this| {
            this.heap.after(name.span)
        })?;
        let sequence = self.expr(&tree.sequence, None, Mode::Value)?;
        let body_pos = tree.body.span.lo;
        let Some(ty) = self.heap.type_of(sequence) else {
            let message = "could not get type of !foreach/!filter list or dag";
            let error = self.reports.begin_error(Code::UntypedValue, tree.sequence.span, message);
            return Err(error.printed_at(body_pos).into());
        };
        let is_dag = ty == TypeId::DAG;
        let element = match self.heap.sequence_element(ty) {
            Some(element) if !is_dag || tree.op == ComprehensionOp::Foreach => element,
            _ => {
                let message = match tree.op {
                    ComprehensionOp::Foreach => "!foreach must have a list or dag argument",
                    ComprehensionOp::Filter => "!filter must have a list argument",
                    ComprehensionOp::Sort => "!sort must have a list argument",
                };
                let text = format!("this is of type '{}'", self.heap.store.type_text(ty));
                let span = tree.sequence.span;
                let error = self.reports.begin_error(Code::OperandType, span, message);
                return Err(error.printed_at(body_pos).label(span, text).into());
            }
        };
        let body_want = self.body_type(tree.op, is_dag, span, want)?;
        let scope = Scope::iteration([self.variable(name, element), None]);
        let body = self.in_scope(scope, |this| this.expr(&tree.body, body_want, Mode::Value))?;
        let result = if tree.op != ComprehensionOp::Foreach {
            self.heap.store.types.list(element)
        } else if is_dag {
            TypeId::DAG
        } else {
            match self.heap.type_of(body) {
                Some(ty) => self.heap.store.types.list(ty),
                None => {
                    let at = self.heap.after(span);
                    let message = "could not get type of !foreach result expression";
                    let body = tree.body.span;
                    let error = self.reports.begin_error(Code::UntypedValue, body, message);
                    return Err(error.printed_at(at).into());
                }
            }
        };
        let op = match tree.op {
            ComprehensionOp::Foreach => Op::Foreach,
            ComprehensionOp::Filter => Op::Filter,
            ComprehensionOp::Sort => Op::Sort,
        };
        let variable = self.heap.store.values.string(self.heap.symbol(name.name));
        self.fold_op(op, result, &[variable, sequence, body], false)
    }

    /// Returns the expected body type of `!foreach`, `!filter` or `!sort`.
    fn body_type(
        &mut self,
        op: ComprehensionOp,
        is_dag: bool,
        span: Span,
        want: Option<TypeId>,
    ) -> Eval<Option<TypeId>> {
        let Some(want) = want else { return Ok(None) };
        let kind = match (is_dag, self.heap.store.types.element(want)) {
            (false, Some(element)) => {
                return Ok(match op {
                    ComprehensionOp::Foreach => Some(element),
                    ComprehensionOp::Filter => Some(TypeId::INT),
                    // The sort key may be a number or a string.
                    ComprehensionOp::Sort => None,
                });
            }
            (true, _) if want == TypeId::DAG => return Ok(None),
            (true, _) => "dag",
            (false, None) => "list",
        };
        let want = self.heap.store.type_text(want);
        let message = format!("expected value of type '{want}', but got {kind} type");
        Err(self.reports.error(Code::UnexpectedType, span, message))
    }

    /// Evaluates `!foldl`.
    pub(crate) fn foldl_expr(&mut self, tree: &tree::FoldlExpr) -> Eval<ValueId> {
        let start = self.expr(&tree.start, None, Mode::Value)?;
        let Some(start_type) = self.heap.type_of(start) else {
            let at = self.heap.after(tree.start.span);
            let message = "could not get type of !foldl start: '?'";
            let error = self.reports.begin_error(Code::UntypedValue, tree.start.span, message);
            return Err(error.printed_at(at).into());
        };
        let list = self.expr(&tree.list, None, Mode::Value)?;
        let list_at = self.heap.after(tree.list.span);
        let Some(list_type) = self.heap.type_of(list) else {
            let message = "could not get type of !foldl list: '?'";
            let error = self.reports.begin_error(Code::UntypedValue, tree.list.span, message);
            return Err(error.printed_at(list_at).into());
        };
        let Some(element) = self.heap.store.types.element(list_type) else {
            let ty = self.heap.store.type_text(list_type);
            // The reference omits the closing quote.
            let message = format!("!foldl list must be a list, but is of type '{ty}");
            let error = self.reports.begin_error(Code::OperandType, tree.list.span, message);
            return Err(error.printed_at(list_at).into());
        };
        for (name, what) in [
            (tree.accumulator, "left !foldl variable {} already defined"),
            (tree.item, "right !foldl variable {} already defined"),
        ] {
            self.check_iteration_name(name, what, |_| name.span.lo)?;
        }
        let accumulator = self.heap.symbol(tree.accumulator.name);
        let item = self.heap.symbol(tree.item.name);
        let variables =
            [self.variable(tree.accumulator, start_type), self.variable(tree.item, element)];
        let scope = Scope::iteration(variables);
        let body = self.in_scope(scope, |this| this.expr(&tree.body, None, Mode::Value))?;
        let body_at = self.heap.after(tree.body.span);
        match self.heap.type_of(body) {
            None => {
                let message = "could not get type of !foldl expression";
                let error = self.reports.begin_error(Code::UntypedValue, tree.body.span, message);
                return Err(error.printed_at(body_at).into());
            }
            Some(ty) if ty != start_type => {
                let message = format!(
                    "!foldl expression must be of same type as start ({}), but is of type {}",
                    self.heap.store.type_text(start_type),
                    self.heap.store.type_text(ty)
                );
                let start_text = self.heap.store.type_text(start_type);
                let start = format!("of type '{start_text}'");
                let error = self.reports.begin_error(Code::OperandType, tree.body.span, message);
                return Err(error.printed_at(body_at).label(tree.start.span, start).into());
            }
            Some(_) => {}
        }
        let accumulator = self.heap.store.values.string(accumulator);
        let item = self.heap.store.values.string(item);
        let operands = [start, list, accumulator, item, body];
        self.fold_op(Op::Foldl, start_type, &operands, false)
    }

    /// Resolves the names in a loop with the current frame.
    pub(crate) fn resolve_loop(
        &mut self,
        value: ValueId,
        op: Op,
        ty: TypeId,
        parts: PartRange,
    ) -> Eval<ValueId> {
        // Usually all names in the loop are known, so it need not be rebuilt.
        if let Some(result) = self.run_loop_bytecode(value)? {
            return Ok(result);
        }
        let mut args = SmallVec::<[ValueId; 5]>::from_slice(self.heap.store.values.parts(parts));
        let (variables, body) = op.loop_operands();
        let mut changed = false;
        for arg in &mut args[..body] {
            let resolved = self.resolve(*arg)?;
            changed |= resolved != *arg;
            *arg = resolved;
        }
        let mut names = [None; 2];
        for (name, &variable) in names.iter_mut().zip(&args[variables]) {
            *name = self.heap.store.values.text(variable);
        }
        // The body is resolved without its variables first, since outer names have their values only in the current
        // frame.
        let outer = self.resolver.push_shadow(names);
        let new_body = self.resolve(args[body])?;
        self.resolver.pop(outer);
        changed |= new_body != args[body];
        args[body] = new_body;
        if changed { self.fold_op(op, ty, &args, false) } else { Ok(value) }
    }

    /// Evaluates the body for these values of its variables.
    fn apply(&mut self, body: &Body<'_>, values: &[ValueId]) -> Eval<ValueId> {
        self.spend(1)?;
        if !body.value.is_open() {
            return Ok(body.value);
        }
        let key = application(body, values);
        if let Some(&cached) = self.resolver.applied.get(&key) {
            return Ok(cached);
        }
        let bound: SmallVec<[(Symbol, ValueId); 2]> = body
            .variables
            .iter()
            .zip(values)
            .filter_map(|(&name, &value)| Some((self.heap.store.values.text(name)?, value)))
            .collect();
        let outer = self.resolver.push_bindings(&self.heap.store.values, bound);
        let result = self.resolve(body.value)?;
        self.resolver.pop(outer);
        if !result.is_open() {
            // Only the variables were bound, so the same values have the same result.
            self.resolver.applied.insert(key, result);
        }
        Ok(result)
    }

    // A loop has a result if its list is known. Its body was resolved before, so only its variables still need values.

    pub(super) fn fold_foreach(
        &mut self,
        ty: TypeId,
        over: ValueId,
        body: &Body<'_>,
    ) -> Eval<Option<ValueId>> {
        if self.heap.store.value(over).as_dag().is_some() {
            return self.apply_to_dag(body, over).map(Some);
        }
        let Some(list) = self.heap.store.values.as_list(over) else { return Ok(None) };
        let element_type = self.heap.store.types.element(ty).expect("the result is a list");
        // The elements are copied, since the body may extend the pool that contains them.
        let mut elements = list.elements.to_vec();
        for element in &mut elements {
            *element = self.apply(body, &[*element])?;
        }
        Ok(Some(self.heap.store.values.list(&elements, element_type)))
    }

    /// Applies the body to the operator and each argument, and recursively to arguments that are dags.
    fn apply_to_dag(&mut self, body: &Body<'_>, dag: ValueId) -> Eval<ValueId> {
        let Value::Dag(tree) = self.heap.store.value(dag) else { unreachable!("it is a dag") };
        let (operator, name) = (tree.operator, tree.operator_name);
        let mut args = tree.args.to_vec();
        let new_operator = self.apply(body, &[operator])?;
        let mut changed = new_operator != operator;
        self.enter()?;
        for arg in &mut args {
            let new = if self.heap.store.value(arg.value).as_dag().is_some() {
                self.apply_to_dag(body, arg.value)?
            } else {
                self.apply(body, &[arg.value])?
            };
            changed |= new != arg.value;
            arg.value = new;
        }
        self.leave();
        if !changed {
            return Ok(dag);
        }
        let name = name.filter(|_| self.heap.has(Feature::DagOperatorNamesAreKept));
        Ok(self.heap.store.values.dag(new_operator, name, &args))
    }

    pub(super) fn fold_filter(
        &mut self,
        ty: TypeId,
        over: ValueId,
        body: &Body<'_>,
    ) -> Eval<Option<ValueId>> {
        let Some(list) = self.heap.store.values.as_list(over) else { return Ok(None) };
        let element_type = self.heap.store.types.element(ty).expect("the result is a list");
        let mut kept = Vec::new();
        let elements = list.elements.to_vec();
        for element in elements {
            let keep = self.apply(body, &[element])?;
            match self.heap.to_int(keep) {
                None => return Ok(None),
                Some(0) => {}
                Some(_) => kept.push(element),
            }
        }
        Ok(Some(self.heap.store.values.list(&kept, element_type)))
    }

    /// Sorts by keys that are either all strings or all numbers. Elements with equal keys keep their order.
    pub(super) fn fold_sort(
        &mut self,
        ty: TypeId,
        over: ValueId,
        body: &Body<'_>,
    ) -> Eval<Option<ValueId>> {
        let Some(list) = self.heap.store.values.as_list(over) else { return Ok(None) };
        let element_type = self.heap.store.types.element(ty).expect("the result is a list");
        let mut elements = list.elements.to_vec();
        let mut keys = Vec::with_capacity(elements.len());
        for &element in &elements {
            keys.push((self.apply(body, &[element])?, element));
        }
        let texts = keys.iter().map(|&(key, element)| {
            let text = self.heap.store.values.text(key)?;
            Some((self.heap.str(text), element))
        });
        if let Some(mut texts) = texts.collect::<Option<Vec<_>>>() {
            texts.sort_by_key(|&(key, _)| key);
            elements = texts.into_iter().map(|(_, element)| element).collect();
        } else {
            let numbers =
                keys.iter().map(|&(key, element)| Some((self.heap.to_int(key)?, element)));
            let Some(mut numbers) = numbers.collect::<Option<Vec<_>>>() else { return Ok(None) };
            numbers.sort_by_key(|&(key, _)| key);
            elements = numbers.into_iter().map(|(_, element)| element).collect();
        }
        Ok(Some(self.heap.store.values.list(&elements, element_type)))
    }

    pub(super) fn fold_foldl(
        &mut self,
        start: ValueId,
        over: ValueId,
        body: &Body<'_>,
    ) -> Eval<Option<ValueId>> {
        let Some(list) = self.heap.store.values.as_list(over) else { return Ok(None) };
        let mut so_far = start;
        let elements = list.elements.to_vec();
        for element in elements {
            so_far = self.apply(body, &[so_far, element])?;
        }
        Ok(Some(so_far))
    }
}

fn application(body: &Body<'_>, values: &[ValueId]) -> Application {
    let pair = |a: u32, b: u32| u64::from(a) << 32 | u64::from(b);
    // No id is zero, so zero represents a missing variable.
    let part = |row: &[ValueId], i: usize| row.get(i).map_or(0, |value| value.raw());
    (
        pair(body.value.raw(), part(body.variables, 0)),
        pair(part(values, 0), part(body.variables, 1)),
        part(values, 1),
    )
}
