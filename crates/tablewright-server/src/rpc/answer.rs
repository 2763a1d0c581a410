//! Answers of methods: the JSON that a command prints, with its messages.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use tablewright_driver::messages::Format;
use tablewright_driver::served_run::{self, ServedOutput, ServedRequest};
use tablewright_records::LoadMonitor;

use super::engine::Engine;
use super::message::{ErrorCode, ErrorObject, MethodCall, json};
use super::{CallContext, InvalidParams, PreparedCall};
use crate::descriptions::{Description, Interest};

/// Maximum length of an answer in bytes.
pub(crate) const MAX_ANSWER: usize = 64 << 20;

/// A running request that may be cancelled.
#[derive(Default)]
pub(super) struct Cancellation {
    is_cancelled: AtomicBool,
    /// Stops a load that no other request shares.
    monitor: LoadMonitor,
}

impl Cancellation {
    pub(super) fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
        self.monitor.stop();
    }
}

impl Interest for Cancellation {
    fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }
}

/// An answer as a command printed it.
pub(super) struct Answer {
    /// JSON on a single line.
    pub(super) json: Box<RawValue>,
    /// Warnings and notes in the requested format.
    pub(super) messages: String,
}

/// The result in a response.
#[derive(Serialize)]
struct MethodResult<'a> {
    answer: &'a RawValue,
    messages: Vec<Value>,
}

impl Answer {
    /// Builds the result in a response.
    pub(super) fn into_result(self) -> Box<RawValue> {
        json(&MethodResult { answer: &self.json, messages: message_objects(&self.messages) })
    }
}

/// A call without an answer.
pub(super) struct Failed {
    pub(super) code: ErrorCode,
    /// A sentence.
    pub(super) message: String,
    /// Messages about the description in the requested format.
    pub(super) detail: String,
}

impl Failed {
    fn new(code: ErrorCode, message: impl Into<String>) -> Failed {
        Failed { code, message: message.into(), detail: String::new() }
    }

    /// Builds the error in a response.
    pub(super) fn into_error(self) -> ErrorObject {
        let messages = message_objects(&self.detail);
        let data = (!messages.is_empty()).then(|| json!({ "messages": messages }));
        ErrorObject { data, ..ErrorObject::new(self.code, self.message) }
    }
}

impl From<InvalidParams> for Failed {
    fn from(invalid: InvalidParams) -> Failed {
        let detail = invalid.detail.unwrap_or_default();
        Failed { code: ErrorCode::InvalidParams, message: invalid.message, detail }
    }
}

/// Calls a method. Messages are in `format`.
pub(super) fn call(
    engine: &Engine<'_>,
    call: &MethodCall,
    format: Format,
    cancellation: &Arc<Cancellation>,
) -> Result<Answer, Failed> {
    let context = CallContext { format, needs_absolute_paths: engine.needs_absolute_paths };
    let prepared = engine.methods.prepare(&call.method, &call.params, context);
    let prepared = prepared.ok_or_else(|| unknown_method(engine, &call.method))??;
    let output = match prepared {
        PreparedCall::Answer(text) => {
            ServedOutput { is_success: true, stdout: text.into_bytes(), stderr: Vec::new() }
        }
        PreparedCall::Run(served) => run(engine, *served, cancellation)?,
    };
    if cancellation.is_cancelled() {
        return Err(Failed::new(ErrorCode::Cancelled, "the request was cancelled"));
    }
    answer(&call.method, output)
}

fn unknown_method(engine: &Engine<'_>, method: &str) -> Failed {
    let methods = engine.methods.list();
    let names: Vec<&str> = methods.iter().map(|method| method.name).collect();
    let message = format!("unknown method '{method}'; expected one of {}", names.join(", "));
    Failed::new(ErrorCode::MethodNotFound, message)
}

/// Runs a command over a description.
fn run(
    engine: &Engine<'_>,
    served: ServedRequest,
    cancellation: &Arc<Cancellation>,
) -> Result<ServedOutput, Failed> {
    let panicked = |_| Failed::new(ErrorCode::Internal, "the request has panicked");
    let request = served_run::sharing(served.request);
    let served = ServedRequest { request, ..served };
    if served_run::can_share(&served.request) {
        let interest = Arc::clone(cancellation) as Arc<dyn Interest>;
        let get = || engine.descriptions.get(&engine.dir, &served.request, &interest, engine.slots);
        if let Some(description) = catch_unwind(AssertUnwindSafe(get)).map_err(panicked)? {
            let _turns = Description::wait_for_turns([&*description]);
            let _slot = engine.slots.wait();
            let answer = || served_run::answer(&served, &description.loaded);
            return catch_unwind(AssertUnwindSafe(answer)).map_err(|panic| {
                // The panic may have interrupted an analysis that other requests share.
                engine.descriptions.forget(&description);
                panicked(panic)
            });
        }
        // The file cannot be read. The following run reports the reason.
    }
    if cancellation.is_cancelled() {
        return Err(Failed::new(ErrorCode::Cancelled, "the request was cancelled"));
    }
    let _slot = engine.slots.wait();
    let monitor = cancellation.monitor.clone();
    catch_unwind(AssertUnwindSafe(|| served_run::answer_alone(served, monitor))).map_err(panicked)
}

