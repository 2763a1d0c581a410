//! `--gen-directive-impl`: tables and functions for a directive language, for LLVM, Clang and Flang.
//!
//! A release has one of two forms of functions, each with a module: `names` and `spellings`.

mod clang_acc;
mod flang;
mod kinds;
mod leaves;
mod model;
mod names;
mod spellings;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, line, text_block};

use crate::support::directives::DirectiveLayout;
use model::DirectiveImplModel;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-directive-impl",
    help: "Generate directive related implementation code",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = model::collect(job.store, job.diagnostics)?;
    job.write_cpp(|w| emit(&model, w))
}

fn emit(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    flang::emit(model, w);
    let has_acc_sets = model.language.layout != DirectiveLayout::Names;
    if has_acc_sets && model.language.name == clang_acc::LANGUAGE {
        clang_acc::emit(model, w);
    }
    emit_part("GEN_CLANG_CLAUSE_CLASS", w, |w| emit_clause_classes(model, w));
    emit_part("GEN_DIRECTIVES_IMPL", w, |w| {
        match model.language.layout {
            DirectiveLayout::Names => names::emit(model, w),
            DirectiveLayout::Versions
            | DirectiveLayout::LoopModifiers
            | DirectiveLayout::PureVersions => {
                spellings::emit(model, w);
            }
        }
        leaves::emit(model, w);
    });
}

/// Writes a part of the file that is included only if the macro `name` is defined.
fn emit_part(name: &str, w: &mut CppWriter, body: impl FnOnce(&mut CppWriter)) {
    w.guarded(name, |w| {
        line!(w);
        body(w);
        line!(w);
    });
}

/// Writes the clauses as macro calls for Clang.
fn emit_clause_classes(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    for head in [
        "CLAUSE(Enum, Str, Implicit)",
        "CLAUSE_CLASS(Enum, Str, Class)",
        "CLAUSE_NO_CLASS(Enum, Str)",
    ] {
        let name = &head[..head.find('(').unwrap_or(head.len())];
        line!(w, "#ifndef {name}");
        line!(w, "#define {head}");
        line!(w, "#endif");
    }
    line!(w);
    let prefix = model.language.clause_prefix;
    text_block!(
        w,
        "
        #define __CLAUSE(Name, Class)                      \\
          CLAUSE({prefix}##Name, #Name, /* Implicit */ false) \\
          CLAUSE_CLASS({prefix}##Name, #Name, Class)
        #define __CLAUSE_NO_CLASS(Name)                    \\
          CLAUSE({prefix}##Name, #Name, /* Implicit */ false) \\
          CLAUSE_NO_CLASS({prefix}##Name, #Name)
        #define __IMPLICIT_CLAUSE_CLASS(Name, Str, Class)  \\
          CLAUSE({prefix}##Name, Str, /* Implicit */ true)    \\
          CLAUSE_CLASS({prefix}##Name, Str, Class)
        #define __IMPLICIT_CLAUSE_NO_CLASS(Name, Str)      \\
          CLAUSE({prefix}##Name, Str, /* Implicit */ true)    \\
          CLAUSE_NO_CLASS({prefix}##Name, Str)

        "
    );
    for clause in &model.language.clauses {
        let name = clause.formatted_name();
        match (clause.clang_class, clause.is_implicit) {
            ("", true) => line!(w, "__IMPLICIT_CLAUSE_NO_CLASS({name}, \"{name}\")"),
            ("", false) => line!(w, "__CLAUSE_NO_CLASS({name})"),
            (class, true) => line!(w, "__IMPLICIT_CLAUSE_CLASS({name}, \"{name}\", {class})"),
            (class, false) => line!(w, "__CLAUSE({name}, {class})"),
        }
    }
    line!(w);
    for name in
        ["__IMPLICIT_CLAUSE_NO_CLASS", "__IMPLICIT_CLAUSE_CLASS", "__CLAUSE_NO_CLASS", "__CLAUSE"]
    {
        line!(w, "#undef {name}");
    }
    for name in ["CLAUSE_NO_CLASS", "CLAUSE_CLASS", "CLAUSE"] {
        line!(w, "#undef {name}");
    }
}
