//! The build server: a process that keeps loaded descriptions and runs the jobs that clients hand to it.
//!
//! A client is a drop-in program, or a command that shows a description, that runs with the variable [`VARIABLE`]. It sends its arguments, directory and
//! settings over a Unix domain socket ([`message`]), and receives standard output, standard error and the result. Files
//! are written by the server.
//!
//! **Invariant.** A client that does not get a complete answer runs its job itself. Until a client permits it, the
//! server gives no file its name. So a server that fails, hangs or refuses changes no output.
//!
//! **Invariant.** A description is used again only after each file that was read, and each path at which a file was
//! missing, is the same as before ([`tablewright_session::FileWatch`]).
//!
//! The socket needs Linux, because jobs need a working directory and a file mode for each thread. Elsewhere the variable
//! is ignored. Requests for programs ([`rpc`]) over standard streams need no socket ([`serve_stdio`]).
#![warn(missing_docs)]

#[cfg(target_os = "linux")]
mod address;
#[cfg(target_os = "linux")]
mod client;
#[cfg(target_os = "linux")]
mod connection;
mod descriptions;
#[cfg(target_os = "linux")]
mod job;
pub mod message;
#[cfg(target_os = "linux")]
mod peer;
#[cfg(target_os = "linux")]
mod place;
mod recording;
pub mod rpc;
#[cfg(target_os = "linux")]
mod server;
mod slots;
mod stdio;
mod wire;

#[cfg(target_os = "linux")]
pub use client::{control, hand_over, open_connection};
#[cfg(target_os = "linux")]
pub use server::serve;
pub use stdio::serve_stdio;
#[cfg(not(target_os = "linux"))]
pub use unsupported::{control, hand_over, open_connection, serve};

use std::path::PathBuf;
use std::time::Duration;

use tablewright_driver::served_run::{ClientSettings, ServedRequest};

use crate::rpc::ProgramMethods;

/// Variable that lets a program use a server: `auto`, or the path of a socket.
pub const VARIABLE: &str = "TABLEWRIGHT_SERVER";

/// Name of the command that runs a server.
pub const COMMAND: &str = "serve";

/// Default for [`ServerSettings::idle_timeout`].
pub const DEFAULT_IDLE_TIMEOUT: Duration = Duration::from_secs(600);

/// Settings of a server.
#[derive(Clone, Debug, Default)]
pub struct ServerSettings {
    /// Path of the socket. `None` for the path of `auto`.
    pub socket: Option<PathBuf>,
    /// Time without a client until the server ends. `None` for [`DEFAULT_IDLE_TIMEOUT`].
    pub idle_timeout: Option<Duration>,
    /// Maximum memory in bytes; above it, descriptions are dropped. `None` for a quarter of the machine's memory.
    pub max_memory: Option<u64>,
}

/// Builds the request for a client's command line, whose first argument is the program name. Paths are relative to the
/// current directory. `None` if the command line is not served.
pub type FindRequest = fn(Vec<String>, &ClientSettings) -> Option<ServedRequest>;

/// The work of a server.
#[derive(Clone, Copy)]
pub struct Services {
    /// Jobs of the drop-in programs.
    pub find_request: FindRequest,
    /// Requests for programs.
    pub methods: &'static dyn ProgramMethods,
}

/// Request to a running server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// Describe the state of the server.
    Status,
    /// End after the running jobs.
    Stop,
}

#[cfg(not(target_os = "linux"))]
mod unsupported {
    use std::path::Path;
    use std::process::ExitCode;

    use crate::{Control, ServerSettings, Services};

    const WHY: &str = "a build server needs Linux";

    /// Does nothing: the job is run by its own process.
    pub fn hand_over(_: &str, _: &[String]) -> Option<ExitCode> {
        None
    }

    /// Fails, since no server can run.
    pub fn control(_: Option<&Path>, _: Control) -> Result<String, String> {
        Err(WHY.to_owned())
    }

    /// Fails, since no server can run.
    pub fn open_connection(_: Option<&Path>) -> Result<i32, String> {
        Err(WHY.to_owned())
    }

    /// Fails, since no server can run.
    pub fn serve(_: &ServerSettings, _: Services, _: impl FnOnce(&Path)) -> Result<(), String> {
        Err(WHY.to_owned())
    }
}
