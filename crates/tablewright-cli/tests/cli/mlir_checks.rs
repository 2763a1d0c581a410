//! The book's table of descriptions that `mlir-tblgen` refuses, and the golden tests that show them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A row of the table.
struct Refusal<'p> {
    message: String,
    fixture: &'p str,
}

/// Reads a row with a condition, a message and the name of a test.
fn refusal(line: &str) -> Option<Refusal<'_>> {
    let cells = line.strip_prefix("| ")?.strip_suffix(" |")?;
    let (others, fixture) = cells.rsplit_once(" | ")?;
    let (_, message) = others.split_once(" | ")?;
    let message = message.trim_matches(['`', ' ']).replace("\\|", "|");
    (fixture != "test").then_some(Refusal { message, fixture })
}

#[test]
fn each_rule_of_the_book_has_a_fixture() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = root.join("docs/src/mlir/checks.md");
    let page = fs::read_to_string(page).expect("the page can be read");
    let refusals: Vec<Refusal<'_>> = page.lines().filter_map(refusal).collect();
    let fixtures = root.join("tests/data/mlir-checks/err");
    for Refusal { message, fixture } in &refusals {
        let path = fixtures.join(format!("{fixture}.err"));
        let errors = fs::read_to_string(path).unwrap_or_else(|_| panic!("no test {fixture}"));
        let first = errors.lines().find(|line| line.contains("error: ")).unwrap_or_default();
        assert!(first.contains(message), "{fixture}: '{first}' is not '{message}'");
    }
    let of_page: BTreeSet<String> =
        refusals.iter().map(|refusal| refusal.fixture.to_owned()).collect();
    let files = fs::read_dir(fixtures).expect("the tests can be listed");
    let paths = files.map(|file| file.expect("a test can be listed").path());
    let tests = paths.filter(|path| path.extension().is_some_and(|extension| extension == "td"));
    let name = |path: std::path::PathBuf| {
        path.file_stem().expect("a test has a name").to_string_lossy().into_owned()
    };
    assert_eq!(tests.map(name).collect::<BTreeSet<String>>(), of_page);
}
