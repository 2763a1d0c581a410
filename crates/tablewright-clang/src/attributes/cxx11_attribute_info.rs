//! `--gen-cxx11-attribute-info`: whether standard C++ attributes have arguments.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_text::{CppWriter, append};

use super::model::ClangAttribute;

/// Whether an attribute has arguments.
#[derive(Clone, Copy)]
enum Cxx11AttributeArguments {
    None,
    Optional,
    Required,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let rows = collect(job.store)?;
    job.write_cpp(|w| emit(&rows, w))
}

/// Lists the names in C++11 syntax without a namespace.
fn collect(store: &RecordStore) -> Result<Vec<(&str, Cxx11AttributeArguments)>, FieldError> {
    let mut rows = Vec::new();
    for attribute in ClangAttribute::all(store)? {
        let mut arguments = None;
        for spelling in attribute.spellings()? {
            if spelling.variety == "CXX11" && spelling.namespace.is_empty() {
                let arguments = match arguments {
                    Some(arguments) => arguments,
                    None => *arguments.insert(arguments_of(attribute)?),
                };
                rows.push((spelling.name, arguments));
            }
        }
    }
    Ok(rows)
}

fn arguments_of(attribute: ClangAttribute<'_>) -> Result<Cxx11AttributeArguments, FieldError> {
    let mut arguments = Cxx11AttributeArguments::None;
    for argument in attribute.record().args()? {
        if argument.is_marked_fake()? {
            continue;
        }
        if !argument.is_optional()? {
            return Ok(Cxx11AttributeArguments::Required);
        }
        arguments = Cxx11AttributeArguments::Optional;
    }
    Ok(arguments)
}

fn emit(rows: &[(&str, Cxx11AttributeArguments)], w: &mut CppWriter<'_>) {
    w.raw("#if defined(CXX11_ATTR_ARGS_INFO)\n");
    for (name, arguments) in rows {
        append!(w, ".Case(\"", name, "\",AttributeCommonInfo::AttrArgsInfo::");
        w.raw(match arguments {
            Cxx11AttributeArguments::None => "None)\n",
            Cxx11AttributeArguments::Optional => "Optional)\n",
            Cxx11AttributeArguments::Required => "Required)\n",
        });
    }
    w.raw("#endif // CXX11_ATTR_ARGS_INFO\n");
}
