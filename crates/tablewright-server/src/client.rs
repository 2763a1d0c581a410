//! The client: hands a job to a server, and starts a server if the user wants one.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, IntoRawFd};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};
use nix::sys::socket::{AddressFamily, SockFlag, SockType, UnixAddr, connect, socket};
use tablewright_driver::messages::{self, Style};
use tablewright_driver::release;
use tablewright_driver::running_program;
use tablewright_driver::served_run::{ClientSettings, ServedOutput};
use tablewright_driver::terminal::{colors_messages, colors_output, eprint, output_width, reason};
use tablewright_syntax::diagnostic::Code;

use crate::address::{self, AddressLock};
use crate::message::{ClientMessage, JobMessage, PERMISSION, Reply};
use crate::peer::is_own_user;
use crate::place;
use crate::{COMMAND, Control, VARIABLE};

/// Value of the variable that starts a missing server.
const AUTOMATIC: &str = "auto";

/// Maximum time between two replies. A server replies every second.
const REPLY_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum time until a new server accepts connections.
const START_TIMEOUT: Duration = Duration::from_secs(10);

/// Interval between attempts to reach a new server.
const START_INTERVAL: Duration = Duration::from_millis(2);

/// Prefix of all variables of this program.
const VARIABLES: &str = "TABLEWRIGHT_";

/// Limits of the shell (`ulimit`) that a server does not know. With a limit, the client runs its job itself.
const LIMITS: [Resource; 4] =
    [Resource::RLIMIT_FSIZE, Resource::RLIMIT_AS, Resource::RLIMIT_DATA, Resource::RLIMIT_CPU];

/// Hands the job with the command line `args` to a server, if the user wants one and the server does the job. Messages
/// begin with `called_as`. Returns the exit code. Otherwise returns `None`, and nothing was printed or written.
pub fn hand_over(called_as: &str, args: &[String]) -> Option<ExitCode> {
    let address = env::var_os(VARIABLE).filter(|address| !address.is_empty())?;
    if !is_served(args) || LIMITS.iter().any(|&limit| is_limited(limit)) {
        return None;
    }
    let job = ClientMessage::Job(job(args)?);
    let program = address::program_identity().ok()?;
    let message = job.encode(&program)?;
    let output = if address == *AUTOMATIC {
        let path = address::automatic(&program).ok()?;
        exchange(automatic_server(&path)?, &message)?
    } else {
        exchange(connected(Path::new(&address)).ok()?, &message)?
    };
    Some(print(called_as, args, &output))
}

/// Sends a request to the server at `socket`, by default the server for `auto`. Returns the server's text.
///
/// # Errors
/// If there is no server, or it does not answer.
pub fn control(socket: Option<&Path>, control: Control) -> Result<String, String> {
    let program = address::program_identity().map_err(|error| reason(&error))?;
    let path = match socket {
        Some(path) => path.to_owned(),
        None => address::automatic(&program).map_err(|error| reason(&error))?,
    };
    let message = match control {
        Control::Status => ClientMessage::Status,
        Control::Stop => ClientMessage::Stop,
    };
    let message = message.encode(&program).ok_or("the message is too long")?;
    let stream = connected(&path).map_err(|error| {
        let path = path.display();
        format!("no server can be reached at '{path}': {}", reason(&error))
    })?;
    let text = send(&stream, &message).and_then(|()| {
        loop {
            match Reply::read(&mut &stream)? {
                Reply::Text(text) => return Ok(Ok(text)),
                Reply::Declined(why) => return Ok(Err(why)),
                Reply::Working => {}
                Reply::Ready | Reply::Output(_) => return Err(io::ErrorKind::InvalidData.into()),
            }
        }
    });
    text.unwrap_or_else(|error| Err(format!("the server does not answer: {}", reason(&error))))
        .map_err(|why| format!("the server refuses: {why}"))
}

/// Connects to the server at `socket`, by default the server for `auto`, which is started if it does not run. Returns the
/// file descriptor of the connection, for [requests of programs](crate::rpc). The caller closes it.
///
/// # Errors
/// If no server can be reached.
pub fn open_connection(socket: Option<&Path>) -> Result<i32, String> {
    let connect = || {
        let stream = match socket {
            Some(path) => connected(path)?,
            None => {
                let path = address::automatic(&address::program_identity()?)?;
                automatic_server(&path).ok_or(io::ErrorKind::ConnectionRefused)?
            }
        };
        // An answer may need a long time.
        stream.set_read_timeout(None)?;
        stream.set_write_timeout(None)?;
        Ok(stream.into_raw_fd())
    };
    connect().map_err(|error: io::Error| {
        let path = socket.map(|path| format!(" at '{}'", path.display())).unwrap_or_default();
        format!("no server can be reached{path}: {}", reason(&error))
    })
}

