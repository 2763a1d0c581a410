//! Writes a target's instructions as JSON, an object per line: name, assembly and encoding.
use std::process::ExitCode;

use tablewright::backend::{Backend, Failure, Job};
use tablewright::{BitSource, BitsRef};

const BACKEND: Backend = Backend::new("instructions-json", "Write instructions as JSON", run);

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let mut text = String::new();
    for instruction in job.store.derived_from_name("Instruction")? {
        let Some(bits) = instruction.get("Inst").and_then(|inst| inst.as_bits()) else { continue };
        let (name, encoding) = (instruction.name(), encoding(bits));
        let assembly = instruction.string("AsmString")?;
        text += &format!(r#"{{"name":"{name}","assembly":{assembly:?},"bits":"{encoding}"}}"#);
        text += "\n";
    }
    job.write_text(&text)
}

/// Formats an encoding, highest bit first: a digit, or the source field of the bit.
fn encoding(bits: BitsRef<'_>) -> String {
    let texts = bits.sources().rev().map(|source| match source {
        BitSource::Zero => "0".to_owned(),
        BitSource::One => "1".to_owned(),
        BitSource::Unset | BitSource::Other(_) => "?".to_owned(),
        BitSource::Field { field, bit } => format!("{field}{{{bit}}}"),
    });
    texts.collect::<Vec<_>>().join(" ")
}

fn main() -> ExitCode {
    tablewright::cli::main(&[&BACKEND])
}
