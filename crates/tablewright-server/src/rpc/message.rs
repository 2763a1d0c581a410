//! Messages of JSON-RPC 2.0: requests as they arrive, and responses.

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// Maximum number of requests in a batch.
pub const MAX_BATCH: usize = 100;

/// Identity of a request: a text, a number or null, as the client wrote it.
pub type RequestId = Value;

/// Content of a line.
#[derive(Debug, PartialEq)]
pub enum Incoming {
    /// A single request.
    Single(Request),
    /// A list of requests, answered together.
    Batch(Vec<Request>),
}

/// A request, or the error that answers it.
#[derive(Debug, PartialEq)]
pub struct Request {
    /// Identity for the response. `None` for a notification: nobody waits for a response.
    pub id: Option<RequestId>,
    /// Name and parameters.
    pub call: Result<MethodCall, ErrorObject>,
}

/// Name and parameters of a request.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodCall {
    /// Name of the method.
    pub method: String,
    /// Parameters by name.
    pub params: Map<String, Value>,
}

/// Kinds of errors, with the numbers of JSON-RPC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    /// The line is not JSON.
    Parse,
    /// The JSON is not a request.
    InvalidRequest,
    /// The method is unknown.
    MethodNotFound,
    /// A parameter is missing, unknown, or has a wrong value.
    InvalidParams,
    /// A fault of the server.
    Internal,
    /// The description or the question has errors.
    Failed,
    /// The client has cancelled the request.
    Cancelled,
    /// The answer has more than the maximum length.
    AnswerTooLong,
    /// Too many requests are running in this conversation.
    Busy,
}

impl ErrorCode {
    /// All codes.
    pub const ALL: [ErrorCode; 9] = [
        ErrorCode::Parse,
        ErrorCode::InvalidRequest,
        ErrorCode::MethodNotFound,
        ErrorCode::InvalidParams,
        ErrorCode::Internal,
        ErrorCode::Failed,
        ErrorCode::Cancelled,
        ErrorCode::AnswerTooLong,
        ErrorCode::Busy,
    ];

    /// Returns the number.
    pub fn number(self) -> i32 {
        match self {
            ErrorCode::Parse => -32700,
            ErrorCode::InvalidRequest => -32600,
            ErrorCode::MethodNotFound => -32601,
            ErrorCode::InvalidParams => -32602,
            ErrorCode::Internal => -32603,
            ErrorCode::Failed => -32000,
            ErrorCode::Cancelled => -32001,
            ErrorCode::AnswerTooLong => -32002,
            ErrorCode::Busy => -32003,
        }
    }
}

/// An error in a response.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErrorObject {
    /// Number of an [`ErrorCode`].
    pub code: i32,
    /// A sentence.
    pub message: String,
    /// Messages about the description, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

impl ErrorObject {
    /// Creates an error without messages about the description.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> ErrorObject {
        ErrorObject { code: code.number(), message: message.into(), data: None }
    }
}

