//! What actions read is declared: over all golden tests, none reads a field of a record view that its list
//! in `action_runs/declared_reads.txt` does not have.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use tablewright::advanced::action_runs::{
    PRINTS_ALL_RECORDS, all_runs, declared_actions, declared_reads, read_classes, view_fields,
};
use tablewright::backends::{clang_backends, llvm_backends};
use tablewright_inspect::{ActionReads, ReadClass, ReadField, ViewFields};
use tablewright_records::RecordStore;
use tablewright_session::{LoadError, Session};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Fields by action and class.
type Lists = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// An action with a file that it is run on.
struct Subject {
    action: &'static str,
    directory: PathBuf,
    file: PathBuf,
    arguments: Vec<String>,
}

/// The golden tests of actions that succeed.
fn subjects() -> Vec<Subject> {
    let data = Path::new(ROOT).join("tests/data");
    let mut found = Vec::new();
    for area in fs::read_dir(data).expect("there are golden tests").flatten() {
        let Ok(entries) = fs::read_dir(area.path().join("ok")) else { continue };
        for file in entries.flatten().map(|entry| entry.path()) {
            if file.extension().is_none_or(|end| end != "td") {
                continue;
            }
            let text = String::from_utf8_lossy(&fs::read(&file).expect("it is there")).into_owned();
            // MLIR has actions of its own, some of them with a name that LLVM has, too.
            if text.lines().any(|line| line == "// TOOL: mlir-tblgen") {
                continue;
            }
            let line = text.lines().find_map(|line| line.strip_prefix("// ARGS:")).unwrap_or("");
            let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            let backends = llvm_backends().iter().chain(clang_backends());
            let mut names = backends.map(|backend| backend.name);
            let is_named =
                |name: &str| arguments.iter().any(|arg| arg.trim_start_matches('-') == name);
            let action = names.find(|name| is_named(name) && !PRINTS_ALL_RECORDS.contains(name));
            if let Some(action) = action {
                found.push(Subject { action, directory: area.path(), file, arguments });
            }
        }
    }
    found
}

impl Subject {
    fn session(&self) -> Session {
        let mut session = Session::new().warn_unused_template_args(false).record_reads(true);
        let mut release = Some("19".to_owned());
        let mut arguments = self.arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut value = |rest: &str| match rest {
                "" => arguments.next().cloned().unwrap_or_default(),
                rest => rest.trim_start_matches('=').to_owned(),
            };
            if let Some(rest) = argument.strip_prefix("-I") {
                session = session.include_dir(self.directory.join(value(rest)));
            } else if let Some(rest) = argument.strip_prefix("-D") {
                session = session.define(value(rest));
            } else if let Some(rest) = argument.strip_prefix("--release") {
                release = Some(value(rest));
            }
        }
        let release = release.and_then(|release| release.parse().ok());
        release.into_iter().fold(session, Session::release)
    }

    fn load(&self) -> Option<RecordStore> {
        match self.session().load_file(&self.file) {
            Ok(loaded) => Some(loaded.into_store()),
            // Some are about errors that leave the records complete.
            Err(LoadError::Rejected(loaded)) if loaded.is_complete => Some(loaded.into_store()),
            Err(_) => None,
        }
    }
}

/// The fields of record views that actions read of a description.
fn add_reads(lists: &mut Lists, store: &RecordStore, actions: &[&str], views: &ViewFields<'_>) {
    let runs = all_runs(store, |name| actions.contains(&name));
    for reads in ActionReads::for_store(store, &runs, views) {
        for field in reads.fields.into_iter().filter(|field| field.is_in_view) {
            let classes = lists.entry(reads.action.clone()).or_default();
            classes.entry(field.class.unwrap_or_default()).or_default().insert(field.field);
        }
    }
}

/// Does `work` for each of the items, several at a time.
fn for_each<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = Mutex::new(items.iter());
    let work = || {
        loop {
            let item = next.lock().expect("no thread panics with it").next();
            let Some(item) = item else { break };
            work(item);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            // Backends may nest deeply.
            let builder = thread::Builder::new().stack_size(64 << 20);
            builder.spawn_scoped(scope, work).expect("the system can start a thread");
        }
    });
}

fn is_blessed() -> bool {
    std::env::var_os("TABLEWRIGHT_BLESS").is_some_and(|value| value == "1")
}

