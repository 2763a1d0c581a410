//! `cargo xtask emitters`: checks that printing code only loops, branches and writes.
//!
//! Printing code is in files and folders named `emit`. Nothing in it can fail, since the model has
//! checked everything; and nothing reads a record, since the model has read all records. The check
//! reads source text: it knows names, but no types. So a model value with another name can deceive
//! it, but code without a `Result` or a record type cannot fail it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use xtask_support::{CommandOutcome, say, summary, workspace};

use crate::rust_source::{RustSourceToken, production_files, tokens, without_tests};

/// Crates with the types for records, jobs and diagnostics.
const CRATES: [&str; 3] = ["tablewright_backend", "tablewright_records", "tablewright_syntax"];

/// Types in these crates, and types that contain one.
const TYPES: [&str; 7] =
    ["Diagnostics", "Failure", "FieldError", "Job", "Record", "RecordId", "RecordStore"];

/// Names that create or take apart a value that may be an error.
const FALLIBLE: [&str; 3] = ["Err", "Ok", "Result"];

/// Record queries that accept a field name.
const QUERIES: [&str; 14] = [
    "bit",
    "bits",
    "dag",
    "int",
    "is_unset",
    "list",
    "list_of_ints",
    "list_of_records",
    "list_of_strings",
    "optional_bit",
    "optional_record",
    "optional_string",
    "string",
    "value",
];

pub(crate) fn main() -> CommandOutcome {
    let files = read(&workspace().join("crates"))?;
    let mut aliases: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (path, text) in &files {
        aliases.entry(crate_of(path)).or_default().extend(result_aliases(&tokens(text)));
    }
    let (mut passed, mut failed) = (0, 0);
    for (path, text) in files.iter().filter(|(path, _)| is_emitter(path)) {
        let problems = problems(text, &aliases[crate_of(path)]);
        for (line, problem) in &problems {
            say!("{path}:{line}: {problem}");
        }
        if problems.is_empty() { passed += 1 } else { failed += 1 }
    }
    Ok(summary(passed, failed))
}

/// Reads the production code below `dir`: paths from the workspace, and texts.
fn read(dir: &Path) -> Result<Vec<(String, String)>, String> {
    let files = production_files(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let read = |path: &std::path::PathBuf| {
        let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let path = path.strip_prefix(workspace()).unwrap_or(path);
        Ok((path.display().to_string(), without_tests(&text).to_owned()))
    };
    files.iter().map(read).collect()
}

/// Returns the folder of the crate that contains the file at `path`.
fn crate_of(path: &str) -> &str {
    path.split("/src/").next().unwrap_or_default()
}

/// Returns whether the file at `path` prints: whether its name, or a folder's name above it, is
/// `emit`.
fn is_emitter(path: &str) -> bool {
    path.split('/').any(|part| part == "emit" || part == "emit.rs")
}

/// Returns the type aliases for a `Result` in a module.
fn result_aliases<'a>(tokens: &[RustSourceToken<'a>]) -> Vec<&'a str> {
    let mut aliases = Vec::new();
    let mut depth = 0_usize;
    for (i, token) in tokens.iter().enumerate() {
        match token.text {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            // Within braces it belongs to a trait.
            "type" if depth == 0 => {
                let declaration = tokens[i + 1..].split(|token| token.text == ";").next();
                let mut value = declaration.unwrap_or_default().iter();
                let name = value.next();
                if value.any(|token| token.text == "Result") {
                    aliases.extend(name.map(|name| name.text));
                }
            }
            _ => {}
        }
    }
    aliases
}

/// Returns code that does not belong in an emitter, with its lines.
fn problems(text: &str, result_aliases: &BTreeSet<&str>) -> Vec<(usize, String)> {
    let tokens = tokens(text);
    let in_formatters = in_formatters(&tokens);
    let mut problems = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let before = |distance: usize| i.checked_sub(distance).map_or("", |at| tokens[at].text);
        let after = |distance: usize| tokens.get(i + distance).map_or("", |token| token.text);
        let name = token.text;
        // `Symbol::Record` is a variant of a model's enum.
        let is_variant = before(1) == "::" && before(2).starts_with(char::is_uppercase);
        let is_method = before(1) == "." && after(1) == "(";
        let is_fallible = FALLIBLE.contains(&name) || result_aliases.contains(name);
        let problem = if is_fallible && !is_variant && !in_formatters[i] {
            format!("`{name}`: printing cannot fail; the model decides")
        } else if is_method && name == "ok" {
            "`.ok()`: an error gets lost; the model reports it".to_owned()
        } else if CRATES.contains(&name) || (TYPES.contains(&name) && !is_variant) {
            format!("`{name}`: printing takes a model, no records and no diagnostics")
        } else if name == "store" || (is_method && name == "record") {
            format!("`{name}`: printing asks the store nothing; the model has the texts")
        } else if is_method && QUERIES.contains(&name) && after(2).starts_with('"') {
            format!("`.{name}({})`: the model reads fields", after(2))
        } else {
            continue;
        };
        problems.push((token.line, problem));
    }
    problems
}

