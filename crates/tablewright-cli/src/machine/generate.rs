//! `tablewright generate crate`: a Rust crate that decodes and prints a target's machine code.

use std::path::Path;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use tablewright_backend::Failure;
use tablewright_driver::output_file::write_directory;
use tablewright_machine::generate::{CrateOptions, generate_crate};
use tablewright_session::text_path;
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::inspect;

pub(crate) const NAME: &str = "generate";

const KIND: &str = "kind";
const OUT: &str = "out";
const CRATE_NAME: &str = "name";

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Write a Rust crate that decodes and prints machine code")
        .after_help(
            "The crate needs no standard library, no allocation and no other crate. Its features are chosen when it\n\
             runs. Files in the directory are replaced.\n\
             \n\
             Example:\n\
             \x20   tablewright generate crate llvm/lib/Target/RISCV/RISCV.td --out riscv-machine-code",
        )
        .arg(
            Arg::new(KIND)
                .index(1)
                .value_name("KIND")
                .required(true)
                .value_parser(PossibleValuesParser::new(["crate"]))
                .help("What to write"),
        )
        .mut_arg("file", |file| file.index(2))
        .arg(
            Arg::new(OUT)
                .long(OUT)
                .value_name("DIR")
                .required(true)
                .help("Write the files into this directory, which is created if necessary"),
        )
        .arg(
            Arg::new(CRATE_NAME)
                .long(CRATE_NAME)
                .value_name("NAME")
                .help("Name of the crate [default: TARGET-machine-code]"),
        )
        .arg(super::variant_arg())
        .arg(inspect::color_arg())
        .arg(inspect::output_arg().hide(true))
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let command = GenerateCommand {
        out: args.get_one::<String>(OUT).expect("it is required").clone(),
        options: CrateOptions {
            name: args.get_one::<String>(CRATE_NAME).cloned(),
            variant: super::variant(args),
        },
    };
    inspect::run(called_as, args, Box::new(command))
}

/// Command line options.
struct GenerateCommand {
    out: String,
    options: CrateOptions,
}

impl DescriptionCommand for GenerateCommand {
    fn name(&self) -> &'static str {
        NAME
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        let files = generate_crate(subject.store, &self.options, subject.diagnostics)?;
        let dir = text_path(&self.out);
        let files: Vec<_> =
            files.iter().map(|it| (Path::new(&it.path), it.text.as_bytes())).collect();
        write_directory(&dir, &files).map_err(|error| {
            let message = format!("cannot write to '{}': {error}", self.out);
            Diagnostic::error_anywhere(Code::Usage, message)
        })?;
        Ok(String::new())
    }
}
