//! Operand classes: the properties that an operand record, such as a `RegisterClass` or an
//! `Operand`, provides for all its operands.

use tablewright_records::{FieldError, Record, RecordId, RecordView, Value};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;

use crate::qualified_name::QualifiedName;
use crate::record_views::instruction::{OperandRecord, RegisterOperandRecord};
use crate::registers::RegisterClassLike;

/// The record `variable_ops`: any number of further operands.
const VARIABLE_OPS: &str = "variable_ops";

/// The record class that describes an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandKind {
    /// `Operand`
    Operand,
    /// `PredicateOp`, an `Operand` that makes an instruction predicable.
    Predicate,
    /// `OptionalDefOperand`, an `Operand` that may be defined.
    OptionalDef,
    /// `RegisterOperand`
    RegisterOperand,
    /// `RegisterClass`
    RegisterClass,
    /// `RegClassByHwMode`
    RegClassByHwMode,
    /// `PointerLikeRegClass`
    PointerLike,
    /// `unknown_class`
    Unknown,
}

/// The properties shared by all operands with the same record.
#[derive(Debug)]
pub struct OperandClass {
    /// The record.
    pub record: RecordId,
    /// The record kind.
    pub kind: OperandKind,
    /// The printer method.
    pub print_method: Box<str>,
    operand_namespace: Box<str>,
    operand_type: Box<str>,
    /// The encoder method for the whole operand, used unless an instruction names the operand's
    /// parts.
    pub encoder_method: Option<Symbol>,
    /// The parts from `MIOperandInfo`. Empty for an operand without parts.
    pub parts: Vec<OperandPart>,
}

/// A machine operand within an operand.
#[derive(Clone, Copy, Debug)]
pub struct OperandPart {
    /// The part record. A valid description always has one.
    pub record: Option<RecordId>,
    /// The part name within the operand.
    pub name: Option<Symbol>,
}

impl OperandClass {
    /// Returns the number of machine operands.
    pub fn mi_operand_count(&self) -> usize {
        self.parts.len().max(1)
    }

    /// Returns the operand type enumerator.
    pub fn operand_type(&self) -> QualifiedName<'_> {
        QualifiedName { namespace: &self.operand_namespace, name: &self.operand_type }
    }

    /// Returns the index of the part with this name.
    pub fn part_named(&self, name: Symbol) -> Option<usize> {
        self.parts.iter().position(|part| part.name == Some(name))
    }
}

/// An argument in `(outs …)` or `(ins …)`.
pub(super) enum OperandArgument {
    Operand(OperandClass),
    VariableOps,
}

/// Reads an argument's record. Errors are reported at `instruction`, which has the argument.
pub(super) fn operand_argument(
    record: Record<'_>,
    instruction: Record<'_>,
) -> Result<OperandArgument, FieldError> {
    // An empty name counts as a missing method.
    let encoder_method =
        |method: Option<Symbol>| method.filter(|&method| !record.store().str(method).is_empty());
    let mut class = OperandClass {
        record: record.id(),
        kind: OperandKind::Unknown,
        print_method: "printOperand".into(),
        operand_namespace: "MCOI".into(),
        operand_type: "OPERAND_UNKNOWN".into(),
        encoder_method: None,
        parts: Vec::new(),
    };
    if let Some(operand) = RegisterOperandRecord::from_record(record) {
        class.kind = OperandKind::RegisterOperand;
        class.operand_namespace = operand.operand_namespace()?.into();
        class.print_method = operand.print_method()?.into();
        class.operand_type = operand.operand_type()?.into();
        class.encoder_method = encoder_method(operand.encoder_method()?);
    } else if let Some(operand) = OperandRecord::from_record(record) {
        class.kind = if record.inherits("PredicateOp") {
            OperandKind::Predicate
        } else if record.inherits("OptionalDefOperand") {
            OperandKind::OptionalDef
        } else {
            OperandKind::Operand
        };
        class.operand_namespace = operand.operand_namespace()?.into();
        class.print_method = operand.print_method()?.into();
        class.operand_type = operand.operand_type()?.into();
        class.encoder_method = encoder_method(operand.encoder_method()?);
        class.parts = parts(operand, instruction)?;
    } else if record.name() == VARIABLE_OPS {
        return Ok(OperandArgument::VariableOps);
    } else if let Some(registers) = RegisterClassLike::from_record(record) {
        class.kind = match registers {
            RegisterClassLike::Class(_) => OperandKind::RegisterClass,
            RegisterClassLike::ByHwMode(_) => OperandKind::RegClassByHwMode,
        };
        class.operand_type = "OPERAND_REGISTER".into();
    } else if record.inherits("PointerLikeRegClass") {
        class.kind = OperandKind::PointerLike;
    } else if !record.inherits("unknown_class") {
        let (class, name) = (record.name(), instruction.name());
        let message = format!("Unknown operand class '{class}' in '{name}' instruction!");
        return Err(FieldError::new(Code::OperandLists, instruction, message)
            .label_record(record, "this class is not an operand class"));
    }
    Ok(OperandArgument::Operand(class))
}

fn parts(
    operand: OperandRecord<'_>,
    instruction: Record<'_>,
) -> Result<Vec<OperandPart>, FieldError> {
    let store = operand.store();
    let parts = operand.mi_operand_info()?;
    if !matches!(store.value(parts.operator), Value::Def(ops) if store.record(ops).name() == "ops")
    {
        let message = format!("Bad value for MIOperandInfo in operand '{}'", operand.name());
        return Err(FieldError::new(Code::OperandLists, instruction, message)
            .label_field(*operand, "MIOperandInfo"));
    }
    let part = |value| store.value(value).as_def();
    let args = parts.args.iter();
    Ok(args.map(|arg| OperandPart { record: part(arg.value), name: arg.name }).collect())
}