/// A response.
#[derive(Serialize)]
pub(crate) struct Response<'r> {
    jsonrpc: &'static str,
    id: &'r RequestId,
    #[serde(flatten)]
    outcome: Outcome<'r>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Outcome<'r> {
    Result(&'r RawValue),
    Error(&'r ErrorObject),
}

/// Formats a response as a line without a line break.
pub(crate) fn response(id: &RequestId, outcome: &Result<Box<RawValue>, ErrorObject>) -> String {
    let outcome = match outcome {
        Ok(result) => Outcome::Result(result),
        Err(error) => Outcome::Error(error),
    };
    // Identities, texts and numbers can always be written.
    serde_json::to_string(&Response { jsonrpc: "2.0", id, outcome }).unwrap_or_default()
}

/// Converts data to JSON.
pub(crate) fn json(value: &impl Serialize) -> Box<RawValue> {
    serde_json::value::to_raw_value(value).unwrap_or_default()
}

/// Reads a line. Returns `None` for an empty line.
///
/// # Errors
/// If the line is not JSON, or a batch is empty or too long. The error belongs to no request.
pub fn parse(line: &[u8]) -> Result<Option<Incoming>, ErrorObject> {
    if line.trim_ascii().is_empty() {
        return Ok(None);
    }
    let value: Value = serde_json::from_slice(line).map_err(|error| {
        let what = "a message is one line of JSON without a header";
        ErrorObject::new(ErrorCode::Parse, format!("{what}: {error}"))
    })?;
    match value {
        Value::Array(list) => batch(list).map(Some),
        single @ (Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Object(_)) => Ok(Some(Incoming::Single(Request::from_json(single)))),
    }
}

fn batch(list: Vec<Value>) -> Result<Incoming, ErrorObject> {
    let invalid = |message: String| Err(ErrorObject::new(ErrorCode::InvalidRequest, message));
    let length = list.len();
    if length == 0 {
        return invalid("the batch is empty".to_owned());
    }
    if length > MAX_BATCH {
        return invalid(format!("a batch has at most {MAX_BATCH} requests, found {length}"));
    }
    Ok(Incoming::Batch(list.into_iter().map(Request::from_json).collect()))
}

impl Request {
    fn from_json(value: Value) -> Request {
        let invalid = |id, message: &str| Request {
            id: Some(id),
            call: Err(ErrorObject::new(ErrorCode::InvalidRequest, message)),
        };
        let Value::Object(mut members) = value else {
            return invalid(Value::Null, "a request is an object");
        };
        let id = members.remove("id");
        if let Some(Value::Bool(_) | Value::Array(_) | Value::Object(_)) = id {
            return invalid(Value::Null, "an id is a string, a number or null");
        }
        let for_error = id.clone().unwrap_or(Value::Null);
        if members.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return invalid(for_error, "the member 'jsonrpc' must be \"2.0\"");
        }
        let Some(Value::String(method)) = members.remove("method") else {
            return invalid(for_error, "the member 'method' must be a string");
        };
        let call = match members.remove("params") {
            None => Ok(MethodCall { method, params: Map::new() }),
            Some(Value::Object(params)) => Ok(MethodCall { method, params }),
            Some(Value::Array(_)) => {
                let what = "parameters have names: 'params' must be an object";
                Err(ErrorObject::new(ErrorCode::InvalidParams, what))
            }
            Some(_) => return invalid(for_error, "the member 'params' must be an object"),
        };
        Request { id, call }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Returns the identity and the error number of a request, or its method.
    fn read(line: &str) -> (Option<Value>, Result<String, i32>) {
        match parse(line.as_bytes()) {
            Ok(Some(Incoming::Single(Request { id, call }))) => {
                (id, call.map(|call| call.method).map_err(|error| error.code))
            }
            Ok(other) => panic!("{other:?}"),
            Err(error) => (None, Err(error.code)),
        }
    }

    #[test]
    fn a_request_without_an_id_is_a_notification() {
        assert_eq!(read(r#"{"jsonrpc":"2.0","method":"a"}"#), (None, Ok("a".to_owned())));
        for id in [json!(null), json!("x"), json!(1), json!(-1.5)] {
            let line = json!({"jsonrpc": "2.0", "method": "a", "id": id}).to_string();
            assert_eq!(read(&line), (Some(id), Ok("a".to_owned())));
        }
    }

    #[test]
    fn an_invalid_request_has_the_number_of_the_standard() {
        let null = || Some(Value::Null);
        for (line, id, code) in [
            ("{", None, -32700),
            ("Content-Length: 12\r", None, -32700),
            ("[]", None, -32600),
            ("1", null(), -32600),
            (r#"{"method":"a","id":1}"#, Some(json!(1)), -32600),
            (r#"{"jsonrpc":"1.0","method":"a"}"#, null(), -32600),
            (r#"{"jsonrpc":"2.0","method":1,"id":1}"#, Some(json!(1)), -32600),
            (r#"{"jsonrpc":"2.0","method":"a","id":[]}"#, null(), -32600),
            (r#"{"jsonrpc":"2.0","method":"a","params":1,"id":1}"#, Some(json!(1)), -32600),
            (r#"{"jsonrpc":"2.0","method":"a","params":[1],"id":1}"#, Some(json!(1)), -32602),
        ] {
            assert_eq!(read(line), (id, Err(code)), "{line}");
        }
        assert_eq!(parse(b" \t\r"), Ok(None));
        // Deep nesting is an error, not a stack overflow.
        assert_eq!(read(&"[".repeat(100_000)), (None, Err(-32700)));
    }

    #[test]
    fn a_batch_keeps_its_order_and_its_wrong_elements() {
        let line = br#"[{"jsonrpc":"2.0","method":"a","id":2},1,{"jsonrpc":"2.0","method":"b"}]"#;
        let Ok(Some(Incoming::Batch(requests))) = parse(line) else { panic!("it is a batch") };
        let ids: Vec<Option<Value>> = requests.iter().map(|request| request.id.clone()).collect();
        assert_eq!(ids, [Some(json!(2)), Some(Value::Null), None]);
        let long = format!("[{}]", vec!["1"; MAX_BATCH + 1].join(","));
        let error = parse(long.as_bytes()).expect_err("it is long");
        assert_eq!(error.message, "a batch has at most 100 requests, found 101");
    }

    #[test]
    fn numbers_of_errors_are_different() {
        let mut numbers = ErrorCode::ALL.map(ErrorCode::number).to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), ErrorCode::ALL.len());
    }
}
