//! `--gen-clang-diags-stable-ids`: stable identifiers of all diagnostics, as tables; from LLVM 24 on
//! also their texts.

use tablewright_backend::{Failure, Job};
use tablewright_records::{Feature, Record, RecordView};
use tablewright_text::{CppWriter, StringTable, append, line};

use crate::record_views::diagnostic::DiagnosticRecord;
use crate::support::diagnostics::Catalogue;
use crate::support::diagnostics::definition_text::definition_text;
use crate::support::diagnostics::stable_ids::StableIds;
use crate::support::diagnostics::text::DiagTextSubstitutions;

/// The texts of all diagnostics. Equal texts are in the table once.
struct Descriptions<'s> {
    table: StringTable,
    /// Each diagnostic, and its text's offset in the table.
    offsets: Vec<DescriptionOffset<'s>>,
}

struct DescriptionOffset<'s> {
    diagnostic: &'s str,
    offset: usize,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let stable_ids: &StableIds = job.analysis()?;
    let has_texts = job.store.release().has(Feature::DiagnosticTextsAreTable);
    let descriptions = has_texts.then(|| Descriptions::collect(job)).transpose()?;
    job.write_cpp(|w| emit(stable_ids, descriptions.as_ref(), w))
}

impl<'s> Descriptions<'s> {
    fn collect(job: &mut Job<'s>) -> Result<Descriptions<'s>, Failure> {
        let store = job.store;
        let substitutions: &DiagTextSubstitutions = job.analysis()?;
        let catalogue: &Catalogue = job.analysis()?;
        let mut table = StringTable::with_empty_string();
        let mut offsets = Vec::with_capacity(catalogue.diagnostics.len());
        for diag in &catalogue.diagnostics {
            let record = DiagnosticRecord::new(store.record(diag.record));
            let offset = table.add_terminated(&definition_text(record, substitutions)?);
            offsets.push(DescriptionOffset { diagnostic: Record::from(record).name(), offset });
        }
        Ok(Descriptions { table, offsets })
    }
}

fn emit(stable_ids: &StableIds, descriptions: Option<&Descriptions<'_>>, w: &mut CppWriter) {
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
        if let Some(descriptions) = descriptions {
            emit_descriptions(descriptions, w);
        }
    });
}

fn emit_descriptions(descriptions: &Descriptions<'_>, w: &mut CppWriter) {
    w.block("enum", ";", |w| {
        for DescriptionOffset { diagnostic, offset } in &descriptions.offsets {
            line!(w, "DIAG_DESC_OFFSET_{diagnostic} = {offset},");
        }
    });
    line!(w);
    w.string_table_storage(
        "static constexpr char StaticDiagInfoDescriptionsStorage",
        &descriptions.table,
    );
}
