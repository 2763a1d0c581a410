//! Requests for programs: JSON-RPC 2.0 over lines, on the socket and on standard streams, and the Model Context
//! Protocol on top.
//!
//! Lines arrive ([`lines`]), become requests ([`message`]), and run in threads (`conversation.rs`). A request is the
//! command line ([`ProgramMethods`]), so its answer is the JSON that the command prints. The tools of agents
//! (`tools.rs`) are the same methods.
//!
//! No library is used: JSON-RPC here is two structs for serde. The language server's `lsp-server` frames messages
//! with headers, lacks batches, and cannot read a socket with a timeout.

mod answer;
mod conversation;
mod engine;
pub mod lines;
pub mod message;
mod tools;

pub(crate) use conversation::Conversation;
pub(crate) use engine::Engine;

use serde_json::{Map, Value};
use tablewright_driver::messages::Format;
use tablewright_driver::served_run::ServedRequest;

/// The methods that programs can call, as the program defines them.
pub trait ProgramMethods: Send + Sync {
    /// Lists the methods.
    fn list(&self) -> Vec<ProgramMethod>;

    /// Prepares a call. Returns `None` if the method is unknown.
    ///
    /// # Errors
    /// If the parameters are wrong.
    fn prepare(
        &self,
        method: &str,
        params: &Map<String, Value>,
        context: CallContext,
    ) -> Option<Result<PreparedCall, InvalidParams>>;
}

/// A method.
pub struct ProgramMethod {
    /// Name for requests and for agents.
    pub name: &'static str,
    /// Effect, as a sentence.
    pub about: String,
    /// JSON Schema of the parameters.
    pub params: Value,
}

/// Circumstances of a call.
#[derive(Clone, Copy, Debug)]
pub struct CallContext {
    /// Format of messages.
    pub format: Format,
    /// Whether relative paths are refused, because the server does not know the directory of the client.
    pub needs_absolute_paths: bool,
}

/// A call with valid parameters.
pub enum PreparedCall {
    /// An answer that needs no description, as JSON.
    Answer(String),
    /// A command over a description. It prints JSON.
    Run(Box<ServedRequest>),
}

/// An error in the parameters.
#[derive(Debug)]
pub struct InvalidParams {
    /// A sentence.
    pub message: String,
    /// The message in the requested format, if it has more than the sentence.
    pub detail: Option<String>,
}

impl InvalidParams {
    /// Creates an error that is a sentence.
    pub fn new(message: impl Into<String>) -> InvalidParams {
        InvalidParams { message: message.into(), detail: None }
    }
}
