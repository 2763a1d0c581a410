//! The steps that the dag of a record stands for, whatever the parameter of an intrinsic.
//!
//! An operator of the dag is a sequence, a conversion to a type, a call, or one of some operators with a
//! meaning of their own. Names in it are operands of the intrinsic, or operations of a sequence around.

use rustc_hash::FxHashMap;

use tablewright_records::{Dag, Record, RecordId, RecordStore, Value, ValueId};
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_syntax::symbol::Symbol;

use super::computation::{Builder, BuilderId, Callee, CalleeId, Computations};
use super::error::{in_field, without_place};
use super::step::{Step, StepId, StepValue, Steps};
use super::type_reader::{TypeReader, TypeUseId};
use crate::support::rows::Row;

/// How deeply dags may be nested.
const MAX_DEPTH: u32 = 500;

/// What is kept from one record to the next.
#[derive(Default)]
pub(super) struct ReaderState {
    /// The steps of the record that was read last.
    pub(super) steps: Steps,
    operators: FxHashMap<RecordId, Operator>,
    /// What names stand for; the last of a name counts.
    scope: Vec<(Symbol, Option<StepValue>)>,
    /// The arguments read so far of the operations that are read.
    arguments: Vec<StepValue>,
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

/// Reads the steps of one record.
pub(super) struct StepReader<'r, 's> {
    store: &'s RecordStore,
    intrinsic: Record<'s>,
    types: &'r mut TypeReader<'s>,
    computations: &'r mut Computations,
    state: &'r mut ReaderState,
    depth: u32,
}

impl<'r, 's> StepReader<'r, 's> {
    pub(super) fn new(
        intrinsic: Record<'s>,
        types: &'r mut TypeReader<'s>,
        computations: &'r mut Computations,
        state: &'r mut ReaderState,
    ) -> StepReader<'r, 's> {
        state.scope.clear();
        state.steps = Steps::default();
        let store = intrinsic.store();
        StepReader { store, intrinsic, types, computations, state, depth: 0 }
    }

    /// Reads the steps of the dag `value`, in which `names` are those of the operands that have one.
    /// Returns the step for its value; none for a sequence of nothing.
    pub(super) fn read(
        mut self,
        value: ValueId,
        names: impl Iterator<Item = Symbol>,
    ) -> Result<Option<StepId>, Diagnostic> {
        let operands = (0..).zip(names).map(|(at, name)| (name, Some(StepValue::Operand(at))));
        self.state.scope.extend(operands);
        self.read_dag(value)
    }

    fn error(&self, message: &str) -> Diagnostic {
        in_field(self.intrinsic, "codegen", message)
    }

    /// The last step of the dag `value`; `None` for a sequence of nothing.
    fn read_dag(&mut self, value: ValueId) -> Result<Option<StepId>, Diagnostic> {
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
        let step = self.apply(self.store.record(operator), value, dag)?;
        self.depth -= 1;
        Ok(step)
    }

    /// What `operator` makes of the operands of `dag`, which is the value `value`.
    fn apply(
        &mut self,
        operator: Record<'s>,
        value: ValueId,
        dag: Dag<'s>,
    ) -> Result<Option<StepId>, Diagnostic> {
        let step = match self.operator(operator) {
            Operator::Sequence => return self.read_sequence(dag),
            Operator::Cast => self.read_cast(operator, value, dag)?,
            Operator::Address => self.read_address(value, dag)?,
            Operator::UnsignedFlag => {
                Step::UnsignedFlag(self.read_type_argument(dag, "unsignedflag")?)
            }
            Operator::BitSize => Step::BitSize(self.read_type_argument(dag, "bitsize")?),
            Operator::Builder(known) => self.read_builder_call(operator, known, value, dag)?,
            Operator::Intrinsic(known) => self.read_intrinsic_call(operator, known, value, dag)?,
            Operator::Unsupported => {
                self.read_arguments(value, dag)?;
                let name = operator.name();
                return Err(without_place(format!("Unsupported dag node {name}")));
            }
        };
        Ok(Some(self.state.steps.push(step)))
    }

    fn operator(&mut self, record: Record<'_>) -> Operator {
        *self.state.operators.entry(record.id()).or_insert_with(|| Operator::of(record))
    }

    fn read_sequence(&mut self, dag: Dag<'s>) -> Result<Option<StepId>, Diagnostic> {
        let outer = self.state.scope.len();
        let mut last = None;
        for argument in dag.args {
            let step = self.read_dag(argument.value)?;
            if let Some(name) = argument.name {
                self.state.scope.push((name, step.map(StepValue::Step)));
            }
            match (last, step) {
                (Some(last), Some(step)) => self.state.steps.put_before(last, step),
                (Some(_), None) => {
                    return Err(self.error("an operation of a sequence is a sequence of nothing"));
                }
                (None, _) => {}
            }
            last = step;
        }
        self.state.scope.truncate(outer);
        Ok(last)
    }

