//! The computation that the dag of a record stands for.
//!
//! An operator of the dag is a sequence, a conversion to a type, a call, or one of some operators with a
//! meaning of their own. Names in it are operands of the intrinsic, or operations of a sequence around.

use rustc_hash::FxHashMap;

use tablewright_records::{Dag, Record, RecordId, RecordStore, Value, ValueId};
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_syntax::symbol::Symbol;

use super::computation::{BuilderArgument, Computations, IntrinsicName, Operation, OperationId};
use super::error::{at, in_field, without_place};
use super::mve_type::{MveType, ScalarKind, TypeId};
use super::type_reader::TypeReader;

/// How deeply dags may be nested.
const MAX_DEPTH: u32 = 500;

/// The type of numbers in descriptions.
const NUMBER_TYPE: &str = "u32";

/// What the reader knows of records that are operators, for all intrinsics.
#[derive(Default)]
pub(super) struct Operators<'s> {
    kinds: FxHashMap<RecordId, OperatorKind>,
    builders: FxHashMap<RecordId, Builder<'s>>,
}

#[derive(Clone, Copy)]
enum OperatorKind {
    Sequence,
    Cast,
    Address,
    UnsignedFlag,
    BitSize,
    Builder,
    Intrinsic,
    Unsupported,
}

impl OperatorKind {
    fn of(record: Record<'_>) -> OperatorKind {
        match record.name() {
            "seq" => OperatorKind::Sequence,
            _ if record.inherits("Type") => OperatorKind::Cast,
            "address" => OperatorKind::Address,
            "unsignedflag" => OperatorKind::UnsignedFlag,
            "bitsize" => OperatorKind::BitSize,
            _ if record.inherits("IRBuilderBase") => OperatorKind::Builder,
            _ if record.inherits("IRIntBase") => OperatorKind::Intrinsic,
            _ => OperatorKind::Unsupported,
        }
    }
}

/// A function that makes IR.
struct Builder<'s> {
    prefix: &'s str,
    /// The parameters that are numbers, with their types in C++. Of several with the same index the last
    /// counts.
    numbers: Vec<(u32, &'s str)>,
}

impl<'s> Builder<'s> {
    fn read(record: Record<'s>) -> Result<Builder<'s>, Diagnostic> {
        let mut numbers = Vec::new();
        for parameter in record.list_of_records("special_params")? {
            let index = parameter.int("index")? as u32;
            if !parameter.inherits("IRBuilderAddrParam") && parameter.inherits("IRBuilderIntParam")
            {
                numbers.push((index, parameter.string("type")?));
            }
        }
        Ok(Builder { prefix: record.string("prefix")?, numbers })
    }

    fn argument(&self, index: usize, of: OperationId) -> BuilderArgument<'s> {
        let number = self.numbers.iter().rfind(|&&(number, _)| number as usize == index);
        match number {
            Some(&(_, ty)) => BuilderArgument::Number { ty, of },
            None => BuilderArgument::Value(of),
        }
    }
}

/// Reads the computation of one intrinsic.
pub(super) struct ComputationReader<'r, 's> {
    store: &'s RecordStore,
    intrinsic: Record<'s>,
    parameter: TypeId,
    pub(super) types: &'r mut TypeReader<'s>,
    computations: &'r mut Computations<'s>,
    operators: &'r mut Operators<'s>,
    /// What names stand for; the last of a name counts.
    scope: Vec<(Symbol, Option<OperationId>)>,
    depth: u32,
}

impl<'r, 's> ComputationReader<'r, 's> {
    pub(super) fn new(
        intrinsic: Record<'s>,
        parameter: TypeId,
        types: &'r mut TypeReader<'s>,
        computations: &'r mut Computations<'s>,
        operators: &'r mut Operators<'s>,
    ) -> ComputationReader<'r, 's> {
        let store = intrinsic.store();
        let scope = Vec::new();
        let depth = 0;
        ComputationReader {
            store,
            intrinsic,
            parameter,
            types,
            computations,
            operators,
            scope,
            depth,
        }
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
        let argument = Operation::Argument { number, is_pointer, is_immediate };
        let mut value = self.computations.push(argument);
        let is_narrow = match kind {
            MveType::Scalar { element, .. } => {
                element.kind != ScalarKind::Float && element.bits < 32
            }
            MveType::Predicate { .. } => true,
            _ => false,
        };
        if promoted && is_narrow {
            let u32 = self.number_type()?;
            value = self.computations.push(Operation::IntegerCast { ty: u32, of: value });
        }
        if promoted && matches!(kind, MveType::Predicate { .. }) {
            value = self.computations.push(Operation::IntrinsicCall {
                name: IntrinsicName { base: "arm_mve_pred_i2v", kind: None },
                types: vec![ty],
                arguments: vec![value],
            });
        }
        self.scope.push((name, Some(value)));
        Ok(())
    }

    fn number_type(&self) -> Result<TypeId, Diagnostic> {
        let ty = self.types.scalar_called(NUMBER_TYPE);
        ty.ok_or_else(|| self.error(&format!("there is no type '{NUMBER_TYPE}'")))
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
        let kind = self.operators.kinds.entry(operator.id());
        let operation = match *kind.or_insert_with(|| OperatorKind::of(operator)) {
            OperatorKind::Sequence => return self.read_sequence(dag),
            OperatorKind::Cast => self.read_cast(operator, value, dag)?,
            OperatorKind::Address => self.read_address(value, dag)?,
            OperatorKind::UnsignedFlag => self.read_unsigned_flag(dag)?,
            OperatorKind::BitSize => self.read_bit_size(dag)?,
            OperatorKind::Builder => self.read_builder_call(operator, value, dag)?,
            OperatorKind::Intrinsic => self.read_intrinsic_call(operator, value, dag)?,
            OperatorKind::Unsupported => {
                self.read_arguments(value, dag)?;
                let name = operator.name();
                return Err(without_place(format!("Unsupported dag node {name}")));
            }
        };
        Ok(Some(self.computations.push(operation)))
    }

