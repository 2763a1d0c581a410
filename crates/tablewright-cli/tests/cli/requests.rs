//! Requests for programs over standard streams: JSON-RPC and the Model Context Protocol, through the real program.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use tablewright_test_support::json_schema::Schema;

use crate::{Dir, Ran, program};

const TOY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target");

const DESCRIPTION: &str = "class Base<int n> { int N = n; }\n\
    def main : Base<1>;\n\
    multiclass Two<int k> { foreach i = [1, 2] in def _#i : Base<!add(i, k)>; }\n\
    defm X : Two<3>;\n\
    let N = 9 in def over : Base<2>;\n";

/// A running `serve --stdio`.
struct Session {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Session {
    fn start(mut command: Command, args: &[&str]) -> Session {
        command.args(["serve", "--stdio"]).args(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        Session { process, input, output }
    }

    fn send(&mut self, line: &str) {
        self.input.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// Sends a line and returns the next response.
    fn ask(&mut self, line: &str) -> Value {
        self.send(line);
        let mut response = String::new();
        self.output.read_line(&mut response).unwrap();
        serde_json::from_str(&response).unwrap()
    }

    /// Ends the input, and returns the remaining responses.
    fn end(self) -> Vec<Value> {
        let Session { mut process, input, output } = self;
        drop(input);
        let lines = output.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap());
        let lines = lines.collect();
        assert!(process.wait().unwrap().success());
        lines
    }
}

fn start(dir: &Dir, args: &[&str]) -> Session {
    Session::start(dir.command(program()), args)
}

/// Sends lines and returns all responses.
fn responses(dir: &Dir, lines: &[&str]) -> Vec<Value> {
    let mut session = start(dir, &[]);
    lines.iter().for_each(|line| session.send(line));
    session.end()
}

fn request(id: impl Into<Value>, method: &str, params: Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params }).to_string()
}

/// Calls a method and returns its result.
#[track_caller]
fn result(dir: &Dir, method: &str, params: Value) -> Value {
    let response = responses(dir, &[&request(1, method, params)]).remove(0);
    assert_eq!((&response["jsonrpc"], &response["id"]), (&json!("2.0"), &json!(1)));
    assert!(response["result"].is_object(), "{response}");
    response["result"].clone()
}

/// Calls a method and returns its error.
#[track_caller]
fn error(dir: &Dir, method: &str, params: Value) -> Value {
    let response = responses(dir, &[&request(1, method, params)]).remove(0);
    assert!(response.get("result").is_none(), "{response}");
    let schema = schema();
    let error = response["error"].clone();
    assert_eq!(schema.problem(&schema.root["$defs"]["error"], &error, "error"), None);
    error
}

fn schema() -> Schema {
    let out = Dir::new().command(program()).args(["serve", "--schema"]).output().unwrap();
    Schema::from_text(&Ran::from_output(out).ok())
}

/// Questions: a method, its parameters, and the command with the same answer.
fn questions() -> Vec<(&'static str, Value, Vec<String>)> {
    let toy = format!("{TOY}/Toy.td");
    let prelude = format!("{TOY}/prelude");
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let for_toy = |line: &str| words(&format!("{line} -I {prelude} --format json"));
    let json_words = |line: &str| words(&format!("{line} --format json"));
    let of_toy = |more: Value| {
        let mut params = json!({ "file": toy, "include": [prelude] });
        let members = more.as_object().unwrap().clone();
        params.as_object_mut().unwrap().extend(members);
        params
    };
    vec![
        ("query", json!({ "file": "a.td" }), json_words("query a.td")),
        (
            "query",
            json!({ "file": "a.td", "class": ["B*"], "where": "N = 9", "show": ["N,NAME"] }),
            json_words("query a.td --class B* --where N=9 --show N,NAME"),
        ),
        ("query", json!({ "file": "a.td", "names": true }), json_words("query a.td --names")),
        (
            "query",
            json!({ "file": "a.td", "count": true, "names": false }),
            json_words("query a.td --count"),
        ),
        (
            "query",
            json!({ "file": "a.td", "group-by": "N" }),
            json_words("query a.td --group-by N"),
        ),
        (
            "query",
            json!({ "file": "a.td", "derives": "Base" }),
            json_words("query a.td --derives Base"),
        ),
        ("query", json!({ "file": "a.td", "sets": "N" }), json_words("query a.td --sets N")),
        (
            "query",
            of_toy(json!({ "uses": "R1", "class": ["RegisterClass"] })),
            for_toy(&format!("query {toy} --uses R1 --class RegisterClass")),
        ),
        (
            "query",
            of_toy(json!({ "reads": "RegisterClass.Alignment" })),
            for_toy(&format!("query {toy} --reads RegisterClass.Alignment")),
        ),
        (
            "explain",
            json!({ "file": "a.td", "record": "over.N" }),
            json_words("explain a.td over.N"),
        ),
        ("explain", json!({ "file": "a.td", "record": "X_1" }), json_words("explain a.td X_1")),
        (
            "explain",
            json!({ "file": "a.td", "at": "a.td:5:5" }),
            json_words("explain a.td --at a.td:5:5"),
        ),
        ("schema", json!({ "class": ["Register*"] }), json_words("schema Register*")),
        (
            "schema",
            json!({ "action": "gen-register-bank" }),
            json_words("schema --gen-register-bank"),
        ),
        (
            "schema",
            of_toy(json!({ "action": "--gen-register-bank" })),
            for_toy(&format!("schema --gen-register-bank --of {toy}")),
        ),
        (
            "lint",
            json!({ "file": "lint.td", "warn": ["all"], "allow": ["release"] }),
            json_words("lint lint.td --warn all --allow release"),
        ),
        (
            "encode",
            of_toy(json!({ "line": ["add r1, r2, r3"] })),
            [&for_toy(&format!("assemble {toy}"))[..], &["--line=add r1, r2, r3".to_owned()]]
                .concat(),
        ),
        (
            "decode",
            of_toy(json!({ "decode": ["00 00 a6 00"] })),
            [&for_toy(&format!("encoding {toy}"))[..], &["--decode=00 00 a6 00".to_owned()]]
                .concat(),
        ),
        (
            "records",
            json!({ "file": "a.td", "record": ["over", "X*"] }),
            json_words("print a.td --record over --record X*"),
        ),
        ("records", json!({ "file": "a.td" }), json_words("print a.td")),
    ]
}