/// Checks a command's output.
fn answer(method: &str, output: ServedOutput) -> Result<Answer, Failed> {
    let ServedOutput { is_success, stdout, stderr } = output;
    let messages = String::from_utf8_lossy(&stderr).into_owned();
    if !is_success {
        let message = first_error(&messages).unwrap_or_else(|| format!("{method} failed"));
        return Err(Failed { code: ErrorCode::Failed, message, detail: messages });
    }
    if stdout.len() > MAX_ANSWER {
        let (length, most) = (stdout.len() >> 20, MAX_ANSWER >> 20);
        let message =
            format!("the answer has {length} MiB, more than {most}; select fewer records");
        return Err(Failed { code: ErrorCode::AnswerTooLong, message, detail: messages });
    }
    // Bytes of a description that are not UTF-8 become replacement characters, as in other JSON.
    let text = on_one_line(&String::from_utf8_lossy(&stdout));
    let json = RawValue::from_string(text);
    let not_json = |error| {
        Failed::new(ErrorCode::Internal, format!("the output of {method} is not JSON: {error}"))
    };
    Ok(Answer { json: json.map_err(not_json)?, messages })
}

/// Removes blanks and line breaks between JSON tokens.
fn on_one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let (mut is_in_string, mut is_escaped) = (false, false);
    for character in text.chars() {
        if is_in_string {
            is_in_string = is_escaped || character != '"';
            is_escaped = !is_escaped && character == '\\';
        } else if character.is_ascii_whitespace() {
            continue;
        } else {
            is_in_string = character == '"';
        }
        line.push(character);
    }
    line
}

/// Returns the messages in JSON format as objects.
fn message_objects(messages: &str) -> Vec<Value> {
    let objects = messages.lines().map(serde_json::from_str::<Map<String, Value>>);
    objects.filter_map(Result::ok).map(Value::Object).collect()
}

/// Returns the first error's text.
fn first_error(messages: &str) -> Option<String> {
    let errors = message_objects(messages).into_iter();
    let mut errors = errors.filter(|message| message["severity"] == "error");
    errors.next()?.get("message")?.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(is_success: bool, stdout: &str, stderr: &str) -> ServedOutput {
        ServedOutput { is_success, stdout: stdout.into(), stderr: stderr.into() }
    }

    #[test]
    fn an_answer_is_a_line_with_the_texts_unchanged() {
        let text = "{\n  \"a b\": [1, 2 ],\n  \"c\": \" \\\" \\\\\"\n}\n";
        let answer = answer("query", output(true, text, "")).ok().expect("it is JSON");
        assert_eq!(answer.json.get(), r#"{"a b":[1,2],"c":" \" \\"}"#);
        assert_eq!(
            answer.into_result().get(),
            r#"{"answer":{"a b":[1,2],"c":" \" \\"},"messages":[]}"#
        );
    }

    #[test]
    fn an_error_has_the_first_message_and_all_of_them() {
        let stderr = "{\"severity\":\"warning\",\"message\":\"w\"}\n{\"severity\":\"error\",\"message\":\"e\"}\nplain\n";
        let error =
            answer("query", output(false, "", stderr)).err().expect("it failed").into_error();
        assert_eq!((error.code, error.message.as_str()), (-32000, "e"));
        assert_eq!(error.data.expect("messages")["messages"].as_array().map(Vec::len), Some(2));
        let error =
            answer("query", output(false, "", "plain\n")).err().expect("it failed").into_error();
        assert_eq!((error.message.as_str(), error.data), ("query failed", None));
    }

    #[test]
    fn a_long_answer_is_an_error() {
        let long = format!("[{}]", " ".repeat(MAX_ANSWER));
        let error = answer("records", output(true, &long, "")).err().expect("it is long");
        assert_eq!(error.message, "the answer has 64 MiB, more than 64; select fewer records");
        assert_eq!(error.code, ErrorCode::AnswerTooLong);
    }
}
