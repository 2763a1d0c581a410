//! `--gen-spirv-enum-avail-defs`: functions that return the availabilities required by enum cases.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, line};

use super::in_table_order;
use crate::model::{Availability, AvailableEnum};
use crate::support::cpp;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-spirv-enum-avail-defs",
    help: "Generate SPIR-V enum availability definitions",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let enums = AvailableEnum::all(job.store)?;
    let store = job.store;
    job.write_cpp(|w| {
        w.file_header("SPIR-V Enum Availability Definitions", Some(store.input_name()));
        for one in &enums {
            cpp::emit_namespace(one.model.cpp_namespace, w, |w| {
                for availability in in_table_order(store, one.cases.iter().flatten()) {
                    emit(one, availability, w);
                }
            });
        }
    })
}

/// Writes the function for an availability class.
fn emit(one: &AvailableEnum<'_>, availability: &Availability<'_>, w: &mut CppWriter) {
    let class = one.model.class_name;
    let is_of_class = |other: &Availability<'_>| other.class == availability.class;
    let has_all = one.cases.iter().all(|case| case.iter().any(is_of_class));
    let (ty, function) = (availability.instance_type, availability.query.function);
    w.block(format_args!("std::optional<{ty}> {function}({class} value)"), "", |w| {
        if one.model.bits.is_some() {
            let underlying = one.model.underlying_type;
            line!(
                w,
                "assert(::llvm::popcount(static_cast<{underlying}>(value)) <= 1 && \
                 \"cannot have more than one bit set\");"
            );
        }
        line!(w, "switch (value) {{");
        for (case, available) in one.model.cases.iter().zip(&one.cases) {
            for instance in available.iter().filter(|other| is_of_class(other)) {
                let (preparation, value) = (instance.preparation, instance.instance);
                line!(w, "case {class}::{}: {{", case.symbol);
                line!(w, "  {preparation} return {ty}({value});");
                line!(w, "}}");
            }
        }
        if !has_all {
            line!(w, "default: break;");
        }
        line!(w, "}}");
        line!(w, "return std::nullopt;");
    });
}