#[test]
fn answers_are_the_json_of_the_commands() {
    let dir = Dir::with(DESCRIPTION);
    dir.write("lint.td", "class Unused;\nclass Base<int n> { int N = 1; }\ndef d : Base<1>;\n");
    let schema = schema();
    let questions = questions();
    let mut session = start(&dir, &[]);
    for (id, (method, params, _)) in questions.iter().enumerate() {
        let declared = &schema.root["$defs"][format!("{method}-params")];
        assert_eq!(schema.problem(declared, params, method), None);
        session.send(&request(id, method, params.clone()));
    }
    let answers = session.end().into_iter();
    // Requests run at the same time, so responses come in any order.
    let answers: BTreeMap<u64, Value> =
        answers.map(|response| (response["id"].as_u64().unwrap(), response)).collect();
    for (id, (method, params, args)) in (0..).zip(&questions) {
        let printed = dir.command(program()).args(args).output().unwrap();
        let printed = String::from_utf8(printed.stdout).unwrap();
        let printed: Value = serde_json::from_str(&printed).unwrap();
        let result = &answers[&id]["result"];
        assert_eq!(result["answer"], printed, "{method} {params} {}", answers[&id]);
        assert_eq!(result["messages"], json!([]));
        let problem = schema.problem(&schema.root["$defs"][*method], &printed, method);
        assert_eq!(problem, None, "{printed}");
    }
    // The lint questions have findings with edits, so that these members are checked as well.
    assert!(answers.values().any(|response| response.to_string().contains("unused-class")));
}

#[test]
fn a_text_is_an_array_of_one() {
    let dir = Dir::with(DESCRIPTION);
    for class in [json!("Base"), json!(["Base"])] {
        let params = json!({ "file": "a.td", "class": class, "count": true });
        assert_eq!(result(&dir, "query", params)["answer"]["count"], 4);
    }
}

