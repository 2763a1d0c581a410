//! Clients whose server fails, hangs or refuses, and servers whose clients do.

use std::os::unix::net::UnixListener;
use std::os::unix::process::CommandExt;
use std::thread;

use super::*;

/// Checks that a client with the server at `socket` does its job itself.
#[track_caller]
fn does_it_itself(dir: &Dir, socket: &Path) {
    let ran = Ran::from_output(client(dir, socket, "a.td -o out.txt -d out.d").output().unwrap());
    assert_eq!(ran.ok(), "");
    dir.tblgen("a.td -o single.txt").ok();
    assert_eq!(dir.read("out.txt"), dir.read("single.txt"));
    assert_eq!(dir.read("out.d"), "out.txt: inc.td\n");
}

fn dir_without_server() -> Dir {
    let dir = Dir::with(MAIN);
    dir.write("inc.td", INCLUDED);
    dir
}

#[test]
fn without_a_server_the_client_does_its_job() {
    let dir = dir_without_server();
    does_it_itself(&dir, &dir.path("no-socket"));
    does_it_itself(&dir, &dir.path("no/such/dir/socket"));
    does_it_itself(&dir, &dir.path("a.td"));
    does_it_itself(&dir, Path::new(&format!("/{}", "long".repeat(100))));
    // A socket whose server is gone.
    drop(UnixListener::bind(dir.path("dead")).unwrap());
    does_it_itself(&dir, &dir.path("dead"));
}

/// A server that answers each client with some bytes and closes the connection.
fn answers(dir: &Dir, name: &str, bytes: &'static [u8]) -> PathBuf {
    let path = dir.path(name);
    let listener = UnixListener::bind(&path).unwrap();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            drop(stream.write_all(bytes));
            drop(stream.read(&mut [0; 100_000]));
        }
    });
    path
}

#[test]
fn a_wrong_answer_is_ignored() {
    let dir = dir_without_server();
    let answers_of_servers: [(&str, &[u8]); 8] = [
        ("nothing", b""),
        ("text", b"HTTP/1.1 400 Bad Request\r\n\r\n"),
        ("declined", b"d\x03\0\0\0\0\0\0\0why"),
        ("half", b"o\x20\0\0\0\0\0\0\0\x01"),
        ("no-head", b"o\x20\0\0"),
        ("huge", b"o\xff\xff\xff\xff\xff\xff\xff\xff"),
        ("malformed", b"o\x02\0\0\0\0\0\0\0\x07\x07"),
        ("early-end", b"r\0\0\0\0\0\0\0\0"),
    ];
    for (name, bytes) in answers_of_servers {
        does_it_itself(&dir, &answers(&dir, name, bytes));
    }
}

#[test]
fn a_client_that_stops_in_its_message_disturbs_nobody() {
    let (dir, server) = dir_and_server();
    let whole = message(&dir, &server);
    for length in 0..whole.len() {
        let mut stream = server.connect();
        stream.write_all(&whole[..length]).unwrap();
    }
    // Bytes that do not begin as a client's message are a line of another program.
    for (garbage, answer) in [
        (&b"GET / HTTP/1.1\r\n\r\n"[..], b'{'),
        (b"TWS1\xff\xff\xff\xff", b'd'),
        (b"TWS0\0\0\0\0", b'd'),
        (b"{}", b'{'),
    ] {
        let mut stream = server.connect();
        stream.write_all(garbage).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut tag = [0];
        stream.read_exact(&mut tag).unwrap();
        assert_eq!(tag, [answer]);
    }
    same_by_server(&dir, &server, "a.td");
    server.stop();
}

/// The message of a client for `a.td -o out.txt`.
fn message(dir: &Dir, _server: &Server) -> Vec<u8> {
    let message = message_for(dir, "a.td -o out.txt");
    fs::remove_file(dir.path("out.txt")).unwrap();
    message
}

/// The message of a client for a command line, caught by a server of ours.
fn message_for(dir: &Dir, line: &str) -> Vec<u8> {
    let path = dir.path("catcher");
    let listener = UnixListener::bind(&path).unwrap();
    let catcher = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut head = [0; 8];
        stream.read_exact(&mut head).unwrap();
        let length = u32::from_le_bytes(head[4..].try_into().unwrap());
        let mut body = vec![0; length as usize];
        stream.read_exact(&mut body).unwrap();
        [&head[..], &body].concat()
    });
    Ran::from_output(client(dir, &path, line).output().unwrap()).ok();
    catcher.join().unwrap()
}

