//! The server process: accepts connections, watches them, and ends when nobody uses it.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::stat::{Mode, umask};
use tablewright_driver::memory;
use tablewright_driver::{interrupt, temporary};

use crate::address::{self, AddressLock};
use crate::connection::Connection;
use crate::descriptions::{Descriptions, Interest};
use crate::job::{Jobs, run_job};
use crate::message::{ClientMessage, ProgramIdentity, Reply};
use crate::peer::is_own_user;
use crate::place::{self, Places};
use crate::rpc::{Conversation, Engine, ProgramMethods};
use crate::slots::Slots;
use crate::{DEFAULT_IDLE_TIMEOUT, ServerSettings, Services};

/// Interval in milliseconds between checks of clients while jobs run.
const WATCHING: u16 = 50;

/// Interval for other duties, in milliseconds, while no job runs.
const RESTING: u16 = 500;

/// Interval between replies to a client whose job is not finished.
const TELLING: Duration = Duration::from_secs(1);

/// Current directory of requests.
const ROOT: &str = "/";

/// File mode mask for the server's own files.
const PRIVATE: u32 = 0o077;

/// Stack size in bytes, as for the jobs of a batch.
const STACK: usize = 8 << 20;

/// Maximum number of connections. Further clients run their jobs themselves.
const MAX_CONNECTIONS: usize = 512;

/// State that all connections share.
struct State {
    program: ProgramIdentity,
    jobs: Jobs,
    connections: Mutex<Vec<Arc<Connection>>>,
    counters: Counters,
    started: Instant,
    /// Time when the last connection ended.
    last_use: Mutex<Instant>,
    is_stopping: AtomicBool,
    /// Whether no client can connect any more.
    has_left: AtomicBool,
    methods: &'static dyn ProgramMethods,
    /// Time without a client until the server ends, and without a request until a conversation ends.
    idle_timeout: Duration,
    /// Number of requests that programs sent.
    answered: AtomicU64,
}

#[derive(Default)]
struct Counters {
    served: AtomicU64,
    declined: AtomicU64,
    last_reason: Mutex<String>,
}

/// Path of the socket, removed when a signal ends the process.
static SOCKET: OnceLock<PathBuf> = OnceLock::new();

/// Runs a server until it is stopped or idle. `is_ready` is called with the path of the socket when clients can
/// connect. Does nothing if another server has the address.
///
/// # Errors
/// If the address cannot be used.
pub fn serve(
    settings: &ServerSettings,
    services: Services,
    is_ready: impl FnOnce(&Path),
) -> Result<(), String> {
    close_inherited_files();
    let failed = |error: io::Error| format!("the server cannot start: {error}");
    let program = address::program_identity().map_err(failed)?;
    let socket = match &settings.socket {
        Some(path) => std::path::absolute(path).map_err(failed)?,
        None => address::automatic(&program).map_err(failed)?,
    };
    let Some(lock) = AddressLock::try_new(&socket, "lock").map_err(failed)? else {
        return Err(format!("another server uses '{}'", socket.display()));
    };
    address::remove_socket(&socket).map_err(failed)?;
    umask(Mode::from_bits_truncate(PRIVATE));
    let listener = UnixListener::bind(&socket).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    drop(SOCKET.set(socket.clone()));
    interrupt::watch(|end| {
        if let Some(socket) = SOCKET.get() {
            drop(address::remove_socket(socket));
        }
        temporary::remove_all(end);
    });
    // The starting directory may be removed later.
    env::set_current_dir("/").map_err(failed)?;
    let state = Arc::new(State::new(program, services, settings).map_err(failed)?);
    is_ready(&socket);
    state.accept_until_idle(&listener);
    // Clients that connect from now on run their jobs themselves, or start another server.
    drop(address::remove_socket(&socket));
    drop(listener);
    drop(lock);
    state.has_left.store(true, Ordering::Relaxed);
    state.finish_jobs();
    // The end of the process frees the many small allocations faster.
    std::mem::forget(state);
    Ok(())
}

