//! `--gen-entry-points`: API functions that check arguments, call the implementations and trace the calls.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, Escaped, line, text_block};

use crate::model::OffloadFunction;
use crate::support::{
    argument_list, emit_file_header, emit_rule, parameter_list, parameter_list_with_code_loc,
};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-entry-points",
    help: "Generate Offload API wrapper function definitions",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let functions = OffloadFunction::all(job.store)?;
    job.write_cpp(|w| emit(&functions, w))
}

fn emit(functions: &[OffloadFunction<'_>], w: &mut CppWriter) {
    emit_file_header(w);
    text_block!(
        w,
        r#"
        static const ol_error_struct_t UninitError = {{
            OL_ERRC_UNINITIALIZED,
            "liboffload has not been initialized - please call olInit before using this API"}};
        "#
    );
    for function in functions {
        line!(w);
        emit_rule(w);
        emit_validation(function, w);
        emit_entry_point(function, w);
        emit_code_loc_variant(function, w);
    }
}

/// Writes the function that checks arguments and calls the implementation.
fn emit_validation(function: &OffloadFunction<'_>, w: &mut CppWriter) {
    let name = function.name;
    let head = format!("llvm::Error {name}_val({})", parameter_list(function));
    w.block(head, "", |w| {
        w.block("if (llvm::offload::isValidationEnabled())", "", |w| {
            for check in function.checks() {
                let (error, condition) = (check.error, check.condition);
                w.block(format_args!("if ({condition})"), "", |w| {
                    let message = Escaped(condition);
                    line!(
                        w,
                        "return createOffloadError(error::ErrorCode::{error}, \"validation failure: {message}\");"
                    );
                });
            }
        });
        line!(w);
        line!(w, "return llvm::offload::{name}_impl({});", argument_list(function, ""));
    });
    line!(w);
}

fn emit_entry_point(function: &OffloadFunction<'_>, w: &mut CppWriter) {
    let name = function.name;
    let head = format!("OL_APIEXPORT ol_result_t OL_APICALL {name}({})", parameter_list(function));
    let begin_trace = |w: &mut CppWriter| line!(w, "llvm::errs() << \"---> {name}\";");
    w.block(head, "", |w| {
        // Before the library is started it does not know whether calls are traced.
        if !function.is_init {
            line!(w, "if (!llvm::offload::isOffloadInitialized()) return &UninitError;");
            line!(w);
            w.block("if (llvm::offload::isTracingEnabled())", "", begin_trace);
            line!(w);
        }
        let arguments = argument_list(function, "");
        line!(w, "ol_result_t Result = llvmErrorToOffloadError({name}_val({arguments}));");
        line!(w);
        w.block("if (llvm::offload::isTracingEnabled())", "", |w| {
            if function.is_init {
                begin_trace(w);
            }
            emit_result_trace(function, w);
        });
        line!(w, "return Result;");
    });
}

/// Writes the trace for arguments and result.
fn emit_result_trace(function: &OffloadFunction<'_>, w: &mut CppWriter) {
    if function.params.is_empty() {
        line!(w, "llvm::errs() << \"()\";");
    } else {
        let addresses = argument_list(function, "&");
        line!(w, "{} Params = {{{addresses}}};", function.params_struct);
        line!(w, "llvm::errs() << \"(\" << &Params << \")\";");
    }
    line!(w, "llvm::errs() << \"-> \" << Result << \"\\n\";");
    w.block("if (Result && Result->Details)", "", |w| {
        line!(w, "llvm::errs() << \"     *Error Details* \" << Result->Details << \" \\n\";");
    });
}

fn emit_code_loc_variant(function: &OffloadFunction<'_>, w: &mut CppWriter) {
    let params = parameter_list_with_code_loc(function);
    w.block(format!("ol_result_t {}({params})", function.name_with_code_loc()), "", |w| {
        line!(w, "currentCodeLocation() = CodeLocation;");
        line!(w, "ol_result_t Result = ::{}({});", function.name, argument_list(function, ""));
        line!(w);
        line!(w, "currentCodeLocation() = nullptr;");
        line!(w, "return Result;");
    });
}
