//! Programs: object files from files, the trace, and the outcome.

use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tablewright_records::{Loaded, TextSink};
use tablewright_session::{read_file, text_path};
use tablewright_simulator::{ObjectInput, RunFailure, RunInput, RunOutcome, Simulator, TraceStep};
use tablewright_syntax::diagnostic::{Code, Diagnostics};

use super::report::RunReport;
use super::trace_writer::TraceWriter;
use crate::command_context::{CommandContext, FailureReported};
use crate::inspect::all;
use crate::report::ReportForm;
use crate::terminal::eprint;

pub(super) fn run(
    context: CommandContext<'_>,
    loaded: &Loaded,
    simulator: &mut Simulator<'_, '_>,
    interrupt: Arc<AtomicBool>,
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
    let (form, has_trace) =
        (ReportForm::from_args(context.args), context.args.get_flag(super::TRACE));
    let (outcome, written) = match form {
        ReportForm::Text => {
            let mut trace = TraceWriter::new(context.output(), interrupt)
                .map_err(|error| unwritable(context, &error))?;
            let mut receive = |step: TraceStep| trace.step(&step);
            let receiver: Option<&mut dyn FnMut(TraceStep)> =
                if has_trace { Some(&mut receive) } else { None };
            let outcome = simulator.run(&input, receiver);
            let outcome = outcome.map_err(|failure| failed(context, loaded, failure))?;
            let written = trace.finish(&end(&outcome));
            match written {
                // The reader has seen enough.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                    return Ok(ExitCode::SUCCESS);
                }
                written => written.map_err(|error| unwritable(context, &error))?,
            }
            (outcome, ExitCode::SUCCESS)
        }
        ReportForm::Json | ReportForm::JsonLines | ReportForm::Csv => {
            let finished = simulator.run_for_report(&input, has_trace);
            let finished = finished.map_err(|failure| failed(context, loaded, failure));
            let (outcome, trace) = finished?;
            let report = RunReport { outcome, trace };
            let written = context.write_report(&report)?;
            (report.outcome, written)
        }
    };
    let Some(stop) = outcome.stop else { return Ok(written) };
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

/// Returns the program output and the result as text.
fn end(outcome: &RunOutcome) -> String {
    let mut text = outcome.output.clone();
    if let Some(result) = outcome.result {
        writeln!(text, "result {result}, {} instructions", outcome.instructions);
    }
    text
}

/// Reports the reason why a program cannot start.
fn failed(context: CommandContext<'_>, loaded: &Loaded, failure: RunFailure) -> FailureReported {
    match failure {
        RunFailure::Link(failure) => context.error(Code::Usage, &format!("error: {failure}")),
        RunFailure::Description(diagnostic) => {
            let mut diagnostics = Diagnostics::new();
            diagnostics.push(*diagnostic);
            let _ = context.report(loaded.store.sources(), &diagnostics);
            FailureReported
        }
    }
}

fn unwritable(context: CommandContext<'_>, error: &io::Error) -> FailureReported {
    context.unwritable(context.output().unwrap_or("standard output"), error)
}