/// Closes files that a build tool has opened for other processes, for example pipes of make. The tool waits for the end
/// of such a pipe. Must be called before this process opens files.
fn close_inherited_files() {
    let Ok(entries) = fs::read_dir("/proc/self/fd") else { return };
    let numbers: Vec<i32> = entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|&number| number > 2)
        .collect();
    for number in numbers {
        // An error is expected for the directory, since it is closed already.
        _ = nix::unistd::close(number);
    }
}

impl State {
    fn new(
        program: ProgramIdentity,
        services: Services,
        settings: &ServerSettings,
    ) -> io::Result<State> {
        Ok(State {
            program,
            jobs: Jobs {
                find_request: services.find_request,
                root: place::dir_identity("/")?,
                mounts: place::mounts(),
                places: Places::new(),
                slots: Slots::for_processors(),
                descriptions: Descriptions::with_settings(settings),
                skipped: AtomicU64::new(0),
            },
            methods: services.methods,
            idle_timeout: settings.idle_timeout.unwrap_or(DEFAULT_IDLE_TIMEOUT),
            answered: AtomicU64::new(0),
            connections: Mutex::default(),
            counters: Counters::default(),
            started: Instant::now(),
            last_use: Mutex::new(Instant::now()),
            is_stopping: AtomicBool::new(false),
            has_left: AtomicBool::new(false),
        })
    }

    /// Accepts connections and watches them. Returns when the server is stopped or was not used for some time.
    fn accept_until_idle(self: &Arc<State>, listener: &UnixListener) {
        let mut told = Instant::now();
        while !self.is_stopping.load(Ordering::Relaxed) {
            let is_busy = !self.connections().is_empty();
            let mut polled = [PollFd::new(listener.as_fd(), PollFlags::POLLIN)];
            let interval = PollTimeout::from(if is_busy { WATCHING } else { RESTING });
            _ = poll(&mut polled, interval);
            while let Ok((stream, _)) = listener.accept() {
                self.start(stream);
            }
            self.watch_clients(&mut told);
            let idle = locked(&self.last_use).elapsed();
            if self.connections().is_empty() && idle >= self.idle_timeout {
                return;
            }
        }
    }

    /// Watches clients until all jobs are finished.
    fn finish_jobs(&self) {
        let mut told = Instant::now();
        while !self.connections().is_empty() {
            self.watch_clients(&mut told);
            thread::sleep(Duration::from_millis(WATCHING.into()));
        }
    }

    /// Notices clients that are gone, and tells the other clients that the server works.
    fn watch_clients(&self, told: &mut Instant) {
        let connections = self.connections().clone();
        let is_due = told.elapsed() >= TELLING;
        for connection in &connections {
            connection.watch();
            if is_due && !connection.is_cancelled() {
                connection.tell_working();
            }
        }
        if is_due {
            *told = Instant::now();
        }
        self.jobs.descriptions.stop_unwanted_loads();
    }

