//! `tablewright intrinsics`: the vector intrinsics of a description, with their types and what they need.

use std::collections::BTreeMap;
use std::process::ExitCode;

use clap::{ArgMatches, Command};
use serde_json::{Value, json};
use tablewright::TextSink;
use tablewright::backend::Failure;
use tablewright::clang::{IntrinsicFamily, IntrinsicGuards, IntrinsicSummary};
use tablewright::syntax::diagnostic::{Diagnostic, Severity};

use crate::inspect::{self, all, texts};
use crate::inspection::{Inspection, Subject};
use crate::selection::is_match;

pub(crate) const NAME: &str = "intrinsics";

const JSON: &str = "json";
const INTRINSIC: &str = "name";
const TYPE: &str = "type";
const INSTRUCTION: &str = "instruction";
const GUARD: &str = "guard";

/// The version of the JSON. It changes where a member is removed or means something else.
const VERSION: u32 = 1;

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Show vector intrinsics of Arm and RISC-V, and what they need")
        .after_help(
            "Without a filter, it shows how many intrinsics each element type has.\n\
             In a PATTERN * stands for any text and ? for any character.",
        )
        .mut_arg("file", |file| {
            file.help("The description, such as arm_neon.td; - is standard input")
        })
        .arg(texts(INTRINSIC, "PATTERN", "Only intrinsics with such a name, or overloaded name"))
        .arg(texts(
            TYPE,
            "PATTERN",
            "Only those for such elements, or with such a type: s8, float*",
        ))
        .arg(texts(INSTRUCTION, "PATTERN", "Only those of such an instruction, or builtin"))
        .arg(texts(GUARD, "PATTERN", "Only those that need such a feature: bf16, sve2*"))
        .args(inspect::form_args(["text", JSON], "The format of the output"))
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let inspection = IntrinsicsInspection {
        as_json: inspect::has_form(args, JSON),
        names: all(args, INTRINSIC),
        types: all(args, TYPE),
        instructions: all(args, INSTRUCTION),
        guards: all(args, GUARD),
    };
    inspect::run(called_as, args, Box::new(inspection))
}

/// What the command line asks for. Of several patterns one has to match.
struct IntrinsicsInspection {
    as_json: bool,
    names: Vec<String>,
    types: Vec<String>,
    instructions: Vec<String>,
    guards: Vec<String>,
}

impl Inspection for IntrinsicsInspection {
    fn name(&self) -> &'static str {
        NAME
    }

    fn text(&self, subject: &mut Subject<'_, '_>) -> Result<String, Failure> {
        let mut intrinsics = IntrinsicSummary::all(subject.store)?;
        intrinsics.retain(|intrinsic| self.selects(intrinsic));
        if intrinsics.is_empty() {
            let message = "no intrinsic is selected";
            subject.diagnostics.push(Diagnostic::new(Severity::Note, None, message));
        }
        let mut text = String::new();
        if self.as_json {
            let family = IntrinsicFamily::of(subject.store).map(IntrinsicFamily::name);
            let list: Vec<Value> = intrinsics.iter().map(object).collect();
            let document = json!({ "version": VERSION, "family": family, "intrinsics": list });
            writeln!(text, "{document:#}");
        } else if self.has_filter() {
            sections(&intrinsics, &mut text);
        } else {
            overview(&intrinsics, &mut text);
        }
        Ok(text)
    }
}

impl IntrinsicsInspection {
    fn has_filter(&self) -> bool {
        [&self.names, &self.types, &self.instructions, &self.guards]
            .iter()
            .any(|patterns| !patterns.is_empty())
    }

    fn selects(&self, intrinsic: &IntrinsicSummary) -> bool {
        let names = [Some(&intrinsic.name), intrinsic.overloaded_name.as_ref()];
        let instructions = [&intrinsic.instruction, &intrinsic.builtin];
        is_selected(&self.names, names.into_iter().flatten().map(String::as_str))
            && is_selected(&self.types, intrinsic.types().chain([intrinsic.element_type.as_str()]))
            && is_selected(
                &self.instructions,
                instructions.into_iter().flatten().map(String::as_str),
            )
            && is_selected(&self.guards, intrinsic.guards.feature_names())
    }
}

