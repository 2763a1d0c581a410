//! `tablewright intrinsics`: vector intrinsics in a description, with their types and guards.

use std::collections::BTreeMap;
use std::process::ExitCode;

use clap::{ArgMatches, Command};
use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_clang::{IntrinsicFamily, IntrinsicGuards, IntrinsicSummary};
use tablewright_inspect::NamePattern;
use tablewright_records::TextSink;
use tablewright_syntax::diagnostic::{Diagnostic, Severity};

use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::inspect::{self, name_patterns, texts};
use crate::report::{Report, ReportForm};

pub(crate) const NAME: &str = "intrinsics";

const INTRINSIC: &str = "name";
const TYPE: &str = "type";
const INSTRUCTION: &str = "instruction";
const GUARD: &str = "guard";

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Show vector intrinsics for Arm and RISC-V, with types and required features")
        .after_help(
            "Without a filter, the text counts intrinsics by element type.\n\
             In a PATTERN, * matches any text and ? any character.\n\
             \n\
             Example:\n\
             \x20   tablewright intrinsics clang/include/clang/Basic/arm_neon.td --name 'vbfdot_*'",
        )
        .mut_arg("file", |file| {
            file.help("Description to read, for example arm_neon.td; - reads standard input")
        })
        .arg(texts(INTRINSIC, "PATTERN", "Only intrinsics with a matching name or overloaded name"))
        .arg(texts(
            TYPE,
            "PATTERN",
            "Only intrinsics with a matching element type or C type, for example s8 or 'float*'",
        ))
        .arg(texts(
            INSTRUCTION,
            "PATTERN",
            "Only intrinsics with a matching instruction or Clang builtin",
        ))
        .arg(texts(
            GUARD,
            "PATTERN",
            "Only intrinsics that need a matching feature, for example bf16 or 'sve2*'",
        ))
        .args(ReportForm::args())
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let command = IntrinsicsCommand {
        form: ReportForm::from_args(args),
        names: name_patterns(args, INTRINSIC),
        types: name_patterns(args, TYPE),
        instructions: name_patterns(args, INSTRUCTION),
        guards: name_patterns(args, GUARD),
    };
    inspect::run(called_as, args, Box::new(command))
}

/// Command line options. In a list of patterns, any pattern may match.
struct IntrinsicsCommand {
    form: ReportForm,
    names: Vec<NamePattern>,
    types: Vec<NamePattern>,
    instructions: Vec<NamePattern>,
    guards: Vec<NamePattern>,
}

impl DescriptionCommand for IntrinsicsCommand {
    fn name(&self) -> &'static str {
        NAME
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        let mut intrinsics = IntrinsicSummary::all(subject.store)?;
        intrinsics.retain(|intrinsic| self.selects(intrinsic));
        if intrinsics.is_empty() {
            let message = "no intrinsic is selected";
            subject.diagnostics.push(Diagnostic::new(Severity::Note, None, message));
        }
        let report = IntrinsicsReport {
            family: IntrinsicFamily::new(subject.store).map(IntrinsicFamily::name),
            rows: intrinsics.iter().map(TargetIntrinsicRow::new).collect(),
            intrinsics: &intrinsics,
            is_summary: !self.has_filter(),
        };
        Ok(self.form.print(&report, subject.width))
    }
}

impl IntrinsicsCommand {
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

/// Whether a pattern matches a text, or `patterns` is empty.
fn is_selected<'a>(patterns: &[NamePattern], mut texts: impl Iterator<Item = &'a str>) -> bool {
    patterns.is_empty() || texts.any(|text| patterns.iter().any(|pattern| pattern.matches(text)))
}

/// Writes the number of intrinsics by element type and by guard, the most frequent first.
fn overview(intrinsics: &[IntrinsicSummary], text: &mut String) {
    writeln!(text, "{} intrinsics", intrinsics.len());
    let element_types = count_by(intrinsics, |intrinsic| intrinsic.element_type.clone());
    let guards = count_by(intrinsics, |intrinsic| needs(&intrinsic.guards));
    for (title, counts) in [("element type", element_types), ("needs", guards)] {
        writeln!(text, "\n  count  {title}");
        for (key, count) in counts {
            writeln!(text, "{count:7}  {key}");
        }
    }
}

