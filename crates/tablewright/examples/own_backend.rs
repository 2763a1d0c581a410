use std::process::ExitCode;

use tablewright::backend::{Backend, BackendOption, OptionGroup};

const PREFIX: BackendOption = BackendOption::text("prefix", "text", "REG_", "How names begin");
const OPTIONS: &[OptionGroup] = &[OptionGroup { heading: "Options", options: &[PREFIX] }];
const BACKEND: Backend = Backend::new("gen-registers", "Number the registers", |job| {
    let prefix = job.options.text(&PREFIX);
    let mut text = String::new();
    for register in job.store.derived_from_name("Register")? {
        text += &format!("#define {prefix}{register} {}\n", register.int("Number")?);
    }
    job.write_text(&text)
})
.with_options(OPTIONS);

fn main() -> ExitCode {
    tablewright::cli::main(&[&BACKEND])
}
