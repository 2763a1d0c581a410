//! The fields in a description that actions read.

use serde::Serialize;
use tablewright::advanced::action_runs::{declared_reads, run_actions, view_fields};
use tablewright_backend::Failure;
use tablewright_inspect::{ActionReads, FieldReads};
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::NAME;
use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::report::{Report, ReportForm};

/// Reports the fields that actions read.
pub(super) struct ActionCommand {
    pub(super) form: ReportForm,
    /// The action. `None` for all applicable actions.
    pub(super) action: Option<&'static str>,
}

impl DescriptionCommand for ActionCommand {
    fn name(&self) -> &'static str {
        NAME
    }

    fn needs_reads(&self) -> bool {
        true
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        let report = ActionsReport::new(subject.store, self.action);
        if let (Some(action), []) = (self.action, &report.rows[..]) {
            let what = format!("--{action} fails on this description, or reads no field of it");
            return Err(Diagnostic::error_anywhere(Code::RunFailed, what).into());
        }
        Ok(self.form.print(&report, subject.width))
    }
}

/// The fields that actions read.
#[derive(Serialize)]
struct ActionsReport {
    actions: Vec<ActionReads>,
    #[serde(skip)]
    rows: Vec<ActionRow>,
}

/// A field that an action reads.
#[derive(Serialize)]
struct ActionRow {
    action: String,
    /// Whether the action is known to read this field in some descriptions, or this description names the field.
    is_declared: bool,
    #[serde(flatten)]
    field: FieldReads,
}

impl ActionsReport {
    fn new(store: &RecordStore, action: Option<&str>) -> ActionsReport {
        let runs = run_actions(store, |name| action.is_none_or(|action| action == name));
        let actions = ActionReads::for_store(store, &runs, &view_fields());
        let mut rows = Vec::new();
        for ActionReads { action, fields } in &actions {
            let row = |field: &FieldReads| ActionRow {
                action: action.clone(),
                is_declared: !field.is_in_view
                    || declared_reads(action).any(|(class, name)| {
                        field.class.as_deref() == Some(class) && field.field == name
                    }),
                field: field.clone(),
            };
            rows.extend(fields.iter().map(row));
        }
        ActionsReport { actions, rows }
    }
}

impl Report for ActionsReport {
    const NAME: &'static str = "schema-actions";
    const COLUMNS: &'static [&'static str] = &["ACTION", "CLASS", "FIELD", "RECORDS", "OF"];
    type Row = ActionRow;

    fn rows(&self) -> &[ActionRow] {
        &self.rows
    }

    fn cells(&self, row: &ActionRow) -> Vec<String> {
        let FieldReads { class, field, records, of, .. } = row.field.clone();
        let class = class.unwrap_or_default();
        vec![row.action.clone(), class, field, records.to_string(), of.to_string()]
    }
}
