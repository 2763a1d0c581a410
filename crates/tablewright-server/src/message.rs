//! Messages between a client and a server.
//!
//! A client sends one [`ClientMessage`]. For a job the server answers with any number of [`Reply::Working`], and at
//! last with [`Reply::Output`] or [`Reply::Declined`]. Before it renames files it sends [`Reply::Ready`] once, and waits
//! for the byte [`PERMISSION`]. A closed connection cancels the job.
//!
//! A message is a head with a mark and the length of the body, then the body. A client's mark includes the version of
//! the protocol, and its body begins with the identity of the program, so that different builds never understand each
//! other.

use std::io::{self, Read, Write};

use tablewright_driver::served_run::{ClientSettings, ServedOutput};

use crate::wire::{FieldReader, FieldWriter};

/// Mark of a client's message, with the version of the protocol.
pub const MARK: [u8; 4] = *b"TWS1";

/// A client's permission to rename files.
pub const PERMISSION: u8 = b'p';

/// Maximum length of a client's message in bytes. A longer command line is not handed over.
pub const MAX_MESSAGE: usize = 8 << 20;

/// Maximum length of a reply in bytes. A client with a longer output runs its job itself.
pub const MAX_REPLY: u64 = 4 << 30;

/// Hash that identifies a build of the program.
pub type ProgramIdentity = [u8; 32];

/// Device and inode of a directory.
pub type DirIdentity = (u64, u64);

/// Message of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientMessage {
    /// Run a job.
    Job(JobMessage),
    /// Describe the state of the server.
    Status,
    /// End after the running jobs.
    Stop,
}

/// A job: everything that affects its output, except the contents of files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobMessage {
    /// Working directory, as an absolute path.
    pub dir: Vec<u8>,
    /// Identity of the working directory.
    pub dir_identity: DirIdentity,
    /// Identity of the root directory.
    pub root_identity: DirIdentity,
    /// Identity of the mounted file systems, as text.
    pub mounts: Vec<u8>,
    /// Mask for the modes of new files.
    pub umask: u32,
    /// Command line with the program name. Bytes that are not UTF-8 are escaped.
    pub args: Vec<String>,
    /// Settings from the environment.
    pub settings: ClientSettings,
}

/// Answer of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The job is not finished. Sent every second, so that a client notices a server that hangs.
    Working,
    /// The client runs its job itself. The text explains why.
    Declined(String),
    /// All files are complete. They get their names after the client's permission.
    Ready,
    /// Output of the job.
    Output(ServedOutput),
    /// Text for [`ClientMessage::Status`] and [`ClientMessage::Stop`].
    Text(String),
}

impl ClientMessage {
    /// Encodes the message, with its head. Returns `None` if it is too long.
    pub fn encode(&self, program: &ProgramIdentity) -> Option<Vec<u8>> {
        let writer = FieldWriter::default().bytes(program);
        let body = match self {
            ClientMessage::Job(job) => job.write(writer.byte(1)),
            ClientMessage::Status => writer.byte(2),
            ClientMessage::Stop => writer.byte(3),
        }
        .finish();
        if body.len() > MAX_MESSAGE {
            return None;
        }
        let length = u32::try_from(body.len()).ok()?;
        Some([&MARK[..], &length.to_le_bytes(), &body].concat())
    }

    /// Reads a message.
    ///
    /// # Errors
    /// If the message is incomplete, malformed, or from another build of the program.
    pub fn read(from: &mut impl Read, program: &ProgramIdentity) -> io::Result<ClientMessage> {
        let (mut mark, mut length) = ([0; 4], [0; 4]);
        from.read_exact(&mut mark)?;
        if mark != MARK {
            return Err(malformed("unknown protocol"));
        }
        from.read_exact(&mut length)?;
        let length = u32::from_le_bytes(length) as usize;
        if length > MAX_MESSAGE {
            return Err(malformed("message is too long"));
        }
        let body = read_bytes(from, length as u64)?;
        let mut reader = FieldReader(&body);
        if reader.bytes() != Some(program) {
            return Err(malformed("another build of the program"));
        }
        ClientMessage::decode(reader).ok_or_else(|| malformed("malformed message"))
    }

