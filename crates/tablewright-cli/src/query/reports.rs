//! The reports of `tablewright query`.

use serde::Serialize;
use tablewright_inspect::query::{AnswerGroup, QueryAnswer, SelectedRecord};
use tablewright_inspect::{
    ClassLine, ClassTree, FieldReader, FieldReaders, FieldSetter, FieldSetters, SetterKind,
    SourceLocation,
};
use tablewright_records::{Record, TextSink};

use crate::report::Report;

/// Heading for record names.
const NAME: &str = "NAME";

/// Records with their fields.
#[derive(Serialize)]
pub(super) struct QueryReport {
    #[serde(flatten)]
    answer: QueryAnswer,
    /// Whether there is a column for the paths to a record.
    #[serde(skip)]
    has_uses: bool,
}

impl QueryReport {
    pub(super) fn new(answer: QueryAnswer, has_uses: bool) -> QueryReport {
        QueryReport { answer, has_uses }
    }

    /// Whether classes and locations are shown: only if no fields or uses are requested.
    fn has_origin(&self) -> bool {
        self.answer.fields.is_empty() && !self.has_uses
    }
}

impl Report for QueryReport {
    const NAME: &'static str = "query";
    type Row = SelectedRecord;

    fn rows(&self) -> &[SelectedRecord] {
        &self.answer.records
    }

    fn columns(&self) -> Vec<String> {
        let mut columns = vec![NAME.to_owned()];
        if self.has_uses {
            columns.push("THROUGH".to_owned());
        }
        if self.has_origin() {
            columns.extend(["CLASSES", "DEFINED AT"].map(str::to_owned));
        }
        columns.extend(self.answer.fields.iter().cloned());
        columns
    }

    fn cells(&self, record: &SelectedRecord) -> Vec<String> {
        let mut cells = vec![record.name.clone()];
        if self.has_uses {
            cells.push(record.uses.join(", "));
        }
        if self.has_origin() {
            cells.extend([record.classes.join(", "), line_of(&record.location)]);
        }
        cells.extend(record.fields.values.iter().map(|value| value.to_string()));
        cells
    }

    fn text(&self, width: Option<usize>) -> String {
        let mut text = String::new();
        if self.has_uses {
            let fields = self.answer.used_fields.iter();
            let fields: Vec<String> =
                fields.map(|used| format!("{} ({})", used.field, used.records)).collect();
            let through = if fields.is_empty() { "" } else { ", through " };
            let records = match self.answer.records.len() {
                1 => "1 record refers".to_owned(),
                count => format!("{count} records refer"),
            };
            writeln!(text, "{records} to it{through}{}\n", fields.join(", "));
        }
        text + &self.table().text(width)
    }
}

fn line_of(location: &SourceLocation) -> String {
    format!("{}:{}", location.file, location.line)
}

#[derive(Serialize)]
pub(super) struct NamesReport {
    names: Vec<String>,
}

impl NamesReport {
    pub(super) fn new(records: &[Record<'_>]) -> NamesReport {
        NamesReport { names: records.iter().map(|record| record.name().to_owned()).collect() }
    }
}

impl Report for NamesReport {
    const NAME: &'static str = "query-names";
    const COLUMNS: &'static [&'static str] = &[NAME];
    type Row = String;

    fn rows(&self) -> &[String] {
        &self.names
    }

    fn cells(&self, name: &String) -> Vec<String> {
        vec![name.clone()]
    }

    /// Lists names without a heading, a line each, for other programs.
    fn text(&self, _: Option<usize>) -> String {
        self.names.iter().map(|name| format!("{name}\n")).collect()
    }
}

/// A record count.
#[derive(Serialize)]
pub(super) struct CountReport {
    count: usize,
    #[serde(skip)]
    rows: [usize; 1],
}

impl CountReport {
    pub(super) fn new(count: usize) -> CountReport {
        CountReport { count, rows: [count] }
    }
}

impl Report for CountReport {
    const NAME: &'static str = "query-count";
    const COLUMNS: &'static [&'static str] = &["COUNT"];
    type Row = usize;

    fn rows(&self) -> &[usize] {
        &self.rows
    }

    fn cells(&self, count: &usize) -> Vec<String> {
        vec![count.to_string()]
    }

    fn text(&self, _: Option<usize>) -> String {
        format!("{}\n", self.count)
    }
}

/// Records grouped by the value of a path.
#[derive(Serialize)]
pub(super) struct GroupsReport {
    groups: Vec<AnswerGroup>,
    #[serde(skip)]
    has_names: bool,
}

