//! The commands that inspect descriptions, and what they read besides.

use crate::hostile::{MANY, bounded, bounded_within, headline, lines, nest};
use crate::{Dir, Ran};

/// As long as one argument may be.
const ARGUMENT: usize = 120_000;

/// A description whose record `a` has a dag that nests deeply; `first` is the innermost.
fn deep(first: &str) -> String {
    format!(
        "def op; defvar l0 = {first};\n{}class D {{ dag x; }}\ndef a : D {{ let x = l{MANY}; }}\n",
        lines(MANY, |i| format!("defvar l{i} = (op l{});\n", i - 1))
    )
}

/// As deep as the parser lets expressions and statements nest.
fn nested() -> String {
    format!(
        "def op;\ndef a {{ dag l = {}{}; }}\nforeach i = [1] in {{ def b;}}\n",
        "(op ".repeat(450),
        ")".repeat(450),
    ) + &lines(400, |i| format!("foreach j{i} = [1] in {{ "))
        + "def c;"
        + &"}".repeat(400)
}

#[track_caller]
fn check(ran: &Ran, expected: &str) {
    let code = if expected.is_empty() { 0 } else { 1 };
    assert_eq!((headline(ran), ran.code), (expected, Some(code)), "{:.2000}", ran.err);
}

#[test]
fn conditions_of_queries_that_nest() {
    let dir = Dir::with("class A; def a : A { int y = 1; string s = \"q\"; }\n");
    let many = ARGUMENT / 4;
    for (condition, expected) in [
        (
            ["(".repeat(many), "y = 1".to_owned(), ")".repeat(many)].concat(),
            "--where:1:102: error: this is nested too deeply",
        ),
        ("not ".repeat(many) + "y = 1", "--where:1:405: error: this is nested too deeply"),
        ("(".repeat(ARGUMENT), "--where:1:102: error: this is nested too deeply"),
        (
            "y = ".to_owned() + &"[".repeat(ARGUMENT),
            "--where:1:106: error: this is nested too deeply",
        ),
        (vec!["y = 1"; 8000].join(" and "), ""),
        (vec!["y = 1"; 8000].join(" or "), ""),
    ] {
        let ran = bounded(&dir, &["query", "a.td", "--where", &condition, "--count"]);
        check(&ran, expected);
    }
    let ran =
        bounded(&dir, &["query", "a.td", "--where", &format!("y = {}", "9".repeat(ARGUMENT))]);
    assert_eq!(ran.code, Some(1));
}

#[test]
fn patterns_for_names_with_many_stars() {
    let name = "a".repeat(1000);
    let dir = Dir::with(&format!("def {name};\n"));
    let pattern = "*a".repeat(300) + "b";
    for args in [["print", "a.td", "--record"], ["query", "a.td", "--name"]] {
        let ran = bounded(&dir, &[&args[..], &[&pattern]].concat());
        assert_eq!(ran.code, Some(1));
        assert!(ran.err.contains("unknown record"), "{}", ran.err);
    }
}

#[test]
fn values_that_nest_deeply_are_inspected() {
    let dir = Dir::with(&deep("(op)"));
    dir.write("b.td", deep("(op 1)"));
    for line in [
        "explain a.td a.x",
        "query a.td --class D --format json",
        "query a.td --uses op --count",
        "lint a.td",
        "diff a.td b.td",
        "diff a.td a.td",
        "print a.td",
        "preprocess a.td -o out",
        "deps a.td",
        "llvm-tblgen --gen-ctags a.td",
    ] {
        let ran = bounded(&dir, &line.split(' ').collect::<Vec<&str>>());
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line}");
    }
    let ran = bounded(&dir, &["print", "--format", "json", "a.td"]);
    let at = format!("a.td:{}:5", MANY + 3);
    check(&ran, &format!("{at}: error: Record `a' has a value nested more than 2000 deep"));
}

