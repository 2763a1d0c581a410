//! Builds an intrinsic's operations from the steps in its record, for a given parameter.

use tablewright_index::IndexVec;
use tablewright_records::Record;
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::computation::{Callee, CalleeId, Computations, MveOperation, OperationId};
use super::error::{at, in_field, without_position};
use super::mve_type::{MveType, MveTypeId};
use super::step::{CodegenStep, CodegenSteps, MveStepId, StepValue};
use super::type_reader::{MveTypeReader, NUMBER_TYPE};
use crate::support::rows::OutputRow;
use crate::vector_intrinsics::c_type::ElementKind;

/// State that is reused between intrinsics.
#[derive(Default)]
pub(super) struct BuilderState {
    pub(super) computations: Computations,
    /// The LLVM intrinsic that converts a predicate to a vector of bits.
    predicate_to_vector: Option<CalleeId>,
    /// The values of named operands.
    operands: Vec<OperationId>,
    /// The operation for each completed step.
    operations: IndexVec<MveStepId, OperationId>,
    /// The current call's overload types.
    types: Vec<MveTypeId>,
}

/// Builds an intrinsic's operations.
pub(super) struct ComputationBuilder<'r, 's> {
    intrinsic: Record<'s>,
    parameter: MveTypeId,
    pub(super) types: &'r mut MveTypeReader<'s>,
    pub(super) state: &'r mut BuilderState,
}

impl<'r, 's> ComputationBuilder<'r, 's> {
    pub(super) fn new(
        intrinsic: Record<'s>,
        parameter: MveTypeId,
        types: &'r mut MveTypeReader<'s>,
        state: &'r mut BuilderState,
    ) -> ComputationBuilder<'r, 's> {
        state.operands.clear();
        ComputationBuilder { intrinsic, parameter, types, state }
    }

    /// Adds a named operand. Unless marked `unpromoted`, a narrow integer is extended to 32 bits,
    /// and a predicate is converted to a vector of bits.
    pub(super) fn add_operand(
        &mut self,
        number: u32,
        ty: MveTypeId,
        promoted: bool,
        is_immediate: bool,
    ) -> Result<(), Diagnostic> {
        let kind = self.types.types.get(ty);
        let is_pointer = matches!(kind, MveType::Pointer { .. });
        let mut value = self.push(MveOperation::Argument { number, is_pointer, is_immediate });
        let is_narrow = if let MveType::Scalar { element, .. } = kind {
            element.kind != ElementKind::Float && element.bits < 32
        } else {
            matches!(kind, MveType::Predicate { .. })
        };
        if promoted && is_narrow {
            let u32 = self.number_type()?;
            value = self.push(MveOperation::IntegerCast { ty: u32, of: value });
        }
        if promoted && matches!(kind, MveType::Predicate { .. }) {
            let computations = &mut self.state.computations;
            let callee = *self.state.predicate_to_vector.get_or_insert_with(|| {
                let name = "arm_mve_pred_i2v".to_owned();
                computations.callees.push(Callee { name, types: Vec::new(), has_kind: false })
            });
            let types = computations.overload_types.push([ty]);
            let arguments = computations.arguments.push([value]);
            value = self.push(MveOperation::IntrinsicCall { callee, kind: None, types, arguments });
        }
        self.state.operands.push(value);
        Ok(())
    }

    fn push(&mut self, operation: MveOperation) -> OperationId {
        self.state.computations.push(operation)
    }

    fn number_type(&self) -> Result<MveTypeId, Diagnostic> {
        let message = || {
            let message = format!("missing type '{NUMBER_TYPE}'");
            in_field(Code::IntrinsicBodies, self.intrinsic, "codegen", message)
        };
        self.types.number.ok_or_else(message)
    }

    /// Builds the operations for all steps. Returns the operation for the step `result`.
    pub(super) fn build(
        &mut self,
        steps: &CodegenSteps,
        result: MveStepId,
    ) -> Result<OperationId, Diagnostic> {
        self.state.operations.truncate(0);
        for &step in &steps.list {
            let operation = self.operation(steps, step)?;
            let operation = self.push(operation);
            self.state.operations.push(operation);
        }
        let BuilderState { computations, operations, .. } = &mut *self.state;
        for &(before, last) in &steps.before {
            computations.put_before(operations[before], operations[last]);
        }
        Ok(operations[result])
    }

