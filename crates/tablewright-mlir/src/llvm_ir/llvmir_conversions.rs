//! `--gen-llvmir-conversions`: for each operation the statements that translate it to LLVM IR.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, TextSink, line};

use crate::model::{ExportPiece, LlvmExport};
use crate::support::cpp;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-llvmir-conversions",
    help: "Generate LLVM IR conversions",
    options: &[],
    run,
};

/// A translation in printed form.
struct LlvmIrConversion {
    class: String,
    body: String,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let exports = LlvmExport::all(job.store)?.into_iter().map(|export| LlvmIrConversion {
        body: export.body.iter().fold(String::new(), append_piece),
        class: export.class,
    });
    let conversions: Vec<LlvmIrConversion> = exports.collect();
    job.write_cpp(|w| emit(&conversions, w))
}

fn append_piece(mut text: String, piece: &ExportPiece<'_>) -> String {
    match *piece {
        ExportPiece::Text(part) => text.push_str(part),
        ExportPiece::Value(name) => {
            write!(text, "moduleTranslation.lookupValue(op.{}())", cpp::getter(name));
        }
        ExportPiece::Values(name) => {
            write!(text, "moduleTranslation.lookupValues(op.{}())", cpp::getter(name));
        }
        ExportPiece::Attribute(name) => write!(text, "op.{}()", cpp::getter(name)),
        ExportPiece::Result(name) => {
            write!(text, "moduleTranslation.mapValue(op.{}())", cpp::getter(name));
        }
        ExportPiece::ResultType => {
            text.push_str("moduleTranslation.convertType(op.getResult().getType())");
        }
        ExportPiece::HasResult => text.push_str("opInst.getNumResults() == 1"),
        ExportPiece::Location => text.push_str("opInst.getLoc()"),
        ExportPiece::OperandCount => text.push_str("opInst.getNumOperands()"),
    }
    text
}

fn emit(conversions: &[LlvmIrConversion], w: &mut CppWriter) {
    for conversion in conversions {
        line!(w, "if (auto op = dyn_cast<{}>(opInst)) {{", conversion.class);
        w.raw(&conversion.body);
        w.raw("\n");
        line!(w, "  return success();");
        line!(w, "}}");
    }
}
