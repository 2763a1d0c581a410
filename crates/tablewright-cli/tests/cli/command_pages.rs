//! The book's reference of commands: a page for each command, with its help, and a table of all.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use tablewright_cli::command;

use crate::{Dir, Ran, program};

const SRC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src");

/// The page that describes a command with examples, where it does not have the name of the command.
const GUIDES: [(&str, &str); 11] = [
    ("assemble", "machine-code.md"),
    ("disassemble", "machine-code.md"),
    ("generate", "machine-code.md"),
    ("errors", "errors/index.md"),
    ("serve", "build-server.md"),
    ("llvm-tblgen", "drop-in.md"),
    ("clang-tblgen", "drop-in.md"),
    ("mlir-tblgen", "drop-in.md"),
    ("lldb-tblgen", "drop-in.md"),
    ("offload-tblgen", "drop-in.md"),
    ("tblgen-to-irdl", "drop-in.md"),
];

/// The names of the commands in the order of `--help`, and what each is for.
fn commands() -> Vec<(String, String)> {
    let all = command();
    let listed = all.get_subcommands().map(|each| {
        let about = each.get_about().expect("each says what it is for").to_string();
        // `batch --help` is mentioned where the help of all commands lists it.
        let about = about.split(" (").next().unwrap_or_default().to_owned();
        (each.get_name().to_owned(), about)
    });
    listed.collect()
}

/// What `tablewright NAME --help` prints. Of the programs of LLVM, actions and their options are left out: these are on
/// pages of their own.
fn help(name: &str) -> String {
    let dir = Dir::new();
    let mut command = dir.command(program());
    // A reader of the book has named no release.
    command.args([name, "--help"]).env_remove("TABLEWRIGHT_RELEASE");
    let text = Ran::from_output(command.output().unwrap()).ok();
    let text = text.replace(&program().display().to_string(), "tablewright");
    let Some((general, _)) = text.split_once("\nOptions for ") else { return text };
    let mut shown = String::new();
    for line in general.lines() {
        let is_action = line.starts_with("      --");
        if !is_action {
            writeln!(shown, "{line}").unwrap();
        } else if !shown.ends_with("…\n") {
            shown += "      …\n";
        }
    }
    shown
}

/// The page of the book about a command.
fn page(name: &str, about: &str) -> String {
    let guide = GUIDES.iter().find(|(command, _)| *command == name);
    let guide = guide.map_or_else(|| format!("{name}.md"), |(_, guide)| (*guide).to_owned());
    let text = fs::read_to_string(Path::new(SRC).join(&guide)).expect("each command has a page");
    let title = text.lines().next().and_then(|line| line.strip_prefix("# "));
    let title = title.expect("a page begins with its title");
    let actions = if guide == "drop-in.md" {
        " Its [backends](../backends.md) have pages of their own."
    } else {
        ""
    };
    format!(
        "# `tablewright {name}`\n\n{about}. [{title}](../{guide}) has examples.{actions}\n\n\
         ```text\n{}```\n",
        help(name)
    )
}

/// The page that lists the commands.
fn index(commands: &[(String, String)]) -> String {
    let mut text = "# Commands\n\n\
         Reference of the program's commands, from their `--help`. `TABLEWRIGHT_BLESS=1 cargo test -p tablewright-cli --test cli\n\
         command_pages` writes these pages, and a test compares them with the program.\n\n\
         | command | purpose |\n|---|---|\n"
        .to_owned();
    for (name, about) in commands {
        writeln!(text, "| [`{name}`]({name}.md) | {about} |").unwrap();
    }
    text + "\nMessages are written to standard error. The exit code is 0 after success, and 1 otherwise.\n"
}

/// Compares a page with what it has to be, or writes it.
fn check(name: &str, expected: &str) {
    let path = Path::new(SRC).join("commands").join(format!("{name}.md"));
    if std::env::var_os("TABLEWRIGHT_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, expected).unwrap();
        return;
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert_eq!(found, expected, "docs/src/commands/{name}.md: TABLEWRIGHT_BLESS=1 writes it");
}

#[test]
fn each_command_has_a_page_with_its_help() {
    let commands = commands();
    for (name, about) in &commands {
        check(name, &page(name, about));
    }
    check("index", &index(&commands));
}