/// Whether one of the patterns matches one of the texts, or there are no patterns.
fn is_selected<'a>(patterns: &[String], mut texts: impl Iterator<Item = &'a str>) -> bool {
    patterns.is_empty() || texts.any(|text| patterns.iter().any(|pattern| is_match(pattern, text)))
}

/// Writes how many intrinsics each element type has, the most frequent first.
fn overview(intrinsics: &[IntrinsicSummary], text: &mut String) {
    let count = |key: &dyn Fn(&IntrinsicSummary) -> String| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for intrinsic in intrinsics {
            *counts.entry(key(intrinsic)).or_default() += 1;
        }
        let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
        // The sort is stable: those as frequent stay sorted by name.
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counts
    };
    writeln!(text, "{} intrinsics", intrinsics.len());
    let element_types = count(&|intrinsic| intrinsic.element_type.clone());
    let guards = count(&|intrinsic| needs(&intrinsic.guards));
    for (title, counts) in [("element type", element_types), ("needs", guards)] {
        writeln!(text, "\n  count  {title}");
        for (key, count) in counts {
            writeln!(text, "{count:7}  {key}");
        }
    }
}

/// Writes a section for each combination of guards, in the order of the description.
fn sections(intrinsics: &[IntrinsicSummary], text: &mut String) {
    let mut all_guards: Vec<&IntrinsicGuards> = Vec::new();
    let mut sections: BTreeMap<&IntrinsicGuards, Vec<&IntrinsicSummary>> = BTreeMap::new();
    for intrinsic in intrinsics {
        let section = sections.entry(&intrinsic.guards).or_default();
        if section.is_empty() {
            all_guards.push(&intrinsic.guards);
        }
        section.push(intrinsic);
    }
    for guards in all_guards {
        text.push_str(if text.is_empty() { "" } else { "\n" });
        writeln!(text, "needs {}", needs(guards));
        table(&sections[guards], text);
    }
}

/// Writes a row for each intrinsic: name, instruction, and types.
fn table(intrinsics: &[&IntrinsicSummary], text: &mut String) {
    let instruction = |one: &IntrinsicSummary| one.instruction.clone().unwrap_or_default();
    let width = |cell: &dyn Fn(&IntrinsicSummary) -> usize| {
        intrinsics.iter().map(|one| cell(one)).max().unwrap_or_default()
    };
    let name_width = width(&|one| one.name.len());
    let instruction_width = width(&|one| instruction(one).len());
    for one in intrinsics {
        let parameters: Vec<String> = one
            .parameters
            .iter()
            .map(|parameter| match parameter.is_immediate {
                true => format!("constant {}", parameter.ty),
                false => parameter.ty.clone(),
            })
            .collect();
        let row = format!(
            "  {:name_width$}  {:instruction_width$}  {} ({})",
            one.name,
            instruction(one),
            one.result,
            parameters.join(", ")
        );
        writeln!(text, "{row}");
    }
}

/// Guards in one line.
fn needs(guards: &IntrinsicGuards) -> String {
    let IntrinsicGuards { condition, features, streaming_features } = guards;
    let mut parts = Vec::new();
    match (features, streaming_features) {
        (None, None) => {}
        (Some(features), None) => parts.push(features.clone()),
        (None, Some(streaming)) => parts.push(format!("{streaming} in streaming mode")),
        (Some(features), Some(streaming)) => {
            parts.push(format!("{features}, or {streaming} in streaming mode"));
        }
    }
    parts.extend(condition.clone());
    if parts.is_empty() { "nothing".to_owned() } else { parts.join("; ") }
}

fn object(intrinsic: &IntrinsicSummary) -> Value {
    let parameters = intrinsic
        .parameters
        .iter()
        .map(|parameter| json!({ "type": parameter.ty, "immediate": parameter.is_immediate }));
    json!({
        "name": intrinsic.name,
        "overloaded_name": intrinsic.overloaded_name,
        "record": intrinsic.record,
        "instruction": intrinsic.instruction,
        "builtin": intrinsic.builtin,
        "element_type": intrinsic.element_type,
        "result": intrinsic.result,
        "parameters": parameters.collect::<Vec<_>>(),
        "guards": {
            "condition": intrinsic.guards.condition,
            "features": intrinsic.guards.features,
            "streaming_features": intrinsic.guards.streaming_features,
        },
    })
}
