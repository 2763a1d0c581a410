//! Computations: graphs of operations on values in Clang's code generator.
//!
//! An operation is a statement in the code for a call. It refers to the operations whose values it
//! uses. An operation in a sequence also refers to its predecessor, since it may depend on the
//! predecessor's effects.

use tablewright_index::{IndexVec, define_index};

use super::mve_type::MveTypeId;
use super::type_reader::TypeUseId;
use crate::support::rows::{OutputRow, OutputRows};
use crate::vector_intrinsics::c_type::ElementKind;

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
pub(super) enum MveOperation {
    /// An argument of the call.
    Argument {
        number: u32,
        /// Whether it is an address with an alignment.
        is_pointer: bool,
        is_immediate: bool,
    },
    /// A number from the description. If the context requires a C++ number, it is written directly.
    Integer {
        ty: MveTypeId,
        value: u32,
    },
    IntegerCast {
        ty: MveTypeId,
        of: OperationId,
    },
    PointerCast {
        ty: MveTypeId,
        of: OperationId,
    },
    /// A value converted to an address.
    Address {
        of: OperationId,
        pointee: MveTypeId,
        alignment: u32,
    },
    BuilderCall {
        builder: BuilderId,
        arguments: OutputRow<OperationId>,
    },
    IntrinsicCall {
        callee: CalleeId,
        /// The kind at the end of the name, if any.
        kind: Option<ElementKind>,
        /// The types that the intrinsic is overloaded on.
        types: OutputRow<MveTypeId>,
        arguments: OutputRow<OperationId>,
    },
    Type(MveTypeId),
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

struct MveNode {
    operation: MveOperation,
    /// An operation that must be executed before.
    predecessor: Option<OperationId>,
}

/// The operations of all intrinsics.
#[derive(Default)]
pub(crate) struct Computations {
    nodes: IndexVec<OperationId, MveNode>,
    pub(super) arguments: OutputRows<OperationId>,
    pub(super) overload_types: OutputRows<MveTypeId>,
    pub(super) builders: IndexVec<BuilderId, IrBuilderFunction>,
    pub(super) callees: IndexVec<CalleeId, Callee>,
}

impl Computations {
    pub(super) fn push(&mut self, operation: MveOperation) -> OperationId {
        self.nodes.push(MveNode { operation, predecessor: None })
    }

    /// Returns the operation count.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn operation(&self, id: OperationId) -> MveOperation {
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
            MveOperation::StrictFpAlternative { standard, strict } => {
                let mut f = f;
                self.for_each_value_of_call(standard, &mut f);
                self.for_each_value_of_call(strict, &mut f);
            }
            MveOperation::Argument { .. }
            | MveOperation::Integer { .. }
            | MveOperation::IntegerCast { .. }
            | MveOperation::PointerCast { .. }
            | MveOperation::Address { .. }
            | MveOperation::BuilderCall { .. }
            | MveOperation::IntrinsicCall { .. }
            | MveOperation::Type(_) => self.for_each_value_of_call(id, f),
        }
    }

    /// Same as [`for_each_value`](Self::for_each_value), for operations without alternatives.
    fn for_each_value_of_call(&self, id: OperationId, mut f: impl FnMut(OperationId)) {
        match self.nodes[id].operation {
            MveOperation::Argument { .. }
            | MveOperation::Integer { .. }
            | MveOperation::Type(_) => {}
            MveOperation::IntegerCast { of, .. }
            | MveOperation::PointerCast { of, .. }
            | MveOperation::Address { of, .. } => f(of),
            MveOperation::BuilderCall { builder, arguments } => {
                let builder = &self.builders[builder];
                for (index, &argument) in self.arguments[arguments].iter().enumerate() {
                    if builder.number_type(index).is_none() {
                        f(argument);
                    }
                }
            }
            MveOperation::IntrinsicCall { arguments, .. } => {
                self.arguments[arguments].iter().copied().for_each(f);
            }
            // The alternatives do not have alternatives themselves.
            MveOperation::StrictFpAlternative { .. } => {}
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
