//! Pages of the book whose examples are tests: a block of `tablegen` is the file that its first line names, a
//! block of `sh` is run, and the block of `text` after it is what it prints.

use std::env;

use crate::{Dir, Ran, program};

/// The next block of this kind, and the text after it.
fn block<'t>(text: &'t str, kind: &str) -> Option<(&'t str, &'t str)> {
    let (_, rest) = text.split_once(&format!("```{kind}\n"))?;
    rest.split_once("```\n")
}

/// Runs the examples of a page. `TABLEWRIGHT_BLESS=1` writes the answers into it.
#[cfg(unix)]
pub(crate) fn check(name: &str) {
    let path = format!("{}/../../docs/src/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut page = std::fs::read_to_string(&path).unwrap();
    let dir = Dir::new();
    let text = page.clone();
    let mut rest = text.as_str();
    while let Some((description, after)) = block(rest, "tablegen") {
        let (first, _) = description.split_once('\n').expect("the first line names the file");
        dir.write(first.strip_prefix("// ").expect("it is a comment"), description);
        rest = after;
    }
    let mut rest = text.as_str();
    let mut count = 0;
    while let Some((line, after)) = block(rest, "sh") {
        let (answer, after) = block(after, "text").expect("an answer follows the question");
        // The shell runs the program by its name.
        let folder = program().parent().unwrap();
        let path = format!("{}:{}", folder.display(), env::var("PATH").unwrap_or_default());
        let mut command = dir.command("sh".as_ref());
        // A reader of the book has named no release.
        command.env_remove("TABLEWRIGHT_RELEASE");
        let ran = Ran::of(command.args(["-c", line]).env("PATH", path).output().unwrap());
        let found = ran.err + &ran.out;
        if env::var_os("TABLEWRIGHT_BLESS").is_some() {
            page = page.replace(
                &format!("{line}```\n\n```text\n{answer}"),
                &format!("{line}```\n\n```text\n{found}"),
            );
        } else {
            assert_eq!(found, answer, "{line}");
        }
        (rest, count) = (after, count + 1);
    }
    assert!(count > 0, "the page has examples");
    if page != text {
        std::fs::write(path, page).unwrap();
    }
}

/// Elsewhere there is no such shell.
#[cfg(not(unix))]
pub(crate) fn check(_: &str) {}
