//! Operators: operand types and computation.
//!
//! First the operands in the syntax tree are evaluated and their types checked, in the reference's order and with its
//! messages. Then the operator is *folded*: it computes a value if its operands are known, or else becomes an open
//! value. Resolving folds an open value again when an operand has changed. Each operator has a file in this module.
//! However, the operand types of operators with regular syntax are in the file for their arity ([`unary`], [`binary`],
//! [`ternary`]).

mod arithmetic;
mod binary;
mod comparison;
mod condition;
mod dag;
mod field;
mod iteration;
mod list;
mod operand_types;
mod paste;
mod record;
mod subscript;
mod ternary;
mod text;
mod unary;

use iteration::Body;
pub(crate) use text::{Replaced, replace, too_long};

use tablewright_syntax::bang::{ArithmeticOp, BangOp, ComparisonOp};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Span;
use tablewright_syntax::tree;

use self::binary::ResultType::{Is, ListOfFirst, OfOperands, Written};
use crate::eval::budget::{BYTES_PER_STEP, ELEMENTS_PER_STEP};
use crate::eval::heap::Heap;
use crate::eval::{Eval, Evaluator, Reported};
use crate::ids::TypeId;
use crate::value::{Op, Value, ValueId};

/// Result of an operator: a value, `None` if operands are not known yet, or an error.
pub(crate) type Fold = FoldResult<Option<ValueId>>;

/// Result of a part of an operator's computation. Errors are rare and large, so they are boxed.
pub(crate) type FoldResult<T> = Result<T, Box<FoldError>>;

/// Errors in the operands of an operator.
#[derive(Debug)]
pub(crate) struct FoldError {
    /// Messages to report. Empty for an error that was already reported.
    messages: Vec<(Code, String)>,
    /// Value with which the reference continues after reporting the error.
    result: Option<ValueId>,
}

impl FoldError {
    /// Creates an error without a result: the enclosing statement or field is given up.
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Box<FoldError> {
        Box::new(FoldError { messages: vec![(code, message.into())], result: None })
    }

    /// Creates an error that is not reported, because it follows from an earlier error.
    pub(crate) fn silent() -> Box<FoldError> {
        Box::new(FoldError { messages: Vec::new(), result: None })
    }

    /// Returns `result` together with errors, if any.
    fn after(code: Code, messages: Vec<String>, result: ValueId) -> Fold {
        if messages.is_empty() {
            return Ok(Some(result));
        }
        let messages = messages.into_iter().map(|message| (code, message)).collect();
        Err(Box::new(FoldError { messages, result: Some(result) }))
    }
}

impl Evaluator {
    /// Returns an operand. The parser has checked that it exists.
    fn operand_tree(&self, tree: &tree::BangExpr, index: usize) -> tree::Expr {
        self.node(tree.args.get(index).expect("the parser has counted the operands"))
    }

