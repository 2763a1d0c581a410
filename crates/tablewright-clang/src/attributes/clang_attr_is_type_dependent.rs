//! `--gen-clang-attr-is-type-dependent`: checks for attributes that need a declaration's type.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_text::{CppWriter, append};

use super::model::ClangAttribute;

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let names = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Checks of attributes once types are deduced", Some(source));
        emit(&names, w);
    })
}

fn collect(store: &RecordStore) -> Result<Vec<&str>, FieldError> {
    let mut names = Vec::new();
    for attribute in ClangAttribute::all(store)? {
        if attribute.record().is_type_dependent()? {
            names.push(attribute.name());
        }
    }
    Ok(names)
}

fn emit(names: &[&str], w: &mut CppWriter<'_>) {
    w.raw("void checkAttrIsTypeDependent(Decl *D, const Attr *A) {\n  switch (A->getKind()) {\n");
    w.raw("  default:\n    break;\n");
    for name in names {
        append!(w, "  case attr::", name, ":\n    ActOn", name, "Attr(D, A);\n    break;\n");
    }
    w.raw("  }\n}\n");
}
