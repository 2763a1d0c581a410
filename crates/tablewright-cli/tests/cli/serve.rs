//! The build server: runs through a server have the bytes of single runs, whatever happens to files, clients and the
//! server.

mod after_edits;
mod edits;
mod failures;
mod lifetime;
mod ninja;
mod requests;
mod skipped_jobs;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::{Dir, Ran, program};

/// A description that includes another file.
const MAIN: &str = "include \"inc.td\"\ndef main : Base<1>;\n";

/// A class for [`MAIN`].
const INCLUDED: &str = "class Base<int n> { int N = n; }\n";

/// A description that lints of targets do not check.
const UNCHECKED: &str = "class Instruction;\ndef I : Instruction;\nclass Unused;\n";

/// A server at a socket in the test's directory, stopped at the end.
struct Server {
    process: Child,
    socket: PathBuf,
}

impl Server {
    /// Starts a server with more arguments, and waits until clients can connect.
    fn start(dir: &Dir, args: &[&str]) -> Server {
        let socket = dir.path("socket");
        let mut command = Command::new(program());
        command.arg("serve").arg("--socket").arg(&socket).args(args);
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, format!("the server waits at {}\n", socket.display()));
        Server { process, socket }
    }

    /// A connection of its own, past the program.
    fn connect(&self) -> UnixStream {
        let stream = UnixStream::connect(&self.socket).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    fn control(&self, flag: &str) -> Ran {
        let mut command = Command::new(program());
        command.arg("serve").arg("--socket").arg(&self.socket).arg(flag);
        Ran::from_output(command.output().unwrap())
    }

    fn status(&self) -> String {
        self.control("--status").ok()
    }

    /// The numbers of served and declined jobs.
    fn counts(&self) -> (u32, u32) {
        let status = self.status();
        let line = status.lines().find_map(|line| line.strip_prefix("jobs: ")).unwrap();
        let mut numbers = line.split(", ").map(|part| part.split(' ').next().unwrap());
        let mut next = || numbers.next().unwrap().parse().unwrap();
        (next(), next())
    }

    /// Stops the server and waits until it ends.
    fn stop(mut self) {
        assert_eq!(self.control("--stop").ok(), "the server ends\n");
        assert!(self.process.wait().unwrap().success());
        assert!(!self.socket.exists());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// A directory with [`MAIN`] in `a.td`, and a server.
fn dir_and_server() -> (Dir, Server) {
    let dir = Dir::with(MAIN);
    dir.write("inc.td", INCLUDED);
    let server = Server::start(&dir, &[]);
    (dir, server)
}

/// The command of a client for `llvm-tblgen`.
fn client(dir: &Dir, server: &Path, line: &str) -> Command {
    let mut command = dir.command(program());
    command.env("TABLEWRIGHT_SERVER", server).arg("llvm-tblgen").args(line.split_whitespace());
    command
}

/// Runs a client for `llvm-tblgen`.
fn run(dir: &Dir, server: &Server, line: &str) -> Ran {
    Ran::from_output(client(dir, &server.socket, line).output().unwrap())
}

/// Checks that a client prints the same as a single run, and that the server did the job.
#[track_caller]
fn same_by_server(dir: &Dir, server: &Server, line: &str) -> String {
    let (before, _) = server.counts();
    let served = run(dir, server, line);
    let single = dir.tblgen(line);
    assert_eq!((served.code, &served.out, &served.err), (single.code, &single.out, &single.err));
    assert_eq!(server.counts().0, before + 1, "{}", server.status());
    served.out
}

/// Checks that a client prints the same as a single run although the server does not do the job.
#[track_caller]
fn same_without_server(dir: &Dir, server: &Server, line: &str) {
    let (before, _) = server.counts();
    let client = run(dir, server, line);
    let single = dir.tblgen(line);
    assert_eq!((client.code, client.out, client.err), (single.code, single.out, single.err));
    assert_eq!(server.counts().0, before);
}

#[test]
fn output_messages_and_exit_code_are_the_same() {
    let (dir, server) = dir_and_server();
    dir.write("warned.td", "class Unused<int n>;\ndef a;\n");
    dir.write("wrong.td", "def a : Nothing;\n");
    dir.write("asserts.td", "def a { int N = 1; }\nassert !eq(a.N, 2), \"two\";\n");
    for line in [
        "a.td",
        "a.td -dump-json",
        "a.td --print-records -I . -D X",
        "warned.td",
        "warned.td --diagnostic-format=rich",
        "warned.td --diagnostic-format=json --color",
        "warned.td --no-warn-on-unused-template-args",
        "wrong.td",
        "wrong.td --diagnostic-format=rich -o out.txt",
        "asserts.td",
        "asserts.td -gen-emitter",
        "a.td --release 22 -gen-register-info",
    ] {
        same_by_server(&dir, &server, line);
        same_by_server(&dir, &server, line);
    }
    server.stop();
}

#[test]
fn files_are_written_as_in_a_single_run() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    let (dir, server) = dir_and_server();
    dir.tblgen("a.td -o single.txt -d single.d").ok();
    run(&dir, &server, "a.td -o served.txt -d served.d").ok();
    assert_eq!(dir.read("served.txt"), dir.read("single.txt"));
    assert_eq!(dir.read("served.d"), dir.read("single.d").replace("single", "served"));
    let inode = || fs::metadata(dir.path("served.txt")).unwrap().ino();
    let before = inode();
    run(&dir, &server, "a.td -o served.txt --write-if-changed").ok();
    assert_eq!(inode(), before);
    run(&dir, &server, "a.td -o served.txt").ok();
    assert_ne!(inode(), before);
    // The mode of an old file stays, and a link is kept.
    fs::set_permissions(dir.path("served.txt"), fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("served.txt", dir.path("link.txt")).unwrap();
    run(&dir, &server, "a.td -o link.txt").ok();
    assert_eq!(fs::metadata(dir.path("served.txt")).unwrap().mode() & 0o777, 0o640);
    assert!(dir.path("link.txt").is_symlink());
    assert_eq!(server.counts(), (4, 0));
    server.stop();
    assert!(dir.files().iter().all(|name| !name.ends_with(".tmp")), "{:?}", dir.files());
}

#[test]
fn each_client_has_its_directory_and_mask() {
    use std::os::unix::fs::PermissionsExt;

    let (dir, server) = dir_and_server();
    for (name, mask, mode) in
        [("one", "022", 0o644), ("two", "077", 0o600), ("three", "002", 0o664)]
    {
        dir.write(&format!("{name}/a.td"), format!("def in_{name};\n"));
        let line = format!(
            "cd {name} && umask {mask} && exec '{}' llvm-tblgen a.td -o ../{name}.txt",
            program().display()
        );
        let mut shell = dir.command(Path::new("/bin/sh"));
        shell.args(["-c", &line]).env("TABLEWRIGHT_SERVER", &server.socket);
        Ran::from_output(shell.output().unwrap()).ok();
        assert!(dir.read(&format!("{name}.txt")).contains(&format!("def in_{name} {{")));
        let data = fs::metadata(dir.path(&format!("{name}.txt"))).unwrap();
        assert_eq!(data.permissions().mode() & 0o777, mode);
    }
    assert_eq!(server.counts(), (3, 0));
}

#[test]
fn settings_of_the_client_count() {
    let (dir, server) = dir_and_server();
    dir.write("warned.td", "class Unused<int n>;\ndef a;\n");
    for (name, value) in [
        ("TABLEWRIGHT_RELEASE", "22"),
        ("TABLEWRIGHT_DIAGNOSTIC_FORMAT", "json"),
        ("TABLEWRIGHT_DIAGNOSTIC_FORMAT", "rich"),
    ] {
        let run =
            |mut command: Command| Ran::from_output(command.env(name, value).output().unwrap());
        for line in ["warned.td", "warned.td --release=20 --diagnostic-format=compatible"] {
            let served = run(client(&dir, &server.socket, line));
            let mut single = dir.command(program());
            single.arg("llvm-tblgen").args(line.split_whitespace());
            let single = run(single);
            assert_eq!(
                (served.code, served.out, served.err),
                (single.code, single.out, single.err)
            );
        }
    }
    assert_eq!(server.counts(), (6, 0));
    // With a limit the client runs its job itself.
    let limited = client(&dir, &server.socket, "a.td").env("TABLEWRIGHT_MAX_STEPS", "9").output();
    assert_eq!(limited.unwrap().stdout, dir.tblgen("a.td").ok().as_bytes());
    assert_eq!(server.counts(), (6, 0));
}

#[test]
fn unusual_runs_are_not_served() {
    let (dir, server) = dir_and_server();
    for line in [
        "--help",
        "--version",
        "a.td --no-such-option",
        "no-such-file.td",
        "a.td -o /dev/stdout",
        "a.td -o no/such/dir/out.txt",
        "a.td -d out.d",
        "a.td --max-steps=100000",
        "- ",
        "/dev/null",
    ] {
        same_without_server(&dir, &server, line);
    }
    let cached = client(&dir, &server.socket, "a.td -o a.txt --cache cached").output().unwrap();
    Ran::from_output(cached).ok();
    assert_eq!(server.counts().0, 0);
    assert!(dir.path("cached").exists());
}

#[test]
fn all_drop_in_programs_are_clients() {
    let (dir, server) = dir_and_server();
    let names = [
        "llvm-tblgen",
        "clang-tblgen",
        "mlir-tblgen",
        "lldb-tblgen",
        "offload-tblgen",
        "llvm-tblgen-22",
    ];
    for (count, name) in (1..).zip(names) {
        let link = dir.program_named(name);
        let mut command = dir.command(&link);
        command.env("TABLEWRIGHT_SERVER", &server.socket).env("TABLEWRIGHT_RELEASE", "22");
        let out = command.arg("a.td").output().unwrap();
        // A link has the identity of the program.
        assert!(Ran::from_output(out).ok().contains("int N = 1;"), "{name}");
        assert_eq!(server.counts(), (count, 0), "{name}");
    }
}

#[test]
fn questions_use_the_server() {
    let (dir, server) = dir_and_server();
    dir.write("include/more.td", "class More { int M = 2; }\n");
    dir.write("wrong.td", "def a : Nothing;\n");
    dir.write("asserts.td", "assert false, \"it fails\";\n");
    dir.write("new.td", MAIN.replace("Base<1>", "Base<2>"));
    dir.write("unchecked.td", UNCHECKED);
    let run = |line: &str, server: Option<&Server>| {
        let mut command = dir.command(program());
        command.args(line.split_whitespace());
        if let Some(server) = server {
            command.env("TABLEWRIGHT_SERVER", &server.socket);
        }
        let ran = Ran::from_output(command.output().unwrap());
        (ran.code, ran.out, ran.err)
    };
    for (line, is_served) in [
        ("query a.td --class Base --show N", true),
        ("query a.td --where N=1 --format json", true),
        ("query a.td --sets N", true),
        ("query a.td --class Bse", true),
        ("query a.td --release 22 --count", true),
        ("--diagnostic-format=rich query a.td --class Bse", true),
        ("explain a.td main", true),
        ("explain a.td main.N --color=always", true),
        ("explain a.td --at a.td:2", true),
        ("explain a.td main -o out.txt", true),
        ("query a.td --reads N", true),
        ("query a.td --reads N", true),
        ("query a.td --where N=", false),
        ("query wrong.td", false),
        ("query inc.td --max-steps 1000", false),
        ("query nothing.td", false),
        ("explain main a.td", false),
        ("lint a.td", true),
        ("lint a.td --allow reads --format json", true),
        ("lint a.td --warn all --format sarif", true),
        ("lint a.td --deny all --color=always", true),
        ("lint a.td --deny all -o out.txt", true),
        ("lint unchecked.td", true),
        ("lint unchecked.td --diagnostic-format=compatible", true),
        ("lint a.td --fix", false),
        ("lint a.td --deny nonsense", false),
        ("lint wrong.td", false),
        ("lint asserts.td", false),
        ("diff a.td new.td", true),
        ("diff a.td new.td --format markdown -o out.txt", true),
        ("diff a.td a.td --expect-none", true),
        ("diff a.td new.td --expect-none", true),
        ("--diagnostic-format=json diff a.td new.td --expect-none", true),
        ("diff a.td new.td --outputs --format json", true),
        ("diff . include more.td", false),
        ("diff include include more.td --release 22", true),
        ("diff a.td wrong.td", false),
        ("diff wrong.td a.td", false),
        ("diff a.td nothing.td", false),
        ("diff HEAD HEAD a.td", false),
    ] {
        let (before, _) = server.counts();
        assert_eq!(run(line, Some(&server)), run(line, None), "{line}");
        assert_eq!(server.counts().0, before + u32::from(is_served), "{line} {}", server.status());
    }
    let (code, out, err) = run("lint unchecked.td --deny all", Some(&server));
    assert!(err.contains("check a description with this error"), "{err}");
    assert!(code == Some(1) && out.contains("unused"), "{code:?} {out}");
    assert!(run("query a.td --class Base --names", Some(&server)).1.contains("main"));
    dir.write("a.td", format!("{MAIN}def second : Base<2>;\n"));
    assert!(run("query a.td --class Base --names", Some(&server)).1.contains("second"));
}

#[test]
fn many_clients_share_a_load() {
    let (dir, server) = dir_and_server();
    let defs: String = (0..2000).map(|n| format!("def d{n} : Base<{n}>;\n")).collect();
    dir.write("a.td", format!("include \"inc.td\"\n{defs}"));
    dir.write("copy.td", fs::read(dir.path("a.td")).unwrap());
    let single = dir.tblgen("a.td -dump-json").ok();
    let clients: Vec<Child> = (0..16)
        .map(|n| {
            let line = match n % 4 {
                0 => format!("a.td -dump-json -o {n}.txt"),
                1 => format!("copy.td -dump-json -o {n}.txt"),
                2 => format!("a.td -dump-json -I . -o {n}.txt"),
                _ => format!("a.td -dump-json -o {n}.txt -d {n}.d"),
            };
            client(&dir, &server.socket, &line).spawn().unwrap()
        })
        .collect();
    for (n, mut client) in clients.into_iter().enumerate() {
        assert!(client.wait().unwrap().success());
        let expected = if n % 4 == 1 { single.replace("a.td", "copy.td") } else { single.clone() };
        assert!(dir.read(&format!("{n}.txt")) == expected, "{n}");
    }
    assert_eq!(server.counts(), (16, 0));
    let status = server.status();
    assert_eq!(status.matches("loaded: ").count(), 2, "{status}");
    assert!(status.contains(": 2 files, used 12 times"), "{status}");
}

#[test]
fn memory_is_bounded() {
    let dir = Dir::new();
    let server = Server::start(&dir, &["--max-memory", "16M", "--idle-timeout", "100"]);
    let defs: String =
        (0..60_000).map(|n| format!("def d{n} {{ list<int> L = [{n}, 1]; }}\n")).collect();
    let before = std::time::SystemTime::now() - Duration::from_secs(60);
    for name in ["a.td", "b.td", "c.td"] {
        dir.write(name, &defs);
        fs::File::open(dir.path(name)).unwrap().set_modified(before).unwrap();
    }
    let single = dir.tblgen("a.td --gen-ctags").ok();
    for name in ["a.td", "b.td", "c.td"] {
        let served = run(&dir, &server, &format!("{name} --gen-ctags")).ok();
        assert!(served == single.replace("a.td", name));
    }
    // The server has dropped descriptions, or has ended because memory did not return to the system.
    if server.socket.exists() {
        assert!(server.status().matches("loaded: ").count() < 3);
    }
}

/// Waits until `is_true`.
#[track_caller]
fn wait_until(mut is_true: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_true() {
        assert!(begin.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(5));
    }
}
