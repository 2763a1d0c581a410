//! Lists the operations in an MLIR dialect with their operands, attributes and results.
use std::process::ExitCode;

use tablewright::Record;
use tablewright::backend::{Backend, BackendOption, Failure, Job, OptionGroup};

const DIALECT: BackendOption = BackendOption::text("only", "dialect", "", "Only of this dialect");
const OPTIONS: &[OptionGroup] = &[OptionGroup { heading: "Options", options: &[DIALECT] }];
const BACKEND: Backend =
    Backend::new("list-operations", "List operations", run).with_options(OPTIONS);

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let (only, mut text) = (job.options.text(&DIALECT), String::new());
    for operation in job.store.derived_from_name("Op")? {
        let dialect = operation.record("opDialect")?.string("name")?;
        if only.is_empty() || only == dialect {
            let (arguments, results) =
                (elements(operation, "arguments"), elements(operation, "results"));
            let name = operation.string("opName")?;
            text += &format!("{dialect}.{name}({arguments}) -> ({results})\n");
        }
    }
    job.write_text(&text)
}

/// Lists the named arguments of a dag, each with the summary of its constraint.
fn elements(operation: Record<'_>, field: &str) -> String {
    let dag = operation.get(field).and_then(|value| value.as_dag());
    let texts = dag.into_iter().flat_map(|dag| dag.args()).map(|(name, value)| {
        let summary = value.as_record().and_then(|record| record.get("summary")?.as_str());
        format!("{}: {}", name.unwrap_or("_"), summary.unwrap_or("?"))
    });
    texts.collect::<Vec<_>>().join(", ")
}

fn main() -> ExitCode {
    tablewright::cli::main(&[&BACKEND])
}
