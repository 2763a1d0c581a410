//! Messages on standard input and output, as in the specification's "Base Protocol".
//!
//! Input that is not a message is answered with an error, and reading continues with the next
//! header.

use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use lsp_server::{Connection, ErrorCode, Message};
use serde_json::{Value, json};

/// Largest message in bytes.
const MAX_LEN: u64 = 1 << 30;

/// The header with a message's length in bytes.
const CONTENT_LENGTH: &[u8] = b"content-length:";

/// Creates a connection on standard input and output. The thread ends after the connection's last
/// message is written.
pub(crate) fn stdio() -> (Connection, JoinHandle<()>) {
    let (server, client) = Connection::memory();
    let Connection { sender, receiver } = client;
    // Errors about the input are written by the thread that reads it.
    let output = Arc::new(Mutex::new(io::stdout()));
    let errors = Arc::clone(&output);
    std::thread::spawn(move || {
        let mut reader = MessageReader::new(io::stdin().lock());
        while let Some(read) = reader.next_message() {
            let is_read = match read {
                Ok(message) => {
                    let is_exit =
                        matches!(&message, Message::Notification(sent) if sent.method == "exit");
                    sender.send(message).is_ok() && !is_exit
                }
                Err(why) => write(&errors, &parse_error(&why)).is_ok(),
            };
            if !is_read {
                return;
            }
        }
    });
    let writer = std::thread::spawn(move || {
        for message in receiver {
            let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
            // Without a client there is nobody to write to.
            if message.write(&mut *output).is_err() {
                return;
            }
        }
    });
    (server, writer)
}

/// Returns the response to input that is not a message. The request is unknown, so the id is
/// `null`.
fn parse_error(why: &str) -> Value {
    let error = json!({ "code": ErrorCode::ParseError as i32, "message": why });
    json!({ "jsonrpc": "2.0", "id": null, "error": error })
}

