//! `tablewright assembly`: the rows that an assembler tries, and the aliases in a target's assembly language.

mod aliases;
mod ambiguous;
mod overview;
mod report;
mod rows;

use std::process::ExitCode;

use clap::{ArgMatches, Command};
use tablewright_backend::Failure;
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_target::assembler_features::AssemblerFeatures;
use tablewright_target::assembly::{
    AsmMatcher, AsmVariant, Matchable, MatcherOptions, MnemonicAliases,
};
use tablewright_target::instructions::Instructions;

use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::inspect::{self, all, flag, texts};
use crate::report::ReportForm;
use crate::suggestion::unknown_name;
use report::AssemblyReport;

pub(crate) const NAME: &str = "assembly";

const MNEMONIC: &str = "mnemonic";
const VARIANT: &str = "variant";
const AMBIGUOUS: &str = "ambiguous";
const ALIASES: &str = "aliases";

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Show the instructions that an assembler tries, in order")
        .after_help(
            "An assembler tries the rows for a mnemonic in this order. It uses the first row with matching\n\
             operands and available features.\n\
             \n\
             Example:\n\
             \x20   tablewright assembly llvm/lib/Target/RISCV/RISCV.td --mnemonic add",
        )
        .arg(texts(MNEMONIC, "NAME", "Only rows for this mnemonic"))
        .arg(texts(VARIANT, "NAME", "Only this assembly variant, by name or number"))
        .arg(flag(AMBIGUOUS, "Show rows with exactly the same operands"))
        .arg(flag(ALIASES, "Show instruction, mnemonic and token aliases"))
        .args(ReportForm::args())
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let command = AssemblyCommand {
        form: ReportForm::from_args(args),
        mnemonics: all(args, MNEMONIC),
        variants: all(args, VARIANT),
        shows_ambiguous: args.get_flag(AMBIGUOUS),
        shows_aliases: args.get_flag(ALIASES),
    };
    inspect::run(called_as, args, Box::new(command))
}

/// Command line options.
struct AssemblyCommand {
    form: ReportForm,
    mnemonics: Vec<String>,
    variants: Vec<String>,
    shows_ambiguous: bool,
    shows_aliases: bool,
}

impl DescriptionCommand for AssemblyCommand {
    fn name(&self) -> &'static str {
        NAME
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        let store = subject.store;
        let matcher = AsmMatcher::build(store, MatcherOptions::default(), subject.diagnostics)?;
        let features: &AssemblerFeatures = subject.analysis()?;
        let mnemonics =
            MnemonicAliases::read(store, &matcher.parser, features, subject.diagnostics)?;
        let language = AsmLanguage {
            store,
            instructions: subject.analysis()?,
            variants: self.find_variants(&matcher)?,
            mnemonics: mnemonics.unwrap_or_default(),
            matcher,
        };
        if self.form != ReportForm::Text {
            self.check_mnemonics(&language)?;
            let report = AssemblyReport::new(self, &language)?;
            return Ok(self.form.print(&report, subject.width));
        }
        let mut text = String::new();
        if self.mnemonics.is_empty() && !self.shows_ambiguous && !self.shows_aliases {
            overview::write(&language, &mut text);
        }
        for mnemonic in &self.mnemonics {
            rows::write(&language, mnemonic, &mut text)?;
        }
        if self.shows_ambiguous {
            ambiguous::write(&language, &self.mnemonics, &mut text);
        }
        if self.shows_aliases {
            aliases::write(&language, &mut text)?;
        }
        Ok(text)
    }
}

impl AssemblyCommand {
    /// Whether a row has a selected mnemonic.
    fn is_meant(&self, language: &AsmLanguage<'_>, row: &Matchable) -> bool {
        let mnemonic = language.matcher.texts.get(row.mnemonic);
        self.mnemonics.is_empty() || self.mnemonics.iter().any(|m| m.eq_ignore_ascii_case(mnemonic))
    }

    /// Checks that each selected mnemonic has rows.
    fn check_mnemonics(&self, language: &AsmLanguage<'_>) -> Result<(), Diagnostic> {
        self.mnemonics.iter().try_for_each(|name| rows::for_mnemonic(language, name).map(drop))
    }

    /// Returns the indices of the selected variants.
    fn find_variants(&self, matcher: &AsmMatcher) -> Result<Vec<usize>, Diagnostic> {
        let variants = &matcher.parser.variants;
        if self.variants.is_empty() {
            return Ok((0..variants.len()).collect());
        }
        self.variants.iter().map(|name| find_variant(variants, name)).collect()
    }
}

fn find_variant(variants: &[AsmVariant], name: &str) -> Result<usize, Diagnostic> {
    let is_meant =
        |variant: &AsmVariant| variant.name == name || variant.number.to_string() == name;
    variants.iter().position(is_meant).ok_or_else(|| {
        let names = variants.iter().map(|variant| variant.name.as_str());
        unknown_name("variant", name, names.filter(|name| !name.is_empty()))
    })
}

/// The assembly language to show.
struct AsmLanguage<'s> {
    store: &'s RecordStore,
    matcher: AsmMatcher,
    instructions: &'s Instructions,
    mnemonics: MnemonicAliases,
    /// Indices of the selected variants.
    variants: Vec<usize>,
}
