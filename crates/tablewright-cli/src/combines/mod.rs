//! `tablewright combines`: the rules in GlobalISel combiners as graphs, and overlaps between rules.

mod dot;
mod overlaps;
mod report;
mod text;

use std::process::ExitCode;

use clap::{ArgMatches, Command};
use tablewright_backend::Failure;
use tablewright_llvm::table_rules::{self, TableRules};
use tablewright_records::{Record, RecordStore};
use tablewright_selection::combines::{CombineRule, RuleReader};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::instructions::{InstructionId, Instructions};

use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::inspect::{self, all, flag, texts};
use crate::report::ReportForm;
use crate::suggestion::unknown_name;
use report::{OverlapsReport, RulesReport};

pub(crate) const NAME: &str = "combines";

const DOT: &str = "dot";
const COMBINER: &str = "combiner";
const RULE: &str = "rule";
const OVERLAPS: &str = "overlaps";

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Show the rules in GlobalISel combiners, and overlaps between them")
        .after_help(
            "Two rules overlap unless a check in one contradicts a check in the other, for example another\n\
             opcode, operand count, flag, type, immediate or intrinsic at the same place. Conditions in C++ are\n\
             assumed to hold.\n\
             \n\
             Example:\n\
             \x20   tablewright combines llvm/lib/Target/AArch64/AArch64.td --overlaps",
        )
        .arg(texts(COMBINER, "NAME", "Only this combiner"))
        .arg(texts(RULE, "NAME", "Show the match and apply lists of this rule"))
        .arg(flag(OVERLAPS, "Show rules that can match the same instruction"))
        .args(ReportForm::args_and(DOT, "Output format; jsonl prints an object per line, dot a graph for Graphviz"))
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let form = (!inspect::has_form(args, DOT)).then(|| ReportForm::from_args(args));
    let command = CombinesCommand {
        combiners: all(args, COMBINER),
        rules: all(args, RULE),
        shows_overlaps: args.get_flag(OVERLAPS),
        form,
    };
    inspect::run(called_as, args, Box::new(command))
}

/// Command line options.
struct CombinesCommand {
    combiners: Vec<String>,
    rules: Vec<String>,
    shows_overlaps: bool,
    /// Report form. `None` for a Graphviz graph.
    form: Option<ReportForm>,
}

/// A selected combiner.
struct CombinesCombiner<'s> {
    record: Record<'s>,
    rules: TableRules,
    /// Indices of the selected rules.
    shown: Vec<usize>,
    instructions: &'s Instructions,
}

impl<'s> CombinesCombiner<'s> {
    fn shown(&self) -> impl Iterator<Item = &CombineRule> {
        self.shown.iter().map(|&index| &self.rules.rules[index])
    }

    fn opcode_name(&self, store: &RecordStore, opcode: InstructionId) -> String {
        store.record(self.instructions.record(opcode)).name().to_owned()
    }

    fn name_of(&self, store: &'s RecordStore, index: usize) -> &'s str {
        store.record(self.rules.rules[index].record).name()
    }
}

impl DescriptionCommand for CombinesCommand {
    fn name(&self) -> &'static str {
        NAME
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        let store = subject.store;
        if self.form.is_none() && self.rules.is_empty() && !self.shows_overlaps {
            let message = "--format dot needs --rule or --overlaps";
            return Err(Diagnostic::error_anywhere(Code::OptionsConflict, message).into());
        }
        let mut reader = RuleReader::new(store, subject.diagnostics)?;
        let instructions = reader.instructions();
        let mut combiners = Vec::new();
        for record in self.find_combiners(store)? {
            let rules = table_rules::read(record, &mut reader)?;
            combiners.push(CombinesCombiner { record, rules, shown: Vec::new(), instructions });
        }
        self.choose_rules(store, &mut combiners)?;
        let is_detailed = !self.rules.is_empty();
        Ok(match (self.shows_overlaps, self.form) {
            (true, Some(ReportForm::Text)) => overlaps::text(store, &combiners),
            (true, Some(form)) => form.print(&OverlapsReport::new(store, &combiners), None),
            (true, None) => overlaps::dot(store, &combiners),
            (false, Some(ReportForm::Text)) if is_detailed => text::rules(&reader, &combiners),
            (false, Some(ReportForm::Text)) => text::overview(&reader, &combiners),
            (false, Some(form)) => form.print(&RulesReport::new(&reader, &combiners), None),
            (false, None) => dot::rules(&reader, &combiners),
        })
    }
}

impl CombinesCommand {
    /// Returns the named combiners, or all combiners if no names are listed.
    fn find_combiners<'s>(&self, store: &'s RecordStore) -> Result<Vec<Record<'s>>, Failure> {
        let all = store.derived_from_name("GICombiner")?;
        if self.combiners.is_empty() {
            return Ok(all);
        }
        let find = |name: &String| {
            let combiner = all.iter().find(|record| record.name() == name);
            let known = all.iter().map(|record| record.name());
            combiner.copied().ok_or_else(|| unknown_name("combiner", name, known).into())
        };
        self.combiners.iter().map(find).collect()
    }

    /// Selects rules in each combiner: the named rules, or all rules if no names are listed.
    fn choose_rules(
        &self,
        store: &RecordStore,
        combiners: &mut Vec<CombinesCombiner<'_>>,
    ) -> Result<(), Diagnostic> {
        let names = |combiner: &CombinesCombiner<'_>| -> Vec<String> {
            let indices = 0..combiner.rules.rules.len();
            indices.map(|index| combiner.name_of(store, index).to_owned()).collect()
        };
        let known: Vec<String> = combiners.iter().flat_map(names).collect();
        for name in &self.rules {
            if !known.contains(name) {
                return Err(unknown_name("rule", name, known.iter().map(String::as_str)));
            }
        }
        for combiner in &mut *combiners {
            let is_shown = |index: &usize| {
                let name = combiner.name_of(store, *index);
                self.rules.is_empty() || self.rules.iter().any(|rule| rule == name)
            };
            combiner.shown = (0..combiner.rules.rules.len()).filter(is_shown).collect();
        }
        combiners.retain(|combiner| self.rules.is_empty() || !combiner.shown.is_empty());
        Ok(())
    }
}

/// Returns the location of a record, `file:line`.
fn location(store: &RecordStore, record: Record<'_>) -> String {
    let at = store.sources().line_column(record.pos());
    format!("{}:{}", store.sources().file(at.file).name, at.line)
}
