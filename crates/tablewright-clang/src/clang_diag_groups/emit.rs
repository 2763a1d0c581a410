//! Printed group tables.

use tablewright_text::{CppWriter, line};

use super::model::{DiagGroupNames, GroupEntry, Slice, Tables};
use crate::support::diagnostics::GroupId;

pub(crate) fn emit(tables: &Tables<'_>, w: &mut CppWriter) {
    line!(w);
    w.if_defined("GET_DIAG_ARRAYS", |w| {
        let diagnostics = tables.groups.iter().map(|group| &group.diagnostics);
        emit_lists("DiagArray", diagnostics, w, |name| format!("diag::{name}"));
        let subgroups = tables.groups.iter().map(|group| &group.subgroups);
        emit_lists("DiagSubGroup", subgroups, w, |group| group.index().to_string());
        match &tables.names {
            DiagGroupNames::Counted(names) => {
                line!(w, "static const char DiagGroupNames[] = {{");
                w.string_table(names);
                line!(w, "}};");
            }
            DiagGroupNames::Terminated(names) => w.string_table_definition("DiagGroupNames", names),
        }
        line!(w);
    });
    line!(w);
    w.if_defined("DIAG_ENTRY", |w| {
        for (id, group) in tables.groups.iter_enumerated() {
            emit_entry(id, group, w);
        }
    });
    line!(w);
    w.if_defined("GET_CATEGORY_TABLE", |w| {
        for category in &tables.categories {
            line!(w, "CATEGORY(\"{}\", {})", category.name, category.enumerator);
        }
    });
}

/// Writes the array `{name}s` with all non-empty lists, each after a comment with its name.
fn emit_lists<'a, T: 'a>(
    name: &str,
    lists: impl Iterator<Item = &'a Slice<T>>,
    w: &mut CppWriter,
    show: impl Fn(&T) -> String,
) {
    w.block(format_args!("static const int16_t {name}s[] ="), ";", |w| {
        line!(w, "/* Empty */ -1,");
        for (i, list) in lists.enumerate().filter(|(_, list)| !list.items.is_empty()) {
            let items: String = list.items.iter().map(|item| show(item) + ", ").collect();
            line!(w, "/* {name}{i} */ {items}-1,");
        }
    });
    line!(w);
}

fn emit_entry(id: GroupId, group: &GroupEntry<'_>, w: &mut CppWriter) {
    let GroupEntry { identifier, name, name_offset, documentation, .. } = group;
    let diagnostics = offset("DiagArray", id, &group.diagnostics);
    let subgroups = offset("DiagSubGroup", id, &group.subgroups);
    line!(
        w,
        "DIAG_ENTRY({identifier} /* {name} */, {name_offset}, {diagnostics}, {subgroups}, \
         R\"({documentation})\")"
    );
}

/// Returns a list's offset, with its name.
fn offset<T>(name: &str, id: GroupId, list: &Slice<T>) -> String {
    match list.start {
        0 => "0".to_owned(),
        start => format!("/* {name}{} */ {start}", id.index()),
    }
}
