//! Reader for a record's code: converts a dag to steps, which are the same for all parameters.
//!
//! A dag operator is a sequence, a type conversion, a call, or a special operator. Names in a dag
//! refer to the intrinsic's operands or to operations in an enclosing sequence.

use rustc_hash::FxHashMap;

use tablewright_records::{Dag, Record, RecordId, RecordStore, RecordView, Value, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::symbol::Symbol;

use super::computation::{BuilderId, Callee, CalleeId, Computations, IrBuilderFunction};
use super::error::{in_field, without_position};
use super::step::{CodegenStep, CodegenSteps, MveStepId, StepValue};
use super::type_reader::{MveTypeReader, TypeUseId};
use crate::record_views::arm_mve::{
    IrBuilderAddrParamRecord, IrBuilderBaseRecord, IrBuilderIntParamRecord, IrIntBaseRecord,
    StrictFpAltRecord,
};
use crate::support::rows::OutputRow;

/// Depth limit for nested dags.
const MAX_DEPTH: u32 = 500;

/// State that is reused between records.
#[derive(Default)]
pub(super) struct StepReaderState {
    /// The last record's steps.
    pub(super) steps: CodegenSteps,
    operators: FxHashMap<RecordId, Operator>,
    /// The meanings of names. The last entry for a name is used.
    scope: Vec<(Symbol, Option<StepValue>)>,
    /// Arguments of unfinished operations.
    arguments: Vec<StepValue>,
}

/// A record's meaning as an operator.
#[derive(Clone, Copy)]
enum Operator {
    Sequence,
    /// A type.
    Cast,
    Address,
    UnsignedFlag,
    BitSize,
    /// A function that creates IR; `None` until its first call is read.
    Builder(Option<BuilderId>),
    /// An LLVM intrinsic; `None` until its first call is read.
    Intrinsic(Option<CalleeId>),
    /// Alternatives of the two previous operators.
    StrictFpAlternative,
    Unsupported,
}

impl Operator {
    fn from_record(record: Record<'_>) -> Operator {
        match record.name() {
            "seq" => Operator::Sequence,
            _ if record.inherits("Type") => Operator::Cast,
            "address" => Operator::Address,
            "unsignedflag" => Operator::UnsignedFlag,
            "bitsize" => Operator::BitSize,
            _ if record.inherits("IRBuilderBase") => Operator::Builder(None),
            _ if record.inherits("IRIntBase") => Operator::Intrinsic(None),
            _ if StrictFpAltRecord::from_record(record).is_some() => Operator::StrictFpAlternative,
            _ => Operator::Unsupported,
        }
    }
}

/// Reads a record's steps.
pub(super) struct StepReader<'r, 's> {
    store: &'s RecordStore,
    intrinsic: Record<'s>,
    types: &'r mut MveTypeReader<'s>,
    computations: &'r mut Computations,
    state: &'r mut StepReaderState,
    depth: u32,
}

impl<'r, 's> StepReader<'r, 's> {
    pub(super) fn new(
        intrinsic: Record<'s>,
        types: &'r mut MveTypeReader<'s>,
        computations: &'r mut Computations,
        state: &'r mut StepReaderState,
    ) -> StepReader<'r, 's> {
        state.scope.clear();
        state.steps = CodegenSteps::default();
        let store = intrinsic.store();
        StepReader { store, intrinsic, types, computations, state, depth: 0 }
    }

    /// Reads the steps of the dag `value`. `names` contains the names of operands. Returns the step
    /// for its value; `None` for an empty sequence.
    pub(super) fn read(
        mut self,
        value: ValueId,
        names: impl Iterator<Item = Symbol>,
    ) -> Result<Option<MveStepId>, Diagnostic> {
        let operands = (0..).zip(names).map(|(at, name)| (name, Some(StepValue::Operand(at))));
        self.state.scope.extend(operands);
        self.read_dag(value)
    }

    fn error(&self, message: &str) -> Diagnostic {
        in_field(Code::IntrinsicBodies, self.intrinsic, "codegen", message)
    }

    /// Reads the dag `value` and returns its last step; `None` for an empty sequence.
    fn read_dag(&mut self, value: ValueId) -> Result<Option<MveStepId>, Diagnostic> {
        let Value::Dag(dag) = self.store.value(value) else {
            return Err(self.error("an operation is not a dag"));
        };
        let Value::Def(operator) = self.store.value(dag.operator) else {
            return Err(self.error("the operator of an operation is not a record"));
        };
        if self.depth == MAX_DEPTH {
            return Err(self.error("operations are nested too deeply"));
        }
        self.depth += 1;
        let step = self.apply(self.store.record(operator), value, dag)?;
        self.depth -= 1;
        Ok(step)
    }

    /// Applies `operator` to the operands of `dag`, the value `value`.
    fn apply(
        &mut self,
        operator: Record<'s>,
        value: ValueId,
        dag: Dag<'s>,
    ) -> Result<Option<MveStepId>, Diagnostic> {
        let step = match self.operator(operator) {
            Operator::Sequence => return self.read_sequence(dag),
            Operator::Cast => self.read_cast(operator, value, dag)?,
            Operator::Address => self.read_address(value, dag)?,
            Operator::UnsignedFlag => {
                CodegenStep::UnsignedFlag(self.read_type_argument(dag, "unsignedflag")?)
            }
            Operator::BitSize => CodegenStep::BitSize(self.read_type_argument(dag, "bitsize")?),
            Operator::StrictFpAlternative => {
                let arguments = self.read_arguments(value, dag)?;
                let alternative = StrictFpAltRecord::new(operator);
                let standard = self.call(alternative.standard()?, arguments)?;
                let strict = self.call(alternative.strictfp()?, arguments)?;
                let [standard, strict] = [standard, strict].map(|call| self.state.steps.push(call));
                CodegenStep::StrictFpAlternative { standard, strict }
            }
            Operator::Builder(_) | Operator::Intrinsic(_) | Operator::Unsupported => {
                let arguments = self.read_arguments(value, dag)?;
                self.call(operator, arguments)?
            }
        };
        Ok(Some(self.state.steps.push(step)))
    }

    fn operator(&mut self, record: Record<'_>) -> Operator {
        *self.state.operators.entry(record.id()).or_insert_with(|| Operator::from_record(record))
    }

    fn read_sequence(&mut self, dag: Dag<'s>) -> Result<Option<MveStepId>, Diagnostic> {
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
                    return Err(self.error("an operation in a sequence is an empty sequence"));
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
    ) -> Result<OutputRow<StepValue>, Diagnostic> {
        let first = self.state.arguments.len();
        for at in 0..dag.args.len() {
            let argument = self.read_argument(value, dag, at)?;
            self.state.arguments.push(argument);
        }
        let StepReaderState { steps, arguments, .. } = &mut *self.state;
        Ok(steps.arguments.push(arguments.drain(first..)))
    }

    /// Reads an operand of `dag`, the value `value`.
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
            Value::Bit(bit) => CodegenStep::Number(u32::from(bit)),
            Value::Int(number) => CodegenStep::Number(number as u32),
            Value::Dag(_) => {
                let step = self.read_dag(argument.value)?;
                return step.map(StepValue::Step).ok_or_else(|| self.no_value());
            }
            Value::Def(record) => {
                let record = self.store.record(record);
                let Operator::Cast = self.operator(record) else {
                    return Err(self.bad_argument(value, argument.value, at));
                };
                CodegenStep::Type(self.types.use_of(record))
            }
            Value::Unset
            | Value::Refused
            | Value::String(_)
            | Value::Code(_)
            | Value::Bits(_)
            | Value::List(_)
            | Value::AnonymousName(_)
            | Value::Var { .. }
            | Value::VarBit { .. }
            | Value::Field { .. }
            | Value::Instance { .. }
            | Value::Op { .. } => return Err(self.bad_argument(value, argument.value, at)),
        };
        Ok(StepValue::Step(self.state.steps.push(step)))
    }

    fn lookup(&self, name: Symbol, value: ValueId) -> Result<StepValue, Diagnostic> {
        if value != ValueId::UNSET {
            let message = "dag operator argument should not have both a value and a name";
            return Err(without_position(Code::IntrinsicBodies, message));
        }
        match self.state.scope.iter().rfind(|&&(in_scope, _)| in_scope == name) {
            Some(&(_, value)) => value.ok_or_else(|| self.no_value()),
            None => {
                let name = self.store.str(name);
                Err(without_position(
                    Code::IntrinsicBodies,
                    format!("unrecognized variable name '{name}'"),
                ))
            }
        }
    }

    fn no_value(&self) -> Diagnostic {
        self.error("an empty sequence lacks a value")
    }

    fn bad_argument(&self, dag: ValueId, argument: ValueId, at: usize) -> Diagnostic {
        let mut error =
            without_position(Code::IntrinsicBodies, "bad DAG argument type for code generation");
        error.note(None, format!("DAG: {}", self.store.value_text(dag)));
        let ty = match self.store.value(argument) {
            Value::String(_) | Value::Code(_) => Some("string".to_owned()),
            Value::Bits(bits) => Some(format!("bits<{}>", bits.len())),
            Value::List(list) => Some(format!("list<{}>", self.store.type_text(list.element_type))),
            Value::Def(record) => Some(self.store.type_text(self.store.record(record).ty())),
            Value::Unset
            | Value::Refused
            | Value::Bit(_)
            | Value::Int(_)
            | Value::Dag(_)
            | Value::AnonymousName(_)
            | Value::Var { .. }
            | Value::VarBit { .. }
            | Value::Field { .. }
            | Value::Instance { .. }
            | Value::Op { .. } => None,
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
    ) -> Result<CodegenStep, Diagnostic> {
        if dag.args.len() != 1 {
            return Err(without_position(
                Code::IntrinsicBodies,
                "Type casts should have exactly one argument",
            ));
        }
        let ty = self.types.use_of(operator);
        let of = self.read_argument(value, dag, 0)?;
        Ok(CodegenStep::Cast { ty, of })
    }

    fn read_address(&mut self, value: ValueId, dag: Dag<'s>) -> Result<CodegenStep, Diagnostic> {
        if dag.args.len() != 2 {
            return Err(without_position(
                Code::IntrinsicBodies,
                "'address' should have two arguments",
            ));
        }
        let of = self.read_argument(value, dag, 0)?;
        let Value::Dag(inner) = self.store.value(dag.args[0].value) else {
            return Err(without_position(
                Code::IntrinsicBodies,
                "'address' pointer argument should be a pointer",
            ));
        };
        let Value::Int(alignment) = self.store.value(dag.args[1].value) else {
            return Err(without_position(
                Code::IntrinsicBodies,
                "'address' alignment argument should be an integer",
            ));
        };
        Ok(CodegenStep::Address { of, pointer: inner.operator, alignment: alignment as u32 })
    }

    /// Reads an operator's only argument, which must be a type. Returns it with its record.
    fn read_type_argument(
        &mut self,
        dag: Dag<'s>,
        operator: &str,
    ) -> Result<TypeUseId, Diagnostic> {
        let [argument] = dag.args else {
            let message = format!("{operator} should have exactly one argument");
            return Err(without_position(Code::IntrinsicBodies, message));
        };
        let Value::Def(record) = self.store.value(argument.value) else {
            return Err(self.error(&format!("the argument of '{operator}' is not a record")));
        };
        let record = self.store.record(record);
        if !record.inherits("Type") {
            return Err(without_position(
                Code::IntrinsicBodies,
                format!("{operator}'s argument should be a type"),
            ));
        }
        Ok(self.types.use_of(record))
    }

    /// Reads a call to a function that creates IR, or to an LLVM intrinsic.
    fn call(
        &mut self,
        operator: Record<'s>,
        arguments: OutputRow<StepValue>,
    ) -> Result<CodegenStep, Diagnostic> {
        match self.operator(operator) {
            Operator::Builder(id) => self.builder_call(operator, id, arguments),
            Operator::Intrinsic(id) => self.intrinsic_call(operator, id, arguments),
            Operator::Sequence
            | Operator::Cast
            | Operator::Address
            | Operator::UnsignedFlag
            | Operator::BitSize
            | Operator::StrictFpAlternative
            | Operator::Unsupported => {
                let name = operator.name();
                Err(without_position(Code::IntrinsicBodies, format!("Unsupported dag node {name}")))
            }
        }
    }

    fn builder_call(
        &mut self,
        operator: Record<'s>,
        id: Option<BuilderId>,
        arguments: OutputRow<StepValue>,
    ) -> Result<CodegenStep, Diagnostic> {
        let builder = match id {
            Some(builder) => builder,
            None => {
                let builder = self.computations.builders.push(read_builder(operator)?);
                self.state.operators.insert(operator.id(), Operator::Builder(Some(builder)));
                builder
            }
        };
        Ok(CodegenStep::BuilderCall { builder, arguments })
    }

    fn intrinsic_call(
        &mut self,
        operator: Record<'s>,
        id: Option<CalleeId>,
        arguments: OutputRow<StepValue>,
    ) -> Result<CodegenStep, Diagnostic> {
        let callee = match id {
            Some(callee) => callee,
            None => {
                let callee = read_callee(operator, self.types)?;
                let callee = self.computations.callees.push(callee);
                self.state.operators.insert(operator.id(), Operator::Intrinsic(Some(callee)));
                callee
            }
        };
        Ok(CodegenStep::IntrinsicCall { callee, arguments })
    }
}