    fn decode(mut reader: FieldReader<'_>) -> Option<ClientMessage> {
        let message = match reader.byte()? {
            1 => ClientMessage::Job(JobMessage::decode(&mut reader)?),
            2 => ClientMessage::Status,
            3 => ClientMessage::Stop,
            _ => return None,
        };
        reader.end()?;
        Some(message)
    }
}

impl JobMessage {
    fn write(&self, writer: FieldWriter) -> FieldWriter {
        let JobMessage { dir, dir_identity, root_identity, mounts, umask, args, settings } = self;
        let ClientSettings { release, format, color, output_color, width } = settings;
        let writer = writer.bytes(dir).number(dir_identity.0).number(dir_identity.1);
        let writer = writer.number(root_identity.0).number(root_identity.1).bytes(mounts);
        let writer = writer.number(u64::from(*umask)).number(args.len() as u64);
        let writer = args.iter().fold(writer, |writer, arg| writer.bytes(arg.as_bytes()));
        let writer = writer.bytes(release.as_bytes()).bytes(format.as_bytes());
        let writer = writer.byte(u8::from(*color)).byte(u8::from(*output_color));
        // A terminal has at least one column.
        writer.number(width.unwrap_or(0) as u64)
    }

    fn decode(reader: &mut FieldReader<'_>) -> Option<JobMessage> {
        let dir = reader.bytes()?.to_vec();
        let dir_identity = (reader.number()?, reader.number()?);
        let root_identity = (reader.number()?, reader.number()?);
        let mounts = reader.bytes()?.to_vec();
        let umask = u32::try_from(reader.number()?).ok()?;
        let count = reader.number()?;
        // The count may be wrong, so it reserves no memory.
        let args = (0..count).map(|_| reader.text()).collect::<Option<Vec<String>>>()?;
        let (release, format) = (reader.text()?, reader.text()?);
        let (color, output_color) = (reader.flag()?, reader.flag()?);
        let width = Some(usize::try_from(reader.number()?).ok()?).filter(|&width| width > 0);
        let settings = ClientSettings { release, format, color, output_color, width };
        Some(JobMessage { dir, dir_identity, root_identity, mounts, umask, args, settings })
    }
}

impl Reply {
    /// Writes the reply, with its head.
    ///
    /// # Errors
    /// If the connection is closed.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let (tag, body) = match self {
            Reply::Working => (b'w', Vec::new()),
            Reply::Declined(why) => (b'd', why.clone().into_bytes()),
            Reply::Ready => (b'r', Vec::new()),
            Reply::Output(ServedOutput { is_success, stdout, stderr }) => {
                let writer = FieldWriter::default().byte(u8::from(*is_success));
                (b'o', writer.bytes(stdout).bytes(stderr).finish())
            }
            Reply::Text(text) => (b't', text.clone().into_bytes()),
        };
        to.write_all(&[&[tag][..], &(body.len() as u64).to_le_bytes()].concat())?;
        to.write_all(&body)
    }

    /// Reads a reply.
    ///
    /// # Errors
    /// If the reply is incomplete or malformed.
    pub fn read(from: &mut impl Read) -> io::Result<Reply> {
        let (mut tag, mut length) = ([0; 1], [0; 8]);
        from.read_exact(&mut tag)?;
        from.read_exact(&mut length)?;
        let length = u64::from_le_bytes(length);
        if length > MAX_REPLY {
            return Err(malformed("reply is too long"));
        }
        let body = read_bytes(from, length)?;
        Reply::decode(tag[0], body).ok_or_else(|| malformed("malformed reply"))
    }

    fn decode(tag: u8, body: Vec<u8>) -> Option<Reply> {
        match tag {
            b'w' if body.is_empty() => Some(Reply::Working),
            b'r' if body.is_empty() => Some(Reply::Ready),
            b'd' => Some(Reply::Declined(String::from_utf8(body).ok()?)),
            b't' => Some(Reply::Text(String::from_utf8(body).ok()?)),
            b'o' => {
                let mut reader = FieldReader(&body);
                let is_success = reader.flag()?;
                let (stdout, stderr) = (reader.bytes()?.to_vec(), reader.bytes()?.to_vec());
                reader.end()?;
                Some(Reply::Output(ServedOutput { is_success, stdout, stderr }))
            }
            _ => None,
        }
    }
}

