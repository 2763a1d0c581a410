//! Files of test vectors.

use std::process::ExitCode;

use tablewright_machine::{Machine, byte_text};
use tablewright_session::{read_file, text_path};
use tablewright_simulator::{Simulator, Vector};
use tablewright_syntax::diagnostic::Code;

use super::report::{VectorReport, VectorRow};
use crate::command_context::{CommandContext, FailureReported};

/// Executes the vectors in a file, and reports the differences.
pub(super) fn check(
    context: CommandContext<'_>,
    machine: &Machine<'_>,
    simulator: &mut Simulator<'_, '_>,
    file: &str,
) -> Result<ExitCode, FailureReported> {
    let bytes = read_file(&text_path(file)).map_err(|error| context.unreadable(file, &error))?;
    let text = String::from_utf8_lossy(&bytes);
    let mut vectors = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().and_then(|it| it.split("//").next()).unwrap_or_default();
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let refuse = |message: &str| {
            context.error(Code::Usage, &format!("error: {file}:{number}: {message}"))
        };
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let &[before, word, after] = &parts[..] else {
            return Err(refuse("expected STATE | BYTES | STATE"));
        };
        let lines = byte_text::parse(word, machine.byte_order());
        let lines =
            lines.map_err(|it| refuse(&format!("'{}' is not a byte or a word", it.token)))?;
        let [bytes] = &lines[..] else {
            return Err(refuse("expected the bytes of an instruction"));
        };
        let vector = Vector { before, bytes: bytes.bytes.clone(), after };
        let outcome = simulator.check_vector(&vector).map_err(|message| refuse(&message))?;
        vectors.push(VectorRow { line: number, outcome });
    }
    let report = VectorReport::new(vectors);
    let written = context.write_report(&report)?;
    Ok(if report.failed == 0 { written } else { ExitCode::FAILURE })
}
