//! `--gen-spirv-enum-avail-decls`: declarations for functions that return the availabilities required by enum cases.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::line;

use super::first_of_each_class;
use crate::model::AvailableEnum;
use crate::support::cpp;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-spirv-enum-avail-decls",
    help: "Generate SPIR-V enum availability declarations",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let enums = AvailableEnum::all(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("SPIR-V Enum Availability Declarations", Some(source));
        for one in &enums {
            cpp::emit_namespace(one.model.cpp_namespace, w, |w| {
                for availability in first_of_each_class(one.cases.iter().flatten()) {
                    let (ty, function) = (availability.instance_type, availability.query.function);
                    line!(w, "std::optional<{ty}> {function}({} value);", one.model.class_name);
                }
            });
        }
    })
}