#[test]
fn each_kind_of_error_has_its_number() {
    let dir = Dir::with(DESCRIPTION);
    dir.write("wrong.td", "def a : Nothing;\n");
    for (method, params, code, message) in [
        ("nothing", json!({}), -32601, "unknown method 'nothing'; expected one of query, "),
        ("query", json!({}), -32602, "the parameter 'file' is missing"),
        ("encode", json!({ "file": "a.td" }), -32602, "the parameter 'line' is missing"),
        ("query", json!({ "fil": 1 }), -32602, "unknown parameter 'fil'; expected one of file, "),
        ("query", json!({ "file": 1 }), -32602, "the parameter 'file' must be a string"),
        (
            "query",
            json!({ "file": "a.td", "class": 1 }),
            -32602,
            "the parameter 'class' must be a string or an array of strings",
        ),
        (
            "query",
            json!({ "file": "a.td", "names": 1 }),
            -32602,
            "the parameter 'names' must be true or false",
        ),
        ("query", json!({ "file": "-" }), -32602, "'-' is not a regular file"),
        ("query", json!({ "file": "/dev/stdin" }), -32602, "'/dev/stdin' is not a regular file"),
        ("query", json!({ "file": "a.td", "where": "N =" }), -32602, "expected a value, "),
        ("decode", json!({ "file": "a.td", "decode": ["-"] }), -32602, "line 1: '-' is not "),
        ("explain", json!({ "file": "a.td" }), -32602, "the following required arguments "),
        ("lint", json!({ "file": "a.td", "deny": ["no"] }), -32602, "unknown lint 'no'"),
        ("schema", json!({ "action": "help" }), -32602, "unknown action 'help'"),
        ("schema", json!({ "class": ["--of=a.td"] }), -32602, "backends read no class '--of=a.td'"),
        ("query", json!({ "file": "a.td", "class": ["Bse"] }), -32000, "unknown class 'Bse'"),
        ("query", json!({ "file": "wrong.td" }), -32000, "Couldn't find class 'Nothing'"),
        ("query", json!({ "file": "none.td" }), -32000, "Could not open input file 'none.td': "),
        (
            "query",
            json!({ "file": "a.td", "define": ["a-b"], "release": "24" }),
            -32000,
            "invalid macro name `a-b`",
        ),
    ] {
        let error = error(&dir, method, params.clone());
        assert_eq!(error["code"], code, "{method} {params} {error}");
        let found = error["message"].as_str().unwrap();
        assert!(found.starts_with(message), "{params} {found}");
    }
}

#[test]
fn an_error_has_the_messages_of_the_command() {
    let dir = Dir::with(DESCRIPTION);
    dir.write("wrong.td", "def a : Bse;\nclass Base;\ndef b : Bas;\n");
    let error = error(&dir, "query", json!({ "file": "wrong.td" }));
    let line = "query wrong.td --diagnostic-format=json";
    let printed = dir.run(line).failed();
    let printed: Vec<Value> =
        printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(error["data"]["messages"], json!(printed));
    assert_eq!(printed[0]["span"]["start"]["line"], 1);
}

#[test]
fn notifications_and_batches_are_as_in_the_standard() {
    let dir = Dir::with(DESCRIPTION);
    let count = |id: &str| {
        format!(
            r#"{{"jsonrpc":"2.0",{id}"method":"query","params":{{"file":"a.td","count":true}}}}"#
        )
    };
    let answer =
        json!({ "answer": { "report": "query-count", "version": 1, "count": 4 }, "messages": [] });
    // The order of responses in a batch is the order of requests.
    let batch = format!("[{},{},7,{}]", count("\"id\":\"x\","), count(""), count("\"id\":null,"));
    let found = responses(&dir, &[&batch, "", &count(""), &format!("[{}]", count(""))]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0][0], json!({ "jsonrpc": "2.0", "id": "x", "result": answer }));
    assert_eq!(found[0][1]["error"]["code"], -32600);
    assert_eq!(found[0][2], json!({ "jsonrpc": "2.0", "id": null, "result": answer }));
    for (line, code) in [("[]", -32600), ("{", -32700), ("Content-Length: 5", -32700)] {
        let found = responses(&dir, &[line]);
        assert_eq!((found.len(), &found[0]["id"]), (1, &Value::Null));
        assert_eq!(found[0]["error"]["code"], code, "{line}");
    }
}

#[test]
fn a_long_line_is_refused_and_the_next_is_answered() {
    let dir = Dir::with(DESCRIPTION);
    let mut session = start(&dir, &[]);
    let long = request(1, "query", json!({ "file": "x".repeat(9 << 20) }));
    let refused = session.ask(&long);
    assert_eq!(refused["error"]["message"], "a message has at most 8388608 bytes");
    assert_eq!(session.ask(&request(2, "ping", json!({})))["result"], json!({}));
    assert_eq!(session.end(), [] as [Value; 0]);
}

