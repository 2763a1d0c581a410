//! The computation that the dag of a record stands for.
//!
//! An operator of the dag is a sequence, a conversion to a type, a call, or one of some operators with a
//! meaning of their own. Names in it are operands of the intrinsic, or operations of a sequence around.

use rustc_hash::FxHashMap;

use tablewright_records::{Dag, Record, RecordId, RecordStore, Value, ValueId};
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_syntax::symbol::Symbol;

use super::computation::{
    Arguments, Builder, BuilderId, Callee, CalleeId, Computations, Operation, OperationId,
};
use super::error::{at, in_field, without_place};
use super::mve_type::{MveType, ScalarKind, TypeId};
use super::type_reader::{NUMBER_TYPE, TypeReader};

/// How deeply dags may be nested.
const MAX_DEPTH: u32 = 500;

/// What is kept from one intrinsic to the next.
#[derive(Default)]
pub(super) struct ReaderState {
    pub(super) computations: Computations,
    operators: FxHashMap<RecordId, Operator>,
    /// The intrinsic of LLVM that makes a vector of bits from a predicate.
    predicate_to_vector: Option<CalleeId>,
    /// What names stand for; the last of a name counts.
    scope: Vec<(Symbol, Option<OperationId>)>,
    /// The arguments read so far of the operations that are read.
    arguments: Vec<OperationId>,
}

/// What a record is as an operator.
#[derive(Clone, Copy)]
enum Operator {
    Sequence,
    /// A type.
    Cast,
    Address,
    UnsignedFlag,
    BitSize,
    /// A function that makes IR; `None` until its arguments were read for the first time.
    Builder(Option<BuilderId>),
    /// An intrinsic of LLVM, in the same way.
    Intrinsic(Option<CalleeId>),
    Unsupported,
}

impl Operator {
    fn of(record: Record<'_>) -> Operator {
        match record.name() {
            "seq" => Operator::Sequence,
            _ if record.inherits("Type") => Operator::Cast,
            "address" => Operator::Address,
            "unsignedflag" => Operator::UnsignedFlag,
            "bitsize" => Operator::BitSize,
            _ if record.inherits("IRBuilderBase") => Operator::Builder(None),
            _ if record.inherits("IRIntBase") => Operator::Intrinsic(None),
            _ => Operator::Unsupported,
        }
    }
}

/// Reads the computation of one intrinsic.
pub(super) struct ComputationReader<'r, 's> {
    store: &'s RecordStore,
    intrinsic: Record<'s>,
    parameter: TypeId,
    pub(super) types: &'r mut TypeReader<'s>,
    state: &'r mut ReaderState,
    depth: u32,
}

impl<'r, 's> ComputationReader<'r, 's> {
    pub(super) fn new(
        intrinsic: Record<'s>,
        parameter: TypeId,
        types: &'r mut TypeReader<'s>,
        state: &'r mut ReaderState,
    ) -> ComputationReader<'r, 's> {
        state.scope.clear();
        let store = intrinsic.store();
        ComputationReader { store, intrinsic, parameter, types, state, depth: 0 }
    }

    /// Gives an operand of the intrinsic its name. Narrow integers come as 32 bits and predicates as
    /// vectors of bits, unless they are not `promoted`.
    pub(super) fn add_operand(
        &mut self,
        name: Symbol,
        number: u32,
        ty: TypeId,
        promoted: bool,
        is_immediate: bool,
    ) -> Result<(), Diagnostic> {
        let kind = self.types.types.get(ty);
        let is_pointer = matches!(kind, MveType::Pointer { .. });
        let mut value = self.push(Operation::Argument { number, is_pointer, is_immediate });
        let is_narrow = match kind {
            MveType::Scalar { element, .. } => {
                element.kind != ScalarKind::Float && element.bits < 32
            }
            MveType::Predicate { .. } => true,
            _ => false,
        };
        if promoted && is_narrow {
            let u32 = self.number_type()?;
            value = self.push(Operation::IntegerCast { ty: u32, of: value });
        }
        if promoted && matches!(kind, MveType::Predicate { .. }) {
            let computations = &mut self.state.computations;
            let callee = *self.state.predicate_to_vector.get_or_insert_with(|| {
                let name = "arm_mve_pred_i2v".to_owned();
                computations.callees.push(Callee { name, types: Vec::new(), has_kind: false })
            });
            let types = computations.push_overload_types(&[ty]);
            let arguments = computations.push_arguments(std::iter::once(value));
            value = self.push(Operation::IntrinsicCall { callee, kind: None, types, arguments });
        }
        self.state.scope.push((name, Some(value)));
        Ok(())
    }

