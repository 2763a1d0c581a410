//! Writes a package's man pages and shell completions, from the program's command line.
//!
//! `tablewright-manuals DIR` fills `DIR/man/man1`, and the directories in which bash, zsh and fish
//! look for completions. The pages for drop-in programs contain their `--help`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Command, arg};
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

/// The program's name.
const NAME: &str = "tablewright";

/// For each shell: the directory below `share` with its completions, and the name of our file.
const COMPLETIONS: [(Shell, &str, &str); 3] = [
    (Shell::Bash, "bash-completion/completions", "tablewright"),
    (Shell::Zsh, "zsh/site-functions", "_tablewright"),
    (Shell::Fish, "fish/vendor_completions.d", "tablewright.fish"),
];

fn main() -> ExitCode {
    let args = Command::new("tablewright-manuals")
        .about("Write man pages and shell completions")
        .arg(
            arg!(<DIR> "The directory `share` of a package")
                .value_parser(clap::value_parser!(PathBuf)),
        )
        .get_matches();
    let directory = args.get_one::<PathBuf>("DIR").expect("clap requires it");
    match write_all(directory) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            drop(io::Write::write_all(&mut io::stderr(), format!("error: {error}\n").as_bytes()));
            ExitCode::FAILURE
        }
    }
}

/// Writes all pages and completions below `share`.
fn write_all(share: &Path) -> io::Result<()> {
    let mut command = tablewright_cli::command();
    command.build();
    let pages = share.join("man/man1");
    fs::create_dir_all(&pages)?;
    write_page(&pages, NAME, &command)?;
    let texts = tablewright_cli::help_texts();
    for subcommand in command.get_subcommands() {
        let name = subcommand.get_name();
        // Pages from texts follow, and `help` is not a separate command.
        if name != "help" && texts.iter().all(|text| text.command != name) {
            write_page(&pages, &format!("{NAME}-{name}"), subcommand)?;
        }
    }
    for text in &texts {
        let page = text_page(&text.page, &text.about, &text.text);
        fs::write(pages.join(format!("{}.1", text.page)), page)?;
    }
    for (shell, directory, file) in COMPLETIONS {
        let directory = share.join(directory);
        fs::create_dir_all(&directory)?;
        let mut script = Vec::new();
        generate(shell, &mut tablewright_cli::command(), NAME, &mut script);
        fs::write(directory.join(file), script)?;
    }
    Ok(())
}

/// Writes the page for a command that clap knows.
fn write_page(pages: &Path, name: &str, command: &Command) -> io::Result<()> {
    // The page shows the whole name, which `Command::build` has set.
    let command = command.clone().version(env!("CARGO_PKG_VERSION"));
    let mut text = Vec::new();
    let source = format!("{NAME} {}", env!("CARGO_PKG_VERSION"));
    Man::new(command).manual(NAME).source(source).render(&mut text)?;
    fs::write(pages.join(format!("{name}.1")), text)
}

/// Returns the page for a command whose options clap does not read.
fn text_page(name: &str, about: &str, text: &str) -> String {
    let mut page = Roff::new();
    let source = format!("{NAME} {}", env!("CARGO_PKG_VERSION"));
    page.control("TH", [name, "1", "", source.as_str(), NAME]);
    page.control("SH", ["NAME"]);
    page.text([roman(format!("{name} - {about}"))]);
    page.control("SH", ["DESCRIPTION"]);
    page.control("nf", []);
    for line in text.lines() {
        page.text([roman(line)]);
    }
    page.control("fi", []);
    page.control("SH", ["SEE ALSO"]);
    page.text([bold(NAME), roman("(1)")]);
    page.render()
}