#[test]
fn a_cancelled_request_ends_early() {
    let dir = Dir::with("foreach i = 0...3000000 in def d#i;\n");
    let slow = |id: u32| request(id, "query", json!({ "file": "a.td", "count": true }));
    let mut session = start(&dir, &[]);
    session.send(&slow(1));
    session.send(&slow(2));
    // As in the Model Context Protocol, without a response.
    session
        .send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#);
    let cancelled =
        session.ask(r#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#);
    assert_eq!((&cancelled["id"], &cancelled["error"]["code"]), (&json!(1), &json!(-32001)));
    // Nobody runs with these identities.
    session.send(r#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}"#);
    session.send(r#"{"jsonrpc":"2.0","method":"$/cancelRequest"}"#);
    assert_eq!(session.end(), [] as [Value; 0]);
}

#[test]
fn edits_between_requests_are_seen() {
    let dir = Dir::with(DESCRIPTION);
    let mut session = start(&dir, &[]);
    let count = request(1, "query", json!({ "file": "a.td", "count": true }));
    assert_eq!(session.ask(&count)["result"]["answer"]["count"], 4);
    dir.write("a.td", format!("{DESCRIPTION}def more;\n"));
    assert_eq!(session.ask(&count)["result"]["answer"]["count"], 5);
    dir.write("a.td", "def a : Nothing;\n");
    assert_eq!(session.ask(&count)["error"]["code"], -32000);
    dir.write("a.td", "def a;\n");
    assert_eq!(session.ask(&count)["result"]["answer"]["count"], 1);
    session.end();
}

#[test]
fn limits_for_untrusted_descriptions_apply() {
    let dir = Dir::with(DESCRIPTION);
    dir.write("in/a.td", "include \"../a.td\"\n");
    let params = json!({ "file": "in/a.td", "count": true });
    for (args, message) in [
        (["--max-steps", "3"], "3 steps"),
        (["--no-file-access-outside", "in"], "access is limited"),
    ] {
        let mut session = start(&dir, &args);
        let response = session.ask(&request(1, "query", params.clone()));
        assert_eq!(response["error"]["code"], -32000);
        assert!(response.to_string().contains(message), "{response}");
        session.end();
    }
}

#[test]
fn an_agent_negotiates_a_version() {
    let dir = Dir::new();
    for (asked, answered) in [
        (json!("2024-11-05"), "2024-11-05"),
        (json!("2025-03-26"), "2025-03-26"),
        (json!("2025-06-18"), "2025-06-18"),
        (json!("2025-11-25"), "2025-11-25"),
        (json!("2099-01-01"), "2025-11-25"),
        (Value::Null, "2025-11-25"),
    ] {
        let initialize = request("i", "initialize", json!({ "protocolVersion": asked }));
        let initialized = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        let found = responses(&dir, &[&initialize, initialized, &request(2, "ping", json!({}))]);
        let [first, ping] = &found[..] else { panic!("{found:?}") };
        assert_eq!(first["result"]["protocolVersion"], answered);
        assert_eq!(first["result"]["capabilities"], json!({ "tools": {} }));
        assert_eq!(first["result"]["serverInfo"]["name"], "tablewright");
        assert_eq!(ping["result"], json!({}));
    }
}

#[test]
fn tools_are_the_methods() {
    let schema = schema();
    let tools = result(&Dir::new(), "tools/list", json!({}))["tools"].clone();
    let tools = tools.as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["query", "explain", "schema", "lint", "encode", "decode", "records"]);
    for tool in tools {
        let name = tool["name"].as_str().unwrap();
        assert_eq!(tool["inputSchema"], schema.root["$defs"][format!("{name}-params")]);
        assert!(schema.root["$defs"][name].is_object());
        assert_eq!(tool["annotations"], json!({ "readOnlyHint": true }));
        for (param, declared) in tool["inputSchema"]["properties"].as_object().unwrap() {
            let description = declared["description"].as_str().unwrap();
            assert!(!description.is_empty() && !description.contains("standard input"), "{param}");
        }
    }
    let query = &tools[0]["inputSchema"];
    assert_eq!(query["required"], json!(["file"]));
    assert_eq!(query["properties"]["count"]["type"], "boolean");
    assert_eq!(tools[5]["inputSchema"]["properties"]["mode"]["enum"], json!(["64", "32", "16"]));
}

#[test]
fn a_tool_returns_text_and_an_agent_reads_its_errors() {
    let dir = Dir::with(DESCRIPTION);
    let call = |name: &str, arguments: Value| {
        result(&dir, "tools/call", json!({ "name": name, "arguments": arguments }))
    };
    assert_eq!(
        call("query", json!({ "file": "a.td", "count": true })),
        json!({
            "content": [{ "type": "text", "text": r#"{"report":"query-count","version":1,"count":4}"# }],
            "isError": false,
        })
    );
    let failed = call("query", json!({ "file": "a.td", "class": ["Bse"] }));
    assert_eq!(failed["isError"], true);
    let text = failed["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("error[TW0008]: unknown class 'Bse'\n"), "{text}");
    assert!(text.contains("did you mean 'Base'?"), "{text}");
    let wrong = call("query", json!({ "fil": "a.td" }));
    assert_eq!(wrong["isError"], true);
    assert!(wrong.to_string().contains("unknown parameter 'fil'"), "{wrong}");
    for params in [json!({ "name": "no" }), json!({}), json!({ "name": "query", "arguments": 1 })] {
        assert_eq!(error(&dir, "tools/call", params)["code"], -32602);
    }
}
