//! `--gen-spirv-capability-implication`: a function from capabilities to the capabilities that they include.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::line;

use crate::model::Capability;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-spirv-capability-implication",
    help: "Generate utility function to return implied capabilities for a given capability",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let capabilities = Capability::all(job.store)?;
    let with_others: Vec<(&str, usize, String)> = capabilities
        .iter()
        .filter(|one| !one.implies.is_empty())
        .map(|one| {
            let implied = one.implies.iter().map(|one| format!("spirv::Capability::{one}"));
            (one.symbol, one.implies.len(), implied.collect::<Vec<_>>().join(", "))
        })
        .collect();
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("SPIR-V Capability Implication", Some(source));
        let head = "ArrayRef<spirv::Capability> \
                    spirv::getDirectImpliedCapabilities(spirv::Capability cap)";
        w.block(head, "", |w| {
            line!(w, "switch (cap) {{");
            line!(w, "default: return {{}};");
            for (symbol, count, implied) in &with_others {
                line!(w, "case spirv::Capability::{symbol}: {{");
                line!(w, "  static const spirv::Capability implies[{count}] = {{{implied}}};");
                line!(w, "  return ArrayRef<spirv::Capability>(implies, {count});");
                line!(w, "}}");
            }
            line!(w, "}}");
        });
    })
}