/// Returns for each token whether it belongs to a function that returns `fmt::Result`, as `Display`
/// requires. Such a function passes on its formatter's result.
fn in_formatters(tokens: &[RustSourceToken<'_>]) -> Vec<bool> {
    let mut inside = vec![false; tokens.len()];
    for start in (0..tokens.len()).filter(|&i| tokens[i].text == "fn") {
        let signature = tokens[start..].iter().take_while(|token| !matches!(token.text, "{" | ";"));
        let body = start + signature.count();
        let returns = tokens[start..body]
            .windows(4)
            .any(|window| window.iter().map(|token| token.text).eq(["->", "fmt", "::", "Result"]));
        if returns {
            inside[start..end_of_block(tokens, body)].fill(true);
        }
    }
    inside
}

/// Returns the index after the block that begins at `start`.
fn end_of_block(tokens: &[RustSourceToken<'_>], start: usize) -> usize {
    let mut depth = 0_usize;
    for (i, token) in tokens.iter().enumerate().skip(start) {
        match token.text {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let aliases = BTreeSet::from(["Outcome"]);
        let messages: Vec<String> =
            problems(text, &aliases).into_iter().map(|(_, problem)| problem).collect();
        let starts: Vec<&str> =
            messages.iter().filter_map(|text| text.split(": ").next()).collect();
        assert_eq!(starts, expected, "{text}");
    }

    #[test]
    fn a_function_that_prints_returns_no_result() {
        check("fn emit(w: &mut W) -> Result<(), String> {}", &["`Result`"]);
        check("fn emit(w: &mut W) -> std::io::Result<()> {}", &["`Result`"]);
        check("fn emit(w: &mut W) -> Outcome { f() }", &["`Outcome`"]);
        check("fn emit(w: &mut W) { if let Ok(x) = f() {} }", &["`Ok`"]);
        check("fn emit(w: &mut W) { let x = f().ok(); }", &["`.ok()`"]);
    }

    #[test]
    fn display_returns_a_result() {
        check("fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { { g } Ok(()) }", &[]);
        check("fn fmt() -> fmt::Result { f }\nfn emit() { Ok(()) }", &["`Ok`"]);
    }

    #[test]
    fn an_emitter_names_no_records() {
        check("use tablewright_records::Record as R;", &["`tablewright_records`", "`Record`"]);
        check("fn emit(r: crate::model::Record<'_>) {}", &["`Record`"]);
        check("fn emit(d: &mut Diagnostics) {}", &["`Diagnostics`"]);
    }

    #[test]
    fn an_emitter_reads_no_records() {
        check("let name = model.instruction.string(\"Namespace\");", &["`.string(\"Namespace\")`"]);
        check("let name = model.texts.record(id).name();", &["`record`"]);
        check("let s = model.store.str(symbol);", &["`store`"]);
    }

    #[test]
    fn variants_comments_and_texts_are_no_records() {
        check("Symbol::Record(_, name) => f(name), // a Record of the RecordStore", &[]);
        check("line!(w, \"LaneBitmask Result; // tablewright_records\");", &[]);
        check("let name = model.names.string(symbol);", &[]);
    }

    #[test]
    fn aliases_of_result_are_found_by_their_declaration() {
        let source = "pub type Outcome<T> = std::result::Result<T, Failure>; type A = B;\n\
                      impl Iterator for C { type Item = Result<A, B>; }";
        assert_eq!(result_aliases(&tokens(source)), ["Outcome"]);
    }

    #[test]
    fn emitters_are_known_by_file_or_folder() {
        let paths =
            ["x/emit.rs", "x/emit/a.rs", "x/emitter/a.rs", "x/emit_a.rs", "x/model/emit/b.rs"];
        assert_eq!(paths.map(is_emitter), [true, true, false, false, true]);
    }
}