    fn connections(&self) -> MutexGuard<'_, Vec<Arc<Connection>>> {
        locked(&self.connections)
    }

    /// Serves a client in a thread. A client that cannot be served finds its connection closed.
    fn start(self: &Arc<State>, stream: UnixStream) {
        if !is_own_user(&stream) || self.connections().len() >= MAX_CONNECTIONS {
            return;
        }
        let Ok(connection) = Connection::new(stream).map(Arc::new) else { return };
        self.connections().push(Arc::clone(&connection));
        let (state, served) = (Arc::clone(self), Arc::clone(&connection));
        let serve = move || {
            let guard = Served { state: &state, connection: &served };
            if served.begins_conversation() {
                state.converse(&served);
            } else {
                state.serve(&served);
            }
            drop(guard);
        };
        let builder = thread::Builder::new().name("job".into()).stack_size(STACK);
        if builder.spawn(serve).is_err() {
            self.end(&connection);
        }
    }

    fn serve(&self, connection: &Arc<Connection>) {
        let reply = match connection.read(&self.program) {
            Ok(ClientMessage::Job(job)) => run_job(&self.jobs, connection, &job),
            Ok(ClientMessage::Status) => Reply::Text(self.status()),
            Ok(ClientMessage::Stop) => {
                self.is_stopping.store(true, Ordering::Relaxed);
                while !self.has_left.load(Ordering::Relaxed) {
                    thread::sleep(Duration::from_millis(WATCHING.into()));
                }
                Reply::Text("the server ends\n".to_owned())
            }
            Err(error) => Reply::Declined(error.to_string()),
        };
        match &reply {
            Reply::Output(_) => drop(self.counters.served.fetch_add(1, Ordering::Relaxed)),
            Reply::Declined(why) => {
                self.counters.declined.fetch_add(1, Ordering::Relaxed);
                locked(&self.counters.last_reason).clone_from(why);
            }
            Reply::Working | Reply::Ready | Reply::Text(_) => {}
        }
        connection.reply(&reply);
        if !self.jobs.descriptions.make_room() {
            // Freed memory does not return to the system, so another process takes over.
            self.is_stopping.store(true, Ordering::Relaxed);
        }
    }

    /// Answers the requests of a program.
    fn converse(&self, connection: &Connection) {
        let Jobs { descriptions, slots, places, .. } = &self.jobs;
        let engine = Engine {
            methods: self.methods,
            descriptions,
            slots,
            dir: PathBuf::from(ROOT),
            needs_absolute_paths: true,
            in_dir: &|task| {
                // Without a place, only a file that an `include` finds in the current directory differs.
                let entered = places.enter(Path::new(ROOT), self.jobs.root, PRIVATE);
                task();
                drop(entered);
            },
            answered: &self.answered,
        };
        let mut write = |line: &str| connection.write_line(line);
        let continues =
            |idle| !self.is_stopping.load(Ordering::Relaxed) && idle < self.idle_timeout;
        Conversation::new(&engine, &mut write).run(connection.stream(), continues);
    }

    /// Removes a connection.
    fn end(&self, connection: &Arc<Connection>) {
        self.connections().retain(|other| !Arc::ptr_eq(other, connection));
        *locked(&self.last_use) = Instant::now();
    }

    /// Describes the server, for people.
    fn status(&self) -> String {
        let served = self.counters.served.load(Ordering::Relaxed);
        let declined = self.counters.declined.load(Ordering::Relaxed);
        let skipped = self.jobs.skipped.load(Ordering::Relaxed);
        let connections = self.connections().clone();
        let programs = connections.iter().filter(|other| other.is_conversation()).count();
        // This connection is not a job.
        let running = connections.len().saturating_sub(1 + programs);
        let used = memory::used_bytes().unwrap_or(0) >> 20;
        let mut text = format!(
            "process {}, started {} s ago, {used} MiB in use\n\
             jobs: {served} served, {declined} declined, {running} running\n",
            process::id(),
            self.started.elapsed().as_secs(),
        );
        if skipped > 0 {
            _ = writeln!(
                text,
                "skipped: {skipped} of these jobs, since they read nothing that changed"
            );
        }
        let answered = self.answered.load(Ordering::Relaxed);
        if programs > 0 || answered > 0 {
            _ = writeln!(text, "programs: {programs} connected, {answered} requests answered");
        }
        let reason = locked(&self.counters.last_reason);
        if !reason.is_empty() {
            _ = writeln!(text, "last declined job: {reason}");
        }
        for row in self.jobs.descriptions.status() {
            let (dir, input, uses) = (row.dir.display(), &row.input, row.uses);
            _ = match row.files {
                None => writeln!(text, "loading: {input} in {dir}"),
                Some(files) => {
                    let ago = row.used.elapsed().as_secs();
                    let statements = match row.statements {
                        Some(count) => format!("{count} statements evaluated"),
                        None => "with errors".to_owned(),
                    };
                    writeln!(
                        text,
                        "loaded: {input} in {dir}: {files} files, used {uses} times, last {ago} s ago, {statements}"
                    )
                }
            };
        }
        text
    }
}

/// A connection in its thread, removed when the thread ends, even by a panic.
struct Served<'s> {
    state: &'s State,
    connection: &'s Arc<Connection>,
}

impl Drop for Served<'_> {
    fn drop(&mut self) {
        self.state.end(self.connection);
    }
}

/// Locks data that is consistent whenever a thread panics.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
