//! `--gen-clang-opencl-builtin-tests`: a program that calls all builtin functions of OpenCL.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, append};

use crate::support::opencl_functions::{
    self, Functions, OpenclFunctionSignature, SpellingId, emit_extensions, emit_guarded,
    emit_signature,
};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let functions = opencl_functions::collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| emit(&functions, source, w))
}

fn emit(functions: &Functions<'_>, source: &str, w: &mut CppWriter) {
    w.file_header("Calls of the builtin functions of OpenCL", Some(source));
    emit_extensions(w);
    let spelling = |id: SpellingId| functions.spellings[id].text.as_str();
    let all = functions.functions.iter();
    // Each test has a number of its own, since functions are overloaded.
    let mut number = 0_usize;
    for function in all {
        let name = function.name;
        append!(w, "// Test ", name, "\n");
        emit_guarded(&functions.guards[function.guard], w, |w| {
            for signature in &functions.signatures[function.signatures] {
                let OpenclFunctionSignature { result, parameters, .. } = signature;
                let result = spelling(*result);
                emit_signature(signature, w, |w| {
                    append!(w, result, " test", number, "_", name, "(");
                    for (i, &ty) in parameters.iter().enumerate() {
                        let comma = if i > 0 { ", " } else { "" };
                        append!(w, comma, spelling(ty), " arg", i + 1);
                    }
                    append!(w, ") {\n  ", if result == "void" { "" } else { "return " });
                    append!(w, name, "(");
                    for i in 0..parameters.len() {
                        append!(w, if i > 0 { ", " } else { "" }, "arg", i + 1);
                    }
                    append!(w, ");\n}\n");
                });
                number += 1;
            }
        });
    }
}
