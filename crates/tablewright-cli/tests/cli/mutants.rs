//! Small changes to the example target: `tablewright_inspect::diff` finds each that changes a record, and an
//! action whose output it changes has read what changed. An action that has not read what changed prints the same.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use tablewright::advanced::action_runs::all_runs;
use tablewright_inspect::ActionRun;
use tablewright_inspect::diff::{OutputChanges, OutputSide, WhatChanged, compare};
use tablewright_records::reads::Reads;
use tablewright_records::{Loaded, RecordStore, StoreFingerprint};
use tablewright_session::Session;

const TOY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target");

/// How many mutants are tried that can be read and have other records.
const MUTANTS: usize = 50;

/// The files of the example target by name.
fn files() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut directories = vec![String::new()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(Path::new(TOY).join(&directory)).expect("it is there").flatten() {
            let name = entry.file_name().into_string().expect("it is UTF-8");
            let name = if directory.is_empty() { name } else { format!("{directory}/{name}") };
            if entry.path().is_dir() {
                directories.push(name);
            } else if name.ends_with(".td") {
                files.insert(name, fs::read_to_string(entry.path()).expect("it can be read"));
            }
        }
    }
    files
}

/// The records of the target, where it is correct.
fn load(files: &BTreeMap<String, String>) -> Option<RecordStore> {
    let session = Session::new().warn_unused_template_args(false).record_reads(true);
    let session = session.include_dir("prelude").release("19".parse().expect("a release"));
    let memory = files.iter().fold(session, |session, (name, text)| session.file(name, text));
    memory.load_file("Toy.td").ok().map(Loaded::into_store)
}

/// All records as `--print-records` shows them, without positions.
fn shown(store: &RecordStore) -> String {
    let line = |record: tablewright_records::Record<'_>| {
        let fields = record.fields();
        let fields: Vec<String> = fields
            .map(|field| format!("{} = {}", store.str(field.name), store.value_text(field.value)))
            .collect();
        let classes = record.superclasses().iter().map(|&class| store.class(class).name());
        let classes: Vec<&str> = classes.collect();
        format!("{} : {} {{ {} }}\n", record.name(), classes.join(", "), fields.join("; "))
    };
    store.records().map(line).collect()
}

/// A generator of numbers that look random, the same for each run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// The words, numbers and strings of a text that are no comments.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let start = at;
        if text[at..].starts_with("//") {
            at += text[at..].find('\n').unwrap_or(text.len() - at);
        } else if bytes[at] == b'"' {
            at += 1 + text[at + 1..].find('"').map_or(text.len() - at - 1, |end| end + 1);
            found.push(start..at);
        } else if is_word(bytes[at]) {
            at += bytes[at..].iter().take_while(|&&byte| is_word(byte)).count();
            found.push(start..at);
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    found
}

/// The text with one token replaced.
fn mutated(text: &str, random: &mut Random) -> String {
    let tokens = tokens(text);
    let range = tokens[random.below(tokens.len())].clone();
    let token = &text[range.clone()];
    let other = match token {
        "true" => "false".to_owned(),
        "false" => "true".to_owned(),
        _ if token.starts_with('"') => format!("\"x{}", &token[1..]),
        _ => match token.parse::<u32>() {
            Ok(number) => (number ^ 1).to_string(),
            Err(_) => text[tokens[random.below(tokens.len())].clone()].to_owned(),
        },
    };
    format!("{}{other}{}", &text[..range.start], &text[range.end..])
}

/// The text with a line added, removed, repeated or moved.
fn with_other_lines(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = random.below(lines.len());
    let other = random.below(lines.len());
    match random.below(6) {
        0 => lines.insert(at, format!("// A comment {other}.")),
        1 => drop(lines.remove(at)),
        2 => lines.insert(other, lines[at].clone()),
        3 => lines.swap(at, other),
        4 => lines.insert(at, format!("def Added{other};")),
        _ => {
            // Another number of each later anonymous record.
            lines.insert(at, format!("class C{other}; def : C{other};"));
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn an_action_that_read_nothing_of_an_edit_prints_the_same() {
    let mut files = files();
    let names: Vec<String> =
        files.keys().filter(|name| !name.starts_with("prelude")).cloned().collect();
    let old = load(&files).expect("it is correct");
    let print = |store: &RecordStore| StoreFingerprint::new(store).expect("it can be compared");
    let mut fingerprint = print(&old);
    let mut kept: BTreeMap<&str, (Reads, Option<u64>)> = BTreeMap::new();
    let (mut random, mut edits, mut skipped) = (Random(29), 0, 0);
    while edits < 2 * MUTANTS {
        let name = &names[random.below(names.len())];
        let mutant = if random.below(2) == 0 {
            mutated(&files[name], &mut random)
        } else {
            with_other_lines(&files[name], &mut random)
        };
        let mut edited = files.clone();
        edited.insert(name.clone(), mutant.clone());
        let Some(new) = load(&edited) else { continue };
        edits += 1;
        let new_fingerprint = print(&new);
        let changes = fingerprint.changes_to(&new_fingerprint);
        for run in all_runs(&new, |_| true) {
            let answer = match kept.remove(run.action) {
                Some((reads, output)) if !changes.affect(&reads) => {
                    skipped += usize::from(output.is_some());
                    let action = run.action;
                    assert!(output == run.output, "{action} after an edit of {name}:\n{mutant}");
                    (changes.carry(reads), output)
                }
                _ => (run.reads, run.output),
            };
            kept.insert(run.action, answer);
        }
        // Each edit follows the edit before, but the description stays close to the original.
        if edits % 5 == 0 {
            files = self::files();
            let old = load(&files).expect("it is correct");
            fingerprint = print(&old);
            kept.clear();
            for run in all_runs(&old, |_| true) {
                kept.insert(run.action, (run.reads, run.output));
            }
        } else {
            (files, fingerprint) = (edited, new_fingerprint);
        }
    }
    assert!(skipped > 10 * MUTANTS, "{skipped} runs were skipped");
}

#[test]
fn each_mutant_is_found_and_changed_outputs_have_read_what_changed() {
    let files = files();
    let names: Vec<&String> = files.keys().filter(|name| !name.starts_with("prelude")).collect();
    let old = load(&files).expect("it is correct");
    let text = shown(&old);
    let old_runs: Vec<ActionRun> = all_runs(&old, |_| true);
    let (mut random, mut found, mut outputs) = (Random(23), 0, 0);
    while found < MUTANTS {
        let name = names[random.below(names.len())];
        let mut files = files.clone();
        let mutant = mutated(&files[name], &mut random);
        files.insert(name.clone(), mutant.clone());
        let Some(new) = load(&files) else { continue };
        let changes = compare(&old, &new);
        let is_other = shown(&new) != text;
        assert_eq!(changes.records.is_empty(), !is_other, "{name}:\n{mutant}");
        found += usize::from(is_other);
        let runs: Vec<ActionRun> = all_runs(&new, |_| true);
        let [old, new] =
            [OutputSide { store: &old, runs: &old_runs }, OutputSide { store: &new, runs: &runs }];
        for output in OutputChanges::new(old, new, &changes.records).changed {
            outputs += 1;
            let action = &output.action;
            let is_weak = |what: &WhatChanged| {
                matches!(what, WhatChanged::AnonymousName | WhatChanged::Order)
            };
            let has_read = output.reads.iter().any(|change| !is_weak(&change.what));
            assert!(has_read, "{action} of the changed {name}:\n{mutant}");
        }
    }
    assert!(outputs > MUTANTS, "{outputs} outputs changed");
}
