//! `--gen-clang-attr-parsed-attr-list`: the attribute kinds that Clang's parser distinguishes, as
//! macro calls.

use tablewright_backend::{Failure, Job};
use tablewright_text::line;

use super::model::parsed::{AttrSelection, ParsedAttributes};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let parsed = ParsedAttributes::collect(job.store, AttrSelection::Handled)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Kinds of parsed attributes", Some(source));
        w.raw("#ifndef PARSED_ATTR\n#define PARSED_ATTR(NAME) NAME\n#endif\n\n");
        for parsed in &parsed.kinds {
            line!(w, "PARSED_ATTR({})", parsed.kind);
        }
    })
}
