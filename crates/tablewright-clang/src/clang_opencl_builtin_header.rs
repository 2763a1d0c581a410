//! `--gen-clang-opencl-builtin-header`: a header that declares OpenCL's builtin functions.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, Record, RecordStore};
use tablewright_text::{CppWriter, append, text_block};

use crate::support::field_values::{ClangFieldValues, ValueMemo};
use crate::support::opencl_functions::{
    self, Function, Functions, emit_extensions, emit_guarded, emit_signature,
};

/// The fields for function attributes.
const FIELDS: [&str; 3] = ["IsConst", "IsPure", "IsConv"];
/// The macros for the attributes, in the order of the fields.
const MACROS: [&str; 3] = ["__cnfn ", "__purefn ", "__conv "];

struct OpenclHeader<'s> {
    functions: Functions<'s>,
    /// Each function's attributes.
    attributes: Vec<[bool; 3]>,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let header = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| emit(&header, source, w))
}

fn collect(store: &RecordStore) -> Result<OpenclHeader<'_>, FieldError> {
    let functions = opencl_functions::collect(store)?;
    let mut attributes = Vec::with_capacity(functions.functions.len());
    let mut fields = ClangFieldValues::new(FIELDS);
    let mut memo = ValueMemo::default();
    for Function { record, .. } in &functions.functions {
        attributes.push(memo.get_or_read(fields.read(*record)?, || read_attributes(*record))?);
    }
    Ok(OpenclHeader { functions, attributes })
}

fn read_attributes(function: Record<'_>) -> Result<[bool; 3], FieldError> {
    let mut attributes = [false; 3];
    for (has, field) in attributes.iter_mut().zip(FIELDS) {
        *has = function.bit(field)?;
    }
    Ok(attributes)
}

fn emit(header: &OpenclHeader<'_>, source: &str, w: &mut CppWriter) {
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
    let Functions { functions, guards, signatures, spellings } = &header.functions;
    for (function, attributes) in functions.iter().zip(&header.attributes) {
        emit_guarded(&guards[function.guard], w, |w| {
            for signature in &signatures[function.signatures] {
                emit_signature(signature, w, |w| {
                    append!(w, spellings[signature.result].text, " __ovld ");
                    for (text, has) in MACROS.into_iter().zip(attributes) {
                        append!(w, if *has { text } else { "" });
                    }
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