impl GroupsReport {
    pub(super) fn new(groups: Vec<AnswerGroup>, has_names: bool) -> GroupsReport {
        GroupsReport { groups, has_names }
    }
}

impl Report for GroupsReport {
    const NAME: &'static str = "query-groups";
    type Row = AnswerGroup;

    fn rows(&self) -> &[AnswerGroup] {
        &self.groups
    }

    fn columns(&self) -> Vec<String> {
        let names = self.has_names.then_some("NAMES");
        ["VALUE", "COUNT"].into_iter().chain(names).map(str::to_owned).collect()
    }

    fn cells(&self, group: &AnswerGroup) -> Vec<String> {
        let names = self.has_names.then(|| group.names.join(", "));
        [group.value.to_string(), group.count.to_string()].into_iter().chain(names).collect()
    }
}

/// The tree of classes derived from a class.
#[derive(Serialize)]
pub(super) struct DerivesReport {
    #[serde(flatten)]
    tree: ClassTree,
}

impl DerivesReport {
    pub(super) fn new(tree: ClassTree) -> DerivesReport {
        DerivesReport { tree }
    }
}

impl Report for DerivesReport {
    const NAME: &'static str = "query-derives";
    const COLUMNS: &'static [&'static str] = &["CLASS", "RECORDS", "DIRECT", "DEFINED AT"];
    type Row = ClassLine;

    fn rows(&self) -> &[ClassLine] {
        &self.tree.classes
    }

    fn cells(&self, line: &ClassLine) -> Vec<String> {
        let ClassLine { class, depth, records, direct_records, location } = line;
        let class = format!("{:indent$}{class}", "", indent = 2 * depth);
        vec![class, records.to_string(), direct_records.to_string(), line_of(location)]
    }
}

/// The places that set a field.
#[derive(Serialize)]
pub(super) struct SetsReport {
    #[serde(flatten)]
    found: FieldSetters,
}

impl SetsReport {
    pub(super) fn new(setters: FieldSetters) -> SetsReport {
        SetsReport { found: setters }
    }
}

impl Report for SetsReport {
    const NAME: &'static str = "query-sets";
    const COLUMNS: &'static [&'static str] = &["RECORDS", "OVERRIDDEN", "SET BY", "VALUE", "AT"];
    type Row = FieldSetter;

    fn rows(&self) -> &[FieldSetter] {
        &self.found.setters
    }

    fn cells(&self, setter: &FieldSetter) -> Vec<String> {
        let FieldSetter { kind, location, class, bits, value, records, overridden } = setter;
        let what = match (kind, class) {
            (SetterKind::Declaration, Some(class)) => format!("declaration in {class}"),
            (SetterKind::Declaration, None) => "declaration".to_owned(),
            (SetterKind::LetInBody, Some(owner)) => format!("let in {owner}"),
            (SetterKind::LetInBody, None) => "let in a body".to_owned(),
            (SetterKind::LetAround, _) => "let around".to_owned(),
        };
        let bits: Vec<String> = bits.iter().map(u32::to_string).collect();
        let bits =
            if bits.is_empty() { String::new() } else { format!(" of {{{}}}", bits.join(",")) };
        vec![
            records.to_string(),
            overridden.to_string(),
            what + &bits,
            value.clone(),
            line_of(location),
        ]
    }
}

/// The actions that read a field.
#[derive(Serialize)]
pub(super) struct ReadsReport {
    #[serde(flatten)]
    found: FieldReaders,
}

impl ReadsReport {
    pub(super) fn new(readers: FieldReaders) -> ReadsReport {
        ReadsReport { found: readers }
    }
}

impl Report for ReadsReport {
    const NAME: &'static str = "query-reads";
    const COLUMNS: &'static [&'static str] = &["ACTION", "RECORDS", "OF"];
    type Row = FieldReader;

    fn rows(&self) -> &[FieldReader] {
        &self.found.actions
    }

    fn cells(&self, reader: &FieldReader) -> Vec<String> {
        let FieldReader { action, records } = reader;
        vec![action.clone(), records.to_string(), self.found.records.to_string()]
    }

    fn text(&self, width: Option<usize>) -> String {
        if self.found.actions.is_empty() {
            return match self.found.records {
                1 => "no action reads this field, which 1 record has\n".to_owned(),
                count => format!("no action reads this field, which {count} records have\n"),
            };
        }
        self.table().text(width)
    }
}