/// Returns whether a server may do jobs with this command line and environment.
fn is_served(args: &[String]) -> bool {
    // These only print a text and need no server.
    let is_question = |arg: &String| {
        let name = arg.trim_start_matches('-');
        arg.starts_with('-') && (name.starts_with("help") || name.starts_with("version"))
    };
    let other_settings = env::vars_os().filter(|(name, value)| {
        let is_own = name.as_encoded_bytes().starts_with(VARIABLES.as_bytes());
        let is_handed_over = [VARIABLE, release::VARIABLE, messages::VARIABLE];
        is_own && !value.is_empty() && !is_handed_over.iter().any(|known| name == known)
    });
    !args.iter().any(is_question) && other_settings.count() == 0
}

fn is_limited(limit: Resource) -> bool {
    getrlimit(limit).map_or(true, |(soft, _)| soft != RLIM_INFINITY)
}

/// Builds the message for a command line in this process.
fn job(args: &[String]) -> Option<JobMessage> {
    let text = |name| env::var(name).unwrap_or_default();
    Some(JobMessage {
        dir: env::current_dir().ok()?.into_os_string().into_vec(),
        dir_identity: place::dir_identity(".").ok()?,
        root_identity: place::dir_identity("/").ok()?,
        mounts: place::mounts(),
        umask: place::current_umask(),
        args: args.to_vec(),
        settings: ClientSettings {
            release: text(release::VARIABLE),
            format: text(messages::VARIABLE),
            color: colors_messages(),
            output_color: colors_output(),
            width: output_width(),
        },
    })
}

/// Connects to a server of this user. Does not wait if the server is too busy to accept connections.
fn connected(path: &Path) -> io::Result<UnixStream> {
    let flags = SockFlag::SOCK_NONBLOCK | SockFlag::SOCK_CLOEXEC;
    let socket = socket(AddressFamily::Unix, SockType::Stream, flags, None)?;
    connect(socket.as_raw_fd(), &UnixAddr::new(path)?)?;
    let stream = UnixStream::from(socket);
    if !is_own_user(&stream) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(REPLY_TIMEOUT))?;
    stream.set_write_timeout(Some(REPLY_TIMEOUT))?;
    Ok(stream)
}

/// Connects to the server for `auto`. Starts it if it does not run.
fn automatic_server(path: &Path) -> Option<UnixStream> {
    if let Ok(stream) = connected(path) {
        return Some(stream);
    }
    // Only one of many clients starts a server. The other clients wait for it.
    let starting = AddressLock::try_new(path, "start").ok()?;
    let mut server = match &starting {
        Some(_) => match connected(path) {
            Ok(stream) => return Some(stream),
            Err(_) => Some(start(path).ok()?),
        },
        None => None,
    };
    let begin = Instant::now();
    while begin.elapsed() < START_TIMEOUT {
        if let Ok(stream) = connected(path) {
            return Some(stream);
        }
        // A server that ends at once cannot use the address.
        if let Some(server) = &mut server
            && !matches!(server.try_wait(), Ok(None))
        {
            return None;
        }
        thread::sleep(START_INTERVAL);
    }
    None
}

/// Starts a server that belongs to no terminal, pipe or process group of this process.
fn start(path: &Path) -> io::Result<std::process::Child> {
    let mut command = running_program::command()?;
    command.args([COMMAND.into(), OsString::from("--socket"), path.into()]);
    command.env_clear().current_dir("/").process_group(0);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn()
}

fn send(mut stream: &UnixStream, message: &[u8]) -> io::Result<()> {
    stream.write_all(message)
}

/// Sends a job and returns its output. Returns `None` if the server does not do the job.
fn exchange(stream: UnixStream, message: &[u8]) -> Option<ServedOutput> {
    // A server that refuses the client may close the connection, with its reason in the buffer.
    drop(send(&stream, message));
    let mut reader = io::BufReader::new(&stream);
    loop {
        match Reply::read(&mut reader).ok()? {
            Reply::Working => {}
            Reply::Ready => send(&stream, &[PERMISSION]).ok()?,
            Reply::Output(output) => return Some(output),
            Reply::Declined(_) | Reply::Text(_) => return None,
        }
    }
}

/// Prints the output of a job.
fn print(called_as: &str, args: &[String], output: &ServedOutput) -> ExitCode {
    let ServedOutput { is_success, stdout, stderr } = output;
    // A failure cannot be reported anywhere.
    drop(io::stderr().lock().write_all(stderr));
    let mut out = io::stdout().lock();
    match out.write_all(stdout).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let text = format!("{called_as}: error writing standard output: {}\n", reason(&error));
            eprint(Style::from_args(args).error(Code::FileAccess, called_as, &text));
            ExitCode::FAILURE
        }
        _ if *is_success => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
