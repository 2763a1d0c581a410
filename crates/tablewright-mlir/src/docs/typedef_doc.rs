//! `--gen-typedef-doc`: a page about the types that a dialect defines.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::TextSink;

use super::{DIALECT, attr_or_type};
use crate::model::{AttrOrType, AttrOrTypeDef};
use crate::support::markdown;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-typedef-doc",
    help: "Generate dialect type documentation",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let defs = AttrOrTypeDef::all(job.store, AttrOrType::Type)?;
    let dialect = job.options.text(&DIALECT);
    let mut out = job.output();
    out.push_str(markdown::HEADER);
    for def in defs.iter().filter(|def| dialect.is_empty() || def.dialect.name == dialect) {
        attr_or_type::emit(def, AttrOrType::Type, &mut out);
    }
    Ok(out.finish()?)
}