    /// Evaluates an operator with regular syntax.
    pub(crate) fn bang_expr(
        &mut self,
        tree: &tree::BangExpr,
        span: Span,
        want: Option<TypeId>,
    ) -> Eval<ValueId> {
        let any = None;
        match tree.op {
            BangOp::Cast => self.unary(tree, Self::cast_type),
            BangOp::Repr | BangOp::ToLower | BangOp::ToUpper => {
                self.unary(tree, |_, _| Ok(TypeId::STRING))
            }
            BangOp::Initialized | BangOp::LogTwo | BangOp::Not => {
                self.unary(tree, |_, _| Ok(TypeId::INT))
            }
            BangOp::Empty | BangOp::Size => self.unary(tree, Self::size_type),
            BangOp::Head => self.unary(tree, Self::head_type),
            BangOp::Tail => self.unary(tree, Self::tail_type),
            BangOp::GetDagOp => self.unary(tree, Self::getdagop_type),
            BangOp::GetDagOpName => self.unary(tree, Self::getdagopname_type),
            BangOp::ListFlatten => self.unary(tree, Self::flatten_type),
            BangOp::IsA => self.isa_expr(tree),
            BangOp::Exists => self.exists_expr(tree),
            BangOp::Instances => self.instances_expr(tree, span),
            BangOp::Range => self.range_expr(tree, span),
            BangOp::Substr | BangOp::Find => self.substr_or_find(tree, span, want),
            BangOp::Dag => self.ternary(tree, span, None, Self::dag_type),
            BangOp::If => self.ternary(tree, span, want, Self::if_type),
            BangOp::Subst => self.ternary(tree, span, want, Self::subst_type),
            BangOp::SetDagArg => self.ternary(tree, span, None, Self::setdagarg_type),
            BangOp::SetDagName => self.ternary(tree, span, None, Self::setdagname_type),
            BangOp::Add
            | BangOp::And
            | BangOp::Div
            | BangOp::Mul
            | BangOp::Or
            | BangOp::Shl
            | BangOp::Sra
            | BangOp::Srl
            | BangOp::Sub
            | BangOp::Xor => self.binary(tree, span, want, Is(TypeId::INT), Some(TypeId::INT)),
            BangOp::Eq | BangOp::Ge | BangOp::Gt | BangOp::Le | BangOp::Lt | BangOp::Ne => {
                self.binary(tree, span, want, Is(TypeId::BIT), any)
            }
            BangOp::Con | BangOp::SetDagOp | BangOp::SetDagOpName => {
                self.binary(tree, span, want, Is(TypeId::DAG), Some(TypeId::DAG))
            }
            BangOp::GetDagArg => self.binary(tree, span, want, Written, Some(TypeId::DAG)),
            BangOp::GetDagName => {
                self.binary(tree, span, want, Is(TypeId::STRING), Some(TypeId::DAG))
            }
            BangOp::StrConcat => {
                self.binary(tree, span, want, Is(TypeId::STRING), Some(TypeId::STRING))
            }
            BangOp::Interleave => self.binary(tree, span, want, Is(TypeId::STRING), any),
            BangOp::Match => self.binary(tree, span, want, Is(TypeId::BIT), Some(TypeId::STRING)),
            BangOp::ListConcat | BangOp::ListRemove => {
                self.binary(tree, span, want, OfOperands, want)
            }
            BangOp::ListSplat => self.binary(tree, span, want, ListOfFirst, any),
        }
    }

    /// Returns the result of an operation, or the operation as a value if the result is not known yet. If `is_final`, a
    /// record receives its final values, and a missing record is an error.
    pub(crate) fn fold_op(
        &mut self,
        op: Op,
        ty: TypeId,
        args: &[ValueId],
        is_final: bool,
    ) -> Eval<ValueId> {
        let folded = match op {
            Op::Bang(bang) => self.fold_bang(bang, ty, args, is_final)?,
            Op::Cond => self.fold_cond(ty, args)?,
            Op::Foreach => self.fold_foreach(ty, args[1], &Body::new(op, args))?,
            Op::Filter => self.fold_filter(ty, args[1], &Body::new(op, args))?,
            Op::Sort => self.fold_sort(ty, args[1], &Body::new(op, args))?,
            Op::Foldl => self.fold_foldl(args[0], args[1], &Body::new(op, args))?,
            Op::Element => self.heap.fold_element(args[0], args[1]),
            Op::Slice => self.heap.fold_slice(args[0], args[1]),
            Op::ClosedRange => {
                let folded = self.heap.fold_closed_range(args[0], args[1]);
                self.report_fold(folded)?
            }
        };
        Ok(folded.unwrap_or_else(|| self.heap.store.values.op(op, ty, args)))
    }

