//! `tablewright dialect`: MLIR dialects and their operations, as text and as data.

mod detail;
mod language;
mod overview;
mod signature;

use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command};
use tablewright_backend::Failure;
use tablewright_dialect::{SCHEMA, describe};
use tablewright_inspect::{NamePattern, unknown_name};
use tablewright_mlir::model::{Dialect, DialectContents, DialectSelection, Operation};
use tablewright_mlir::{dialect_page, operation_section};
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::inspect::{self, name_patterns, texts};
use crate::terminal::print;
use language::DialectLanguage;

pub(crate) const NAME: &str = "dialect";

const DIALECT: &str = "dialect";
const OP: &str = "op";
const SCHEMA_OPTION: &str = "schema";

/// An output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DialectFormat {
    Text,
    Markdown,
    Json,
    /// Definitions in another language.
    In(DialectLanguage),
    /// Rules of the assembly.
    Grammar,
}

impl DialectFormat {
    /// All formats. The first format is the default.
    const ALL: [DialectFormat; 7] = [
        DialectFormat::Text,
        DialectFormat::Markdown,
        DialectFormat::Json,
        DialectFormat::In(DialectLanguage::Irdl),
        DialectFormat::In(DialectLanguage::Rust),
        DialectFormat::In(DialectLanguage::Python),
        DialectFormat::Grammar,
    ];

    fn name(self) -> &'static str {
        match self {
            DialectFormat::Text => "text",
            DialectFormat::Markdown => "markdown",
            DialectFormat::Json => "json",
            DialectFormat::In(DialectLanguage::Irdl) => "irdl",
            DialectFormat::In(DialectLanguage::Rust) => "rust",
            DialectFormat::In(DialectLanguage::Python) => "python",
            DialectFormat::Grammar => "grammar",
        }
    }

    fn from_args(args: &ArgMatches) -> DialectFormat {
        let named = DialectFormat::ALL.into_iter().find(|it| inspect::has_form(args, it.name()));
        named.unwrap_or(DialectFormat::Text)
    }
}

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Show MLIR dialects: operations, types, attributes and enums")
        .after_help(
            "Without --dialect, the output contains the dialects to which FILE itself adds definitions. If FILE\n\
             only includes other files, it contains all dialects.\n\
             In a PATTERN, * matches any text and ? any character.\n\
             \n\
             Example:\n\
             \x20   tablewright dialect mlir/include/mlir/Dialect/Arith/IR/ArithOps.td --op addi",
        )
        .mut_arg("file", |file| file.required(false).required_unless_present(SCHEMA_OPTION))
        .arg(texts(DIALECT, "PATTERN", "Only dialects with a matching name"))
        .arg(texts(OP, "PATTERN", "Show operations with a matching name in detail, for example arith.addi or addi"))
        .arg(
            inspect::flag(SCHEMA_OPTION, "Print the JSON Schema for --format json")
                .exclusive(true),
        )
        .args(format_args())
}

fn format_args() -> [Arg; 3] {
    inspect::form_args(
        DialectFormat::ALL.map(DialectFormat::name),
        "Output format: MLIR's documentation page in Markdown, wrappers for melior in Rust, stubs in Python, a grammar of the assembly in GBNF",
    )
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    if args.get_flag(SCHEMA_OPTION) {
        return print(called_as, SCHEMA);
    }
    let command = DialectCommand {
        format: DialectFormat::from_args(args),
        dialects: name_patterns(args, DIALECT),
        operations: name_patterns(args, OP),
    };
    inspect::run(called_as, args, Box::new(command))
}

/// Command line options.
struct DialectCommand {
    format: DialectFormat,
    /// Patterns for dialect names. If empty, the dialects with definitions in the main file.
    dialects: Vec<NamePattern>,
    /// Patterns for operation names. If empty, all operations.
    operations: Vec<NamePattern>,
}

impl DescriptionCommand for DialectCommand {
    fn name(&self) -> &'static str {
        NAME
    }

    fn needs_trace(&self) -> bool {
        match self.format {
            DialectFormat::Text => !self.operations.is_empty(),
            DialectFormat::Json => true,
            DialectFormat::Markdown | DialectFormat::In(_) | DialectFormat::Grammar => false,
        }
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        let store = subject.store;
        let is_dialect = |name: &str| self.dialects.iter().any(|pattern| pattern.matches(name));
        let is_operation = |name: &str| self.is_operation(name);
        let selection = DialectSelection {
            dialect: (!self.dialects.is_empty()).then_some(&is_dialect),
            operation: &is_operation,
        };
        self.check_dialects(store)?;
        let contents = DialectContents::select(store, selection)?;
        if contents.is_empty() && describe(store, selection)?.is_empty() {
            let message = "the description defines no dialect, no enum and no interface of MLIR";
            return Err(Diagnostic::error_anywhere(Code::MissingClass, message).into());
        }
        if !self.operations.is_empty() {
            self.check_operations(store, &contents)?;
        }
        Ok(match self.format {
            DialectFormat::Text if self.operations.is_empty() => {
                overview::text(&describe(store, selection)?, subject.width)
            }
            DialectFormat::Text => detail::text(&describe(store, selection)?),
            DialectFormat::Markdown if self.operations.is_empty() => {
                contents.iter().map(dialect_page).collect()
            }
            DialectFormat::Markdown => {
                let operations = contents.iter().flat_map(|one| &one.operations);
                operations.map(operation_section).collect()
            }
            DialectFormat::In(language) => language::text(language, &contents, subject)?,
            DialectFormat::Grammar => language::grammar(&contents, subject)?,
            DialectFormat::Json => {
                let description = describe(store, selection)?;
                let text = serde_json::to_string_pretty(&description);
                text.expect("strings and numbers are valid JSON") + "\n"
            }
        })
    }
}

impl DialectCommand {
    /// Whether an operation is selected. `name` includes the dialect name.
    fn is_operation(&self, name: &str) -> bool {
        let mnemonic = name.split_once('.').map_or(name, |(_, mnemonic)| mnemonic);
        let fits = |pattern: &NamePattern| pattern.matches(name) || pattern.matches(mnemonic);
        self.operations.is_empty() || self.operations.iter().any(fits)
    }

    /// Reports a pattern that matches no dialect.
    fn check_dialects(&self, store: &RecordStore) -> Result<(), Diagnostic> {
        let dialects = Dialect::all(store)?;
        let names = || dialects.iter().map(|dialect| dialect.name);
        // `*` may match nothing without an error.
        let fits = |pattern: &NamePattern| names().any(|name| pattern.matches(name));
        match self.dialects.iter().find(|it| it.text() != "*" && !fits(it)) {
            Some(pattern) => Err(unknown_name("dialect", pattern.text(), names())),
            None => Ok(()),
        }
    }

    /// Reports a pattern that matches no operation in the dialects.
    fn check_operations(
        &self,
        store: &RecordStore,
        contents: &[DialectContents<'_>],
    ) -> Result<(), Diagnostic> {
        let operations = || contents.iter().flat_map(|one| &one.operations);
        let fits = |pattern: &NamePattern| {
            operations().any(|operation| {
                pattern.matches(&operation.names.full) || pattern.matches(operation.names.mnemonic)
            })
        };
        let Some(pattern) = self.operations.iter().find(|pattern| !fits(pattern)) else {
            return Ok(());
        };
        let all = Operation::all(store, |_| true)?;
        let names = all.iter().map(|operation| operation.names.full.as_str());
        Err(unknown_name("operation", pattern.text(), names))
    }
}
