//! What intrinsics compute: graphs of operations on values of Clang's code generator.
//!
//! An operation is one statement of the code that Clang runs for a call. It refers to those whose values
//! it uses. An operation of a sequence also refers to the one before it, on whose effects it may depend.

use tablewright_index::{IndexVec, define_index};

use super::mve_type::TypeId;

define_index! {
    /// An operation of some intrinsic.
    pub(crate) struct OperationId;
}

pub(super) enum Operation<'s> {
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
    /// A call of a function of Clang or LLVM that makes IR.
    BuilderCall {
        /// The call up to its first argument, or to the parenthesis.
        prefix: &'s str,
        arguments: Vec<BuilderArgument<'s>>,
    },
    /// A call of an intrinsic of LLVM.
    IntrinsicCall {
        /// Behind `Intrinsic::`.
        name: IntrinsicName<'s>,
        /// The types by which the intrinsic is overloaded.
        types: Vec<TypeId>,
        arguments: Vec<OperationId>,
    },
    Type(TypeId),
}

pub(super) enum BuilderArgument<'s> {
    Value(OperationId),
    /// A number of that type of C++.
    Number {
        ty: &'s str,
        of: OperationId,
    },
}

pub(super) struct IntrinsicName<'s> {
    pub(super) base: &'s str,
    /// The letter of the kind of type, where names end with it.
    pub(super) kind: Option<&'static str>,
}

struct Node<'s> {
    operation: Operation<'s>,
    /// What has to be done before.
    predecessor: Option<OperationId>,
}

/// The operations of all intrinsics.
#[derive(Default)]
pub(crate) struct Computations<'s> {
    nodes: IndexVec<OperationId, Node<'s>>,
}

impl<'s> Computations<'s> {
    pub(super) fn push(&mut self, operation: Operation<'s>) -> OperationId {
        self.nodes.push(Node { operation, predecessor: None })
    }

    pub(super) fn operation(&self, id: OperationId) -> &Operation<'s> {
        &self.nodes[id].operation
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
}

impl Operation<'_> {
    /// Calls `f` with each operation whose value it uses, in order.
    pub(super) fn for_each_value(&self, mut f: impl FnMut(OperationId)) {
        match self {
            Operation::Argument { .. } | Operation::Integer { .. } | Operation::Type(_) => {}
            Operation::IntegerCast { of, .. }
            | Operation::PointerCast { of, .. }
            | Operation::Address { of, .. } => f(*of),
            Operation::BuilderCall { arguments, .. } => {
                for argument in arguments {
                    match argument {
                        BuilderArgument::Value(of) => f(*of),
                        BuilderArgument::Number { .. } => {}
                    }
                }
            }
            Operation::IntrinsicCall { arguments, .. } => arguments.iter().copied().for_each(f),
        }
    }
}

/// Puts operations in order, one intrinsic after the other.
pub(super) struct Scheduler<'c, 's> {
    computations: &'c Computations<'s>,
    is_visited: IndexVec<OperationId, bool>,
    /// The operations still to do, the next one last; an operation is left there while its
    /// prerequisites are done.
    stack: Vec<(OperationId, bool)>,
}

impl<'c, 's> Scheduler<'c, 's> {
    pub(super) fn new(computations: &'c Computations<'s>) -> Scheduler<'c, 's> {
        Scheduler {
            computations,
            is_visited: IndexVec::from_elem(false, &computations.nodes),
            stack: Vec::new(),
        }
    }

    /// Puts into `order` what `result` needs, each operation behind its prerequisites, and `result` last.
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
                let Node { operation, predecessor } = &self.computations.nodes[id];
                self.stack.extend(predecessor.map(|id| (id, false)));
                operation.for_each_value(|id| self.stack.push((id, false)));
                self.stack[first..].reverse();
            }
        }
    }
}
