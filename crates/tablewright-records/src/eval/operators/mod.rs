//! Operators: the types of their operands, and what they compute.
//!
//! An operator first meets the tree: its operands are evaluated and their types checked, in the order and
//! with the words of the reference. Then it is *folded*: it computes a value if its operands are known, and
//! else becomes a value that waits. Resolving folds it again whenever an operand has changed. All of this
//! about one operator is in one file here, but for operators of the regular form, whose operand types are in
//! the file of their arity ([`unary`], [`binary`], [`ternary`]).

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

pub(crate) use arithmetic::arithmetic;
pub(crate) use text::{Replaced, replace, too_long};

use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Span;
use tablewright_syntax::tree;

use crate::eval::heap::Heap;
use crate::eval::{Eval, Evaluator, Reported};
use crate::ids::TypeId;
use crate::value::{Op, ValueId};

/// What an operator computes: a value; or none, because operands are not known yet; or an error.
pub(crate) type Fold = FoldResult<Option<ValueId>>;

/// The outcome of a step of that. Errors are rare and large, so they are boxed to keep it small.
pub(crate) type FoldResult<T> = Result<T, Box<FoldError>>;

/// What is wrong with the operands of an operator.
#[derive(Debug)]
pub(crate) struct FoldError {
    /// None where nothing is to be reported.
    messages: Vec<(Code, String)>,
    /// The result, where the reference reports such an error and goes on.
    result: Option<ValueId>,
}

impl FoldError {
    /// An error without a result: the statement or field that it is in is given up.
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Box<FoldError> {
        Box::new(FoldError { messages: vec![(code, message.into())], result: None })
    }

    /// A result that there is not because of what an earlier error gave up.
    pub(crate) fn silent() -> Box<FoldError> {
        Box::new(FoldError { messages: Vec::new(), result: None })
    }

    /// A result in spite of errors, if there are such.
    fn after(code: Code, messages: Vec<String>, result: ValueId) -> Fold {
        if messages.is_empty() {
            return Ok(Some(result));
        }
        let messages = messages.into_iter().map(|message| (code, message)).collect();
        Err(Box::new(FoldError { messages, result: Some(result) }))
    }
}

impl Evaluator {
    /// An operator of the regular form.
    pub(crate) fn bang_expr(
        &mut self,
        tree: &tree::BangExpr<'_>,
        span: Span,
        want: Option<TypeId>,
    ) -> Eval<ValueId> {
        match tree.op {
            BangOp::Cast
            | BangOp::Empty
            | BangOp::GetDagOp
            | BangOp::GetDagOpName
            | BangOp::Head
            | BangOp::Initialized
            | BangOp::ListFlatten
            | BangOp::LogTwo
            | BangOp::Not
            | BangOp::Repr
            | BangOp::Size
            | BangOp::Tail
            | BangOp::ToLower
            | BangOp::ToUpper => self.unary(tree),
            BangOp::IsA => self.isa_expr(tree),
            BangOp::Exists => self.exists_expr(tree),
            BangOp::Instances => self.instances_expr(tree, span),
            BangOp::Range => self.range_expr(tree, span),
            BangOp::Substr | BangOp::Find => self.substr_or_find(tree, span, want),
            BangOp::Dag | BangOp::If | BangOp::Subst | BangOp::SetDagArg | BangOp::SetDagName => {
                self.ternary(tree, span, want)
            }
            BangOp::Add
            | BangOp::And
            | BangOp::Con
            | BangOp::Div
            | BangOp::Eq
            | BangOp::Ge
            | BangOp::GetDagArg
            | BangOp::GetDagName
            | BangOp::Gt
            | BangOp::Interleave
            | BangOp::Le
            | BangOp::ListConcat
            | BangOp::ListRemove
            | BangOp::ListSplat
            | BangOp::Lt
            | BangOp::Match
            | BangOp::Mul
            | BangOp::Ne
            | BangOp::Or
            | BangOp::SetDagOp
            | BangOp::SetDagOpName
            | BangOp::Shl
            | BangOp::Sra
            | BangOp::Srl
            | BangOp::StrConcat
            | BangOp::Sub
            | BangOp::Xor => self.binary(tree, span, want),
        }
    }

