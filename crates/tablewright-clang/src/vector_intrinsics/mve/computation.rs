//! Computations: graphs of operations on values in Clang's code generator.
//!
//! An operation is a statement in the code for a call. It refers to the operations whose values it
//! uses. An operation in a sequence also refers to its predecessor, since it may depend on the
//! predecessor's effects.

use tablewright_index::{IndexVec, define_index};

use super::mve_type::{ScalarKind, TypeId};
use super::type_reader::TypeUseId;
use crate::support::rows::{Row, Rows};

define_index! {
    /// An operation of some intrinsic.
    pub(crate) struct OperationId;
}

define_index! {
    /// A function that creates IR.
    pub(super) struct BuilderId;
}

define_index! {
    /// An LLVM intrinsic.
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
    /// A number from the description. If the context requires a C++ number, it is written directly.
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
    /// A value converted to an address.
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
        /// The kind at the end of the name, if any.
        kind: Option<ScalarKind>,
        /// The types that the intrinsic is overloaded on.
        types: Row<TypeId>,
        arguments: Row<OperationId>,
    },
    Type(TypeId),
    /// Alternative calls with the same arguments. The second is used for strict floating-point. The
    /// calls are part of this statement.
    StrictFpAlternative {
        standard: OperationId,
        strict: OperationId,
    },
}

/// A function in Clang or LLVM that creates IR.
pub(super) struct IrBuilderFunction {
    /// The call up to its first argument, or to the parenthesis.
    pub(super) prefix: String,
    /// The parameters that are C++ numbers, by index, with their types. For equal indices, the last
    /// is used.
    pub(super) numbers: Vec<(u32, String)>,
}

impl IrBuilderFunction {
    /// Returns the type of a parameter that is a C++ number.
    pub(super) fn number_type(&self, index: usize) -> Option<&str> {
        let number = self.numbers.iter().rfind(|&&(number, _)| number as usize == index);
        number.map(|(_, ty)| ty.as_str())
    }
}

/// An LLVM intrinsic.
pub(super) struct Callee {
    /// The name after `Intrinsic::`.
    pub(super) name: String,
    /// The types that it is overloaded on.
    pub(super) types: Vec<TypeUseId>,
    /// Whether its name ends with the parameter's kind.
    pub(super) has_kind: bool,
}

struct Node {
    operation: Operation,
    /// An operation that must be executed before.
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

    /// Returns the operation count.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn operation(&self, id: OperationId) -> Operation {
        self.nodes[id].operation
    }

    /// Inserts `before` at the start of the sequence that ends with `last`.
    pub(super) fn put_before(&mut self, before: OperationId, last: OperationId) {
        let mut first = last;
        while let Some(predecessor) = self.nodes[first].predecessor {
            first = predecessor;
        }
        self.nodes[first].predecessor = Some(before);
    }

    /// Returns a vector with `None` for each operation.
    pub(super) fn none_for_each<T: Clone>(&self) -> IndexVec<OperationId, Option<T>> {
        IndexVec::from_elem(None, &self.nodes)
    }

    /// Calls `f` for each operation whose value `id` uses, in order.
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

    /// Same as [`for_each_value`](Self::for_each_value), for operations without alternatives.
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
            // The alternatives do not have alternatives themselves.
            Operation::StrictFpAlternative { .. } => {}
        }
    }
}

/// Orders operations, for a single intrinsic at a time.
pub(super) struct Scheduler<'c> {
    computations: &'c Computations,
    is_visited: IndexVec<OperationId, bool>,
    /// Pending operations, next operation last. An operation stays on the stack until its
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

    /// Appends the operations that `result` needs to `order`, each after its prerequisites, and
    /// then `result`.
    pub(super) fn schedule(&mut self, result: OperationId, order: &mut Vec<OperationId>) {
        order.clear();
        // An explicit stack, since a sequence may be longer than the thread's stack allows.
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
