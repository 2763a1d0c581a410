//! `--gen-enum-doc`: a Markdown page of enums and their cases.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{TextSink, append};

use super::check_enum_page;
use crate::model::Enum;
use crate::support::markdown;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-enum-doc",
    help: "Generate dialect enum documentation",
    options: &[markdown::OPTIONS],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    check_enum_page(job)?;
    let enums = Enum::all(job.store)?;
    let mut out = job.output();
    out.push_str(markdown::HEADER);
    for one in &enums {
        emit(one, &mut out);
    }
    Ok(out.finish()?)
}

pub(crate) fn emit(one: &Enum<'_>, out: &mut impl TextSink) {
    append!(out, "\n### ", one.class_name, "\n");
    markdown::write_summary(out, one.summary);
    append!(out, "\n#### Cases:\n\n| Symbol | Value | String |\n| :----: | :---: | ------ |\n");
    for case in &one.cases {
        append!(out, "| ", case.symbol, " | `", case.value, "` | ", case.text, " |\n");
    }
}
