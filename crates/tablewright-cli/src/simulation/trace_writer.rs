//! The trace as text, written while the program runs: a long trace needs no memory.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tablewright_records::TextSink;
use tablewright_session::text_path;
use tablewright_simulator::TraceStep;
use tablewright_text::byte_escape::unescape;

use crate::output_file::OutputFile;

/// Text is written in pieces with this many bytes.
const PIECE: usize = 1 << 16;

/// The destination for the text.
enum Destination {
    StandardOutput(io::Stdout),
    File(OutputFile),
}

/// A trace writer. After a failed write it interrupts the simulation, and discards the rest.
pub(super) struct TraceWriter {
    text: String,
    destination: Destination,
    failure: Option<io::Error>,
    interrupt: Arc<AtomicBool>,
}

impl TraceWriter {
    /// Creates a writer to a file, or to standard output without one.
    pub(super) fn new(path: Option<&str>, interrupt: Arc<AtomicBool>) -> io::Result<TraceWriter> {
        let destination = match path {
            Some(path) => Destination::File(OutputFile::create(&text_path(path))?),
            None => Destination::StandardOutput(io::stdout()),
        };
        Ok(TraceWriter { text: String::new(), destination, failure: None, interrupt })
    }

    /// Adds an executed instruction, as a disassembler prints it, with its changes.
    pub(super) fn step(&mut self, step: &TraceStep) {
        let text = &mut self.text;
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
        if self.text.len() >= PIECE {
            self.flush();
        }
    }

    /// Writes the text after the trace, and completes the output.
    ///
    /// # Errors
    /// If the trace could not be written.
    pub(super) fn finish(mut self, text: &str) -> io::Result<()> {
        self.text.push_str(text);
        self.flush();
        if let Some(error) = self.failure {
            return Err(error);
        }
        match self.destination {
            Destination::StandardOutput(mut output) => output.flush(),
            Destination::File(file) => file.finish(),
        }
    }

    fn flush(&mut self) {
        let bytes = unescape(&self.text);
        let written = match (&self.failure, &mut self.destination) {
            (Some(_), _) => Ok(()),
            (None, Destination::StandardOutput(output)) => output.write_all(&bytes),
            (None, Destination::File(file)) => file.write_all(&bytes),
        };
        if let Err(error) = written {
            self.failure = Some(error);
            self.interrupt.store(true, Ordering::Relaxed);
        }
        self.text.clear();
    }
}
