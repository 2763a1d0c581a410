//! Sizes of the tables that a target's backends print.
//!
//! In: a target's records. Out: [`TableSizes`], counted in the backends' models instead of their output.

use tablewright_backend::{Failure, Job, Options, Outputs};
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::{Diagnostics, Severity};

use crate::asm_matcher;
use crate::asm_writer;
use crate::dag_isel::matcher_table::MatcherTable;
use crate::disassembler;
use crate::global_isel::rule_table::RuleTable;
use crate::instr_info;
use crate::register_info;

pub use crate::support::table_size::{TableSize, TableSubject};

/// Table sizes for a target.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TableSizes {
    /// Tables by action, in name order.
    pub actions: Vec<ActionSizes>,
}

/// Table sizes for an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActionSizes {
    /// The action, without dashes.
    pub action: &'static str,
    /// Its tables, or why there are none: the message of the action's first error.
    pub tables: Result<Vec<TableSize>, String>,
}

/// Counts the tables for an action.
type Count = fn(&mut Job<'_>) -> Result<Vec<TableSize>, Failure>;

const ACTIONS: [(&str, Count); 7] = [
    ("gen-asm-matcher", asm_matcher::sizes::sizes),
    ("gen-asm-writer", asm_writer::sizes::sizes),
    ("gen-dag-isel", dag_isel_sizes),
    ("gen-disassembler", disassembler::sizes::sizes),
    ("gen-global-isel", global_isel_sizes),
    ("gen-instr-info", instr_info::sizes::sizes),
    ("gen-register-info", register_info::sizes::sizes),
];

impl TableSizes {
    /// Collects the table sizes for a target. Tables are missing for an action with errors.
    pub fn new(store: &RecordStore) -> TableSizes {
        let actions =
            ACTIONS.map(|(action, count)| ActionSizes { action, tables: run(count, store) });
        TableSizes { actions: actions.into() }
    }
}

/// Counts the tables for an action; returns the message if the action reports an error.
fn run(count: Count, store: &RecordStore) -> Result<Vec<TableSize>, String> {
    let options = Options::new();
    let (mut diagnostics, mut unwritten) = (Diagnostics::new(), Vec::new());
    let outputs = Outputs::main_only(&mut unwritten);
    let mut job = Job { store, options: &options, outputs, diagnostics: &mut diagnostics };
    match count(&mut job) {
        Ok(tables) => first_error(&diagnostics).map_or(Ok(tables), Err),
        Err(failure) => Err(failure_text(failure, &diagnostics)),
    }
}

fn first_error(diagnostics: &Diagnostics) -> Option<String> {
    let mut errors = diagnostics.iter().filter(|error| error.severity == Severity::Error);
    errors.next().map(|error| error.message.clone())
}

fn failure_text(failure: Failure, diagnostics: &Diagnostics) -> String {
    match failure {
        Failure::Diagnostic(error) => error.message.clone(),
        Failure::Reported => first_error(diagnostics).unwrap_or_default(),
        Failure::Io(error) => error.to_string(),
    }
}

fn dag_isel_sizes(job: &mut Job<'_>) -> Result<Vec<TableSize>, Failure> {
    let table = MatcherTable::new(job.store, job.diagnostics, false)?;
    let patterns = table.patterns().list.len();
    if patterns == 0 {
        return Ok(Vec::new());
    }
    let bytes = table.size() as usize;
    let costs = table.costs();
    let unshared: u32 = costs.iter().map(|cost| cost.own + cost.shared).sum();
    let size = TableSize::from_rows("matcher table", TableSubject::Patterns, bytes, 1)
        .unshared(unshared as usize)
        .with_all_shared(bytes - table.repeated_bytes() as usize);
    Ok(vec![TableSize { rows: patterns, ..size }])
}

fn global_isel_sizes(job: &mut Job<'_>) -> Result<Vec<TableSize>, Failure> {
    let table = RuleTable::new(job.store, job.diagnostics)?;
    let rules = table.rules().len();
    if rules == 0 {
        return Ok(Vec::new());
    }
    let size =
        TableSize::from_rows("match table", TableSubject::Patterns, table.size() as usize, 1);
    Ok(vec![TableSize { rows: rules, ..size }])
}