    /// The result of an operation, or, where it is not known yet, the operation as a value. `is_final`
    /// where a record gets its final values: then a record that does not exist is an error.
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
            Op::Foreach | Op::Filter | Op::Foldl => self.fold_loop(op, ty, args)?,
            Op::Element => self.heap.fold_element(args[0], args[1]),
            Op::Slice => self.heap.fold_slice(args[0], args[1]),
            Op::ClosedRange => {
                let folded = self.heap.fold_closed_range(args[0], args[1]);
                self.report_fold(folded)?
            }
        };
        Ok(folded.unwrap_or_else(|| self.heap.store.values.op(op, ty, args)))
    }

    /// What a bang operator computes; none if it has to wait.
    pub(crate) fn fold_bang(
        &mut self,
        op: BangOp,
        ty: TypeId,
        args: &[ValueId],
        is_final: bool,
    ) -> Eval<Option<ValueId>> {
        let folded = match op {
            // These look at records, some at those under construction, which the heap alone does
            // not have.
            BangOp::Cast => self.fold_cast(ty, args[0], is_final),
            BangOp::Exists => Ok(self.fold_exists(ty, args[0], is_final)),
            BangOp::Instances => self.fold_instances(ty, args[0], is_final),
            BangOp::Initialized => Ok(self.fold_initialized(args[0])),
            BangOp::Repr => Ok(self.fold_repr(args[0])),
            _ => self.heap.fold_bang(op, ty, args),
        };
        self.report_fold(folded)
    }

    /// Reports the errors of folding. Where there is a result in spite of them, it counts.
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
        // Only an error that is passed on reaches the expression or field that it belongs to.
        self.reports.lacks_context = error.result.is_none();
        error.result.map(Some).ok_or(Reported)
    }
}

impl Heap {
    /// What a bang operator computes that depends on its operands alone.
    // Inlined, it adds its cases to those of its caller.
    #[inline]
    fn fold_bang(&mut self, op: BangOp, ty: TypeId, args: &[ValueId]) -> Fold {
        match op {
            BangOp::IsA => {
                Ok(self.is_instance(args[0], ty).map(|yes| self.store.values.int(yes.into())))
            }
            BangOp::If => Ok(self.to_int(args[0]).map(|n| if n != 0 { args[1] } else { args[2] })),
            BangOp::Not => {
                Ok(self.to_int(args[0]).map(|n| self.store.values.int(i64::from(n == 0))))
            }
            BangOp::LogTwo => self.fold_logtwo(args[0]),
            BangOp::Add
            | BangOp::Sub
            | BangOp::Mul
            | BangOp::Div
            | BangOp::And
            | BangOp::Or
            | BangOp::Xor
            | BangOp::Shl
            | BangOp::Sra
            | BangOp::Srl => self.fold_arithmetic(op, args[0], args[1]),
            BangOp::Eq | BangOp::Ne | BangOp::Le | BangOp::Lt | BangOp::Ge | BangOp::Gt => {
                Ok(self.compare(op, args[0], args[1]).map(ValueId::bit))
            }
            BangOp::ToLower
            | BangOp::ToUpper
            | BangOp::StrConcat
            | BangOp::Interleave
            | BangOp::Subst
            | BangOp::Substr
            | BangOp::Find
            | BangOp::Match => self.fold_text(op, ty, args),
            BangOp::Size
            | BangOp::Empty
            | BangOp::Head
            | BangOp::Tail
            | BangOp::ListConcat
            | BangOp::ListFlatten
            | BangOp::ListRemove
            | BangOp::ListSplat
            | BangOp::Range => self.fold_list(op, args),
            BangOp::Con
            | BangOp::Dag
            | BangOp::GetDagArg
            | BangOp::GetDagName
            | BangOp::GetDagOp
            | BangOp::GetDagOpName
            | BangOp::SetDagArg
            | BangOp::SetDagName
            | BangOp::SetDagOp
            | BangOp::SetDagOpName => self.fold_dag(op, ty, args),
            BangOp::Cast
            | BangOp::Exists
            | BangOp::Instances
            | BangOp::Initialized
            | BangOp::Repr => unreachable!("it depends on more than its operands"),
        }
    }
}