    /// Returns the result of a bang operator. `None` if it must wait.
    pub(crate) fn fold_bang(
        &mut self,
        op: BangOp,
        ty: TypeId,
        args: &[ValueId],
        is_final: bool,
    ) -> Eval<Option<ValueId>> {
        use ArithmeticOp as Arithmetic;
        use ComparisonOp as Comparison;
        self.spend(self.heap.steps_of_search(op, args))?;
        let heap = &mut self.heap;
        let folded = match op {
            // These operators inspect records, possibly under construction, which are not in the heap.
            BangOp::Cast => self.fold_cast(ty, args[0], is_final),
            BangOp::Exists => Ok(self.fold_exists(ty, args[0], is_final)),
            BangOp::Instances => self.fold_instances(ty, args[0], is_final),
            BangOp::Initialized => Ok(self.fold_initialized(args[0])),
            BangOp::Repr => Ok(self.fold_repr(args[0])),
            BangOp::IsA => Ok(self.is_instance(args[0], ty).map(|yes| self.heap.truth(yes))),
            BangOp::If => Ok(heap.to_int(args[0]).map(|n| if n != 0 { args[1] } else { args[2] })),
            BangOp::Not => Ok(heap.to_int(args[0]).map(|number| heap.truth(number == 0))),
            BangOp::LogTwo => heap.fold_logtwo(args[0]),
            BangOp::Add => heap.fold_arithmetic(Arithmetic::Add, args[0], args[1]),
            BangOp::Sub => heap.fold_arithmetic(Arithmetic::Sub, args[0], args[1]),
            BangOp::Mul => heap.fold_arithmetic(Arithmetic::Mul, args[0], args[1]),
            BangOp::Div => heap.fold_arithmetic(Arithmetic::Div, args[0], args[1]),
            BangOp::And => heap.fold_arithmetic(Arithmetic::And, args[0], args[1]),
            BangOp::Or => heap.fold_arithmetic(Arithmetic::Or, args[0], args[1]),
            BangOp::Xor => heap.fold_arithmetic(Arithmetic::Xor, args[0], args[1]),
            BangOp::Shl => heap.fold_arithmetic(Arithmetic::Shl, args[0], args[1]),
            BangOp::Sra => heap.fold_arithmetic(Arithmetic::Sra, args[0], args[1]),
            BangOp::Srl => heap.fold_arithmetic(Arithmetic::Srl, args[0], args[1]),
            BangOp::Eq => Ok(heap.fold_comparison(Comparison::Eq, args)),
            BangOp::Ne => Ok(heap.fold_comparison(Comparison::Ne, args)),
            BangOp::Le => Ok(heap.fold_comparison(Comparison::Le, args)),
            BangOp::Lt => Ok(heap.fold_comparison(Comparison::Lt, args)),
            BangOp::Ge => Ok(heap.fold_comparison(Comparison::Ge, args)),
            BangOp::Gt => Ok(heap.fold_comparison(Comparison::Gt, args)),
            BangOp::ToLower => Ok(heap.fold_case(args[0], str::to_ascii_lowercase)),
            BangOp::ToUpper => Ok(heap.fold_case(args[0], str::to_ascii_uppercase)),
            BangOp::StrConcat => heap.fold_strconcat(args[0], args[1]),
            BangOp::Interleave => heap.fold_interleave(args[0], args[1]),
            BangOp::Subst => heap.fold_subst(ty, args),
            BangOp::Substr => heap.fold_substr(args),
            BangOp::Find => heap.fold_find(args),
            BangOp::Match => heap.fold_match(args[0], args[1]),
            BangOp::Size => Ok(heap.size(args[0]).map(|n| heap.store.values.int(n as i64))),
            BangOp::Empty => Ok(heap.size(args[0]).map(|size| heap.truth(size == 0))),
            BangOp::Head => heap.fold_head(args[0]),
            BangOp::Tail => heap.fold_tail(args[0]),
            BangOp::ListConcat => heap.fold_concat(args[0], args[1]),
            BangOp::ListFlatten => heap.fold_flatten(args[0]),
            BangOp::ListRemove => Ok(heap.fold_remove(args[0], args[1])),
            BangOp::ListSplat => heap.fold_splat(args[0], args[1]),
            BangOp::Range => heap.fold_range(args),
            BangOp::Con => heap.fold_con(args[0], args[1]),
            BangOp::Dag => Ok(heap.fold_new_dag(args)),
            BangOp::GetDagArg => heap.fold_getdagarg(ty, args[0], args[1]),
            BangOp::GetDagName => heap.fold_getdagname(args[0], args[1]),
            BangOp::GetDagOp => heap.fold_getdagop(ty, args[0]),
            BangOp::GetDagOpName => Ok(heap.fold_getdagopname(args[0])),
            BangOp::SetDagArg | BangOp::SetDagName => heap.fold_set_arg(op, args),
            BangOp::SetDagOp => Ok(heap.fold_setdagop(args[0], args[1])),
            BangOp::SetDagOpName => Ok(heap.fold_setdagopname(args[0], args[1])),
        };
        let folded = self.report_fold(folded)?;
        if let Some(value) = folded {
            self.spend(self.heap.steps_of_size(value))?;
        }
        Ok(folded)
    }

