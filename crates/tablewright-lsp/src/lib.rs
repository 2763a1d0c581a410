//! Tablewright's language server for the language server protocol 3.17.
//!
//! The server keeps the open texts ([`documents`]) and the main files that include them
//! ([`roots`]). After an edit it evaluates the main file as a separate task ([`tasks`],
//! [`analysis`], [`evaluations`]), with open texts in place of files on disk. Requests are answered
//! from the last evaluation ([`snapshot`]): offsets in an edited text are mapped to the evaluated
//! text. A [`search`] for a name evaluates further main files. Requests that need only the text, for
//! example its symbols, read its syntax tree ([`scan`], [`items`]), so that errors elsewhere do not
//! affect them. Each request has its own file in [`requests`].
#![allow(
    rustdoc::private_intra_doc_links,
    reason = "the modules are what the documentation is about"
)]

mod analysis;
mod capabilities;
mod clock;
mod connection;
mod context;
mod definition_index;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "the protocol has more requests than a server answers, and gets new ones"
)]
mod dispatch;
mod documents;
mod evaluations;
mod items;
mod line_index;
mod names;
mod occurrences;
mod options;
mod project_rules;
mod repair;
mod requests;
mod response;
mod roots;
mod routes;
mod scan;
mod search;
mod server;
mod settings;
mod snapshot;
mod state;
mod tasks;
#[cfg(not(target_family = "wasm"))]
mod transport;
mod uri;

pub use clock::Clock;
pub use connection::serve;
#[cfg(not(target_family = "wasm"))]
pub use connection::serve_stdio;
pub use options::{ServerOptions, ServerProgram};
pub use project_rules::{ProjectRules, RecordDocument};
pub use server::{LanguageServer, ServerError};