/// The lists with what `found` adds.
fn write_lists(mut lists: Lists) {
    let path = Path::new(ROOT).join("crates/tablewright/src/action_runs/declared_reads.txt");
    for line in fs::read_to_string(&path).expect("it is there").lines() {
        let mut words = line.split_whitespace().map(str::to_owned);
        if let (Some(action), Some(class)) = (words.next(), words.next()) {
            lists.entry(action).or_default().entry(class).or_default().extend(words);
        }
    }
    let mut text = String::new();
    for (action, classes) in lists {
        for (class, fields) in classes {
            let fields: Vec<String> = fields.into_iter().collect();
            text.push_str(&format!("{action} {class} {}\n", fields.join(" ")));
        }
    }
    fs::write(&path, text).expect("it can be written");
}

#[test]
fn actions_read_what_is_declared() {
    let (views, lists) = (view_fields(), Mutex::new(Lists::new()));
    for_each(&subjects(), |subject| {
        let Some(store) = subject.load() else { return };
        let mut found = Lists::new();
        add_reads(&mut found, &store, &[subject.action], &views);
        merge(&mut lists.lock().expect("no thread panics with it"), found);
    });
    let lists = lists.into_inner().expect("no thread panics with it");
    let mut missing = Vec::new();
    for (action, classes) in &lists {
        let declared: BTreeSet<(&str, &str)> = declared_reads(action).collect();
        for (class, fields) in classes {
            let undeclared = fields.iter().filter(|field| !declared.contains(&(class, field)));
            missing.extend(undeclared.map(|field| format!("{action} reads {class}.{field}")));
        }
    }
    if is_blessed() {
        // What only descriptions of LLVM make actions read stays.
        write_lists(lists);
    } else {
        let what = "not declared, TABLEWRIGHT_BLESS=1 adds it:";
        assert!(missing.is_empty(), "{what}\n{}", missing.join("\n"));
    }
}

fn merge(lists: &mut Lists, found: Lists) {
    for (action, classes) in found {
        for (class, fields) in classes {
            lists.entry(action.clone()).or_default().entry(class).or_default().extend(fields);
        }
    }
}

/// The releases whose descriptions may be there, and where their jobs are listed.
const RELEASES: [(&str, &str, &str); 3] = [
    ("19", "llvm-19.1.7", "conformance/manifest.jsonl"),
    ("22", "llvm-22.1.8", "conformance/22.1.8/manifest.jsonl"),
    ("23", "llvm-23.1", "conformance/23.1/manifest.jsonl"),
];

/// A description of LLVM, with the actions that its build runs over it.
struct Input {
    release: usize,
    subject: Subject,
    actions: BTreeSet<String>,
}

/// The inputs of all jobs whose paths contain one of the texts.
fn inputs(only: &[String]) -> Vec<Input> {
    let Some(cache) =
        std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache/tablewright"))
    else {
        return Vec::new();
    };
    let mut found: BTreeMap<(usize, String), Input> = BTreeMap::new();
    for (release, (number, directory, manifest)) in RELEASES.iter().enumerate() {
        let text = fs::read_to_string(Path::new(ROOT).join(manifest)).expect("it is there");
        for line in text.lines() {
            let job: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
            let path = job["input"].as_str().expect("a path").to_owned();
            if !only.is_empty() && !only.iter().any(|part| path.contains(part)) {
                continue;
            }
            let input = found.entry((release, path.clone())).or_insert_with(|| {
                let directories = job["inc"].as_array().expect("a list").iter();
                let directories = directories.filter_map(|directory| directory.as_str());
                let mut arguments: Vec<String> =
                    directories.map(|directory| format!("-I{directory}")).collect();
                arguments.push(format!("--release={number}"));
                let directory = cache.join(directory);
                let file = directory.join(&path);
                let subject = Subject { action: "", directory, file, arguments };
                Input { release, subject, actions: BTreeSet::new() }
            });
            input.actions.insert(job["action"].as_str().expect("a name").to_owned());
        }
    }
    found.into_values().collect()
}

