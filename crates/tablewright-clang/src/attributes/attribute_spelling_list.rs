//! `--gen-attribute-spelling-list`: names and scopes of all attributes, as macro calls.

use std::collections::BTreeSet;

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_text::{CppWriter, line};

use super::model::ClangAttribute;

#[derive(Default)]
struct SpellingList<'s> {
    names: BTreeSet<&'s str>,
    scopes: BTreeSet<&'s str>,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let list = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Names and scopes of attributes", Some(source));
        emit("ATTR_NAME", "NAME", &list.names, w);
        emit("ATTR_SCOPE_NAME", "SCOPE_NAME", &list.scopes, w);
    })
}

fn collect(store: &RecordStore) -> Result<SpellingList<'_>, FieldError> {
    let mut list = SpellingList::default();
    for attribute in ClangAttribute::all(store)? {
        for spelling in attribute.spellings()? {
            list.names.insert(spelling.name);
            if !spelling.namespace.is_empty() {
                list.scopes.insert(spelling.namespace);
            }
        }
    }
    Ok(list)
}

fn emit(macro_name: &str, parameter: &str, texts: &BTreeSet<&str>, w: &mut CppWriter<'_>) {
    line!(w, "#ifndef {macro_name}");
    line!(w, "#define {macro_name}({parameter}) {parameter}");
    line!(w, "#endif");
    line!(w);
    for text in texts {
        line!(w, "{macro_name}(\"{text}\")");
    }
    line!(w);
    line!(w, "#undef {macro_name}");
    line!(w);
}
