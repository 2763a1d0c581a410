//! Operation page sections: a single operation or an operation group.

use tablewright_records::natural_order;
use tablewright_text::{TextSink, append};

use super::{PageStyle, operation};
use crate::model::Operation;
use crate::model::operation::DocGroup;
use crate::support::markdown;

/// Operations that are described together.
pub(super) struct OperationSection<'s> {
    group: Option<DocGroup<'s>>,
    operations: Vec<Operation<'s>>,
}

impl OperationSection<'_> {
    /// Returns the name that sections are sorted by.
    fn sort_key(&self) -> String {
        let summary = self.group.map(|group| group.summary).filter(|text| !text.is_empty());
        let mnemonic = || self.operations.first().map_or("", |op| op.names.mnemonic);
        summary.unwrap_or_else(mnemonic).to_ascii_lowercase()
    }
}

/// Returns operations in page order: by name, or ungrouped operations by definition name and then the groups.
pub(super) fn sections(
    mut operations: Vec<Operation<'_>>,
    are_sorted: bool,
) -> Vec<OperationSection<'_>> {
    operations.sort_by_key(|op| op.names.definition);
    let mut groups: Vec<&str> =
        operations.iter().filter_map(|op| op.docs.group).map(|group| group.definition).collect();
    groups.sort_by(|a, b| natural_order(a, b));
    groups.dedup();
    let mut sections = Vec::new();
    for op in operations.extract_if(.., |op| op.docs.group.is_none()) {
        sections.push(OperationSection { group: None, operations: vec![op] });
    }
    for name in groups {
        let is_in_group =
            |op: &mut Operation<'_>| op.docs.group.is_some_and(|group| group.definition == name);
        let of_group: Vec<Operation<'_>> = operations.extract_if(.., is_in_group).collect();
        let group = of_group.first().and_then(|first| first.docs.group);
        sections.push(OperationSection { group, operations: of_group });
    }
    if are_sorted {
        sections.sort_by_cached_key(OperationSection::sort_key);
    }
    sections
}

/// Writes a section. In a group with its own heading, operation headings are a level deeper.
pub(super) fn emit(section: &OperationSection<'_>, style: &PageStyle<'_>, out: &mut impl TextSink) {
    let heading = section.group.filter(|group| !group.summary.is_empty());
    let Some(group) = heading else {
        section.operations.iter().for_each(|op| operation::emit(op, style, out));
        out.push('\n');
        return;
    };
    let mut text = String::new();
    append!(&mut text, "\n## ", group.summary.trim(), "\n");
    markdown::write_description(&mut text, group.description);
    text.push('\n');
    for op in &section.operations {
        operation::emit(op, style, &mut text);
    }
    text.push('\n');
    for line in text.split_inclusive('\n') {
        if line.starts_with("##") {
            out.push('#');
        }
        out.push_str(line);
    }
}