/// Counts the intrinsics with each key, the most frequent key first.
fn count_by(
    intrinsics: &[IntrinsicSummary],
    key: impl Fn(&IntrinsicSummary) -> String,
) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for intrinsic in intrinsics {
        *counts.entry(key(intrinsic)).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    // The sort is stable: equally frequent keys stay sorted by name.
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

/// Writes a section for each combination of guards, in description order.
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
            .map(|parameter| {
                if parameter.is_immediate {
                    format!("constant {}", parameter.ty)
                } else {
                    parameter.ty.clone()
                }
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

/// Formats guards on one line.
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

/// Intrinsics with their types and guards.
#[derive(Serialize)]
struct IntrinsicsReport<'a> {
    family: Option<&'static str>,
    #[serde(rename = "intrinsics")]
    rows: Vec<TargetIntrinsicRow<'a>>,
    #[serde(skip)]
    intrinsics: &'a [IntrinsicSummary],
    /// Whether the text contains counts only.
    #[serde(skip)]
    is_summary: bool,
}

#[derive(Serialize)]
struct TargetIntrinsicRow<'a> {
    name: &'a str,
    overloaded_name: Option<&'a str>,
    record: Option<&'a str>,
    instruction: Option<&'a str>,
    builtin: Option<&'a str>,
    element_type: &'a str,
    /// Result type in C.
    result: &'a str,
    parameters: Vec<ParameterRow<'a>>,
    guards: GuardsRow<'a>,
}

#[derive(Serialize)]
struct ParameterRow<'a> {
    #[serde(rename = "type")]
    ty: &'a str,
    /// Whether the argument must be a constant.
    immediate: bool,
}

/// Conditions for the availability of an intrinsic.
#[derive(Serialize)]
struct GuardsRow<'a> {
    condition: Option<&'a str>,
    features: Option<&'a str>,
    streaming_features: Option<&'a str>,
}

impl<'a> TargetIntrinsicRow<'a> {
    fn new(intrinsic: &'a IntrinsicSummary) -> TargetIntrinsicRow<'a> {
        let parameters = intrinsic.parameters.iter();
        let parameters = parameters
            .map(|parameter| ParameterRow { ty: &parameter.ty, immediate: parameter.is_immediate });
        let IntrinsicGuards { condition, features, streaming_features } = &intrinsic.guards;
        TargetIntrinsicRow {
            name: &intrinsic.name,
            overloaded_name: intrinsic.overloaded_name.as_deref(),
            record: intrinsic.record.as_deref(),
            instruction: intrinsic.instruction.as_deref(),
            builtin: intrinsic.builtin.as_deref(),
            element_type: &intrinsic.element_type,
            result: &intrinsic.result,
            parameters: parameters.collect(),
            guards: GuardsRow {
                condition: condition.as_deref(),
                features: features.as_deref(),
                streaming_features: streaming_features.as_deref(),
            },
        }
    }
}

impl<'a> Report for IntrinsicsReport<'a> {
    const NAME: &'static str = "intrinsics";
    const COLUMNS: &'static [&'static str] = &[
        "NAME",
        "OVERLOADED AS",
        "INSTRUCTION",
        "ELEMENT TYPE",
        "RESULT",
        "PARAMETERS",
        "FEATURES",
    ];
    type Row = TargetIntrinsicRow<'a>;

    fn rows(&self) -> &[TargetIntrinsicRow<'a>] {
        &self.rows
    }

    fn cells(&self, row: &TargetIntrinsicRow<'a>) -> Vec<String> {
        let parameters: Vec<&str> = row.parameters.iter().map(|it| it.ty).collect();
        vec![
            row.name.to_owned(),
            row.overloaded_name.unwrap_or_default().to_owned(),
            row.instruction.unwrap_or_default().to_owned(),
            row.element_type.to_owned(),
            row.result.to_owned(),
            parameters.join(", "),
            row.guards.features.unwrap_or_default().to_owned(),
        ]
    }

    fn text(&self, _: Option<usize>) -> String {
        let mut text = String::new();
        if self.is_summary {
            overview(self.intrinsics, &mut text)
        } else {
            sections(self.intrinsics, &mut text)
        }
        text
    }
}
