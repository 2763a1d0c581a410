//! A client's connection, shared by several threads.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use nix::sys::socket::{MsgFlags, recv, send};

use crate::descriptions::Interest;
use crate::message::{ClientMessage, MARK, PERMISSION, ProgramIdentity, Reply};

/// Time for a client to send its message, or its permission. A client does both at once.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(10);

/// Time for a client to read a part of a reply. The system waits once after the part that it keeps, and once more for the
/// rest, so a client that reads nothing is left after ten seconds.
const READING_TIMEOUT: Duration = Duration::from_secs(5);

/// Interval between checks whether a conversation ends.
const CONVERSATION_INTERVAL: Duration = Duration::from_millis(500);

/// A connection. Several threads use it: one runs the job, and another watches the client.
pub(crate) struct Connection {
    stream: UnixStream,
    /// Locked while a reply is written.
    writing: Mutex<()>,
    is_closed: AtomicBool,
    protocol: OnceLock<Protocol>,
}

/// Protocol of a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Protocol {
    /// The messages of the drop-in programs.
    Jobs,
    /// The lines of other programs.
    Lines,
}

impl Connection {
    pub(crate) fn new(stream: UnixStream) -> io::Result<Connection> {
        stream.set_nonblocking(false)?;
        stream.set_read_timeout(Some(CLIENT_TIMEOUT))?;
        stream.set_write_timeout(Some(READING_TIMEOUT))?;
        let (is_closed, protocol) = (AtomicBool::new(false), OnceLock::new());
        Ok(Connection { stream, writing: Mutex::default(), is_closed, protocol })
    }

    /// Waits for the client's first byte, a mark of its protocol. Returns whether the client sends lines.
    pub(crate) fn begins_conversation(&self) -> bool {
        let mut first = [0];
        let is_lines = recv(self.stream.as_raw_fd(), &mut first, MsgFlags::MSG_PEEK) == Ok(1)
            && first[0] != MARK[0];
        if is_lines {
            // A client may wait between requests.
            _ = self.stream.set_read_timeout(Some(CONVERSATION_INTERVAL));
        }
        _ = self.protocol.set(if is_lines { Protocol::Lines } else { Protocol::Jobs });
        is_lines
    }

    /// Whether the client sends lines.
    pub(crate) fn is_conversation(&self) -> bool {
        self.protocol.get() == Some(&Protocol::Lines)
    }

    /// Returns the stream, to read lines.
    pub(crate) fn stream(&self) -> &UnixStream {
        &self.stream
    }

    /// Writes a line.
    pub(crate) fn write_line(&self, line: &str) -> io::Result<()> {
        (&self.stream).write_all(&[line.as_bytes(), b"\n"].concat())
    }

    /// Reads the client's message.
    pub(crate) fn read(&self, program: &ProgramIdentity) -> io::Result<ClientMessage> {
        ClientMessage::read(&mut &self.stream, program)
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
        if self.protocol.get() == Some(&Protocol::Jobs)
            && let Ok(_writing) = self.writing.try_lock()
        {
            let mut bytes = Vec::new();
            // The buffer is full if a client has read nothing for days.
            let sent = Reply::Working.write(&mut bytes).is_ok()
                && send(self.stream.as_raw_fd(), &bytes, MsgFlags::MSG_DONTWAIT) == Ok(bytes.len());
            if !sent {
                self.is_closed.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Asks the client whether files may get their names.
    pub(crate) fn may_rename(&self) -> bool {
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
