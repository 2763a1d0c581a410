//! The Model Context Protocol: the methods as tools for agents.

use std::sync::Arc;

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use tablewright_driver::messages::Format;

use super::answer::{self, Answer, Cancellation, Failed};
use super::engine::Engine;
use super::message::{ErrorCode, ErrorObject, MethodCall, json};

pub(super) const INITIALIZE: &str = "initialize";
pub(super) const PING: &str = "ping";
pub(super) const LIST: &str = "tools/list";
pub(super) const CALL: &str = "tools/call";
pub(super) const CANCELLED: &str = "notifications/cancelled";

/// Supported versions of the protocol, the newest first. Tools without structured results are the same in all.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// Advice for agents.
const INSTRUCTIONS: &str = "Tools for TableGen descriptions (.td files). `query` finds records, `explain` shows the \
    origin of a value, `lint` finds mistakes. Loaded files stay in memory and are read again after edits. Nothing is \
    written.";

/// Answers `initialize`: the client's version if it is supported, else the newest.
pub(super) fn initialize(params: &Map<String, Value>) -> Box<RawValue> {
    let asked = params.get("protocolVersion").and_then(Value::as_str);
    let version = VERSIONS.into_iter().find(|version| asked == Some(version));
    json(&json!({
        "protocolVersion": version.unwrap_or(VERSIONS[0]),
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "tablewright", "version": env!("CARGO_PKG_VERSION") },
        "instructions": INSTRUCTIONS,
    }))
}

/// Answers `tools/list`.
pub(super) fn list(engine: &Engine<'_>) -> Box<RawValue> {
    let tools: Vec<Value> = engine
        .methods
        .list()
        .into_iter()
        .map(|method| {
            json!({
                "name": method.name,
                "description": method.about,
                "inputSchema": method.params,
                "annotations": { "readOnlyHint": true },
            })
        })
        .collect();
    json(&json!({ "tools": tools }))
}

/// Answers `tools/call`. An error in the arguments or in the description is a result, so that the agent reads it.
pub(super) fn call(
    engine: &Engine<'_>,
    params: &Map<String, Value>,
    cancellation: &Arc<Cancellation>,
) -> Result<Box<RawValue>, ErrorObject> {
    let invalid = |what: &str| ErrorObject::new(ErrorCode::InvalidParams, what);
    let Some(Value::String(name)) = params.get("name") else {
        return Err(invalid("the parameter 'name' must be the name of a tool"));
    };
    let arguments = match params.get("arguments") {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(arguments)) => arguments.clone(),
        Some(_) => return Err(invalid("the parameter 'arguments' must be an object")),
    };
    let method = MethodCall { method: name.clone(), params: arguments };
    match answer::call(engine, &method, Format::Rich, cancellation) {
        Ok(Answer { json, messages }) => Ok(result(&[json.get(), &messages], false)),
        Err(failed) => match failed.code {
            ErrorCode::MethodNotFound => Err(invalid(&format!("unknown tool '{name}'"))),
            ErrorCode::Internal | ErrorCode::Cancelled => Err(failed.into_error()),
            ErrorCode::Parse
            | ErrorCode::InvalidRequest
            | ErrorCode::InvalidParams
            | ErrorCode::Failed
            | ErrorCode::AnswerTooLong
            | ErrorCode::Busy => Ok(failure(&failed)),
        },
    }
}

/// Returns an error as a result. The messages repeat the sentence, so one of both is enough.
fn failure(failed: &Failed) -> Box<RawValue> {
    let text = if failed.detail.is_empty() { &failed.message } else { &failed.detail };
    result(&[text], true)
}

/// Builds a result of texts. Empty texts are left out.
fn result(texts: &[&str], is_error: bool) -> Box<RawValue> {
    let texts = texts.iter().filter(|text| !text.is_empty());
    let content: Vec<Value> = texts.map(|text| json!({ "type": "text", "text": text })).collect();
    json(&json!({ "content": content, "isError": is_error }))
}