/// Reads a number of bytes. Memory is needed only for bytes that arrive.
fn read_bytes(from: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

fn malformed(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: ProgramIdentity = [7; 32];

    fn job() -> ClientMessage {
        ClientMessage::Job(JobMessage {
            dir: b"/build\xff".to_vec(),
            dir_identity: (1, u64::MAX),
            root_identity: (3, 4),
            mounts: b"mnt:[1]".to_vec(),
            umask: 0o22,
            args: vec!["llvm-tblgen".into(), "a.td".into(), String::new()],
            settings: ClientSettings {
                release: "19".into(),
                color: true,
                width: Some(80),
                ..ClientSettings::default()
            },
        })
    }

    #[test]
    fn messages_are_read_as_they_were_written() {
        for message in [job(), ClientMessage::Status, ClientMessage::Stop] {
            let bytes = message.encode(&PROGRAM).expect("it is short");
            assert_eq!(ClientMessage::read(&mut &bytes[..], &PROGRAM).ok(), Some(message));
        }
        let output = ServedOutput {
            is_success: false,
            stdout: b"out".to_vec(),
            stderr: b"err\xff".to_vec(),
        };
        for reply in [
            Reply::Working,
            Reply::Ready,
            Reply::Declined("why".into()),
            Reply::Text("text".into()),
            Reply::Output(output),
        ] {
            let mut bytes = Vec::new();
            reply.write(&mut bytes).expect("memory has room");
            assert_eq!(Reply::read(&mut &bytes[..]).ok(), Some(reply));
        }
    }

    #[test]
    fn a_part_of_a_message_is_an_error() {
        let bytes = job().encode(&PROGRAM).expect("it is short");
        for length in 0..bytes.len() {
            assert!(ClientMessage::read(&mut &bytes[..length], &PROGRAM).is_err(), "{length}");
        }
        let longer = [&bytes[..], b"x"].concat();
        let mut rest = &longer[..];
        assert!(ClientMessage::read(&mut rest, &PROGRAM).is_ok() && rest == b"x");
    }

    #[test]
    fn another_build_or_protocol_is_an_error() {
        let bytes = job().encode(&PROGRAM).expect("it is short");
        let error = ClientMessage::read(&mut &bytes[..], &[8; 32]).expect_err("it differs");
        assert_eq!(error.to_string(), "another build of the program");
        let error =
            ClientMessage::read(&mut &b"TWS0\0\0\0\0"[..], &PROGRAM).expect_err("it is old");
        assert_eq!(error.to_string(), "unknown protocol");
        let error = ClientMessage::read(&mut &b"TWS1\xff\xff\xff\xff"[..], &PROGRAM);
        assert_eq!(error.expect_err("it is long").to_string(), "message is too long");
    }

    #[test]
    fn wrong_counts_are_errors() {
        let bytes = job().encode(&PROGRAM).expect("it is short");
        for index in 8..bytes.len() {
            let mut changed = bytes.clone();
            changed[index] ^= 0xff;
            // Each change is an error or another message; none needs much memory or time.
            drop(ClientMessage::read(&mut &changed[..], &PROGRAM));
        }
    }
}
