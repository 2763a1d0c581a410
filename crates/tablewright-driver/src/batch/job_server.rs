//! The job server of GNU make, which Ninja passes on: a pipe with a byte for each job that may run besides those
//! that do. Who reads a byte may run one more thread, and writes the byte back when that has ended.
//!
//! The protocol is described in GNU make's manual, "POSIX Jobserver Interaction". The pipe is opened by its path;
//! one that is only inherited as a pair of descriptors has a path below `/dev/fd`. A new opening has flags of its
//! own, so that reading does not block here, and goes on blocking for make.

use std::env;
use std::fs::File;
#[cfg(unix)]
use std::fs::{self, OpenOptions};
use std::io::{Read, Write};

/// The variable that has the options of `make`.
const VARIABLE: &str = "MAKEFLAGS";

/// A job server.
#[derive(Debug)]
pub(super) struct JobServer {
    read: File,
    write: File,
}

/// The right to run one more thread. It is given back when it is dropped.
#[derive(Debug)]
pub(super) struct Token<'s> {
    server: &'s JobServer,
    byte: u8,
}

impl JobServer {
    /// The job server that this process was started under.
    pub(super) fn of_environment() -> Option<JobServer> {
        JobServer::open(&Address::of(&env::var(VARIABLE).ok()?)?)
    }

    #[cfg(unix)]
    fn open(address: &Address) -> Option<JobServer> {
        use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
        let [read, write] = match address {
            Address::Fifo(path) => [path.clone(), path.clone()],
            Address::Descriptors(read, write) => [read, write].map(|fd| format!("/dev/fd/{fd}")),
        };
        // A descriptor that make has closed for this process may be anything by now. Both ends of one pipe under
        // these two numbers are no accident.
        let identity = |path: &str| {
            let data = fs::metadata(path).ok().filter(|data| data.file_type().is_fifo())?;
            Some((data.dev(), data.ino()))
        };
        if identity(&read)? != identity(&write)? {
            return None;
        }
        let open = |path: &str, options: &mut OpenOptions| {
            options.custom_flags(libc::O_NONBLOCK).open(path).ok()
        };
        let read = open(&read, OpenOptions::new().read(true))?;
        let write = open(&write, OpenOptions::new().write(true))?;
        Some(JobServer { read, write })
    }

    /// Elsewhere the server is no pipe, and is not heeded.
    #[cfg(not(unix))]
    fn open(_: &Address) -> Option<JobServer> {
        None
    }

    /// A token, if one is free.
    pub(super) fn token(&self) -> Option<Token<'_>> {
        let mut byte = [0];
        match (&self.read).read(&mut byte) {
            Ok(1) => Some(Token { server: self, byte: byte[0] }),
            _ => None,
        }
    }
}

impl Drop for Token<'_> {
    fn drop(&mut self) {
        // The byte was in the pipe before, so there is room for it.
        drop((&self.server.write).write_all(&[self.byte]));
    }
}

/// Where a job server is.
#[derive(PartialEq, Eq, Debug)]
enum Address {
    Fifo(String),
    /// The descriptors to read and to write.
    Descriptors(u32, u32),
}

impl Address {
    /// What the options of `make` say. The last of several holds.
    fn of(flags: &str) -> Option<Address> {
        let names = ["--jobserver-auth=", "--jobserver-fds="];
        let value = flags
            .split_ascii_whitespace()
            .take_while(|&flag| flag != "--")
            .filter_map(|flag| names.iter().find_map(|name| flag.strip_prefix(name)))
            .last()?;
        if let Some(path) = value.strip_prefix("fifo:") {
            return Some(Address::Fifo(path.to_owned()));
        }
        let (read, write) = value.split_once(',')?;
        Some(Address::Descriptors(read.parse().ok()?, write.parse().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_of_make_say_where_it_is() {
        let fifo = |path: &str| Some(Address::Fifo(path.into()));
        for (flags, expected) in [
            ("", None),
            ("k -j4", None),
            (" -j4 --jobserver-auth=3,4", Some(Address::Descriptors(3, 4))),
            ("--jobserver-fds=5,6 -j", Some(Address::Descriptors(5, 6))),
            ("-j --jobserver-auth=fifo:/tmp/GMfifo1", fifo("/tmp/GMfifo1")),
            ("--jobserver-auth=3,4 --jobserver-auth=fifo:/x", fifo("/x")),
            // Make says so of a server that is not for this process.
            ("-j4 --jobserver-auth=-2,-2", None),
            ("--jobserver-auth=gmake_semaphore_1", None),
            (" -- X=--jobserver-auth=3,4", None),
        ] {
            assert_eq!(Address::of(flags), expected, "{flags}");
        }
    }
}
