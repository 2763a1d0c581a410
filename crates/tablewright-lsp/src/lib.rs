//! The language server of Tablewright, for the language server protocol 3.17.
//!
//! The server knows the open texts ([`documents`]) and the main files that they are parts of ([`roots`]). It evaluates
//! a main file, as a task of its own ([`tasks`]), whenever one of its files was edited ([`analysis`], [`evaluations`]), with the
//! open texts in place of the files on disk, and answers requests from the last evaluation ([`snapshot`]): offsets of
//! an edited text are mapped to the text that was evaluated. What a request asks of the text alone, such as its
//! symbols, is read from its tree ([`scan`], [`items`]), so that an error elsewhere does not matter. Each request is
//! a file in [`requests`].
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
mod options;
mod project_rules;
mod requests;
mod response;
mod roots;
mod scan;
mod server;
mod settings;
mod snapshot;
mod state;
mod tasks;
mod uri;

pub use clock::Clock;
pub use connection::{serve, serve_stdio};
pub use options::{ServerOptions, ServerProgram};
pub use project_rules::{ProjectRules, RecordDocument};
pub use server::{LanguageServer, ServerError};
