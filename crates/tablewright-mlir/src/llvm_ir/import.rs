//! The statements that create operations of LLVM IR.

use tablewright_text::{CppWriter, TextSink, line};

use crate::model::{ImportKeyword, ImportOperand, ImportPiece, LlvmImport};

/// An operation's creation in printed form.
pub(super) struct ImportCreation<'s> {
    source: &'s str,
    operands: Vec<ImportOperand<'s>>,
    body: String,
}

impl<'s> ImportCreation<'s> {
    pub(super) fn new(import: LlvmImport<'s>) -> ImportCreation<'s> {
        let mut body = String::new();
        for piece in &import.body {
            append_piece(&mut body, piece, &import.class);
        }
        ImportCreation { source: import.source, operands: import.operands, body }
    }
}

fn append_piece(text: &mut String, piece: &ImportPiece<'_>, class: &str) {
    match *piece {
        ImportPiece::Text(part) => text.push_str(part),
        ImportPiece::Operand(name) => write!(text, "*_llvmir_gen_operand_{name}"),
        ImportPiece::LlvmOperand(index) => write!(text, "llvmOperands[{index}]"),
        ImportPiece::Result => text.push_str("moduleImport.mapValue(inst)"),
        ImportPiece::Keyword(keyword) => text.push_str(match keyword {
            ImportKeyword::Operation => "moduleImport.mapNoResultOp(inst)",
            ImportKeyword::IntegerAttribute => "moduleImport.matchIntegerAttr",
            ImportKeyword::FloatAttribute => "moduleImport.matchFloatAttr",
            ImportKeyword::VariableAttribute => "moduleImport.matchLocalVariableAttr",
            ImportKeyword::LabelAttribute => "moduleImport.matchLabelAttr",
            ImportKeyword::RoundingModeAttribute => "moduleImport.matchRoundingModeAttr",
            ImportKeyword::ExceptionBehaviorAttribute => {
                "moduleImport.matchFPExceptionBehaviorAttr"
            }
            ImportKeyword::ResultType => "moduleImport.convertType(inst->getType())",
            ImportKeyword::Location => "moduleImport.translateLoc(inst->getDebugLoc())",
            ImportKeyword::Builder => "odsBuilder",
            ImportKeyword::Class => class,
        }),
    }
}

/// Writes the statements that create an operation if `condition` is true for its source.
pub(super) fn emit(condition: &str, creations: &[ImportCreation<'_>], w: &mut CppWriter) {
    for creation in creations {
        line!(w, "if ({condition}{}) {{", creation.source);
        for operand in &creation.operands {
            emit_operand(operand, w);
        }
        w.raw("\n");
        w.raw(&creation.body);
        w.raw("\n");
        line!(w, "  return success();");
        line!(w, "}}");
    }
}

fn emit_operand(operand: &ImportOperand<'_>, w: &mut CppWriter) {
    let (name, index) = (operand.name, operand.index);
    if operand.is_variadic {
        line!(
            w,
            "FailureOr<SmallVector<Value>> _llvmir_gen_operand_{name} = \
             moduleImport.convertValues(llvmOperands.drop_front({index}));"
        )
    } else {
        line!(
            w,
            "FailureOr<Value> _llvmir_gen_operand_{name} = \
             moduleImport.convertValue(llvmOperands[{index}]);"
        )
    }
    line!(w, "if (failed(_llvmir_gen_operand_{name}))");
    line!(w, "  return failure();");
}