#[test]
fn sources_that_nest_deeply_are_inspected() {
    let dir = Dir::with(&nested());
    for line in [
        "explain a.td c",
        "lint a.td",
        "diff a.td a.td",
        "query a.td --count",
        "reduce a.td --keep true -o out",
    ] {
        let ran = bounded(&dir, &line.split(' ').collect::<Vec<&str>>());
        assert_eq!(ran.code, Some(0), "{line}: {}", ran.err);
    }
    let dir = Dir::with(&nest("def a { list<int> l = ", "[", "", "]", "; }\n"));
    for line in
        ["explain a.td a.l", "lint a.td", "diff a.td a.td", "query a.td --count", "test a.td"]
    {
        for format in ["compatible", "rich", "json"] {
            let mut args = vec!["--diagnostic-format", format];
            args.extend(line.split(' '));
            let ran = bounded(&dir, &args);
            assert_eq!(ran.code, Some(1), "{line}: {}", ran.err);
            assert!(ran.err.contains("Nested more than 500 levels deep"), "{line}: {}", ran.err);
        }
    }
    let ran = bounded(&dir, &["deps", "a.td"]);
    check(&ran, "");
}

#[test]
fn conditions_of_macros_that_nest_are_preprocessed() {
    let dir = Dir::with(&nest("", "#ifndef X\n", "def a;\n", "#endif\n", ""));
    check(&bounded(&dir, &["preprocess", "a.td"]), "");
    check(&bounded(&dir, &["lint", "a.td"]), "");
    check(&bounded(&dir, &["deps", "a.td"]), "");
}

#[test]
fn files_that_include_themselves_are_inspected() {
    let dir = Dir::with("include \"a.td\"\n");
    for line in [
        "preprocess a.td",
        "deps a.td",
        "lint a.td",
        "reduce a.td --keep true -o out",
        "diff a.td a.td",
    ] {
        let ran = bounded(&dir, &line.split(' ').collect::<Vec<&str>>());
        check(&ran, "a.td:1:9: error: The file 'a.td' includes itself");
    }
}

#[test]
fn expectations_that_nest() {
    let condition = ["(".repeat(MANY), "x = 1".to_owned(), ")".repeat(MANY)].concat();
    let dir = Dir::with(&format!("def a {{ int x = 1; }}\n// EXPECT a: {condition}\n"));
    check(&bounded(&dir, &["test", "a.td"]), "a.td:2:115: error: this is nested too deeply");
}

#[test]
fn files_of_jobs_that_nest_or_do_not_end() {
    let dir = Dir::with("def a;\n");
    dir.write("deep.json", "[".repeat(MANY));
    dir.write("deeper.json", format!("[{{\"input\": {}", "[".repeat(MANY)));
    dir.write(
        "long.json",
        format!(
            "[{{\"input\": \"a.td\", \"output\": \"o\", \"args\": [\"--{}\"]}}]",
            "x".repeat(5_000_000)
        ),
    );
    for (jobs, expected) in [
        ("deep.json", "deep.json:1:2: error: expected a text in double quotes, found a list"),
        ("deeper.json", "deeper.json:1:11: error: expected a text in double quotes, found a list"),
        ("/dev/zero", "tablewright batch: Could not open jobs file '/dev/zero': file too large"),
    ] {
        check(&bounded(&dir, &["batch", "--quiet", "--jobs-file", jobs]), expected);
    }
    assert_eq!(bounded(&dir, &["batch", "--quiet", "--jobs-file", "long.json"]).code, Some(1));
    let entry = |i| {
        format!("{{\"input\": \"a.td\", \"output\": \"o{i}\", \"args\": [\"--null-backend\"]}}")
    };
    let jobs: Vec<String> = (0..1000).map(entry).collect();
    dir.write("many.json", format!("[{}]", jobs.join(",")));
    // Each evaluation reserves 512 MiB of addresses, and returns them a little later than its job ends.
    let args = ["batch", "--quiet", "-j", "1000", "--jobs-file", "many.json"];
    check(&bounded_within(&dir, &args, 1 << 28), "");
}

#[test]
fn settings_that_nest() {
    let dir = Dir::with("def a;\n");
    dir.write(".tablewright.toml", format!("a = {}\n", "[".repeat(MANY)));
    let ran = bounded(&dir, &["lint", "a.td"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains(".tablewright.toml: TOML parse error"), "{:.500}", ran.err);
}

#[test]
fn response_files_that_name_others_twice() {
    let dir = Dir::new();
    for i in 0..40 {
        dir.write(&format!("f{i}"), format!("@f{0} @f{0}", i + 1));
    }
    dir.write("f40", "x");
    check(&bounded(&dir, &["llvm-tblgen", "@f0"]), "more than 10000 response files");
    check(
        &bounded(&dir, &["llvm-tblgen", "@/dev/zero"]),
        "cannot open file '/dev/zero': file too large",
    );
}