    fn push(&mut self, operation: Operation) -> OperationId {
        self.state.computations.push(operation)
    }

    fn number_type(&self) -> Result<TypeId, Diagnostic> {
        let message = || self.error(&format!("there is no type '{NUMBER_TYPE}'"));
        self.types.number.ok_or_else(message)
    }

    fn error(&self, message: &str) -> Diagnostic {
        in_field(self.intrinsic, "codegen", message)
    }

    /// The last operation of the dag `value`; `None` for a sequence of nothing.
    pub(super) fn read_dag(&mut self, value: ValueId) -> Result<Option<OperationId>, Diagnostic> {
        let Value::Dag(dag) = self.store.value(value) else {
            return Err(self.error("an operation is no dag"));
        };
        let Value::Def(operator) = self.store.value(dag.operator) else {
            return Err(self.error("the operator of an operation is no record"));
        };
        if self.depth == MAX_DEPTH {
            return Err(self.error("operations are nested too deeply"));
        }
        self.depth += 1;
        let operation = self.apply(self.store.record(operator), value, dag)?;
        self.depth -= 1;
        Ok(operation)
    }

    /// What `operator` makes of the operands of `dag`, which is the value `value`.
    fn apply(
        &mut self,
        operator: Record<'s>,
        value: ValueId,
        dag: Dag<'s>,
    ) -> Result<Option<OperationId>, Diagnostic> {
        let operation = match self.operator(operator) {
            Operator::Sequence => return self.read_sequence(dag),
            Operator::Cast => self.read_cast(operator, value, dag)?,
            Operator::Address => self.read_address(value, dag)?,
            Operator::UnsignedFlag => self.read_unsigned_flag(dag)?,
            Operator::BitSize => self.read_bit_size(dag)?,
            Operator::Builder(known) => self.read_builder_call(operator, known, value, dag)?,
            Operator::Intrinsic(known) => self.read_intrinsic_call(operator, known, value, dag)?,
            Operator::Unsupported => {
                self.read_arguments(value, dag)?;
                let name = operator.name();
                return Err(without_place(format!("Unsupported dag node {name}")));
            }
        };
        Ok(Some(self.push(operation)))
    }

    fn operator(&mut self, record: Record<'_>) -> Operator {
        *self.state.operators.entry(record.id()).or_insert_with(|| Operator::of(record))
    }

    fn read_sequence(&mut self, dag: Dag<'s>) -> Result<Option<OperationId>, Diagnostic> {
        let outer = self.state.scope.len();
        let mut last = None;
        for argument in dag.args {
            let operation = self.read_dag(argument.value)?;
            if let Some(name) = argument.name {
                self.state.scope.push((name, operation));
            }
            match (last, operation) {
                (Some(last), Some(operation)) => {
                    self.state.computations.put_before(last, operation);
                }
                (Some(_), None) => {
                    return Err(self.error("an operation of a sequence is a sequence of nothing"));
                }
                (None, _) => {}
            }
            last = operation;
        }
        self.state.scope.truncate(outer);
        Ok(last)
    }

    fn read_arguments(&mut self, value: ValueId, dag: Dag<'s>) -> Result<Arguments, Diagnostic> {
        let first = self.state.arguments.len();
        for at in 0..dag.args.len() {
            let argument = self.read_argument(value, dag, at)?;
            self.state.arguments.push(argument);
        }
        let ReaderState { computations, arguments, .. } = &mut *self.state;
        Ok(computations.push_arguments(arguments.drain(first..)))
    }