/// Reads replies up to the server's question whether files may get their names.
fn until_ready(stream: &mut UnixStream) {
    loop {
        let mut head = [0; 9];
        stream.read_exact(&mut head).unwrap();
        match head[0] {
            b'r' => return,
            tag => assert_eq!(tag, b'w'),
        }
    }
}

#[test]
fn a_client_that_is_gone_before_the_end_gets_no_file() {
    let (dir, server) = dir_and_server();
    let whole = message(&dir, &server);
    let files = dir.files();
    for end in [None, Some(b'x')] {
        let mut stream = server.connect();
        stream.write_all(&whole).unwrap();
        until_ready(&mut stream);
        assert!(!dir.path("out.txt").exists());
        if let Some(byte) = end {
            stream.write_all(&[byte]).unwrap();
        }
        drop(stream);
        wait_until(|| server.status().contains(" 0 running"));
        assert_eq!(dir.files(), files);
    }
    // With the permission the file gets its name.
    let mut stream = server.connect();
    stream.write_all(&whole).unwrap();
    until_ready(&mut stream);
    stream.write_all(b"p").unwrap();
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply).unwrap();
    assert_eq!((reply[0], dir.path("out.txt").exists()), (b'o', true));
}

#[test]
fn a_client_that_reads_nothing_is_left() {
    let (dir, server) = dir_and_server();
    // More than the system keeps for a reader.
    dir.write("long.td", "class C<int n> { int N = n; }\nforeach i = 0-99999 in def D#i : C<i>;\n");
    let mut stream = server.connect();
    stream.write_all(&message_for(&dir, "long.td")).unwrap();
    wait_until(|| server.status().contains(" 1 running"));
    wait_until(|| server.status().contains(" 0 running"));
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply).unwrap();
    assert!(reply.len() < dir.tblgen("long.td").out.len());
}

#[test]
fn an_interrupted_client_stops_its_load() {
    let (dir, server) = dir_and_server();
    // It would take minutes.
    dir.write(
        "long.td",
        "foreach a = 0...8000 in foreach b = 0...8000 in defvar c = !add(a, b);\n",
    );
    let mut client = client(&dir, &server.socket, "long.td -o long.txt").spawn().unwrap();
    wait_until(|| server.status().contains("loading: long.td"));
    client.kill().unwrap();
    client.wait().unwrap();
    wait_until(|| server.status().contains(" 0 running"));
    assert!(!server.status().contains("long.td in"), "{}", server.status());
    same_by_server(&dir, &server, "a.td");
}

#[test]
fn a_killed_server_leaves_the_job_to_its_client() {
    let (dir, mut server) = dir_and_server();
    let defs: String = (0..20_000).map(|n| format!("def d{n} : Base<{n}>;\n")).collect();
    dir.write("a.td", format!("include \"inc.td\"\n{defs}"));
    let single = dir.tblgen("a.td").ok();
    let mut clients: Vec<Child> = (0..4)
        .map(|n| client(&dir, &server.socket, &format!("a.td -o {n}.txt")).spawn().unwrap())
        .collect();
    wait_until(|| server.status().contains("a.td"));
    server.process.kill().unwrap();
    for (n, client) in clients.iter_mut().enumerate() {
        assert!(client.wait().unwrap().success());
        assert!(dir.read(&format!("{n}.txt")) == single);
    }
    does_it_itself(&dir, &server.socket);
}

#[test]
fn a_server_that_hangs_is_left() {
    let (dir, server) = dir_and_server();
    let signal = |name: &str| {
        let pid = server.process.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
    };
    signal("-STOP");
    let begin = Instant::now();
    does_it_itself(&dir, &server.socket);
    assert!(begin.elapsed() < Duration::from_secs(60));
    fs::write(dir.path("out.txt"), "kept").unwrap();
    signal("-CONT");
    wait_until(|| server.status().contains(" 0 running"));
    // The job of the client that has left writes nothing any more.
    assert_eq!(dir.read("out.txt"), "kept");
    same_by_server(&dir, &server, "a.td");
}