    fn read_sequence(&mut self, dag: Dag<'s>) -> Result<Option<OperationId>, Diagnostic> {
        let outer = self.scope.len();
        let mut last = None;
        for argument in dag.args {
            let operation = self.read_dag(argument.value)?;
            if let Some(name) = argument.name {
                self.scope.push((name, operation));
            }
            match (last, operation) {
                (Some(last), Some(operation)) => self.computations.put_before(last, operation),
                (Some(_), None) => {
                    return Err(self.error("an operation of a sequence is a sequence of nothing"));
                }
                (None, _) => {}
            }
            last = operation;
        }
        self.scope.truncate(outer);
        Ok(last)
    }

    fn read_arguments(
        &mut self,
        value: ValueId,
        dag: Dag<'s>,
    ) -> Result<Vec<OperationId>, Diagnostic> {
        (0..dag.args.len()).map(|at| self.read_argument(value, dag, at)).collect()
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
            Value::Def(record) if self.store.record(record).inherits("Type") => {
                let record = self.store.record(record);
                Operation::Type(self.types.of_record(record, self.parameter)?)
            }
            _ => return Err(self.bad_argument(value, argument.value, at)),
        };
        Ok(self.computations.push(operation))
    }

    fn lookup(&self, name: Symbol, value: ValueId) -> Result<OperationId, Diagnostic> {
        if value != ValueId::UNSET {
            let message = "dag operator argument should not have both a value and a name";
            return Err(without_place(message));
        }
        match self.scope.iter().rfind(|&&(known, _)| known == name) {
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

    fn number(&self, value: u32) -> Result<Operation<'s>, Diagnostic> {
        Ok(Operation::Integer { ty: self.number_type()?, value })
    }

    fn read_cast(
        &mut self,
        operator: Record<'s>,
        value: ValueId,
        dag: Dag<'s>,
    ) -> Result<Operation<'s>, Diagnostic> {
        if dag.args.len() != 1 {
            return Err(without_place("Type casts should have exactly one argument"));
        }
        let ty = self.types.of_record(operator, self.parameter)?;
        let of = self.read_argument(value, dag, 0)?;
        match self.types.types.get(ty) {
            MveType::Scalar { element, .. } if element.kind != ScalarKind::Float => {
                Ok(match *self.computations.operation(of) {
                    Operation::Integer { value, .. } => Operation::Integer { ty, value },
                    _ => Operation::IntegerCast { ty, of },
                })
            }
            MveType::Pointer { .. } => Ok(Operation::PointerCast { ty, of }),
            _ => Err(without_place("Unsupported type cast")),
        }
    }

    fn read_address(&mut self, value: ValueId, dag: Dag<'s>) -> Result<Operation<'s>, Diagnostic> {
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

    fn read_unsigned_flag(&mut self, dag: Dag<'s>) -> Result<Operation<'s>, Diagnostic> {
        let ty = self.read_type_argument(dag, "unsignedflag")?;
        match self.types.types.scalar(ty) {
            Some(element) => self.number(u32::from(element.kind == ScalarKind::Unsigned)),
            None => Err(without_place("unsignedflag's argument should be a scalar type")),
        }
    }

    fn read_bit_size(&mut self, dag: Dag<'s>) -> Result<Operation<'s>, Diagnostic> {
        let ty = self.read_type_argument(dag, "bitsize")?;
        match self.types.types.scalar(ty) {
            Some(element) => self.number(element.bits),
            None => Err(without_place("bitsize's argument should be a scalar type")),
        }
    }

    fn read_builder_call(
        &mut self,
        operator: Record<'s>,
        value: ValueId,
        dag: Dag<'s>,
    ) -> Result<Operation<'s>, Diagnostic> {
        let arguments = self.read_arguments(value, dag)?;
        let known = self.operators.builders.get(&operator.id());
        if known.is_none() {
            self.operators.builders.insert(operator.id(), Builder::read(operator)?);
        }
        let builder = &self.operators.builders[&operator.id()];
        let arguments = arguments.into_iter().enumerate();
        let arguments = arguments.map(|(index, of)| builder.argument(index, of)).collect();
        Ok(Operation::BuilderCall { prefix: builder.prefix, arguments })
    }

    fn read_intrinsic_call(
        &mut self,
        operator: Record<'s>,
        value: ValueId,
        dag: Dag<'s>,
    ) -> Result<Operation<'s>, Diagnostic> {
        let arguments = self.read_arguments(value, dag)?;
        let mut types = Vec::new();
        for ty in operator.list_of_records("params")? {
            types.push(self.types.of_record(ty, self.parameter)?);
        }
        let base = operator.string("intname")?;
        let mut kind = None;
        if operator.bit("appendKind")? {
            let scalar = self.types.types.scalar(self.parameter);
            let scalar = scalar.ok_or_else(|| {
                at(self.intrinsic, "an intrinsic of LLVM is named by a scalar, and there is none")
            })?;
            kind = Some(scalar.kind.letter());
        }
        Ok(Operation::IntrinsicCall { name: IntrinsicName { base, kind }, types, arguments })
    }
}
