//! `--gen-op-decls`: the C++ classes of operations and their adaptors.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, line};

use super::class::{ClassContext, ClassPart, OpClass};
use super::complete_class::CheckedOp;
use super::constraint_functions::ConstraintFunctions;
use super::selection::{self, OPTIONS};
use crate::model::Operation;
use crate::support::{cpp, format_errors};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-op-decls",
    help: "Generate op declarations",
    options: &[format_errors::OPTIONS, OPTIONS],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let operations = selection::selected(job.store, job.options)?;
    let shard_count = selection::shard_count(job.options)?;
    let constraints = ConstraintFunctions::default();
    let part = ClassPart::Declarations;
    let context = ClassContext { store: job.store, constraints: &constraints, part };
    let checked = CheckedOp::all(&operations, job)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Op Declarations", Some(source));
        for op in &operations {
            cpp::emit_namespace(op.names.cpp_namespace, w, |w| {
                cpp::emit_doc(op.docs.summary, op.docs.description, w);
                line!(w, "class {};", op.names.class);
            });
        }
        w.guarded("GET_OP_CLASSES", |w| {
            for op in &checked {
                emit_class(&op.class(&context), w);
            }
        });
        if let (Some(first), true) = (operations.first(), shard_count > 1) {
            emit_registration(first, shard_count, w);
        }
    })
}

fn emit_class(class: &OpClass<'_, '_>, w: &mut CppWriter) {
    let op = class.op;
    let names = &class.names;
    let qualified = op.qualified_class();
    cpp::emit_namespace(op.names.cpp_namespace, w, |w| {
        line!(w, "// {qualified} declarations");
        class.adaptor.emit_declarations(op, names, w);
        emit_op_class(class, w);
    });
    if !op.names.cpp_namespace.is_empty() {
        line!(w, "MLIR_DECLARE_EXPLICIT_TYPE_ID({qualified})");
        if class.has_properties_id() {
            let (namespace, base) = (op.names.cpp_namespace, &names.adaptor_base);
            line!(w, "MLIR_DECLARE_EXPLICIT_TYPE_ID({namespace}::detail::{base}::Properties)");
        }
    }
    line!(w);
}

fn emit_op_class(class: &OpClass<'_, '_>, w: &mut CppWriter) {
    let names = &class.names;
    let name = names.class;
    write!(w, "class {name} : public ::mlir::Op<{name}");
    for one in &class.traits {
        write!(w, ", {one}");
    }
    w.raw("> {\n");
    w.indented(|w| {
        w.access("public");
        w.fill_block(
            "
            using Op::Op;
            using Op::print;
            using Adaptor = $adaptor;
            template <typename RangeT>
            using GenericAdaptor = $generic<RangeT>;
            using FoldAdaptor = GenericAdaptor<::llvm::ArrayRef<::mlir::Attribute>>;
            ",
            &[("adaptor", &names.adaptor), ("generic", &names.generic_adaptor)],
        );
        for index in &class.value_indices {
            line!(w, "{index}");
        }
        if class.has_properties_class() {
            line!(w, "using Properties = FoldAdaptor::Properties;");
        }
        for inherited in &class.inherited {
            line!(w, "using {inherited};");
        }
        class.methods.emit_declarations(w);
        if !class.private_methods.is_empty() {
            w.access("private");
            class.private_methods.emit_declarations(w);
        }
        w.access("public");
        w.raw(&class.extra);
        w.raw("\n");
    });
    line!(w, "}};");
}

/// Writes the declarations of a dialect's registration functions: the function for all operations, and the function for
/// each shard.
fn emit_registration(first: &Operation<'_>, shard_count: usize, w: &mut CppWriter) {
    let hook = selection::registration_hook(first);
    let dialect = first.dialect.qualified_class();
    cpp::emit_namespace(first.dialect.cpp_namespace, w, |w| {
        line!(w, "void {hook}({dialect} *dialect);");
        for i in 0..shard_count {
            line!(w, "void {hook}{i}({dialect} *dialect);");
        }
    });
}