#[test]
fn another_build_is_refused() {
    let (dir, server) = dir_and_server();
    let mut other = message(&dir, &server);
    // The identity of the program follows the head and its own length.
    other[20] ^= 1;
    let mut stream = server.connect();
    stream.write_all(&other).unwrap();
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply).unwrap();
    assert!(reply.ends_with(b"another build of the program"), "{reply:?}");
    // A copy is another program file, so its identity differs.
    let copy = dir.path("copied");
    fs::copy(program(), &copy).unwrap();
    let mut command = client(&dir, &server.socket, "a.td");
    let args: Vec<_> = command.get_args().map(ToOwned::to_owned).collect();
    command = dir.command(&copy);
    command.args(args).env("TABLEWRIGHT_SERVER", &server.socket);
    let out = retried(&mut command);
    assert!(out.contains("int N = 1;"));
    assert_eq!(server.counts().0, 0);
    assert!(server.status().contains("another build of the program"));
}

/// Output of a program file that was written shortly before. Another test's process may hold it open for writing.
fn retried(command: &mut Command) -> String {
    for _ in 0..200 {
        match command.output() {
            Ok(output) => return Ran::from_output(output).out,
            Err(error) if error.kind() == std::io::ErrorKind::ExecutableFileBusy => {
                thread::sleep(Duration::from_millis(50));
            }
            Err(error) => panic!("{error}"),
        }
    }
    panic!("the program file is busy");
}

#[test]
fn another_user_is_refused() {
    use std::os::unix::fs::PermissionsExt;

    let (dir, server) = dir_and_server();
    // Only root can start a process of another user.
    let is_root = std::os::unix::fs::MetadataExt::uid(&fs::metadata("/proc/self").unwrap()) == 0;
    if !is_root {
        return;
    }
    let scratch = std::env::temp_dir().join(format!("serve-users-{}", std::process::id()));
    fs::create_dir_all(&scratch).unwrap();
    fs::copy(dir.path("a.td"), scratch.join("a.td")).unwrap();
    fs::copy(dir.path("inc.td"), scratch.join("inc.td")).unwrap();
    // A socket that everybody can reach.
    let socket = scratch.join("socket");
    drop(server);
    let mut process = Command::new(program())
        .args(["serve", "--socket"])
        .arg(&socket)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let server = Server { process, socket: socket.clone() };
    fs::set_permissions(&scratch, fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(&socket, fs::Permissions::from_mode(0o777)).unwrap();
    // The build directory may be closed to other users, so the connection is made by a program of the system.
    let script = format!(
        "use Socket; socket(S, AF_UNIX, SOCK_STREAM, 0) or die; connect(S, pack_sockaddr_un('{}')) or die; \
         print sysread(S, $b, 1)",
        socket.display()
    );
    let perl = Command::new("perl").args(["-e", &script]).uid(65534).gid(65534).output();
    if let Ok(perl) = perl {
        assert_eq!(String::from_utf8(perl.stdout).unwrap(), "0", "the connection is closed");
    }
    assert_eq!(server.counts(), (0, 0));
    fs::remove_dir_all(&scratch).unwrap();
}

#[test]
fn a_full_disk_is_reported_by_the_client() {
    let (dir, server) = dir_and_server();
    let small = dir.path("small");
    fs::create_dir(&small).unwrap();
    // A mount of this test only, as far as the system allows it; the server must see it too.
    let mount =
        Command::new("mount").args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"]).arg(&small).status();
    if !mount.is_ok_and(|status| status.success()) {
        return;
    }
    let defs: String = (0..5000).map(|n| format!("def d{n} : Base<{n}>;\n")).collect();
    dir.write("a.td", format!("include \"inc.td\"\n{defs}"));
    let served = run(&dir, &server, "a.td -o small/out.txt");
    let single = dir.tblgen("a.td -o small/out.txt");
    let is_empty = fs::read_dir(&small).unwrap().next().is_none();
    let counts = server.counts();
    assert!(Command::new("umount").arg(&small).status().unwrap().success());
    assert_eq!(
        (served.code, served.out, served.err),
        (single.code, single.out, single.err.clone())
    );
    assert!(single.err.contains("No space left on device"), "{}", single.err);
    assert!(is_empty);
    assert_eq!(counts, (0, 1));
}

#[test]
fn a_limit_of_the_client_is_kept() {
    let (dir, server) = dir_and_server();
    let line = format!("ulimit -f 0; '{}' llvm-tblgen a.td -o out.txt", program().display());
    let mut shell = dir.command(Path::new("/bin/sh"));
    shell.args(["-c", &line]).env("TABLEWRIGHT_SERVER", &server.socket);
    assert!(!shell.status().unwrap().success());
    assert_eq!(server.counts(), (0, 0));
}
