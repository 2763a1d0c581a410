//! The model of descriptions of a few lines.

use expect_test::{Expect, expect};
use tablewright_text::{TextSink, append};

use super::collect::collect;
use super::model::{SearchableLookup, SearchableTable, TableSearch};
use tablewright_test_support::store_of;

/// The classes of `SearchableTable.td`.
const CLASSES: &str = "
class GenericEnum { string FilterClass; string NameField = ?; string ValueField = ?; }
class GenericTable {
  string FilterClass; string CppTypeName; list<string> Fields;
  list<string> PrimaryKey = ?; string PrimaryKeyName = ?;
  bit PrimaryKeyEarlyOut = 0; bit PrimaryKeyReturnRange = 0;
}
class SearchIndex { GenericTable Table; list<string> Key; bit EarlyOut = 0; }
class Entry<string name, bits<8> number> { string Name = name; bits<8> Code = number; }
class Entries : GenericTable {
  let FilterClass = \"Entry\"; let CppTypeName = \"E\"; let Fields = [\"Name\", \"Code\"];
}
";

/// Prints each table's rows in order, then the tables that its lookups search.
fn check(input: &str, expected: Expect) {
    let store = store_of(&format!("{CLASSES}{input}"));
    let mut text = String::new();
    match collect(&store) {
        Ok(model) => model.tables.iter().for_each(|table| show_table(table, &mut text)),
        Err(error) => append!(&mut text, "error: ", error.message, "\n"),
    }
    expected.assert_eq(&text);
}

fn show_table(table: &SearchableTable<'_>, out: &mut String) {
    for row in table.rows.in_order() {
        let cells: Vec<String> = row.iter().map(ToString::to_string).collect();
        append!(out, cells.join(" "), "\n");
    }
    for lookup in &table.lookups {
        show_lookup(lookup, out);
    }
}

fn show_lookup(lookup: &SearchableLookup<'_>, out: &mut String) {
    append!(out, lookup.function, ":");
    if let Some(index) = &lookup.index {
        write!(out, " index {index:?},");
    }
    let bounds = match &lookup.search {
        TableSearch::Direct(bounds) => {
            append!(out, " subscripts");
            Some(bounds)
        }
        TableSearch::Binary(bounds) => {
            append!(out, " binary search");
            bounds.as_ref()
        }
        TableSearch::Sparse(rows) => {
            write!(out, " a row for each of {rows} keys");
            None
        }
    };
    if let Some(bounds) = bounds {
        write!(out, " within {}..={}", bounds.first, bounds.last);
    }
    out.push('\n');
}

#[test]
fn a_primary_key_orders_the_rows_and_another_key_has_an_index() {
    check(
        r#"
        def : Entry<"b", 1>; def : Entry<"C", 9>; def : Entry<"a", 4>;
        def T : Entries { let PrimaryKey = ["Code"]; let PrimaryKeyName = "byCode"; }
        def byName : SearchIndex { let Table = T; let Key = ["Name"]; }
        "#,
        expect![[r#"
            "b" 0x1
            "a" 0x4
            "C" 0x9
            byCode: binary search
            byName: index [1, 0, 2], binary search
        "#]],
    );
}

#[test]
fn without_a_primary_key_all_columns_order_the_rows() {
    check(
        r#"
        def : Entry<"b", 1>; def : Entry<"a", 9>; def : Entry<"a", 4>;
        def T : Entries;
        "#,
        expect![[r#"
            "a" 0x4
            "a" 0x9
            "b" 0x1
        "#]],
    );
}

#[test]
fn strings_are_ordered_without_regard_to_case() {
    check(
        r#"
        def : Entry<"b", 1>; def : Entry<"C", 1>; def : Entry<"A", 1>;
        def T : Entries;
        "#,
        expect![[r#"
            "A" 0x1
            "b" 0x1
            "C" 0x1
        "#]],
    );
}

#[test]
fn numbers_without_a_gap_are_subscripts() {
    check(
        r#"
        def : Entry<"b", 8>; def : Entry<"c", 7>; def : Entry<"a", 9>;
        def T : Entries { let PrimaryKey = ["Code"]; let PrimaryKeyName = "byCode"; }
        "#,
        expect![[r#"
            "c" 0x7
            "b" 0x8
            "a" 0x9
            byCode: subscripts within 0x7..=0x9
        "#]],
    );
}

#[test]
fn equal_keys_keep_the_order_of_all_columns() {
    check(
        r#"
        def : Entry<"b", 1>; def : Entry<"a", 1>; def : Entry<"c", 0>;
        def T : Entries {
          let PrimaryKey = ["Code"]; let PrimaryKeyName = "byCode"; let PrimaryKeyEarlyOut = 1;
        }
        "#,
        expect![[r#"
            "c" 0x0
            "a" 0x1
            "b" 0x1
            byCode: binary search within 0x0..=0x1
        "#]],
    );
}

#[test]
fn a_primary_key_cannot_ignore_case() {
    check(
        r#"
        def : Entry<"b", 1>;
        def T : Entries { let PrimaryKey = ["Name"]; let PrimaryKeyName = "byName"; }
        "#,
        expect![[r#"
            error: In table 'T', use a secondary lookup method for case-insensitive comparison of field 'Name'
        "#]],
    );
}
