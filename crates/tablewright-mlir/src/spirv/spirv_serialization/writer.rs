//! The functions that write operations.

use tablewright_text::{CppWriter, line};

use super::{AttributeAccess, is_plain};
use crate::model::{SpirvCode, SpirvEncoding, SpirvInstruction, SpirvOperand};
use crate::support::cpp::getter;

pub(super) fn emit(
    instructions: &[SpirvInstruction<'_>],
    access: AttributeAccess,
    w: &mut CppWriter,
) {
    for one in instructions {
        if let Some(operands) = &one.operands {
            emit_function(one, operands, access, w);
        }
    }
    let head = "LogicalResult Serializer::dispatchToAutogenSerialization(Operation *op)";
    w.block(head, "", |w| {
        for one in instructions {
            let class = one.operation.qualified_class();
            w.block(format_args!("if (isa<{class}>(op))"), "", |w| {
                line!(w, "return processOp(cast<{class}>(op));");
            });
        }
        line!(w, "return op->emitError(\"unhandled operation serialization\");");
    });
    line!(w);
}

fn emit_function(
    one: &SpirvInstruction<'_>,
    operands: &[SpirvOperand<'_>],
    access: AttributeAccess,
    w: &mut CppWriter,
) {
    let class = one.operation.qualified_class();
    line!(w, "template <> LogicalResult");
    w.block(format_args!("Serializer::processOp<{class}>({class} op)"), "", |w| {
        if is_plain(operands) {
            let (set, number) = match one.code {
                SpirvCode::Core(name) => {
                    ("", format!("static_cast<uint32_t>(spirv::Opcode::{name})"))
                }
                SpirvCode::Extension { set, number } => (set, number.to_string()),
            };
            return line!(w, "return processOpWithoutGrammarAttr(op, \"{set}\", {number});");
        }
        emit_body(one, operands, access, w);
    });
    line!(w);
}

fn emit_body(
    one: &SpirvInstruction<'_>,
    operands: &[SpirvOperand<'_>],
    access: AttributeAccess,
    w: &mut CppWriter,
) {
    let has_result = one.operation.results.len() == 1;
    line!(w, "SmallVector<uint32_t, 4> operands;");
    line!(w, "SmallVector<StringRef, 2> elidedAttrs;");
    if has_result {
        w.text_block(include_str!("write_result.inc"));
    }
    emit_operands(operands, access, w);
    match one.code {
        SpirvCode::Core(name) => {
            line!(w, "(void)emitDebugLine(functionBody, op.getLoc());");
            line!(w, "(void)encodeInstructionInto(functionBody, spirv::Opcode::{name}, operands);");
        }
        SpirvCode::Extension { set, number } => {
            line!(w, "(void)encodeExtensionInstruction(op, \"{set}\", {number}, operands);");
        }
    }
    if has_result {
        let attributes = match access {
            AttributeAccess::Names => "op->getAttrs()",
            AttributeAccess::Getters => "op->getDiscardableAttrDictionary().getValue()",
        };
        let values = [("attributes", attributes)];
        w.fill_block(include_str!("write_decorations.inc"), &values);
    }
    line!(w, "return success();");
}

/// Writes the statements for operands; leading values are written together.
fn emit_operands(operands: &[SpirvOperand<'_>], access: AttributeAccess, w: &mut CppWriter) {
    let is_value = |operand: &&SpirvOperand<'_>| matches!(operand, SpirvOperand::Values { .. });
    let values = operands.iter().filter(is_value).count();
    if operands.iter().take(values).all(|operand| is_value(&operand)) {
        if values > 0 {
            w.text_block(
                "
                for (Value operand : op->getOperands()) {
                  auto id = getValueID(operand);
                  assert(id && \"use before def!\");
                  operands.push_back(id);
                }
                ",
            );
        }
        for operand in operands {
            if let SpirvOperand::Attribute { name, encoding } = operand {
                emit_attribute(name, encoding, access, w);
            }
        }
        return;
    }
    for operand in operands {
        line!(w, "{{");
        w.indented(|w| match operand {
            SpirvOperand::Values { index, .. } => {
                let index = index.to_string();
                w.fill_block(include_str!("write_values.inc"), &[("index", &index)]);
            }
            SpirvOperand::Attribute { name, encoding } => emit_attribute(name, encoding, access, w),
        });
        line!(w, "}}");
    }
}

fn emit_attribute(
    name: &str,
    encoding: &SpirvEncoding<'_>,
    access: AttributeAccess,
    w: &mut CppWriter,
) {
    let attribute = match access {
        AttributeAccess::Names => format!("op->getAttr(\"{name}\")"),
        AttributeAccess::Getters => format!("op.{}Attr()", getter(name)),
    };
    w.block(format_args!("if (auto attr = {attribute})"), "", |w| match encoding {
        SpirvEncoding::Enum { class, is_constant: false, .. } => line!(
            w,
            "operands.push_back(static_cast<uint32_t>(::llvm::cast<{class}>(attr).getValue()));"
        ),
        SpirvEncoding::Enum { class, is_constant: true, .. } => line!(
            w,
            "operands.push_back(prepareConstantInt(op.getLoc(), \
             Builder(op).getI32IntegerAttr(static_cast<uint32_t>(\
             ::llvm::cast<{class}>(attr).getValue()))));"
        ),
        SpirvEncoding::Scalar => {
            line!(w, "operands.push_back(prepareConstantScalar(op.getLoc(), attr));");
        }
        SpirvEncoding::Elements => line!(
            w,
            "operands.push_back(prepareConstant(op.getLoc(), \
             llvm::cast<DenseElementsAttr>(attr).getType(), attr));"
        ),
        SpirvEncoding::Type => w.text_block(
            "
            uint32_t attrTypeID = 0;
            if (failed(processType(op.getLoc(), llvm::cast<TypeAttr>(attr).getValue(), attrTypeID))) {
              return failure();
            }
            operands.push_back(attrTypeID);
            ",
        ),
        SpirvEncoding::Integers => {
            w.block("for (auto attrElem : llvm::cast<ArrayAttr>(attr))", "", |w| {
                line!(w, "operands.push_back({});", integer("attrElem"));
            });
        }
        SpirvEncoding::Integer => line!(w, "operands.push_back({});", integer("attr")),
    });
    line!(w, "elidedAttrs.push_back(\"{name}\");");
}

/// Returns the C++ expression for an attribute's integer.
fn integer(variable: &str) -> String {
    format!("static_cast<uint32_t>(llvm::cast<IntegerAttr>({variable}).getValue().getZExtValue())")
}
