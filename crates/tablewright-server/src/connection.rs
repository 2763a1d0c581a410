//! A connection of a client, and the job that the client hands over.

use std::ffi::OsStr;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use nix::sys::socket::{MsgFlags, recv, send};
use tablewright_driver::served_run::{self, ServedOutput};

use crate::CalledDropIn;
use crate::descriptions::Interest;
use crate::message::{JobMessage, PERMISSION, ProgramIdentity, Reply};
use crate::server::State;

/// Time for a client to send its message, or its permission. A client does both at once.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(10);

/// A connection. Several threads use it: one runs the job, and another watches the client.
pub(crate) struct Connection {
    stream: UnixStream,
    /// Locked while a reply is written.
    writing: Mutex<()>,
    is_closed: AtomicBool,
}

impl Connection {
    pub(crate) fn new(stream: UnixStream) -> io::Result<Connection> {
        stream.set_nonblocking(false)?;
        stream.set_read_timeout(Some(CLIENT_TIMEOUT))?;
        Ok(Connection { stream, writing: Mutex::default(), is_closed: AtomicBool::new(false) })
    }

    /// Reads the client's message.
    pub(crate) fn read(
        &self,
        program: &ProgramIdentity,
    ) -> io::Result<crate::message::ClientMessage> {
        crate::message::ClientMessage::read(&mut &self.stream, program)
    }

    /// Writes a reply. A client that is gone does not need it.
    pub(crate) fn reply(&self, reply: &Reply) {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut bytes = Vec::new();
        let written = reply.write(&mut bytes).and_then(|()| (&self.stream).write_all(&bytes));
        if written.is_err() {
            self.is_closed.store(true, Ordering::Relaxed);
        }
    }

    /// Notices whether the client is gone.
    pub(crate) fn watch(&self) {
        let mut byte = [0];
        let flags = MsgFlags::MSG_PEEK | MsgFlags::MSG_DONTWAIT;
        let is_open = match recv(self.stream.as_raw_fd(), &mut byte, flags) {
            Ok(0) => false,
            Ok(_) => true,
            Err(error) => io::Error::from(error).kind() == ErrorKind::WouldBlock,
        };
        if !is_open {
            self.is_closed.store(true, Ordering::Relaxed);
        }
    }

    /// Tells the client that its job is not finished, unless another reply is being written.
    pub(crate) fn tell_working(&self) {
        if let Ok(_writing) = self.writing.try_lock() {
            let mut bytes = Vec::new();
            // A client that reads nothing for days has no room for the whole message.
            let sent = Reply::Working.write(&mut bytes).is_ok()
                && send(self.stream.as_raw_fd(), &bytes, MsgFlags::MSG_DONTWAIT) == Ok(bytes.len());
            if !sent {
                self.is_closed.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Asks the client whether files may get their names.
    fn may_rename(&self) -> bool {
        self.reply(&Reply::Ready);
        let mut byte = [0];
        let is_permitted = (&self.stream).read_exact(&mut byte).is_ok() && byte[0] == PERMISSION;
        if !is_permitted {
            self.is_closed.store(true, Ordering::Relaxed);
        }
        is_permitted
    }
}

impl Interest for Connection {
    fn is_cancelled(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }
}

/// Runs a job and returns the reply.
pub(crate) fn run_job(state: &State, connection: &Arc<Connection>, job: &JobMessage) -> Reply {
    let done = catch_unwind(AssertUnwindSafe(|| output(state, connection, job)));
    match done {
        Ok(Ok(output)) => Reply::Output(output),
        Ok(Err(why)) => Reply::Declined(why),
        Err(_) => Reply::Declined("the job has panicked".to_owned()),
    }
}

fn output(
    state: &State,
    connection: &Arc<Connection>,
    job: &JobMessage,
) -> Result<ServedOutput, String> {
    if job.root_identity != state.root || job.mounts != state.mounts {
        return Err("the client sees other file systems".to_owned());
    }
    let Some(CalledDropIn { drop_in, called_as, args }) = (state.find_drop_in)(job.args.clone())
    else {
        return Err("the command line is not a drop-in program".to_owned());
    };
    let dir = Path::new(OsStr::from_bytes(&job.dir));
    let _entered = state.places.enter(job).map_err(|error| format!("directory: {error}"))?;
    let request = served_run::request(drop_in, args, &job.settings)
        .ok_or_else(|| "this kind of run is not served".to_owned())?;
    let interest: Arc<dyn Interest> = Arc::clone(connection) as Arc<dyn Interest>;
    let description = state
        .descriptions
        .get(dir, &request, &interest, &state.slots)
        .ok_or_else(|| "the input cannot be read".to_owned())?;
    let _slot = state.slots.wait();
    let may_rename = || !connection.is_cancelled() && connection.may_rename();
    let run = || served_run::run(&called_as, &request, &description.loaded, &may_rename);
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(output) => output.ok_or_else(|| "the system refused an operation".to_owned()),
        Err(_) => {
            // The panic may have interrupted an analysis that other jobs share.
            state.descriptions.forget(&description);
            Err("the job has panicked".to_owned())
        }
    }
}
