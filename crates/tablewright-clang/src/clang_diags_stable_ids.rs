//! `--gen-clang-diags-stable-ids`: stable identifiers of all diagnostics, as tables.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, append, line};

use crate::support::diagnostics::stable_ids::StableIds;

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let stable_ids: &StableIds = job.analysis()?;
    job.write_cpp(|w| emit(stable_ids, w))
}

fn emit(stable_ids: &StableIds, w: &mut CppWriter) {
    line!(w);
    w.if_defined("GET_DIAG_STABLE_ID_ARRAYS", |w| {
        w.string_table_definition("DiagStableIDs", &stable_ids.table);
        line!(w);
        w.block("static const uint32_t DiagLegacyStableIDs[] =", ";", |w| {
            line!(w, "0,");
            for id in stable_ids.of_diagnostics.iter().filter(|id| !id.legacy.is_empty()) {
                w.raw("  ");
                id.legacy.iter().for_each(|&offset| append!(w, offset, ", "));
                w.raw("0,\n");
            }
        });
        line!(w);
    });
}
