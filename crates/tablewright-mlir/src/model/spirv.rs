//! Operations of SPIR-V as instructions.

use tablewright_records::{FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;

use super::availability::wrapped_enum;
use super::element_memo::ElementMemo;
use super::operation::{Argument, Operation};
use crate::record_views::availability::{SpirvExtensionOpRecord, SpirvOpRecord};
use crate::record_views::constraint::AttrRecord;
use crate::record_views::operation::OperationRecord;

/// Attributes that instructions encode as ids of scalar constants (SPIR-V specification and TOSA.001000.1, operands
/// named `<id>`).
const CONSTANT_SCALARS: [&str; 3] =
    ["SPIRV_TensorArmAxisAttr", "SPIRV_BoolConstAttr", "SPIRV_I8OrI16OrF16OrF32OrBF16ConstAttr"];

/// The enums that instructions have as the ids of constants (the same).
const CONSTANT_ENUMS: [&str; 8] = [
    "SPIRV_ScopeAttr",
    "SPIRV_MemorySemanticsAttr",
    "SPIRV_KHR_CooperativeMatrixLayoutAttr",
    "SPIRV_QuadSwapDirectionAttr",
    "SPIRV_TosaExtAccTypeAttr",
    "SPIRV_TosaExtResizeModeAttr",
    "SPIRV_TosaExtNaNPropagationModeAttr",
    "SPIRV_TosaExtRoundingModeAttr",
];

/// An operation that is an instruction.
#[derive(Clone, Debug)]
pub struct SpirvInstruction<'s> {
    /// The operation.
    pub operation: Operation<'s>,
    /// Its number.
    pub code: SpirvCode<'s>,
    /// Operands in encoding order; `None` if functions defined elsewhere encode it.
    pub operands: Option<Vec<SpirvOperand<'s>>>,
}

/// An instruction's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpirvCode<'s> {
    /// A core SPIR-V instruction, by name.
    Core(&'s str),
    /// An extended instruction.
    Extension {
        /// The set's name.
        set: &'s str,
        /// The number in the set.
        number: i64,
    },
}

/// An instruction's operand.
#[derive(Clone, Debug)]
pub enum SpirvOperand<'s> {
    /// An operand's values.
    Values {
        /// The operand index.
        index: usize,
        /// Whether the value count is variable.
        is_variable: bool,
    },
    /// An attribute.
    Attribute {
        /// The attribute name.
        name: &'s str,
        /// Its encoding.
        encoding: SpirvEncoding<'s>,
    },
}

/// The encoding of an attribute.
#[derive(Clone, Debug)]
pub enum SpirvEncoding<'s> {
    /// As the case of an enum.
    Enum {
        /// The attribute's C++ class.
        class: &'s str,
        /// The C++ enum with its namespace.
        enumeration: String,
        /// Whether it is a constant's id.
        is_constant: bool,
    },
    /// As the id of a scalar constant.
    Scalar,
    /// As the id of a constant that is an array or a vector.
    Elements,
    /// As the id of a type.
    Type,
    /// As integers.
    Integers,
    /// As an integer.
    Integer,
}

impl<'s> SpirvInstruction<'s> {
    /// Returns the operations that are instructions, in natural order by definition name.
    ///
    /// # Errors
    /// If the description lacks the class, a field has an unexpected type, or an attribute cannot be encoded.
    pub fn all(store: &'s RecordStore) -> Result<Vec<SpirvInstruction<'s>>, FieldError> {
        let mut instructions = Vec::new();
        let mut memo = ElementMemo::default();
        for record in SpirvOpRecord::all(store)? {
            let code = match SpirvExtensionOpRecord::from_record(record) {
                Some(one) => SpirvCode::Extension { set: one.set()?, number: one.opcode()? },
                None if record.has_opcode()? => SpirvCode::Core(record.instruction()?),
                None => continue,
            };
            let operation = Operation::read(OperationRecord::new(record.into()), &mut memo)?;
            let operands = if record.has_serialization()? {
                Some(operands(record, &operation)?)
            } else {
                None
            };
            instructions.push(SpirvInstruction { operation, code, operands });
        }
        Ok(instructions)
    }
}

fn operands<'s>(
    record: SpirvOpRecord<'s>,
    operation: &Operation<'s>,
) -> Result<Vec<SpirvOperand<'s>>, FieldError> {
    let raw = Record::from(record);
    let store = raw.store();
    let values = OperationRecord::new(raw).arguments()?.args;
    let mut operands = Vec::with_capacity(values.len());
    for (argument, value) in operation.arguments.order.iter().zip(values) {
        operands.push(match *argument {
            Argument::Operand(index) => {
                let is_variable = operation.arguments.operands[index].is_variable();
                SpirvOperand::Values { index, is_variable }
            }
            Argument::Attribute(index) => {
                let attribute = &operation.arguments.attributes[index];
                let constraint = store.value(value.value).as_def().map(|id| store.record(id));
                let encoding = match constraint.and_then(AttrRecord::from_record) {
                    Some(one) => SpirvEncoding::new(one, attribute.constraint.storage.class)?,
                    None => None,
                };
                let encoding = encoding.ok_or_else(|| {
                    let message = format!("attribute '{}' cannot be serialized", attribute.name);
                    FieldError::new(Code::Mlir, raw, message)
                })?;
                SpirvOperand::Attribute { name: attribute.name, encoding }
            }
            Argument::Property(index) => {
                let name = operation.arguments.properties[index].name;
                let message = format!("property '{name}' cannot be serialized");
                return Err(FieldError::new(Code::Mlir, raw, message));
            }
        });
    }
    Ok(operands)
}

impl<'s> SpirvEncoding<'s> {
    fn new(
        attribute: AttrRecord<'s>,
        class: &'s str,
    ) -> Result<Option<SpirvEncoding<'s>>, FieldError> {
        let mut chain = vec![attribute];
        while let Some(base) = chain.last().copied().and_then(|one| one.base().transpose()) {
            chain.push(base?);
        }
        let is_one_of =
            |names: &[&str]| chain.iter().any(|&one| names.contains(&Record::from(one).name()));
        if is_one_of(&CONSTANT_SCALARS) {
            return Ok(Some(SpirvEncoding::Scalar));
        }
        for &one in &chain {
            if let Some(info) = wrapped_enum(one)? {
                let enumeration = format!("{}::{}", info.cpp_namespace()?, info.class_name()?);
                let is_constant = is_one_of(&CONSTANT_ENUMS);
                return Ok(Some(SpirvEncoding::Enum { class, enumeration, is_constant }));
            }
        }
        Ok(match class {
            "::mlir::DenseElementsAttr" | "::mlir::DenseIntElementsAttr" => {
                Some(SpirvEncoding::Elements)
            }
            "::mlir::TypeAttr" => Some(SpirvEncoding::Type),
            "::mlir::ArrayAttr" => Some(SpirvEncoding::Integers),
            "::mlir::IntegerAttr" => Some(SpirvEncoding::Integer),
            _ => None,
        })
    }
}
