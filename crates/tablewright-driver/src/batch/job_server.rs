//! The job server of GNU make, which Ninja supports too: a pipe with a byte for each additional job that may run. A
//! client reads a byte before it starts a thread, and writes the byte back when the thread has ended.
//!
//! GNU make's manual describes the protocol in "POSIX Jobserver Interaction". The pipe is opened by its path. A pipe
//! that is inherited only as a pair of descriptors has a path in `/dev/fd`. A newly opened file has its own flags, so
//! that reads do not block here but still block in make.

use std::env;
use std::fs::File;
#[cfg(unix)]
use std::fs::{self, OpenOptions};
use std::io::{Read, Write};

/// Environment variable with the options for `make`.
const VARIABLE: &str = "MAKEFLAGS";

/// A job server.
#[derive(Debug)]
pub(super) struct JobServer {
    read: File,
    write: File,
}

/// Permission to run one more thread. It is returned to the server on drop.
#[derive(Debug)]
pub(super) struct JobServerToken<'s> {
    server: &'s JobServer,
    byte: u8,
}

impl JobServer {
    /// Returns the job server under which this process was started, if any.
    pub(super) fn from_environment() -> Option<JobServer> {
        JobServer::open(&Address::from_flags(&env::var(VARIABLE).ok()?)?)
    }

    #[cfg(unix)]
    fn open(address: &Address) -> Option<JobServer> {
        use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
        let [read, write] = match address {
            Address::Fifo(path) => [path.clone(), path.clone()],
            Address::Descriptors(read, write) => [read, write].map(|fd| format!("/dev/fd/{fd}")),
        };
        // If make has closed a descriptor for this process, its number may now refer to any file. Only a job server
        // is likely to have both ends of one pipe under these two numbers.
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

    /// Other systems do not use a pipe as the server, so it is ignored.
    #[cfg(not(unix))]
    fn open(_: &Address) -> Option<JobServer> {
        None
    }

    /// Returns a token if one is free.
    pub(super) fn token(&self) -> Option<JobServerToken<'_>> {
        let mut byte = [0];
        match (&self.read).read(&mut byte) {
            Ok(1) => Some(JobServerToken { server: self, byte: byte[0] }),
            _ => None,
        }
    }
}

impl Drop for JobServerToken<'_> {
    fn drop(&mut self) {
        // The byte was read from the pipe, so there is room for it.
        drop((&self.server.write).write_all(&[self.byte]));
    }
}

/// Address of a job server.
#[derive(PartialEq, Eq, Debug)]
enum Address {
    Fifo(String),
    /// The descriptors to read and to write.
    Descriptors(u32, u32),
}

impl Address {
    /// Finds the address in the options for `make`. The last address wins.
    fn from_flags(flags: &str) -> Option<Address> {
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
            // Make passes these numbers when the server is not for this process.
            ("-j4 --jobserver-auth=-2,-2", None),
            ("--jobserver-auth=gmake_semaphore_1", None),
            (" -- X=--jobserver-auth=3,4", None),
        ] {
            assert_eq!(Address::from_flags(flags), expected, "{flags}");
        }
    }
}
