//! Programs: object files from files, the trace, and the outcome.

use std::process::ExitCode;

use tablewright_records::{Loaded, TextSink};
use tablewright_session::{read_file, text_path};
use tablewright_simulator::{ObjectInput, RunFailure, RunInput, Simulator, TraceStep};
use tablewright_syntax::diagnostic::{Code, Diagnostics};

use super::report::RunReport;
use crate::command_context::{CommandContext, FailureReported};
use crate::inspect::all;
use crate::report::ReportForm;
use crate::terminal::eprint;

pub(super) fn run(
    context: CommandContext<'_>,
    loaded: &Loaded,
    simulator: &mut Simulator<'_, '_>,
) -> Result<ExitCode, FailureReported> {
    let names = all(context.args, super::OBJECTS);
    if names.is_empty() {
        return Err(context.error(Code::Usage, "error: expected an object file"));
    }
    let mut contents = Vec::new();
    for name in &names {
        let bytes = read_file(&text_path(name));
        contents.push(bytes.map_err(|error| context.unreadable(name, &error))?);
    }
    let objects: Vec<ObjectInput<'_>> =
        names.iter().zip(&contents).map(|(name, bytes)| ObjectInput { name, bytes }).collect();
    let args = arguments(context)?;
    let entry = context.args.get_one::<String>(super::ENTRY).map(String::as_str);
    let input = RunInput { objects: &objects, entry, args: &args };
    let form = ReportForm::from_args(context.args);
    let mut steps = Vec::new();
    let mut text = String::new();
    let mut receive = |step: TraceStep| match form {
        ReportForm::Text => trace_line(&mut text, &step),
        ReportForm::Json | ReportForm::JsonLines | ReportForm::Csv => steps.push(step),
    };
    let receiver: Option<&mut dyn FnMut(TraceStep)> =
        if context.args.get_flag(super::TRACE) { Some(&mut receive) } else { None };
    let outcome = match simulator.run(&input, receiver) {
        Ok(outcome) => outcome,
        Err(RunFailure::Link(failure)) => {
            return Err(context.error(Code::Usage, &format!("error: {failure}")));
        }
        Err(RunFailure::Description(diagnostic)) => {
            let mut diagnostics = Diagnostics::new();
            diagnostics.push(*diagnostic);
            let _ = context.report(loaded.store.sources(), &diagnostics);
            return Err(FailureReported);
        }
    };
    let stop = outcome.stop.clone();
    let written = match form {
        ReportForm::Text => {
            text.push_str(&outcome.output);
            if let Some(result) = outcome.result {
                writeln!(text, "result {result}, {} instructions", outcome.instructions);
            }
            context.write(&text)?
        }
        ReportForm::Json | ReportForm::JsonLines | ReportForm::Csv => {
            context.write_report(&RunReport { outcome, trace: steps })?
        }
    };
    let Some(stop) = stop else { return Ok(written) };
    let called_as = context.called_as;
    let message = format!("{called_as}: error: {stop}\n");
    eprint(context.style.error(Code::Usage, called_as, &message));
    Err(FailureReported)
}

/// Returns the arguments of the entry function.
fn arguments(context: CommandContext<'_>) -> Result<Vec<i128>, FailureReported> {
    let mut numbers = Vec::new();
    for text in all(context.args, super::ARGS) {
        let number = tablewright_simulator::number(&text);
        numbers.push(number.map_err(|it| context.error(Code::Usage, &format!("error: {it}")))?);
    }
    Ok(numbers)
}

/// Adds an executed instruction, as a disassembler prints it, with its changes.
fn trace_line(text: &mut String, step: &TraceStep) {
    let instruction = step.text.replace('\t', " ");
    let line = format!("{:6x}: {:14}{instruction:24}", step.address, step.bytes);
    let line = if step.changes.is_empty() {
        line.trim_end().to_owned()
    } else {
        format!("{line}# {}", step.changes.join(" "))
    };
    if !step.place.contains('+') {
        writeln!(text, "{}:", step.place);
    }
    writeln!(text, "{line}");
}
