//! `--gen-pass-decls`: a base class, an options struct, constructors and a registration for each pass.

mod emit;
#[cfg(test)]
mod tests;

use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};

use crate::model::Pass;
use crate::pass_capi::constructor_call;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-pass-decls",
    help: "Generate pass declarations",
    options: &[OptionGroup { heading: "Options for -gen-pass-decls", options: &[GROUP_NAME] }],
    run,
};

const GROUP_NAME: BackendOption = BackendOption {
    name: "name",
    kind: OptionKind::Text { placeholder: "string", default: "" },
    help: "The name of this group of passes",
};

/// A pass in printed form.
struct PassDecl<'s> {
    pass: Pass<'s>,
    /// Its macro name suffix: its name in capitals.
    macro_suffix: String,
    /// The C++ call that creates it.
    constructor_call: String,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let passes = Pass::all(job.store)?.into_iter().map(PassDecl::new);
    let passes: Vec<PassDecl<'_>> = passes.collect();
    let group = job.options.text(&GROUP_NAME);
    job.write_cpp(|w| emit::emit(&passes, group, w))
}

impl<'s> PassDecl<'s> {
    fn new(pass: Pass<'s>) -> PassDecl<'s> {
        PassDecl {
            macro_suffix: pass.name.to_ascii_uppercase(),
            constructor_call: constructor_call(&pass),
            pass,
        }
    }
}
