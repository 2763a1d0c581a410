//! Checks that a layout change preserves the records.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::fs::canonicalize;
use std::path::PathBuf;

use clap::ArgMatches;
use tablewright_backend::Options;
use tablewright_records::Loaded;
use tablewright_session::{LoadError, Session, text_path};
use tablewright_text::byte_escape::unescape;

use crate::inspect;
use crate::mode::CalledProgram;
use crate::option_table::OptionTable;

/// The main files whose records are compared.
pub(super) enum FormatVerification {
    /// Each file is read as a main file.
    EachFile,
    /// A main file that includes the files.
    Main(MainFile),
}

/// A main file with its records. It is read once, since written changes preserve the records.
pub(super) struct MainFile {
    name: String,
    description: OnceCell<FmtDescription>,
}

/// The records before any change.
struct FmtDescription {
    records: String,
    /// Names under which files were included.
    included: BTreeSet<String>,
}

impl FormatVerification {
    /// Returns the verification for `--verify` or `--verify=MAIN`.
    pub(super) fn new(main: &str) -> FormatVerification {
        if main.is_empty() {
            return FormatVerification::EachFile;
        }
        FormatVerification::Main(MainFile { name: main.to_owned(), description: OnceCell::new() })
    }

    /// Reads a text before and after a change, and compares its records in the format of `--print-records`.
    pub(super) fn same_records(
        &self,
        called_as: &str,
        args: &ArgMatches,
        file: &str,
        [before, after]: [&str; 2],
    ) -> Result<(), String> {
        let are_same = match self {
            FormatVerification::EachFile => {
                let session = inspect::session(called_as, args, file);
                let records = |text: &str| {
                    let loaded = session.load_bytes(file, unescape(text).into_owned());
                    let needs = |error| {
                        format!(
                            "--verify needs a file that can be read by itself, or --verify=MAIN: {error}"
                        )
                    };
                    print_records(&loaded.map_err(needs)?)
                };
                records(before)? == records(after)?
            }
            FormatVerification::Main(main) => {
                let session = inspect::session(called_as, args, &main.name);
                main.has_same_records(session, file, after)?
            }
        };
        if are_same {
            return Ok(());
        }
        Err("its records would change, which is a fault of this program".to_owned())
    }
}

impl MainFile {
    /// Whether the records stay the same if a file has the text `after`.
    fn has_same_records(
        &self,
        mut session: Session,
        file: &str,
        after: &str,
    ) -> Result<bool, String> {
        let description = match self.description.get() {
            Some(description) => description,
            None => {
                let description = self.read(&session)?;
                self.description.get_or_init(|| description)
            }
        };
        let path = real(file);
        let mut names = description.included.iter().filter(|name| real(name) == path).peekable();
        if names.peek().is_none() {
            return Err(format!("{} does not include it", self.name));
        }
        for name in names {
            session = session.file(name, after);
        }
        let loaded = session.load_file(&self.name).map_err(|error| self.unread(&error))?;
        Ok(print_records(&loaded)? == description.records)
    }

    fn read(&self, session: &Session) -> Result<FmtDescription, String> {
        let loaded = session.load_file(&self.name).map_err(|error| self.unread(&error))?;
        let files = loaded.store.sources().files().iter();
        let included = files.map(|file| file.name.clone()).collect();
        Ok(FmtDescription { records: print_records(&loaded)?, included })
    }

    fn unread(&self, error: &LoadError) -> String {
        format!("the main file {} cannot be read: {error}", self.name)
    }
}

/// Resolves symbolic links in a path.
fn real(name: &str) -> PathBuf {
    let path = text_path(name);
    canonicalize(&path).unwrap_or(path)
}

fn print_records(loaded: &Loaded) -> Result<String, String> {
    let table = OptionTable::new(&CalledProgram::Llvm, None);
    let backend = table.action("print-records").expect("it is an action of LLVM's program");
    let output = backend.output(&loaded.store, &Options::default());
    output.map_err(|error| error.to_string())
}