    fn read_arguments(
        &mut self,
        value: ValueId,
        dag: Dag<'s>,
    ) -> Result<Row<StepValue>, Diagnostic> {
        let first = self.state.arguments.len();
        for at in 0..dag.args.len() {
            let argument = self.read_argument(value, dag, at)?;
            self.state.arguments.push(argument);
        }
        let ReaderState { steps, arguments, .. } = &mut *self.state;
        Ok(steps.arguments.push(arguments.drain(first..)))
    }

    /// An operand of the operation `dag`, which is the value `value`.
    fn read_argument(
        &mut self,
        value: ValueId,
        dag: Dag<'s>,
        at: usize,
    ) -> Result<StepValue, Diagnostic> {
        let argument = dag.args[at];
        if let Some(name) = argument.name {
            return self.lookup(name, argument.value);
        }
        let step = match self.store.value(argument.value) {
            Value::Bit(bit) => Step::Number(u32::from(bit)),
            Value::Int(number) => Step::Number(number as u32),
            Value::Dag(_) => {
                let step = self.read_dag(argument.value)?;
                return step.map(StepValue::Step).ok_or_else(|| self.no_value());
            }
            Value::Def(record) => {
                let record = self.store.record(record);
                let Operator::Cast = self.operator(record) else {
                    return Err(self.bad_argument(value, argument.value, at));
                };
                Step::Type(self.types.use_of(record))
            }
            _ => return Err(self.bad_argument(value, argument.value, at)),
        };
        Ok(StepValue::Step(self.state.steps.push(step)))
    }

    fn lookup(&self, name: Symbol, value: ValueId) -> Result<StepValue, Diagnostic> {
        if value != ValueId::UNSET {
            let message = "dag operator argument should not have both a value and a name";
            return Err(without_place(message));
        }
        match self.state.scope.iter().rfind(|&&(known, _)| known == name) {
            Some(&(_, value)) => value.ok_or_else(|| self.no_value()),
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

    fn read_cast(
        &mut self,
        operator: Record<'s>,
        value: ValueId,
        dag: Dag<'s>,
    ) -> Result<Step, Diagnostic> {
        if dag.args.len() != 1 {
            return Err(without_place("Type casts should have exactly one argument"));
        }
        let ty = self.types.use_of(operator);
        let of = self.read_argument(value, dag, 0)?;
        Ok(Step::Cast { ty, of })
    }

    fn read_address(&mut self, value: ValueId, dag: Dag<'s>) -> Result<Step, Diagnostic> {
        if dag.args.len() != 2 {
            return Err(without_place("'address' should have two arguments"));
        }
        let of = self.read_argument(value, dag, 0)?;
        let Value::Dag(inner) = self.store.value(dag.args[0].value) else {
            return Err(without_place("'address' pointer argument should be a pointer"));
        };
        let Value::Int(alignment) = self.store.value(dag.args[1].value) else {
            return Err(without_place("'address' alignment argument should be an integer"));
        };
        Ok(Step::Address { of, pointer: inner.operator, alignment: alignment as u32 })
    }

    /// The type that the only argument of an operator is, with its record.
    fn read_type_argument(
        &mut self,
        dag: Dag<'s>,
        operator: &str,
    ) -> Result<TypeUseId, Diagnostic> {
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
        Ok(self.types.use_of(record))
    }

    fn read_builder_call(
        &mut self,
        operator: Record<'s>,
        known: Option<BuilderId>,
        value: ValueId,
        dag: Dag<'s>,
    ) -> Result<Step, Diagnostic> {
        let arguments = self.read_arguments(value, dag)?;
        let builder = match known {
            Some(builder) => builder,
            None => {
                let builder = self.computations.builders.push(read_builder(operator)?);
                self.state.operators.insert(operator.id(), Operator::Builder(Some(builder)));
                builder
            }
        };
        Ok(Step::BuilderCall { builder, arguments })
    }

    fn read_intrinsic_call(
        &mut self,
        operator: Record<'s>,
        known: Option<CalleeId>,
        value: ValueId,
        dag: Dag<'s>,
    ) -> Result<Step, Diagnostic> {
        let arguments = self.read_arguments(value, dag)?;
        let callee = match known {
            Some(callee) => callee,
            None => {
                let callee = read_callee(operator, self.types)?;
                let callee = self.computations.callees.push(callee);
                self.state.operators.insert(operator.id(), Operator::Intrinsic(Some(callee)));
                callee
            }
        };
        Ok(Step::IntrinsicCall { callee, arguments })
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

fn read_callee<'s>(record: Record<'s>, types: &mut TypeReader<'s>) -> Result<Callee, Diagnostic> {
    let params = record.list_of_records("params")?;
    Ok(Callee {
        types: params.into_iter().map(|ty| types.use_of(ty)).collect(),
        name: record.string("intname")?.to_owned(),
        has_kind: record.bit("appendKind")?,
    })
}
