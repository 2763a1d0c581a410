//! `--gen-pass-doc`: a Markdown page of passes with their options and statistics.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{TextSink, append};

use crate::model::Pass;
use crate::support::markdown;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-pass-doc", help: "Generate pass documentation", options: &[], run };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let mut passes = Pass::all(job.store)?;
    passes.sort_by_key(|pass| pass.argument);
    let mut out = job.output();
    out.push_str(markdown::HEADER);
    for pass in &passes {
        emit(pass, &mut out);
    }
    Ok(out.finish()?)
}

fn emit(pass: &Pass<'_>, out: &mut impl TextSink) {
    append!(out, "\n### `-", pass.argument, "`\n");
    markdown::write_summary(out, pass.summary);
    markdown::write_description(out, pass.description);
    let options = pass.options.iter().map(|option| (option.argument, option.description));
    emit_list("Options", "-", options, out);
    let statistics = pass.statistics.iter().map(|one| (one.name, one.description));
    emit_list("Statistics", "", statistics, out);
}

/// Writes an aligned list of names and descriptions; nothing if it is empty.
fn emit_list<'s>(
    heading: &str,
    prefix: &str,
    entries: impl Iterator<Item = (&'s str, &'s str)> + Clone,
    out: &mut impl TextSink,
) {
    let Some(width) = entries.clone().map(|(name, _)| name.len()).max() else { return };
    append!(out, "\n#### ", heading, "\n\n```\n");
    for (name, description) in entries {
        writeln!(out, "{prefix}{name:width$} : {description}");
    }
    out.push_str("```\n");
}
