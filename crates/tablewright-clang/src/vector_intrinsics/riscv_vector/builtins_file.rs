//! Builtins, without duplicate names.

use std::borrow::Cow;

use tablewright_backend::{Failure, Job};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::builtin_names::BuiltinNames;
use super::intrinsics::{BuiltinName, RvvIntrinsic};
use super::reader;
use crate::vector_intrinsics::builtin_list::{BuiltinList, BuiltinRow, BuiltinRows};
use crate::vector_intrinsics::family::IntrinsicFamily::RiscvVector;
use crate::vector_intrinsics::summary::text_of;

struct RvvBuiltinDeclaration<'s> {
    name: BuiltinName<'s>,
    /// The prototype as type strings; `None` if the builtin represents several types.
    prototype: Option<String>,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let declarations = collect(&reader::collect(job.store)?)?;
    let rows =
        declarations.into_iter().map(|RvvBuiltinDeclaration { name, prototype }| BuiltinRow {
            name: text_of(name).into(),
            prototype: prototype.map(Cow::from),
            attributes: "n",
            features: Some("zve32x"),
        });
    let group = BuiltinRows { strings: vec!["n", "zve32x"], rows: rows.collect() };
    let list = BuiltinList::new(RiscvVector, job.store, [group]);
    job.write_cpp(|w| list.emit(w))
}

fn collect<'s>(
    intrinsics: &[RvvIntrinsic<'s>],
) -> Result<Vec<RvvBuiltinDeclaration<'s>>, Diagnostic> {
    let error = |what: &str, name: BuiltinName<'_>| {
        let message = format!("Builtin with same name has different {what}");
        let mut error = Diagnostic::error_anywhere(Code::IntrinsicConflicts, message);
        error.note(None, format!("the builtin is '__builtin_rvv_{name}'"));
        error
    };
    // Indexed by name number.
    let mut declarations: Vec<RvvBuiltinDeclaration<'s>> = Vec::new();
    let mut names = BuiltinNames::default();
    for intrinsic in intrinsics {
        let has_alias = intrinsic.flags.has_builtin_alias;
        // Then a single builtin represents all types.
        let instances = intrinsic.instances().take(if has_alias { 1 } else { usize::MAX });
        for (element, log2_lmul) in instances {
            for builtin in intrinsic.builtins() {
                let prototype =
                    if has_alias { None } else { Some(builtin.type_strings(element, log2_lmul)?) };
                let name = builtin.name();
                match declarations.get(names.number(name)) {
                    None => declarations.push(RvvBuiltinDeclaration { name, prototype }),
                    Some(first) if first.prototype.is_some() != prototype.is_some() => {
                        return Err(error("hasAutoDef", name));
                    }
                    Some(first) if first.prototype != prototype => {
                        return Err(error("type string", name));
                    }
                    Some(_) => {}
                }
            }
        }
    }
    Ok(declarations)
}