fn write(output: &Mutex<io::Stdout>, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

/// Reads messages.
struct MessageReader<R> {
    input: R,
    /// Input to read before `input`: the end of a body that was too long.
    pending: io::Cursor<Vec<u8>>,
}

impl<R: BufRead> MessageReader<R> {
    fn new(input: R) -> MessageReader<R> {
        MessageReader { input, pending: io::Cursor::default() }
    }

    /// Returns the next message, or the reason why the input is not a message. `None` at the end.
    fn next_message(&mut self) -> Option<Result<Message, String>> {
        let length = match self.header()? {
            Ok(length) => length,
            Err(why) => return Some(Err(why)),
        };
        let mut body = Vec::new();
        let mut input = (&mut self.pending).chain(&mut self.input);
        (&mut input).take(length).read_to_end(&mut body).ok()?;
        if (body.len() as u64) < length {
            return None;
        }
        Some(message(&body).inspect_err(|_| self.resume_within(body)))
    }

    /// Reads a header to its empty line. Returns the length of the body. Bytes before the header
    /// are ignored if they contain no line break: they are the end of a longer body.
    fn header(&mut self) -> Option<Result<u64, String>> {
        let mut length = None;
        let mut wrong = None;
        loop {
            let mut line = Vec::new();
            let mut input = (&mut self.pending).chain(&mut self.input);
            if input.read_until(b'\n', &mut line).ok()? == 0 {
                return None;
            }
            let text = line.trim_ascii();
            if text.is_empty() && (length.is_some() || wrong.is_some()) {
                break;
            }
            if let Some(at) = position(text, CONTENT_LENGTH) {
                let number = str::from_utf8(&text[at + CONTENT_LENGTH.len()..]).unwrap_or("");
                match number.trim().parse::<u64>() {
                    Ok(number) if number <= MAX_LEN => length = Some(number),
                    Ok(_) | Err(_) => {
                        wrong = Some(format!("invalid Content-Length '{}'", number.trim()));
                    }
                }
            } else if !text.is_empty() && !text.contains(&b':') {
                wrong = Some("expected a header with Content-Length".to_owned());
            }
        }
        Some(length.ok_or_else(|| wrong.unwrap_or_default()))
    }

    /// Continues within a body that is not a message: after its first JSON value, or else at the next
    /// header.
    fn resume_within(&mut self, body: Vec<u8>) {
        let mut values = serde_json::Deserializer::from_slice(&body).into_iter::<Value>();
        let is_value = matches!(values.next(), Some(Ok(_)));
        let end = is_value.then(|| values.byte_offset());
        if let Some(at) = end.or_else(|| position(&body, CONTENT_LENGTH)) {
            let mut pending = body[at..].to_vec();
            let read = usize::try_from(self.pending.position()).unwrap_or(usize::MAX);
            pending.extend(self.pending.get_ref().get(read..).unwrap_or_default());
            self.pending = io::Cursor::new(pending);
        }
    }
}

/// Returns the offset of a header name, ignoring case.
fn position(text: &[u8], name: &[u8]) -> Option<usize> {
    text.windows(name.len()).position(|part| part.eq_ignore_ascii_case(name))
}

/// Parses a message.
fn message(body: &[u8]) -> Result<Message, String> {
    let value: Value = serde_json::from_slice(body).map_err(|error| error.to_string())?;
    let has_id = value.get("id").is_some_and(|id| !id.is_null());
    match serde_json::from_value(value) {
        Ok(Message::Notification(_)) if has_id => Err("the id is not valid".to_owned()),
        Ok(message) => Ok(message),
        Err(_) => Err("expected a request, a response or a notification".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the methods of the messages in an input, and `-` for an error.
    fn methods(input: &str) -> Vec<String> {
        let mut reader = MessageReader::new(input.as_bytes());
        let mut methods = Vec::new();
        while let Some(read) = reader.next_message() {
            methods.push(match read {
                Ok(Message::Request(request)) => request.method,
                Ok(Message::Notification(notification)) => notification.method,
                Ok(Message::Response(_)) => "response".to_owned(),
                Err(why) => {
                    assert!(!why.is_empty());
                    "-".to_owned()
                }
            });
        }
        methods
    }

    const REQUEST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"a"}"#;

    fn framed(length: usize, body: &str) -> String {
        format!("Content-Length: {length}\r\n\r\n{body}")
    }

    #[test]
    fn reading_continues_after_input_that_is_not_a_message() {
        let good = framed(REQUEST.len(), REQUEST);
        assert_eq!(methods(&good), ["a"]);
        for body in ["{", "null", "[]", "1", "{\"id\":1.5,\"method\":\"b\"}", ""] {
            let input = format!("{}{good}", framed(body.len(), body));
            assert_eq!(methods(&input), ["-", "a"], "{body}");
        }
        for header in
            ["Content-Length: x\r\n\r\n", "nonsense\r\n\r\n", "Content-Length: -1\r\n\r\n"]
        {
            assert_eq!(methods(&format!("{header}{good}")), ["-", "a"], "{header}");
        }
        let large = format!("Content-Length: {}\r\n\r\n", u64::MAX);
        assert_eq!(methods(&format!("{large}{good}")), ["-", "a"]);
    }

    #[test]
    fn a_wrong_length_costs_one_message() {
        let good = framed(REQUEST.len(), REQUEST);
        for length in [1, 10, REQUEST.len() - 1, REQUEST.len() + 1, REQUEST.len() + 30] {
            let input = format!("{}{good}{good}", framed(length, REQUEST));
            assert_eq!(methods(&input), ["-", "a", "a"], "{length}");
        }
    }

    #[test]
    fn headers_have_other_fields_and_any_case() {
        let header =
            format!("Content-Type: x; charset=utf-8\r\ncontent-length:{}\n\n", REQUEST.len());
        assert_eq!(methods(&format!("{header}{REQUEST}")), ["a"]);
        assert_eq!(methods(""), [] as [&str; 0]);
    }
}