    fn operation(
        &mut self,
        steps: &CodegenSteps,
        step: CodegenStep,
    ) -> Result<MveOperation, Diagnostic> {
        Ok(match step {
            CodegenStep::Number(value) => self.number(value)?,
            CodegenStep::Type(ty) => MveOperation::Type(self.types.for_use(ty, self.parameter)?),
            CodegenStep::Cast { ty, of } => {
                let ty = self.types.for_use(ty, self.parameter)?;
                self.cast(ty, self.value(of))?
            }
            CodegenStep::Address { of, pointer, alignment } => {
                let ty = self.types.for_value(self.intrinsic, pointer, self.parameter)?;
                let MveType::Pointer { to: pointee, .. } = self.types.types.get(ty) else {
                    return Err(without_position(
                        Code::IntrinsicBodies,
                        "'address' pointer argument should be a pointer",
                    ));
                };
                MveOperation::Address { of: self.value(of), pointee, alignment }
            }
            CodegenStep::UnsignedFlag(ty) => {
                let ty = self.types.for_use(ty, self.parameter)?;
                match self.types.types.scalar(ty) {
                    Some(element) => {
                        self.number(u32::from(element.kind == ElementKind::Unsigned))?
                    }
                    None => {
                        let message = "unsignedflag's argument should be a scalar type";
                        return Err(without_position(Code::IntrinsicBodies, message));
                    }
                }
            }
            CodegenStep::BitSize(ty) => {
                let ty = self.types.for_use(ty, self.parameter)?;
                match self.types.types.scalar(ty) {
                    Some(element) => self.number(element.bits)?,
                    None => {
                        return Err(without_position(
                            Code::IntrinsicBodies,
                            "bitsize's argument should be a scalar type",
                        ));
                    }
                }
            }
            CodegenStep::BuilderCall { builder, arguments } => {
                MveOperation::BuilderCall { builder, arguments: self.arguments(steps, arguments) }
            }
            CodegenStep::IntrinsicCall { callee, arguments } => {
                self.intrinsic_call(steps, callee, arguments)?
            }
            CodegenStep::StrictFpAlternative { standard, strict } => {
                let [standard, strict] = [standard, strict].map(|step| self.state.operations[step]);
                MveOperation::StrictFpAlternative { standard, strict }
            }
        })
    }

    fn value(&self, value: StepValue) -> OperationId {
        match value {
            StepValue::Operand(at) => self.state.operands[at],
            StepValue::Step(step) => self.state.operations[step],
        }
    }

    fn arguments(
        &mut self,
        steps: &CodegenSteps,
        row: OutputRow<StepValue>,
    ) -> OutputRow<OperationId> {
        let BuilderState { computations, operands, operations, .. } = &mut *self.state;
        computations.arguments.push(steps.arguments[row].iter().map(|&value| match value {
            StepValue::Operand(at) => operands[at],
            StepValue::Step(step) => operations[step],
        }))
    }

    fn number(&self, value: u32) -> Result<MveOperation, Diagnostic> {
        Ok(MveOperation::Integer { ty: self.number_type()?, value })
    }

    fn cast(&self, ty: MveTypeId, of: OperationId) -> Result<MveOperation, Diagnostic> {
        match self.types.types.get(ty) {
            MveType::Scalar { element, .. } if element.kind != ElementKind::Float => {
                if let MveOperation::Integer { value, .. } = self.state.computations.operation(of) {
                    Ok(MveOperation::Integer { ty, value })
                } else {
                    Ok(MveOperation::IntegerCast { ty, of })
                }
            }
            MveType::Pointer { .. } => Ok(MveOperation::PointerCast { ty, of }),
            MveType::Void
            | MveType::Scalar { .. }
            | MveType::Vector { .. }
            | MveType::MultiVector { .. }
            | MveType::Predicate { .. } => {
                Err(without_position(Code::IntrinsicBodies, "Unsupported type cast"))
            }
        }
    }

    fn intrinsic_call(
        &mut self,
        steps: &CodegenSteps,
        callee: CalleeId,
        arguments: OutputRow<StepValue>,
    ) -> Result<MveOperation, Diagnostic> {
        let arguments = self.arguments(steps, arguments);
        let has_kind = self.state.computations.callees[callee].has_kind;
        self.state.types.clear();
        for &ty in &self.state.computations.callees[callee].types {
            self.state.types.push(self.types.for_use(ty, self.parameter)?);
        }
        let BuilderState { computations, types, .. } = &mut *self.state;
        let types = computations.overload_types.push(types.iter().copied());
        let scalar = self.types.types.scalar(self.parameter);
        let kind = scalar.map(|scalar| scalar.kind).filter(|_| has_kind);
        if has_kind && kind.is_none() {
            let message = "an intrinsic of LLVM is named by a scalar, and there is none";
            return Err(at(Code::IntrinsicBodies, self.intrinsic, message));
        }
        Ok(MveOperation::IntrinsicCall { callee, kind, types, arguments })
    }
}
