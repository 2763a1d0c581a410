//! `--gen-clang-opencl-builtin-header`: a header that declares the builtin functions of OpenCL.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_text::{CppWriter, append, text_block};

use crate::support::opencl_functions::{
    self, Functions, emit_extensions, emit_guarded, emit_signature,
};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-opencl-builtin-header",
    help: "Generate OpenCL builtin header",
    options: &[],
    run,
};

/// Fields for attributes of functions, and the macros that stand for them.
const ATTRIBUTES: [(&str, &str); 3] =
    [("IsConst", "__cnfn "), ("IsPure", "__purefn "), ("IsConv", "__conv ")];

struct Header<'s> {
    functions: Functions<'s>,
    /// The attributes of each function.
    attributes: Vec<String>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let header = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| emit(&header, source, w))
}

fn collect(store: &RecordStore) -> Result<Header<'_>, FieldError> {
    let functions = opencl_functions::collect(store)?;
    let mut attributes = Vec::new();
    for function in &functions.functions {
        let mut text = String::new();
        for (field, attribute) in ATTRIBUTES {
            if function.record.bit(field)? {
                text += attribute;
            }
        }
        attributes.push(text);
    }
    Ok(Header { functions, attributes })
}

fn emit(header: &Header<'_>, source: &str, w: &mut CppWriter) {
    w.file_header("Declarations of the builtin functions of OpenCL", Some(source));
    emit_extensions(w);
    text_block!(
        w,
        "

        #define __ovld __attribute__((overloadable))
        #define __conv __attribute__((convergent))
        #define __purefn __attribute__((pure))
        #define __cnfn __attribute__((const))

        "
    );
    let Functions { functions, spellings } = &header.functions;
    for (function, attributes) in functions.iter().zip(&header.attributes) {
        emit_guarded(&function.guard, w, |w| {
            for signature in &function.signatures {
                emit_signature(signature, w, |w| {
                    append!(w, spellings[signature.result].text, " __ovld ", attributes);
                    append!(w, function.name, "(");
                    for (i, &ty) in signature.parameters.iter().enumerate() {
                        append!(w, if i > 0 { ", " } else { "" }, spellings[ty].text);
                    }
                    append!(w, ");\n");
                });
            }
        });
    }
    append!(w, "\n// Extensions hold for this file only.\n");
    append!(w, "#pragma OPENCL EXTENSION all : disable\n");
}
