//! `--gen-avail-interface-defs`: interface methods that query availability.

use tablewright_backend::{Backend, Failure, Job};

use crate::model::Availability;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-avail-interface-defs",
    help: "Generate op interface definitions",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let availabilities = Availability::one_of_each_class(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Availability Interface Definitions", Some(source));
        for one in &availabilities {
            let namespace = one.cpp_namespace;
            w.fill_block(
                "
                $result $namespace::$interface::$function() {
                  return getImpl()->$function(getImpl(), getOperation());
                }
                ",
                &[
                    ("result", one.query.result),
                    ("namespace", namespace.strip_prefix("::").unwrap_or(namespace)),
                    ("interface", one.interface),
                    ("function", one.query.function),
                ],
            );
        }
    })
}