    /// An operand of the operation `dag`, which is the value `value`.
    fn read_argument(
        &mut self,
        value: ValueId,
        dag: Dag<'s>,
        at: usize,
    ) -> Result<OperationId, Diagnostic> {
        let argument = dag.args[at];
        if let Some(name) = argument.name {
            return self.lookup(name, argument.value);
        }
        let operation = match self.store.value(argument.value) {
            Value::Bit(bit) => self.number(u32::from(bit))?,
            Value::Int(number) => self.number(number as u32)?,
            Value::Dag(_) => {
                let operation = self.read_dag(argument.value)?;
                return operation.ok_or_else(|| self.no_value());
            }
            Value::Def(record) => {
                let record = self.store.record(record);
                let Operator::Cast = self.operator(record) else {
                    return Err(self.bad_argument(value, argument.value, at));
                };
                Operation::Type(self.types.of_record(record, self.parameter)?)
            }
            _ => return Err(self.bad_argument(value, argument.value, at)),
        };
        Ok(self.push(operation))
    }

    fn lookup(&self, name: Symbol, value: ValueId) -> Result<OperationId, Diagnostic> {
        if value != ValueId::UNSET {
            let message = "dag operator argument should not have both a value and a name";
            return Err(without_place(message));
        }
        match self.state.scope.iter().rfind(|&&(known, _)| known == name) {
            Some(&(_, operation)) => operation.ok_or_else(|| self.no_value()),
            None => {
                let name = self.store.str(name);
                Err(without_place(format!("unrecognized variable name '{name}'")))
            }
        }
    }

    fn no_value(&self) -> Diagnostic {
        self.error("a sequence of nothing has no value")
    }

    fn bad_argument(&self, dag: ValueId, argument: ValueId, at: usize) -> Diagnostic {
        let mut error = without_place("bad DAG argument type for code generation");
        error.note(None, format!("DAG: {}", self.store.value_text(dag)));
        let ty = match self.store.value(argument) {
            Value::String(_) | Value::Code(_) => Some("string".to_owned()),
            Value::Bits(bits) => Some(format!("bits<{}>", bits.len())),
            Value::List(list) => Some(format!("list<{}>", self.store.type_text(list.element_type))),
            Value::Def(record) => Some(self.store.type_text(self.store.record(record).ty())),
            _ => None,
        };
        if let Some(ty) = ty {
            error.note(None, format!("argument type: {ty}"));
        }
        error.note(None, format!("argument number {at}: {}", self.store.value_text(argument)));
        error
    }

    fn number(&self, value: u32) -> Result<Operation, Diagnostic> {
        Ok(Operation::Integer { ty: self.number_type()?, value })
    }

    fn read_cast(
        &mut self,
        operator: Record<'s>,
        value: ValueId,
        dag: Dag<'s>,
    ) -> Result<Operation, Diagnostic> {
        if dag.args.len() != 1 {
            return Err(without_place("Type casts should have exactly one argument"));
        }
        let ty = self.types.of_record(operator, self.parameter)?;
        let of = self.read_argument(value, dag, 0)?;
        match self.types.types.get(ty) {
            MveType::Scalar { element, .. } if element.kind != ScalarKind::Float => {
                Ok(match self.state.computations.operation(of) {
                    Operation::Integer { value, .. } => Operation::Integer { ty, value },
                    _ => Operation::IntegerCast { ty, of },
                })
            }
            MveType::Pointer { .. } => Ok(Operation::PointerCast { ty, of }),
            _ => Err(without_place("Unsupported type cast")),
        }
    }

    fn read_address(&mut self, value: ValueId, dag: Dag<'s>) -> Result<Operation, Diagnostic> {
        if dag.args.len() != 2 {
            return Err(without_place("'address' should have two arguments"));
        }
        let of = self.read_argument(value, dag, 0)?;
        let mut pointee = None;
        if let Value::Dag(inner) = self.store.value(dag.args[0].value) {
            let ty = self.types.of_value(self.intrinsic, inner.operator, self.parameter)?;
            if let MveType::Pointer { to, .. } = self.types.types.get(ty) {
                pointee = Some(to);
            }
        }
        let pointee = pointee
            .ok_or_else(|| without_place("'address' pointer argument should be a pointer"))?;
        let Value::Int(alignment) = self.store.value(dag.args[1].value) else {
            return Err(without_place("'address' alignment argument should be an integer"));
        };
        Ok(Operation::Address { of, pointee, alignment: alignment as u32 })
    }

