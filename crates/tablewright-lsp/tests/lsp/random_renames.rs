//! Renaming of random names in the example target: the records are the same, apart from the name.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tablewright_records::RecordStore;
use tablewright_session::Session;

use crate::client::{Client, folder, toy, uri};

/// Number of places that are tried. The same numbers follow from each seed.
const TRIALS: u64 = 60;

/// The generator SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % limit as u64).expect("it is below a size")
    }
}

/// Copies the `.td` files in a folder, and returns the copies' paths.
fn copied(from: &Path, to: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    fs::create_dir_all(to).expect("it can be created");
    for entry in fs::read_dir(from).expect("it can be read").flatten() {
        let (path, copy) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            files.extend(copied(&path, &copy));
        } else if path.extension().is_some_and(|ending| ending == "td") {
            fs::copy(&path, &copy).expect("it can be copied");
            files.push(copy);
        }
    }
    files.sort();
    files
}

/// The offsets of names in a text, outside comments.
fn words(text: &str) -> Vec<usize> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_code = |at: usize| {
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        !text[line..at].contains("//")
    };
    let starts = text.char_indices().filter(|&(at, c)| {
        c.is_ascii_alphabetic() && !text[..at].ends_with(is_part) && is_code(at)
    });
    starts.map(|(at, _)| at).collect()
}

/// Applies the edits of a file, the last first.
fn edited(client: &Client, uri: &str, edits: &Value) -> String {
    let mut edits: Vec<(std::ops::Range<usize>, &str)> = edits
        .as_array()
        .expect("a list")
        .iter()
        .map(|edit| {
            let new = edit["newText"].as_str().expect("a text");
            (client.bytes(uri, &edit["range"]), new)
        })
        .collect();
    edits.sort_by_key(|(range, _)| range.start);
    let mut text = client.text(uri).to_owned();
    for (range, new) in edits.into_iter().rev() {
        text.replace_range(range, new);
    }
    text
}

/// All records' lines, sorted, with a name replaced.
fn lines(store: &RecordStore, name: &str) -> Vec<String> {
    let mut text = String::new();
    for record in store.records() {
        text.push_str("def ");
        store.write_record(&mut text, record);
    }
    let mut lines: Vec<String> = text.lines().map(|line| line.replace(name, "@")).collect();
    lines.sort();
    lines
}

#[test]
fn random_names_of_the_example_target_are_renamed() {
    let folder = folder();
    let files = copied(&toy("."), &folder);
    let dirs = format!("{};{}", folder.display(), folder.join("prelude").display());
    let main = folder.join("Toy.td");
    let entries = ["Toy.td", "ToyDSP.td"].map(|main| {
        let main = folder.join(main);
        format!("--- !FileInfo:\n  filepath: \"{}\"\n  includes: \"{dirs}\"\n", main.display())
    });
    let database = folder.join("tablegen_compile_commands.yml");
    fs::write(database, entries.concat()).expect("it can be written");
    let settings = json!({ "lints": false, "debounceMilliseconds": 1 });
    let mut client = Client::start(&folder, json!({}), settings);
    let session = Session::new().include_dir(&folder).include_dir(folder.join("prelude"));
    let original = session.load_file(&main).expect("it is valid").store;
    let texts: Vec<String> =
        files.iter().map(|file| fs::read_to_string(file).expect("it can be read")).collect();
    files.iter().for_each(|file| _ = client.open(file));
    let (mut random, mut renamed) = (Random(1), 0);
    for trial in 0..TRIALS {
        let index = random.below(files.len());
        let (file, text) = (uri(&files[index]), &texts[index]);
        let words = words(text);
        let at = words[random.below(words.len())];
        let end = text[at..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let old = &text[at..end.map_or(text.len(), |end| at + end)];
        let new = format!("{old}Renamed{trial}");
        let position = client.position(&file, at);
        let params =
            json!({ "textDocument": { "uri": file }, "position": position, "newName": new });
        let Ok(found) = client.response("textDocument/rename", params) else { continue };
        let Some(changes) = found["changes"].as_object() else { continue };
        let mut session = session.clone();
        for (uri, edits) in changes {
            let path = uri.trim_start_matches("file://");
            session = session.file(path, edited(&client, uri, edits));
        }
        let after = session.load_file(&main).unwrap_or_else(|error| panic!("{old}: {error}"));
        // The new name begins with the old name.
        let after: Vec<String> =
            lines(&after.store, &new).iter().map(|line| line.replace(old, "@")).collect();
        let (mut before, mut after) = (lines(&original, old), after);
        before.sort();
        after.sort();
        assert!(before == after, "{old} in {file}");
        renamed += 1;
    }
    assert!(renamed > TRIALS / 5, "{renamed} of {TRIALS}");
    client.stop();
}