fn read_builder(record: Record<'_>) -> Result<IrBuilderFunction, Diagnostic> {
    let mut numbers = Vec::new();
    let record = IrBuilderBaseRecord::new(record);
    for parameter in record.special_params()? {
        let index = parameter.index()? as u32;
        if IrBuilderAddrParamRecord::from_record(parameter).is_none()
            && let Some(number) = IrBuilderIntParamRecord::from_record(parameter)
        {
            numbers.push((index, number.ty()?.to_owned()));
        }
    }
    Ok(IrBuilderFunction { prefix: record.prefix()?.to_owned(), numbers })
}

fn read_callee<'s>(
    record: Record<'s>,
    types: &mut MveTypeReader<'s>,
) -> Result<Callee, Diagnostic> {
    let record = IrIntBaseRecord::new(record);
    let params = record.params()?;
    Ok(Callee {
        types: params.into_iter().map(|ty| types.use_of(ty)).collect(),
        name: record.intname()?.to_owned(),
        has_kind: record.append_kind()?,
    })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::test_support::output;

    const CLASSES: &str = include_str!("../../../../../tests/data/arm-mve-header/classes.td");

    /// Returns the code generation for an intrinsic of two vectors with this body.
    fn code(body: &str) -> String {
        let text = format!(
            "{CLASSES}let params = [s16] in
def vx : Intrinsic<Vector, (args Vector:$a, Vector:$b), {body}>;"
        );
        output("gen-arm-mve-builtin-codegen", &text)
    }

    fn check(body: &str, expected: Expect) {
        let code = code(body);
        let (_, cases) = code.split_once("case ARM::").unwrap_or(("", &code));
        expected.assert_eq(cases);
    }

    #[test]
    fn a_nested_step_is_built_first() {
        check(
            "(add (add $a, $b), $a)",
            expect![[r#"
            BI__builtin_arm_mve_vx_s16: {
              Value *Val0 = EmitScalarExpr(E->getArg(0));
              Value *Val1 = EmitScalarExpr(E->getArg(1));
              Value *Val2 = Builder.CreateAdd(Val0, Val1);
              return Builder.CreateAdd(Val2, Val0);
            }
        "#]],
        );
    }

    #[test]
    fn a_number_is_a_constant() {
        check(
            "(add $a, (splat 1))",
            expect![[r#"
            BI__builtin_arm_mve_vx_s16: {
              Value *Val0 = EmitScalarExpr(E->getArg(0));
              Value *Val1 = llvm::ConstantInt::get(Int32Ty, 1);
              Value *Val2 = ARMMVEVectorSplat(Builder, Val1);
              return Builder.CreateAdd(Val0, Val2);
            }
        "#]],
        );
    }

    #[test]
    fn faults_of_arguments_are_reported() {
        let bodies = ["(add $a, $c)", "(add $a, \"text\")", "(add $a, [1])", "(add $a, add)"];
        expect![[r#"
            error: unrecognized variable name 'c'
            error: bad DAG argument type for code generation
            error: bad DAG argument type for code generation
            error: bad DAG argument type for code generation
        "#]]
        .assert_eq(&bodies.map(code).concat());
    }
}
