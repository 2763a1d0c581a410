//! The code of intrinsics: graphs of operations on values of Clang's code generator.
//!
//! An operation is one statement of the code that Clang runs for a call. It refers to those whose values
//! it uses. An operation of a sequence also refers to the one before it, on whose effects it may depend.

use tablewright_index::{IndexVec, define_index};

use super::mve_type::{ScalarKind, TypeId};
use super::type_reader::TypeUseId;
use crate::support::rows::{Row, Rows};

define_index! {
    /// An operation of some intrinsic.
    pub(crate) struct OperationId;
}

define_index! {
    /// A function that makes IR.
    pub(super) struct BuilderId;
}

define_index! {
    /// An intrinsic of LLVM.
    pub(super) struct CalleeId;
}

#[derive(Clone, Copy)]
pub(super) enum Operation {
    /// An argument of the call.
    Argument {
        number: u32,
        /// Whether it is an address with an alignment.
        is_pointer: bool,
        is_immediate: bool,
    },
    /// A number of the description. Where a number is demanded instead of a value, it stands itself.
    Integer {
        ty: TypeId,
        value: u32,
    },
    IntegerCast {
        ty: TypeId,
        of: OperationId,
    },
    PointerCast {
        ty: TypeId,
        of: OperationId,
    },
    /// A value as an address.
    Address {
        of: OperationId,
        pointee: TypeId,
        alignment: u32,
    },
    BuilderCall {
        builder: BuilderId,
        arguments: Row<OperationId>,
    },
    IntrinsicCall {
        callee: CalleeId,
        /// The kind of type with which the name ends, if it does.
        kind: Option<ScalarKind>,
        /// The types by which the intrinsic is overloaded.
        types: Row<TypeId>,
        arguments: Row<OperationId>,
    },
    Type(TypeId),
    /// One of two calls with the same arguments: the second where floating-point exceptions matter.
    /// The calls are part of this statement.
    StrictFpAlternative {
        standard: OperationId,
        strict: OperationId,
    },
}

/// A function of Clang or LLVM that makes IR.
pub(super) struct IrBuilderFunction {
    /// The call up to its first argument, or to the parenthesis.
    pub(super) prefix: String,
    /// The parameters that are numbers of C++, with their types. Of several with the same index the
    /// last counts.
    pub(super) numbers: Vec<(u32, String)>,
}

impl IrBuilderFunction {
    /// The type of the parameter, if it is a number of C++.
    pub(super) fn number_type(&self, index: usize) -> Option<&str> {
        let number = self.numbers.iter().rfind(|&&(number, _)| number as usize == index);
        number.map(|(_, ty)| ty.as_str())
    }
}

/// An intrinsic of LLVM.
pub(super) struct Callee {
    /// Behind `Intrinsic::`.
    pub(super) name: String,
    /// The types by which it is overloaded.
    pub(super) types: Vec<TypeUseId>,
    /// Whether its name ends with the kind of the parameter.
    pub(super) has_kind: bool,
}

struct Node {
    operation: Operation,
    /// What has to be done before.
    predecessor: Option<OperationId>,
}

/// The operations of all intrinsics.
#[derive(Default)]
pub(crate) struct Computations {
    nodes: IndexVec<OperationId, Node>,
    pub(super) arguments: Rows<OperationId>,
    pub(super) overload_types: Rows<TypeId>,
    pub(super) builders: IndexVec<BuilderId, IrBuilderFunction>,
    pub(super) callees: IndexVec<CalleeId, Callee>,
}

impl Computations {
    pub(super) fn push(&mut self, operation: Operation) -> OperationId {
        self.nodes.push(Node { operation, predecessor: None })
    }

    /// How many operations there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn operation(&self, id: OperationId) -> Operation {
        self.nodes[id].operation
    }

    /// Puts `before` before the sequence that `last` ends.
    pub(super) fn put_before(&mut self, before: OperationId, last: OperationId) {
        let mut first = last;
        while let Some(predecessor) = self.nodes[first].predecessor {
            first = predecessor;
        }
        self.nodes[first].predecessor = Some(before);
    }

    /// `None` for each operation.
    pub(super) fn none_for_each<T: Clone>(&self) -> IndexVec<OperationId, Option<T>> {
        IndexVec::from_elem(None, &self.nodes)
    }

    /// Calls `f` with each operation whose value `id` uses, in order.
    pub(super) fn for_each_value(&self, id: OperationId, f: impl FnMut(OperationId)) {
        match self.nodes[id].operation {
            Operation::StrictFpAlternative { standard, strict } => {
                let mut f = f;
                self.for_each_value_of_call(standard, &mut f);
                self.for_each_value_of_call(strict, &mut f);
            }
            Operation::Argument { .. }
            | Operation::Integer { .. }
            | Operation::IntegerCast { .. }
            | Operation::PointerCast { .. }
            | Operation::Address { .. }
            | Operation::BuilderCall { .. }
            | Operation::IntrinsicCall { .. }
            | Operation::Type(_) => self.for_each_value_of_call(id, f),
        }
    }

    /// The same for an operation that is no alternative of two.
    fn for_each_value_of_call(&self, id: OperationId, mut f: impl FnMut(OperationId)) {
        match self.nodes[id].operation {
            Operation::Argument { .. } | Operation::Integer { .. } | Operation::Type(_) => {}
            Operation::IntegerCast { of, .. }
            | Operation::PointerCast { of, .. }
            | Operation::Address { of, .. } => f(of),
            Operation::BuilderCall { builder, arguments } => {
                let builder = &self.builders[builder];
                for (index, &argument) in self.arguments[arguments].iter().enumerate() {
                    if builder.number_type(index).is_none() {
                        f(argument);
                    }
                }
            }
            Operation::IntrinsicCall { arguments, .. } => {
                self.arguments[arguments].iter().copied().for_each(f);
            }
            // Neither call is an alternative of two itself.
            Operation::StrictFpAlternative { .. } => {}
        }
    }
}

/// Puts operations in order, one intrinsic after the other.
pub(super) struct Scheduler<'c> {
    computations: &'c Computations,
    is_visited: IndexVec<OperationId, bool>,
    /// The operations still to do, the next one last; an operation is left there while its
    /// prerequisites are done.
    stack: Vec<(OperationId, bool)>,
}

impl<'c> Scheduler<'c> {
    pub(super) fn new(computations: &'c Computations) -> Scheduler<'c> {
        Scheduler {
            computations,
            is_visited: IndexVec::from_elem(false, &computations.nodes),
            stack: Vec::new(),
        }
    }

    /// Puts into `order` what `result` needs, each operation after its prerequisites, and `result` last.
    pub(super) fn schedule(&mut self, result: OperationId, order: &mut Vec<OperationId>) {
        order.clear();
        // A stack of its own, for a sequence may be longer than the stack of the thread is deep.
        self.stack.push((result, false));
        while let Some((id, is_ready)) = self.stack.pop() {
            if is_ready {
                order.push(id);
            } else if !std::mem::replace(&mut self.is_visited[id], true) {
                self.stack.push((id, true));
                let first = self.stack.len();
                let predecessor = self.computations.nodes[id].predecessor;
                self.stack.extend(predecessor.map(|id| (id, false)));
                self.computations.for_each_value(id, |id| self.stack.push((id, false)));
                self.stack[first..].reverse();
            }
        }
    }
}