    /// The type that the only argument of an operator is, with its record.
    fn read_type_argument(&mut self, dag: Dag<'s>, operator: &str) -> Result<TypeId, Diagnostic> {
        let [argument] = dag.args else {
            let message = format!("{operator} should have exactly one argument");
            return Err(without_place(message));
        };
        let Value::Def(record) = self.store.value(argument.value) else {
            return Err(self.error(&format!("the argument of '{operator}' is no record")));
        };
        let record = self.store.record(record);
        if !record.inherits("Type") {
            return Err(without_place(format!("{operator}'s argument should be a type")));
        }
        self.types.of_record(record, self.parameter)
    }

    fn read_unsigned_flag(&mut self, dag: Dag<'s>) -> Result<Operation, Diagnostic> {
        let ty = self.read_type_argument(dag, "unsignedflag")?;
        match self.types.types.scalar(ty) {
            Some(element) => self.number(u32::from(element.kind == ScalarKind::Unsigned)),
            None => Err(without_place("unsignedflag's argument should be a scalar type")),
        }
    }

    fn read_bit_size(&mut self, dag: Dag<'s>) -> Result<Operation, Diagnostic> {
        let ty = self.read_type_argument(dag, "bitsize")?;
        match self.types.types.scalar(ty) {
            Some(element) => self.number(element.bits),
            None => Err(without_place("bitsize's argument should be a scalar type")),
        }
    }

    fn read_builder_call(
        &mut self,
        operator: Record<'s>,
        known: Option<BuilderId>,
        value: ValueId,
        dag: Dag<'s>,
    ) -> Result<Operation, Diagnostic> {
        let arguments = self.read_arguments(value, dag)?;
        let builder = match known {
            Some(builder) => builder,
            None => {
                let builder = self.state.computations.builders.push(read_builder(operator)?);
                self.state.operators.insert(operator.id(), Operator::Builder(Some(builder)));
                builder
            }
        };
        Ok(Operation::BuilderCall { builder, arguments })
    }

    fn read_intrinsic_call(
        &mut self,
        operator: Record<'s>,
        known: Option<CalleeId>,
        value: ValueId,
        dag: Dag<'s>,
    ) -> Result<Operation, Diagnostic> {
        let arguments = self.read_arguments(value, dag)?;
        let callee = match known {
            Some(callee) => callee,
            None => {
                let callee = self.state.computations.callees.push(read_callee(operator)?);
                self.state.operators.insert(operator.id(), Operator::Intrinsic(Some(callee)));
                callee
            }
        };
        let Callee { types: records, has_kind, .. } = &self.state.computations.callees[callee];
        let has_kind = *has_kind;
        let mut types = Vec::with_capacity(records.len());
        for &ty in records {
            types.push(self.types.of_record(self.store.record(ty), self.parameter)?);
        }
        let types = self.state.computations.push_overload_types(&types);
        let scalar = self.types.types.scalar(self.parameter);
        let kind = scalar.map(|scalar| scalar.kind).filter(|_| has_kind);
        if has_kind && kind.is_none() {
            let message = "an intrinsic of LLVM is named by a scalar, and there is none";
            return Err(at(self.intrinsic, message));
        }
        Ok(Operation::IntrinsicCall { callee, kind, types, arguments })
    }
}

fn read_builder(record: Record<'_>) -> Result<Builder, Diagnostic> {
    let mut numbers = Vec::new();
    for parameter in record.list_of_records("special_params")? {
        let index = parameter.int("index")? as u32;
        if !parameter.inherits("IRBuilderAddrParam") && parameter.inherits("IRBuilderIntParam") {
            numbers.push((index, parameter.string("type")?.to_owned()));
        }
    }
    Ok(Builder { prefix: record.string("prefix")?.to_owned(), numbers })
}

fn read_callee(record: Record<'_>) -> Result<Callee, Diagnostic> {
    Ok(Callee {
        types: record.list_of_records("params")?.into_iter().map(|ty| ty.id()).collect(),
        name: record.string("intname")?.to_owned(),
        has_kind: record.bit("appendKind")?,
    })
}
