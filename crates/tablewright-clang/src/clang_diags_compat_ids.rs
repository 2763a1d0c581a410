//! `--gen-clang-diags-compat-ids`: numbered pairs of diagnostics about C++ version features.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_text::{CppWriter, append};

use crate::record_views::diagnostic::CompatWarningIdRecord;
use crate::support::diagnostics::component::COMPONENT;

/// Adjacent identifiers of the same component.
struct CompatIdRun<'s> {
    component: &'s str,
    ids: Vec<CompatId<'s>>,
}

struct CompatId<'s> {
    /// The number among all components' identifiers.
    number: usize,
    enumerator: &'s str,
    std: i64,
    diag: &'s str,
    diag_pre: &'s str,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let runs = collect(job.store, job.options.text(&COMPONENT))?;
    job.write_cpp(|w| runs.iter().for_each(|run| emit(run, w)))
}

fn collect<'s>(
    store: &'s RecordStore,
    component: &str,
) -> Result<Vec<CompatIdRun<'s>>, FieldError> {
    let mut runs: Vec<CompatIdRun<'_>> = Vec::new();
    for (number, record) in CompatWarningIdRecord::all(store)?.into_iter().enumerate() {
        let own = record.component()?;
        let id = CompatId {
            number,
            enumerator: record.enumerator()?,
            std: record.std()?,
            diag: record.diag()?,
            diag_pre: record.diag_pre()?,
        };
        match runs.last_mut() {
            Some(last) if last.component == own => last.ids.push(id),
            _ => runs.push(CompatIdRun { component: own, ids: vec![id] }),
        }
    }
    runs.retain(|run| component.is_empty() || run.component == component);
    Ok(runs)
}

fn emit(run: &CompatIdRun<'_>, w: &mut CppWriter) {
    w.raw("DIAG_COMPAT_IDS_BEGIN()\n");
    for CompatId { number, enumerator, std, diag, diag_pre } in &run.ids {
        append!(w, "DIAG_COMPAT_ID(", number, ",", enumerator, ",", std);
        append!(w, ",", diag, ",", diag_pre, ")\n");
    }
    w.raw("DIAG_COMPAT_IDS_END()\n");
}
