//! Operand classes: what the record of an operand, such as a `RegisterClass` or an `Operand`, says of
//! all operands that it is used for.

use tablewright_records::{FieldError, Record, RecordId, RecordStore, Value};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;

use crate::older_releases::optional_symbol;
use crate::qualified_name::QualifiedName;

/// The record `variable_ops`: any number of operands more.
const VARIABLE_OPS: &str = "variable_ops";

/// The namespace of the types of operands that LLVM itself defines.
const MCOI: &str = "MCOI";

/// The method that prints operands which name no other.
const PRINT_OPERAND: &str = "printOperand";

/// The class of the record that describes an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandKind {
    /// `Operand`
    Operand,
    /// `PredicateOp`, an `Operand` by which an instruction is predicable.
    Predicate,
    /// `OptionalDefOperand`, an `Operand` that may be defined.
    OptionalDef,
    /// `RegisterOperand`
    RegisterOperand,
    /// `RegisterClass`
    RegisterClass,
    /// `PointerLikeRegClass`
    PointerLike,
    /// `unknown_class`
    Unknown,
}

impl OperandKind {
    /// The type of operands that state none.
    fn default_operand_type(self) -> &'static str {
        match self {
            OperandKind::RegisterOperand | OperandKind::RegisterClass => "OPERAND_REGISTER",
            OperandKind::Operand
            | OperandKind::Predicate
            | OperandKind::OptionalDef
            | OperandKind::PointerLike
            | OperandKind::Unknown => "OPERAND_UNKNOWN",
        }
    }
}

/// What all operands of a record have in common.
#[derive(Debug)]
pub struct OperandClass {
    /// The record.
    pub record: RecordId,
    /// The kind of record.
    pub kind: OperandKind,
    /// The method of the printer that prints it; `None` stands for [`PRINT_OPERAND`].
    print_method: Option<Symbol>,
    /// `OperandNamespace`; `None` stands for [`MCOI`].
    operand_namespace: Option<Symbol>,
    /// `OperandType`; `None` stands for the default of the kind.
    operand_type: Option<Symbol>,
    /// The method of the encoder that encodes all of it, unless the operands of an instruction
    /// name its parts.
    pub encoder_method: Option<Symbol>,
    /// What it is made of: `MIOperandInfo`. None if it is of one piece.
    pub parts: Vec<OperandPart>,
}

/// One of the machine operands that an operand is made of.
#[derive(Clone, Copy, Debug)]
pub struct OperandPart {
    /// What it is; always a record in a description that makes sense.
    pub record: Option<RecordId>,
    /// Its name within the operand.
    pub name: Option<Symbol>,
}

impl OperandClass {
    /// How many machine operands such an operand is.
    pub fn mi_operand_count(&self) -> usize {
        self.parts.len().max(1)
    }

    /// The method of the printer that prints it.
    pub fn print_method<'s>(&self, store: &'s RecordStore) -> &'s str {
        self.print_method.map_or(PRINT_OPERAND, |method| store.str(method))
    }

    /// The enumerator of its type.
    pub fn operand_type<'s>(&self, store: &'s RecordStore) -> QualifiedName<'s> {
        let text = |symbol: Option<Symbol>, default| symbol.map_or(default, |s| store.str(s));
        QualifiedName {
            namespace: text(self.operand_namespace, MCOI),
            name: text(self.operand_type, self.kind.default_operand_type()),
        }
    }

    /// The number of the part of that name.
    pub fn part_named(&self, name: Symbol) -> Option<usize> {
        self.parts.iter().position(|part| part.name == Some(name))
    }
}

/// What an argument of `(outs …)` or `(ins …)` is.
pub(super) enum Argument {
    Operand(OperandClass),
    VariableOps,
}

/// What the record of an argument is; the error is one of `instruction`, which has it.
pub(super) fn argument(
    record: Record<'_>,
    instruction: Record<'_>,
) -> Result<Argument, FieldError> {
    let mut class = OperandClass {
        record: record.id(),
        kind: OperandKind::Unknown,
        print_method: None,
        operand_namespace: None,
        operand_type: None,
        encoder_method: None,
        parts: Vec::new(),
    };
    if record.inherits("RegisterOperand") {
        class.kind = OperandKind::RegisterOperand;
        read_methods(record, &mut class)?;
    } else if record.inherits("Operand") {
        class.kind = if record.inherits("PredicateOp") {
            OperandKind::Predicate
        } else if record.inherits("OptionalDefOperand") {
            OperandKind::OptionalDef
        } else {
            OperandKind::Operand
        };
        read_methods(record, &mut class)?;
        class.parts = parts(record, instruction)?;
    } else if record.name() == VARIABLE_OPS {
        return Ok(Argument::VariableOps);
    } else if record.inherits("RegisterClass") {
        class.kind = OperandKind::RegisterClass;
    } else if record.inherits("PointerLikeRegClass") {
        class.kind = OperandKind::PointerLike;
    } else if !record.inherits("unknown_class") {
        let (class, name) = (record.name(), instruction.name());
        let message = format!("Unknown operand class '{class}' in '{name}' instruction!");
        return Err(FieldError::new(Code::Instructions, instruction, message)
            .label_record(record, "this is no class of operands"));
    }
    Ok(Argument::Operand(class))
}

/// Reads the fields of `Operand` and `RegisterOperand`. Fields that older releases lack have the
/// defaults of this one.
fn read_methods(record: Record<'_>, class: &mut OperandClass) -> Result<(), FieldError> {
    class.operand_namespace = optional_symbol(record, "OperandNamespace")?;
    class.print_method = optional_symbol(record, "PrintMethod")?;
    class.operand_type = optional_symbol(record, "OperandType")?;
    class.encoder_method = encoder_method(record)?.filter(|&m| !record.store().str(m).is_empty());
    Ok(())
}

/// The method of the encoder in a record's field; `None` where there is no such field or it is not
/// set.
pub(super) fn encoder_method(record: Record<'_>) -> Result<Option<Symbol>, FieldError> {
    const FIELD: &str = "EncoderMethod";
    let Some(field) = record.field(FIELD) else { return Ok(None) };
    match record.store().value(field.value) {
        Value::String(method) | Value::Code(method) => Ok(Some(method)),
        _ => record.optional_string(FIELD).map(|_| None),
    }
}

fn parts(record: Record<'_>, instruction: Record<'_>) -> Result<Vec<OperandPart>, FieldError> {
    let store = record.store();
    let parts = record.dag("MIOperandInfo")?;
    if !matches!(store.value(parts.operator), Value::Def(ops) if store.record(ops).name() == "ops")
    {
        let message = format!("Bad value for MIOperandInfo in operand '{}'", record.name());
        return Err(FieldError::new(Code::Instructions, instruction, message)
            .label_field(record, "MIOperandInfo"));
    }
    let part = |value| match store.value(value) {
        Value::Def(part) => Some(part),
        _ => None,
    };
    let args = parts.args.iter();
    Ok(args.map(|arg| OperandPart { record: part(arg.value), name: arg.name }).collect())
}
