//! `tablewright size`.

use expect_test::expect;

use crate::Dir;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn toy(options: &str) -> String {
    let toy = "examples/toy-target";
    let line =
        format!("size -I {ROOT}/{toy} -I {ROOT}/{toy}/prelude {ROOT}/{toy}/Toy.td {options}");
    Dir::new().run(&line).ok()
}

#[test]
fn the_page_of_the_book_is_true() {
    let path = format!("{ROOT}/docs/src/size.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once("```text\n").unwrap();
    let (answer, after) = rest.split_once("```\n").unwrap();
    let found = toy("");
    if std::env::var_os("TABLEWRIGHT_BLESS").is_some() {
        std::fs::write(path, format!("{before}```text\n{found}```\n{after}")).unwrap();
    } else {
        assert_eq!(found, answer);
    }
}

#[test]
fn sizes_add_up_in_all_forms() {
    let report: serde_json::Value = serde_json::from_str(&toy("--format json")).unwrap();
    let sum = |name: &str| -> u64 {
        let rows = report[name].as_array().unwrap().iter();
        rows.map(|row| row["bytes"].as_u64().unwrap()).sum()
    };
    assert_eq!(report["bytes"], sum("tables"));
    assert_eq!(report["bytes"], sum("subjects"));
    assert_eq!(toy("--format jsonl").lines().count(), report["tables"].as_array().unwrap().len());
    assert!(toy("--format csv").starts_with("ACTION,TABLE,ABOUT,ROWS,BYTES,SHARED,REPEATED\n"));
}

#[test]
fn the_matcher_table_is_as_large_as_printed() {
    let toy_dir = format!("{ROOT}/examples/toy-target");
    let args = format!("-I {toy_dir} -I {toy_dir}/prelude {toy_dir}/Toy.td");
    let printed = Dir::new().tblgen(&format!("--gen-dag-isel {args}")).ok();
    let (_, rest) = printed.split_once("// Total Array size is ").unwrap();
    let bytes: u64 = rest.split(' ').next().unwrap().parse().unwrap();
    let report: serde_json::Value = serde_json::from_str(&toy("--format json")).unwrap();
    let tables = report["tables"].as_array().unwrap();
    let table = tables.iter().find(|table| table["table"] == "matcher table").unwrap();
    assert_eq!(table["bytes"], bytes);
}

#[test]
fn a_description_without_target_has_no_tables() {
    let err = Dir::with("class C;\n").run("size a.td").failed();
    expect![[r#"
        error: The class 'Target' is not defined
    "#]]
    .assert_eq(&err);
}
