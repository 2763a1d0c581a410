//! `--print-enums --class=C`: the names of the records that inherit from a class.

use tablewright_records::FieldError;

use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};

pub(crate) const BACKEND: Backend = Backend {
    name: "print-enums",
    help: "Print enum values for a class",
    options: &[OptionGroup { heading: "Options for -print-enums", options: &[CLASS] }],
    run,
};

const CLASS: BackendOption = BackendOption {
    name: "class",
    kind: OptionKind::Text { placeholder: "class name", default: "" },
    help: "Print Enum list for this class",
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let text = enums(job).map_err(Failure::from)?;
    Ok(job.out.write_all(text.as_bytes())?)
}

fn enums(job: &Job<'_>) -> Result<String, FieldError> {
    let mut text = String::new();
    for record in job.store.derived_from_name(job.options.text(&CLASS))? {
        text.push_str(record.name());
        text.push_str(", ");
    }
    text.push('\n');
    Ok(text)
}
