//! `--gen-attrdef-doc`: a page about the attributes that a dialect defines.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::TextSink;

use super::attr_or_type;
use crate::model::AttrOrType;
use crate::support::markdown;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-attrdef-doc",
    help: "Generate dialect attribute documentation",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let defs = attr_or_type::defs_of_page(job, AttrOrType::Attr)?;
    let mut out = job.output();
    out.push_str(markdown::HEADER);
    for def in &defs {
        attr_or_type::emit(def, AttrOrType::Attr, &mut out);
    }
    Ok(out.finish()?)
}
