//! Start and end of servers.

use std::os::unix::fs::PermissionsExt;

use super::*;

/// A client with `TABLEWRIGHT_SERVER=auto` and a directory for sockets.
fn automatic(dir: &Dir, line: &str) -> Command {
    let mut command = client(dir, Path::new("auto"), line);
    command.env("XDG_RUNTIME_DIR", dir.path("run"));
    command
}

pub(super) fn control(dir: &Dir, flag: &str) -> Ran {
    let mut command = dir.command(program());
    command.args(["serve", flag]).env("XDG_RUNTIME_DIR", dir.path("run"));
    Ran::from_output(command.output().unwrap())
}

fn dir_for_automatic() -> Dir {
    let dir = Dir::with(MAIN);
    dir.write("inc.td", INCLUDED);
    fs::create_dir(dir.path("run")).unwrap();
    dir
}

#[test]
fn a_server_is_started_once() {
    let dir = dir_for_automatic();
    let single = dir.tblgen("a.td").ok();
    let clients: Vec<Child> =
        (0..16).map(|n| automatic(&dir, &format!("a.td -o {n}.txt")).spawn().unwrap()).collect();
    for (n, mut client) in clients.into_iter().enumerate() {
        assert!(client.wait().unwrap().success());
        assert_eq!(dir.read(&format!("{n}.txt")), single);
    }
    let status = control(&dir, "--status").ok();
    assert!(status.contains("jobs: 16 served, 0 declined, 0 running"), "{status}");
    let mode = fs::metadata(dir.path("run/tablewright")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    assert_eq!(control(&dir, "--stop").ok(), "the server ends\n");
    let why = control(&dir, "--status").failed();
    assert!(why.contains("no server can be reached"), "{why}");
    assert_eq!(fs::read_dir(dir.path("run/tablewright")).unwrap().count(), 0);
    // The next client starts another one.
    assert_eq!(Ran::from_output(automatic(&dir, "a.td").output().unwrap()).ok(), single);
    control(&dir, "--stop").ok();
}

#[test]
fn a_started_server_keeps_nothing_open() {
    let dir = dir_for_automatic();
    // A pipe under a further number, as make has for its job server, and standard output.
    let line = format!("exec 7>&1; '{}' llvm-tblgen a.td -o out.txt", program().display());
    let mut shell = automatic(&dir, "");
    let mut command = dir.command(Path::new("/bin/sh"));
    command.args(["-c", &line]);
    for (name, value) in shell.get_envs() {
        if let Some(value) = value {
            command.env(name, value);
        }
    }
    shell.stdin(Stdio::null());
    // Output waits until every process has closed the pipe.
    let begin = Instant::now();
    Ran::from_output(command.output().unwrap()).ok();
    assert!(begin.elapsed() < Duration::from_secs(20));
    assert!(control(&dir, "--status").ok().contains("1 served"));
    control(&dir, "--stop").ok();
}

#[test]
fn an_idle_server_ends() {
    let dir = Dir::with(MAIN);
    dir.write("inc.td", INCLUDED);
    let mut server = Server::start(&dir, &["--idle-timeout", "1"]);
    run(&dir, &server, "a.td").ok();
    assert!(server.process.wait().unwrap().success());
    assert!(!server.socket.exists());
    assert!(!dir.files().iter().any(|name| name.contains("socket")), "{:?}", dir.files());
}

#[test]
fn an_address_belongs_to_one_server() {
    let (dir, server) = dir_and_server();
    let mut second = dir.command(program());
    second.args(["serve", "--socket"]).arg(&server.socket);
    let why = Ran::from_output(second.output().unwrap()).failed();
    assert!(why.contains("another server uses '"), "{why}");
    same_by_server(&dir, &server, "a.td");
    // A file that is not a socket is kept.
    let mut other = dir.command(program());
    other.args(["serve", "--socket", "a.td"]);
    let why = Ran::from_output(other.output().unwrap()).failed();
    assert!(why.contains("the file is not a socket"), "{why}");
    assert_eq!(dir.read("a.td"), MAIN);
}

#[test]
fn a_signal_removes_the_socket_and_temporary_files() {
    let (dir, mut server) = dir_and_server();
    run(&dir, &server, "a.td -o out.txt").ok();
    let pid = server.process.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    assert!(!server.process.wait().unwrap().success());
    assert!(!server.socket.exists());
    // A socket that a killed server has left is used again.
    let mut server = Server::start(&dir, &[]);
    server.process.kill().unwrap();
    server.process.wait().unwrap();
    assert!(server.socket.exists());
    Server::start(&dir, &[]).stop();
}

#[test]
fn a_directory_of_somebody_else_is_not_used() {
    let dir = dir_for_automatic();
    // Others may write there.
    fs::create_dir(dir.path("run/tablewright")).unwrap();
    fs::set_permissions(dir.path("run/tablewright"), fs::Permissions::from_mode(0o777)).unwrap();
    let ran = Ran::from_output(automatic(&dir, "a.td").output().unwrap());
    assert_eq!(ran.ok(), dir.tblgen("a.td").ok());
    let why = control(&dir, "--status").failed();
    assert!(why.contains("the directory for sockets is not private"), "{why}");
}

#[test]
fn a_stopped_server_finishes_its_jobs() {
    let (dir, server) = dir_and_server();
    let defs: String = (0..20_000).map(|n| format!("def d{n} : Base<{n}>;\n")).collect();
    dir.write("a.td", format!("include \"inc.td\"\n{defs}"));
    let mut client = client(&dir, &server.socket, "a.td -o out.txt").spawn().unwrap();
    wait_until(|| server.status().contains("a.td"));
    server.stop();
    assert!(client.wait().unwrap().success());
    assert!(dir.read("out.txt").contains("def d19999 {"));
}
