//! `--gen-op-defs`: function definitions for operations and their adaptors.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::RecordStore;
use tablewright_text::{CppWriter, line};

use super::class::{ClassContext, ClassPart, OpClass};
use super::complete_class::CheckedOp;
use super::constraint_functions::ConstraintFunctions;
use super::selection;
use crate::model::Operation;
use crate::support::cpp;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-op-defs", help: "Generate op definitions", options: &[], run };

/// Operations defined in a shard of the file.
struct Shard<'o, 's> {
    store: &'s RecordStore,
    constraints: ConstraintFunctions,
    operations: Vec<CheckedOp<'o, 's>>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let operations = selection::selected(job.store, job.options)?;
    let shard_count = selection::shard_count(job.options)?;
    let source = job.store.input_name();
    let label = cpp::file_label(source);
    let mut shards = Vec::with_capacity(shard_count);
    for (i, operations) in selection::shards(&operations, shard_count).into_iter().enumerate() {
        let label = match shard_count {
            1 => label.clone(),
            _ => format!("{i}{label}"),
        };
        let constraints = ConstraintFunctions::new(operations, label);
        let operations = CheckedOp::all(operations, job)?;
        shards.push(Shard { store: job.store, constraints, operations });
    }
    job.write_cpp(|w| {
        w.file_header("Op Definitions", Some(source));
        match &shards[..] {
            [only] => {
                w.guarded("GET_OP_LIST", |w| emit_list(&operations, w));
                w.guarded("GET_OP_CLASSES", |w| emit_shard(only, w));
            }
            [..] => emit_shards(&operations, &shards, w),
        }
    })
}

fn emit_list(operations: &[Operation<'_>], w: &mut CppWriter) {
    for (i, op) in operations.iter().enumerate() {
        let comma = if i + 1 < operations.len() { "," } else { "" };
        line!(w, "{}{comma}", op.qualified_class());
    }
}

fn emit_shards(operations: &[Operation<'_>], shards: &[Shard<'_, '_>], w: &mut CppWriter) {
    for (i, shard) in shards.iter().enumerate() {
        w.guarded(&format!("GET_OP_DEFS_{i}"), |w| {
            if let Some(first) = operations.first() {
                let hook = selection::registration_hook(first);
                let dialect = first.dialect.qualified_class();
                let namespace = first.dialect.cpp_namespace;
                if i == 0 {
                    w.block(
                        format_args!("void {namespace}::{hook}({dialect} *dialect)"),
                        "",
                        |w| {
                            for i in 0..shards.len() {
                                line!(w, "{namespace}::{hook}{i}(dialect);");
                            }
                        },
                    );
                    line!(w);
                }
                w.block(format_args!("void {namespace}::{hook}{i}({dialect} *dialect)"), "", |w| {
                    for checked in &shard.operations {
                        let class = checked.op.qualified_class();
                        line!(w, "::mlir::RegisteredOperationName::insert<{class}>(*dialect);");
                    }
                });
            }
            emit_shard(shard, w);
        });
    }
}

fn emit_shard(shard: &Shard<'_, '_>, w: &mut CppWriter) {
    shard.constraints.emit(w);
    let Shard { store, constraints, operations } = shard;
    let context = ClassContext { store, constraints, part: ClassPart::Definitions };
    for op in operations {
        emit_class(&op.class(&context), w);
    }
}

fn emit_class(class: &OpClass<'_, '_>, w: &mut CppWriter) {
    let op = class.op;
    let names = &class.names;
    let qualified = op.qualified_class();
    cpp::emit_namespace(op.names.cpp_namespace, w, |w| {
        line!(w, "// {qualified} definitions");
        class.adaptor.emit_definitions(names, w);
        class.methods.emit_definitions(names.class, w);
        class.private_methods.emit_definitions(names.class, w);
        w.raw(&class.extra);
        w.raw("\n");
    });
    if !op.names.cpp_namespace.is_empty() {
        line!(w, "MLIR_DEFINE_EXPLICIT_TYPE_ID({qualified})");
        if class.has_properties_id() {
            let (namespace, base) = (op.names.cpp_namespace, &names.adaptor_base);
            line!(w, "MLIR_DEFINE_EXPLICIT_TYPE_ID({namespace}::detail::{base}::Properties)");
        }
    }
    line!(w);
}