    /// Reports errors in folding. Returns the result that an error has, if any.
    #[inline]
    pub(crate) fn report_fold(&mut self, folded: Fold) -> Eval<Option<ValueId>> {
        match folded {
            Ok(value) => Ok(value),
            Err(error) => self.report_fold_error(*error),
        }
    }

    #[cold]
    fn report_fold_error(&mut self, error: FoldError) -> Eval<Option<ValueId>> {
        for (code, message) in error.messages {
            self.error_here(code, message);
        }
        // Only an error without a result is passed on to the enclosing expression or field.
        self.reports.lacks_context = error.result.is_none();
        error.result.map(Some).ok_or(Reported)
    }
}

impl Heap {
    /// Returns the number of steps for searching in string operands.
    #[inline]
    fn steps_of_search(&self, op: BangOp, args: &[ValueId]) -> u64 {
        let size = |arg: usize| {
            let text = self.store.values.text(args[arg]);
            text.map_or(0, |text| self.str(text).len()) as u64
        };
        let bytes = if op == BangOp::Match {
            // Each state of the regular expression may be tried at each byte.
            size(0).saturating_mul(size(1).max(1))
        } else if matches!(op, BangOp::Find | BangOp::Substr | BangOp::Size | BangOp::Empty) {
            size(0)
        } else if op == BangOp::Subst {
            size(2)
        } else {
            0
        };
        bytes / BYTES_PER_STEP as u64
    }

    /// Returns the number of steps for building a value, which depends on its size.
    fn steps_of_size(&self, value: ValueId) -> u64 {
        let steps = match self.store.value(value) {
            Value::List(list) => list.elements.len() / ELEMENTS_PER_STEP,
            Value::Dag(dag) => dag.args.len() / ELEMENTS_PER_STEP,
            Value::String(text) | Value::Code(text) => self.str(text).len() / BYTES_PER_STEP,
            Value::Unset
            | Value::Refused
            | Value::Bit(_)
            | Value::Int(_)
            | Value::Bits(_)
            | Value::Def(_)
            | Value::AnonymousName(_)
            | Value::Var { .. }
            | Value::VarBit { .. }
            | Value::Field { .. }
            | Value::Instance { .. }
            | Value::Op { .. } => 0,
        };
        steps as u64
    }

    /// Returns an operator's boolean result as an integer.
    fn truth(&mut self, answer: bool) -> ValueId {
        self.store.values.int(i64::from(answer))
    }

    #[inline]
    fn fold_comparison(&self, op: ComparisonOp, args: &[ValueId]) -> Option<ValueId> {
        self.compare(op, args[0], args[1]).map(ValueId::bit)
    }
}