/// Adds what actions read of LLVM's own descriptions, and finds out which releases have which fields.
/// `TABLEWRIGHT_ONLY` selects paths by texts with commas between them; the releases of fields need all of
/// them.
#[test]
#[ignore = "takes minutes, and writes the lists"]
fn descriptions_of_llvm_are_recorded() {
    let only = std::env::var("TABLEWRIGHT_ONLY").unwrap_or_default();
    let only: Vec<String> =
        only.split(',').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let (views, lists) = (view_fields(), Mutex::new(Lists::new()));
    // For each class and field of a view, the releases that have the field.
    let seen: Mutex<BTreeMap<(&str, &str), [bool; 3]>> = Mutex::default();
    for_each(&inputs(&only), |input| {
        let Some(store) = input.subject.load() else { return };
        let mut found = Lists::new();
        let actions: Vec<&str> = input.actions.iter().map(String::as_str).collect();
        add_reads(&mut found, &store, &actions, &views);
        merge(&mut lists.lock().expect("no thread panics with it"), found);
        for &(class, field) in &views {
            let Some(id) = store.find_class(class) else { continue };
            let has_field = store.class(id).fields().any(|one| store.str(one.name) == field);
            let mut seen = seen.lock().expect("no thread panics with it");
            seen.entry((class, field)).or_default()[input.release] |= has_field;
        }
    });
    write_lists(lists.into_inner().expect("no thread panics with it"));
    if !only.is_empty() {
        return;
    }
    let mut text = String::new();
    for ((class, field), releases) in seen.into_inner().expect("no thread panics with it") {
        let range = match releases {
            [false, true, true] => "since 22",
            [false, false, true] => "since 23",
            [true, false, false] => "until 19",
            [true, true, false] => "until 22",
            // All have it; or none, as where one older than these does; or it came back.
            [true, _, true] | [false, _, false] => continue,
        };
        text.push_str(&format!("{class} {field} {range}\n"));
    }
    let path = Path::new(ROOT).join("crates/tablewright/src/action_runs/field_releases.txt");
    fs::write(path, text).expect("it can be written");
}

/// The page of the book is made from the lists.
#[test]
fn the_book_lists_what_actions_read() {
    let mut page = "# Fields that actions read\n\n\
        An action reads these classes and fields of a description, itself or by way of an analysis that it\n\
        shares with others. Which of them it reads depends on the description and on options. The lists were\n\
        recorded, and [`tablewright schema`](schema.md) has them too. Fields whose names are in the description\n\
        itself, such as those of a searchable table or the operands of an encoding, are not in them. Neither are\n\
        actions that print any description, such as `--print-records`.\n"
        .to_owned();
    for action in declared_actions() {
        page.push_str(&format!("\n## --{action}\n\n| class | fields |\n|---|---|\n"));
        let mut classes: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (class, field) in declared_reads(action) {
            classes.entry(class).or_default().push(format!("`{field}`"));
        }
        for (class, fields) in classes {
            page.push_str(&format!("| `{class}` | {} |\n", fields.join(", ")));
        }
    }
    page.push_str("\n# The fields\n");
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for ReadClass { class, meaning, fields, readers, parent } in read_classes() {
        if fields.is_empty() {
            continue;
        }
        let again = if seen.insert(class.clone()) { "" } else { " (another)" };
        page.push_str(&format!("\n## {class}{again}\n\n{}", cell(&meaning)));
        let parent =
            parent.map_or_else(String::new, |parent| format!(" It inherits from `{parent}`."));
        page.push_str(&format!(" Read by: {}.{parent}\n\n", readers.name()));
        page.push_str("| field | type | default | releases | meaning |\n|---|---|---|---|---|\n");
        for ReadField { field, ty, default, releases, meaning } in fields {
            let default = default.map_or_else(String::new, |default| format!("`{default}`"));
            let releases = releases.unwrap_or_else(|| "all".to_owned());
            let meaning = cell(&meaning);
            page.push_str(&format!(
                "| `{field}` | `{ty}` | {default} | {releases} | {meaning} |\n"
            ));
        }
    }
    let path = Path::new(ROOT).join("docs/src/action-reads.md");
    if is_blessed() {
        fs::write(&path, page).expect("it can be written");
    } else {
        let text = fs::read_to_string(&path).expect("the page is there");
        assert!(text == page, "{} is old; TABLEWRIGHT_BLESS=1 writes it", path.display());
    }
}

/// A text in a cell of a table of Markdown.
fn cell(text: &str) -> String {
    let text = text.replace('|', "\\|");
    // What is no code must not be taken for a tag.
    let parts = text.split('`').enumerate();
    let part = |(i, part): (usize, &str)| match i % 2 {
        0 => part.replace('<', "&lt;"),
        _ => part.to_owned(),
    };
    parts.map(part).collect::<Vec<_>>().join("`")
}
