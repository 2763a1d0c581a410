//! `tablewright preprocess`.

use std::fs;
use std::path::{Path, PathBuf};

use expect_test::{Expect, expect};
use tablewright_records::{RecordStore, Release};
use tablewright_session::Session;
use tablewright_syntax::Flattening;

use crate::Dir;

fn dir() -> Dir {
    let text = "// Main.\ninclude \"b.td\"\n#ifdef MORE\ndef m; // More.\n#endif\ndef a : B;\n";
    let dir = Dir::with(text);
    dir.write("b.td", "class B {\n  int x = 1; // One.\n}\n");
    dir
}

fn check(options: &str, expected: Expect) {
    expected.assert_eq(&dir().run(&format!("preprocess a.td {options}")).ok());
}

#[test]
fn includes_and_directives_are_gone() {
    check(
        "",
        expect![[r#"
        class B {
          int x = 1;
        }
        def a : B;
    "#]],
    );
    check(
        "-D MORE --comments --mark-files",
        expect![[r#"
        // file: a.td:1
        // Main.
        // file: b.td:1
        class B {
          int x = 1; // One.
        }
        // file: a.td:2
        def m; // More.
        def a : B;
    "#]],
    );
}

#[test]
fn an_output_file_is_written() {
    let dir = dir();
    assert_eq!(dir.run("preprocess a.td -o flat.td").ok(), "");
    let text = dir.tblgen("a.td").ok();
    assert_eq!(dir.tblgen("flat.td").ok(), text);
    let ran = dir.run("preprocess none.td");
    assert_eq!(ran.code, Some(1));
    expect![[r#"
        tablewright: Could not open input file 'none.td': No such file or directory
    "#]]
    .assert_eq(&ran.err);
    dir.write("c.td", "include \"none.td\"\n");
    let ran = dir.run("preprocess c.td");
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    expect![[r#"
        c.td:1:9: error: Could not find include file 'none.td'
        include "none.td"
                ^
        note: only this path was tried; -I adds a directory to search
    "#]]
    .assert_eq(&ran.err);
}

#[test]
fn the_page_of_the_book_is_true() {
    crate::book::check("preprocess.md");
}

/// The golden tests that succeed, with the text of each.
fn fixtures() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data");
    let areas = fs::read_dir(root).unwrap().map(|area| area.unwrap().path().join("ok"));
    let files = areas.filter_map(|area| fs::read_dir(area).ok()).flatten();
    let paths = files.map(|file| file.unwrap().path());
    let mut found: Vec<(PathBuf, String)> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "td"))
        .filter_map(|path| fs::read_to_string(&path).ok().map(|text| (path, text)))
        .collect();
    found.sort();
    found
}

/// The session with which the program loads a golden test.
fn session(path: &Path, text: &str) -> (Session, Release) {
    let area = path.ancestors().nth(2).unwrap();
    let comments = text.lines().take_while(|line| line.starts_with("//"));
    let args = comments.filter_map(|line| line.strip_prefix("// ARGS:")).next().unwrap_or_default();
    let mut session = Session::new().include_dir(area);
    let mut words = args.split_whitespace();
    let mut release = Release::DEFAULT;
    while let Some(word) = words.next() {
        if let Some(dir) = word.strip_prefix("-I") {
            let dir = if dir.is_empty() { words.next().unwrap() } else { dir };
            session = session.include_dir(area.join(dir));
        } else if let Some(name) = word.strip_prefix("-D") {
            session = session.define(if name.is_empty() { words.next().unwrap() } else { name });
        } else if word == "--release" {
            release = words.next().unwrap().parse().unwrap();
        }
    }
    (session.release(release), release)
}

/// All records with the values of their fields.
fn records(store: &RecordStore) -> Vec<String> {
    let mut texts = Vec::new();
    for record in store.records() {
        let fields = record.fields().map(|field| store.value_text(field.value));
        texts.push(format!("{}: {}", record.name(), fields.collect::<Vec<_>>().join(", ")));
    }
    texts
}

#[test]
fn records_of_the_golden_tests_are_the_same() {
    let mut count = 0;
    for (path, text) in fixtures() {
        let (session, release) = session(&path, &text);
        let name = path.to_string_lossy().into_owned();
        // Some are errors of options or of the output that succeed with `not`.
        let Ok(loaded) = session.load_text(&name, text.as_str()) else { continue };
        let flattening = Flattening { keeps_comments: count % 2 == 0, marks_files: count % 3 == 0 };
        let flat = session.flatten_bytes(&name, text.into_bytes(), flattening);
        assert!(!flat.diagnostics.has_errors(), "{name}");
        let flat = Session::new().release(release).load_text(&name, flat.text).unwrap();
        assert!(records(&loaded.store) == records(&flat.store), "{name}");
        count += 1;
    }
    assert!(count > 400, "only {count} golden tests were compared");
}
