//! Declarations of attribute and type classes.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, line};

use super::class::DefClass;
use super::{DialectDefs, FormattedClass};
use crate::model::Trait;
use crate::support::cpp;

pub(super) fn run(job: &mut Job<'_>, defs: &DialectDefs<'_>) -> Result<(), Failure> {
    let classes = FormattedClass::all(job, defs)?;
    let classes: Vec<&DefClass<'_, '_>> = classes.iter().map(|one| &one.class).collect();
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header(&format!("{}Def Declarations", &defs.kind.base_template[..4]), Some(source));
        w.guarded(defs.kind.classes_macro, |w| {
            let namespace = defs.dialect.as_ref().map_or("", |dialect| dialect.cpp_namespace);
            emit(namespace, &classes, w);
        });
    })
}

fn emit(namespace: &str, classes: &[&DefClass<'_, '_>], w: &mut CppWriter) {
    w.text_block(
        "
        namespace mlir {
        class AsmParser;
        class AsmPrinter;
        } // namespace mlir
        ",
    );
    cpp::emit_namespace(namespace, w, |w| {
        for class in classes {
            cpp::emit_doc(class.def.docs.summary, class.def.docs.description, w);
            line!(w, "class {};", class.def.names.class);
        }
        for class in classes {
            let storage = &class.def.storage;
            if storage.is_generated && !class.def.parameters.is_empty() {
                cpp::emit_namespace(storage.namespace, w, |w| {
                    line!(w, "struct {};", storage.class)
                });
            }
            emit_class(class, w);
        }
    });
    if !namespace.is_empty() {
        for class in classes {
            line!(w, "MLIR_DECLARE_EXPLICIT_TYPE_ID({})", class.qualified);
        }
    }
}

fn emit_class(class: &DefClass<'_, '_>, w: &mut CppWriter) {
    let (names, kind) = (&class.def.names, class.kind);
    let (name, value, template) = (names.class, kind.value, kind.base_template);
    let (base, storage) = (names.base_class, &class.storage);
    write!(w, "class {name} : public ::mlir::{value}::{template}<{name}, {base}, {storage}");
    for one in &class.traits {
        write!(w, ", {one}");
    }
    w.raw("> {\n");
    w.indented(|w| {
        w.access("public");
        line!(w, "using Base::Base;");
        emit_extra_declarations(class, w);
        let literal = "static constexpr ::llvm::StringLiteral";
        line!(w, "{literal} name = \"{}\";", names.full_name);
        line!(w, "{literal} dialectName = \"{}\";", class.def.dialect.name);
        if class.is_verified() {
            line!(w, "using Base::getChecked;");
        }
        for inherited in &class.inherited {
            line!(w, "using {inherited};");
        }
        emit_functions(class, w);
    });
    line!(w, "}};");
}

fn emit_extra_declarations(class: &DefClass<'_, '_>, w: &mut CppWriter) {
    for one in &class.def.traits {
        if let Trait::Native(native) = one {
            w.raw(native.extra_declaration);
            w.raw("\n");
        }
    }
    w.raw(class.def.extra.declaration);
    w.raw("\n");
}

fn emit_functions(class: &DefClass<'_, '_>, w: &mut CppWriter) {
    for builder in &class.builders {
        w.declare(&builder.get);
        if class.is_verified() {
            w.declare(&builder.get_checked);
        }
    }
    if class.verifies_conditions {
        w.declare(&class.verifier("verifyInvariantsImpl"));
    }
    if class.def.generated.verify && !class.def.parameters.is_empty() {
        w.declare(&class.verifier("verify"));
    }
    if class.is_verified() {
        w.declare(&class.verifier("verifyInvariants"));
    }
    if let Some(mnemonic) = class.def.names.mnemonic {
        w.block("static constexpr ::llvm::StringLiteral getMnemonic()", "", |w| {
            line!(w, "return {{\"{mnemonic}\"}};");
        });
    }
    if class.has_parser() {
        w.declare(&class.parse());
        w.declare(&DefClass::print());
    }
    for function in class.accessors.iter().chain(&class.interface_methods) {
        w.declare(function);
    }
    if class.def.generated.mnemonic_alias {
        w.declare(&DefClass::get_alias());
    }
}
