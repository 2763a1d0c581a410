//! Programs that ask on the socket, beside the drop-in programs.

use std::net::Shutdown;

use serde_json::{Value, json};

use super::*;

/// A program at the socket.
struct Program {
    stream: UnixStream,
    lines: BufReader<UnixStream>,
}

impl Program {
    fn connect(server: &Server) -> Program {
        let stream = server.connect();
        Program { lines: BufReader::new(stream.try_clone().unwrap()), stream }
    }

    fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    /// Reads a response. `None` if the server has closed the connection.
    fn response(&mut self) -> Option<Value> {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        (!line.is_empty()).then(|| serde_json::from_str(&line).unwrap())
    }

    fn ask(&mut self, request: &str) -> Value {
        self.send(request.as_bytes());
        self.response().unwrap()
    }
}

fn count(path: &Path) -> String {
    let params = json!({ "file": path, "count": true });
    json!({ "jsonrpc": "2.0", "id": 1, "method": "query", "params": params }).to_string() + "\n"
}

#[test]
fn a_program_and_drop_in_programs_share_a_server() {
    let (dir, server) = dir_and_server();
    let mut program = Program::connect(&server);
    for _ in 0..2 {
        let response = program.ask(&count(&dir.path("a.td")));
        assert_eq!(response["result"]["answer"]["count"], 1, "{response}");
        run(&dir, &server, "a.td").ok();
    }
    let status = server.status();
    assert!(status.contains("jobs: 2 served, 0 declined, 0 running\n"), "{status}");
    assert!(status.contains("programs: 1 connected, 2 requests answered\n"), "{status}");
    assert_eq!(status.matches("used 2 times").count(), 2, "{status}");
    dir.write("inc.td", format!("{INCLUDED}def more;\n"));
    assert_eq!(program.ask(&count(&dir.path("a.td")))["result"]["answer"]["count"], 2);
    drop(program);
    wait_until(|| server.status().contains("programs: 0 connected, 3 requests answered\n"));
}

#[test]
fn the_socket_has_no_directory_for_relative_paths() {
    let (dir, server) = dir_and_server();
    let mut program = Program::connect(&server);
    let error = program.ask(&count(Path::new("a.td")))["error"].clone();
    assert_eq!(error["code"], -32602);
    assert_eq!(error["message"], "'a.td' is relative, but the socket needs absolute paths");
    let params = json!({ "file": dir.path("a.td"), "include": ["/", "x"] });
    let line = json!({ "jsonrpc": "2.0", "id": 1, "method": "lint", "params": params });
    let error = program.ask(&format!("{line}\n"))["error"].clone();
    assert_eq!(error["message"], "'x' is relative, but the socket needs absolute paths");
}

#[test]
fn requests_may_arrive_in_pieces_and_together() {
    let (dir, server) = dir_and_server();
    let mut program = Program::connect(&server);
    let line = count(&dir.path("a.td"));
    for byte in line.as_bytes() {
        program.send(&[*byte]);
    }
    assert_eq!(program.response().unwrap()["result"]["answer"]["count"], 1);
    program.send(line.repeat(3).as_bytes());
    for _ in 0..3 {
        assert_eq!(program.response().unwrap()["result"]["answer"]["count"], 1);
    }
    // A client that sends no more still gets its answers.
    program.send(line.trim_end().as_bytes());
    program.stream.shutdown(Shutdown::Write).unwrap();
    assert_eq!(program.response().unwrap()["result"]["answer"]["count"], 1);
    assert_eq!(program.response(), None);
}

#[test]
fn other_bytes_get_an_error_and_harm_nobody() {
    let (dir, server) = dir_and_server();
    for bytes in [&b"GET / HTTP/1.1\r\n"[..], b"\0\xff\n", b"{\n", b"tws1\n"] {
        let mut program = Program::connect(&server);
        program.send(bytes);
        assert_eq!(program.response().unwrap()["error"]["code"], -32700);
        // A client that leaves while a request runs.
        program.send(count(&dir.path("a.td")).as_bytes());
    }
    run(&dir, &server, "a.td").ok();
    assert_eq!(server.counts(), (1, 0));
    server.stop();
}

#[test]
fn a_server_ends_although_a_program_is_connected() {
    let (dir, server) = dir_and_server();
    let mut program = Program::connect(&server);
    assert_eq!(program.ask(&count(&dir.path("a.td")))["result"]["answer"]["count"], 1);
    server.stop();
    assert_eq!(program.response(), None);
    // Without requests, a program does not keep the server.
    let mut server = Server::start(&dir, &["--idle-timeout", "1"]);
    let mut program = Program::connect(&server);
    assert_eq!(program.ask(&count(&dir.path("a.td")))["result"]["answer"]["count"], 1);
    assert_eq!(program.response(), None);
    assert!(server.process.wait().unwrap().success());
}
