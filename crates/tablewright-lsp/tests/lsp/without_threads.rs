//! The server without threads and files, as a web page runs it: messages go in and come out of functions.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use lsp_server::{Message, Notification, Request, RequestId};
use serde_json::{Value, json};
use tablewright_backend::Backend;
use tablewright_lsp::{Clock, LanguageServer, ServerOptions, ServerProgram};
use tablewright_records::Release;
use tablewright_records::release::ReleaseRange;
use tablewright_session::Session;

use crate::client::Answer;

const MAIN: &str = "file:///no-such-dir/main.td";

/// The folder with the classes of a target.
const PRELUDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target/prelude");

const LIST: Backend = Backend::new("list", "List the records", |job| {
    let names: String = job.store.records().map(|record| format!("{}\n", record.name())).collect();
    job.write_text(&names)
});

const LIST_MORE: Backend = Backend::new("list-more", "List more", |job| job.write_text("more\n"));

fn backends(release: Release) -> Vec<&'static Backend> {
    let has_more = ReleaseRange::since(Release::new(22)).contains(release);
    if has_more { vec![&LIST, &LIST_MORE] } else { vec![&LIST] }
}

/// A client and its server, one call after the other.
struct Dialogue {
    server: LanguageServer,
    next_id: i32,
    received: Vec<Message>,
}

impl Dialogue {
    /// A server with a file in memory, and a main file that is open.
    fn with_text(text: &str) -> Dialogue {
        // Each look at the clock is a second after the last one, so that all delays are over.
        static SECONDS: AtomicU64 = AtomicU64::new(0);
        let clock = Clock::new(|| Duration::from_secs(SECONDS.fetch_add(1, Ordering::Relaxed)));
        let session =
            Session::new().file("/no-such-dir/lib/base.td", "class Reg<int n> { int N = n; }\n");
        let programs = vec![ServerProgram { name: "my-tblgen", backends }];
        let options = ServerOptions { programs, session, ..ServerOptions::default() };
        let mut dialogue = Dialogue {
            server: LanguageServer::new(options, clock),
            next_id: 0,
            received: Vec::new(),
        };
        let include_dirs = json!(["/no-such-dir/lib", PRELUDE]);
        let root = json!({ "main": "/no-such-dir/main.td", "includeDirs": include_dirs });
        let settings = json!({ "roots": [root], "lints": false });
        let params = json!({ "processId": null, "rootUri": null, "capabilities": {}, "initializationOptions": settings });
        let result = dialogue.request("initialize", params);
        assert_eq!(result["serverInfo"]["name"], "tablewright");
        dialogue.notify("initialized", json!({}));
        let item = json!({ "uri": MAIN, "languageId": "tablegen", "version": 1, "text": text });
        dialogue.notify("textDocument/didOpen", json!({ "textDocument": item }));
        dialogue
    }

    fn notify(&mut self, method: &str, params: Value) {
        let message = Message::Notification(Notification::new(method.to_owned(), params));
        let sent = self.server.handle(message);
        self.received.extend(sent);
    }

    /// Sends a request, and lets the server run what is due until it is answered.
    fn answer(&mut self, method: &str, params: Value) -> Answer {
        self.next_id += 1;
        let id = RequestId::from(self.next_id);
        let message = Message::Request(Request::new(id.clone(), method.to_owned(), params));
        let mut sent = self.server.handle(message);
        loop {
            for message in sent {
                match message {
                    Message::Response(response) if response.id == id => {
                        return response.response_result;
                    }
                    Message::Request(_) | Message::Response(_) | Message::Notification(_) => {
                        self.received.push(message)
                    }
                }
            }
            assert!(self.server.next_due().is_some(), "{method} is not answered");
            sent = self.server.run_due();
        }
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        self.answer(method, params).unwrap_or_else(|error| panic!("{method}: {error:?}"))
    }

    /// The last diagnostics of the main file, once nothing is due.
    fn diagnostics(&mut self) -> Value {
        while self.server.next_due().is_some() {
            let sent = self.server.run_due();
            self.received.extend(sent);
        }
        let published = self.received.iter().rev().find_map(|message| match message {
            Message::Notification(notification) => Some(notification)
                .filter(|notification| notification.method == "textDocument/publishDiagnostics"),
            Message::Request(_) | Message::Response(_) => None,
        });
        published.expect("diagnostics are published").params["diagnostics"].clone()
    }
}

fn document() -> Value {
    json!({ "textDocument": { "uri": MAIN } })
}

fn run(action: &str) -> Value {
    json!({ "textDocument": { "uri": MAIN }, "program": "my-tblgen", "action": action })
}

#[test]
fn before_initialize_requests_are_refused() {
    let mut server = LanguageServer::new(ServerOptions::default(), Clock::system());
    let request = Request::new(RequestId::from(1), "textDocument/hover".to_owned(), json!({}));
    let [Message::Response(refused)] = &server.handle(Message::Request(request))[..] else {
        panic!("one answer")
    };
    let code = refused.response_result.as_ref().map_err(|error| error.code);
    assert_eq!(code, Err(-32002));
}

#[test]
fn an_edit_is_evaluated_between_messages() {
    let mut dialogue = Dialogue::with_text("include \"base.td\"\ndef R0 : Rag<0>;\n");
    let found = dialogue.diagnostics();
    assert_eq!(found[0]["range"]["start"], json!({ "line": 1, "character": 9 }));
    let change = json!({
        "textDocument": { "uri": MAIN, "version": 2 },
        "contentChanges": [{ "text": "include \"base.td\"\ndef R0 : Reg<0>;\n" }],
    });
    dialogue.notify("textDocument/didChange", change);
    // The answer is that of the new text.
    let answer = dialogue.request("tablewright/runBackend", run("list"));
    assert_eq!(answer["output"], "R0\n");
    assert_eq!(dialogue.diagnostics(), json!([]));
}

#[test]
fn the_actions_of_the_release_are_listed_and_run() {
    let mut dialogue = Dialogue::with_text("def b; def a;\n");
    let choose = |release: Value| json!({ "command": "tablewright.chooseRelease", "arguments": [MAIN, release] });
    dialogue.request("workspace/executeCommand", choose(json!("19.1.7")));
    let listed = dialogue.request("tablewright/backends", document());
    let list = json!({ "program": "my-tblgen", "name": "list", "help": "List the records" });
    assert_eq!(listed, json!([list]));
    let refused = dialogue.answer("tablewright/runBackend", run("list-more"));
    let message = refused.map_err(|error| error.message);
    assert_eq!(message, Err("my-tblgen lacks an action 'list-more' in release 19".to_owned()));
    dialogue.request("workspace/executeCommand", choose(json!("23.1")));
    let answer = dialogue.request("tablewright/runBackend", run("list-more"));
    let expected = json!({ "isOk": true, "output": "more\n", "sideFiles": [], "messages": "" });
    assert_eq!(answer, expected);
    let wrong = dialogue.answer("workspace/executeCommand", choose(json!("new")));
    assert_eq!(wrong.map_err(|error| error.message), Err("unknown LLVM release 'new'".to_owned()));
}

#[test]
fn a_description_with_errors_has_no_output() {
    let mut dialogue = Dialogue::with_text("def a : Nothing;\n");
    let refused = dialogue.answer("tablewright/runBackend", run("list"));
    let message = refused.map_err(|error| error.message);
    assert_eq!(message, Err("the description has errors".to_owned()));
}

#[test]
fn fields_records_and_positions_are_explained() {
    let mut dialogue = Dialogue::with_text("include \"base.td\"\nlet N = 3 in\ndef R0 : Reg<0>;\n");
    let explain = |subject: &str| json!({ "textDocument": { "uri": MAIN }, "subject": subject });
    let found = dialogue.request("tablewright/explain", explain("R0.N"));
    assert_eq!(found["field"]["value"], "3");
    assert_eq!(found["field"]["steps"][0]["at"]["file"], "/no-such-dir/lib/base.td");
    let found = dialogue.request("tablewright/explain", explain("R0"));
    assert_eq!(found["record"]["parents"][0]["class"], "Reg");
    let refused = dialogue.answer("tablewright/explain", explain("R1"));
    assert_eq!(refused.map_err(|e| e.message), Err("unknown record 'R1'".to_owned()));
    let at = json!({ "textDocument": { "uri": MAIN }, "position": { "line": 1, "character": 4 } });
    let found = dialogue.request("tablewright/explain", at);
    assert_eq!(found["position"]["let"]["records"], json!(["R0"]));
}

#[test]
fn without_a_target_there_are_no_registers_and_encodings() {
    let mut dialogue = Dialogue::with_text("def a;\n");
    for method in ["tablewright/registers", "tablewright/encodings"] {
        let refused = dialogue.answer(method, document());
        let message = refused.map_err(|error| error.message).expect_err("there is no target");
        assert!(message.contains("the class '") || message.contains("The class '"), "{message}");
    }
}

/// An instruction with 16 bits, of a target with eight registers.
const SMALL_TARGET: &str = r#"
include "llvm/Target/Target.td"
foreach i = 0...7 in
  def R#i : Register<"r" # i> { let Namespace = "Small"; let HWEncoding = i; }
def GPR : RegisterClass<"Small", [i32], 32, (sequence "R%u", 0, 7)>;
def ADD : Instruction {
  bits<16> Inst;
  bits<3> rd;
  bits<3> ra;
  let Namespace = "Small";
  let Size = 2;
  let Inst{15-12} = 1;
  let Inst{11-9} = rd;
  let Inst{8-6} = ra;
  let Inst{5-0} = 0;
  let OutOperandList = (outs GPR:$rd);
  let InOperandList = (ins GPR:$ra);
  let AsmString = "add $rd, $ra";
}
def SmallInstrInfo : InstrInfo;
def Small : Target { let InstructionSet = SmallInstrInfo; }
"#;

fn machine_code(text: &str) -> Value {
    json!({ "textDocument": { "uri": MAIN }, "text": text })
}

#[test]
fn assembly_becomes_bytes_and_bytes_become_assembly() {
    let mut dialogue = Dialogue::with_text(SMALL_TARGET);
    let assembled =
        dialogue.request("tablewright/assemble", machine_code("add r3, r5\n\nadd r0, r1"));
    let line = |index: usize| {
        json!([assembled["lines"][index]["line"], assembled["lines"][index]["bytes"]])
    };
    assert_eq!([line(0), line(1)], [json!([1, "40 17"]), json!([3, "40 10"])]);
    let printed = dialogue.request("tablewright/disassemble", machine_code("40 17\nff ff"));
    let texts: Vec<&Value> = (0..2).map(|index| &printed["instructions"][index]["text"]).collect();
    assert_eq!(texts, [&json!("add r3, r5"), &Value::Null]);
}

#[test]
fn assembly_errors_have_a_line_and_a_column() {
    let mut dialogue = Dialogue::with_text(SMALL_TARGET);
    let refused = dialogue.request("tablewright/assemble", machine_code("add r3, r5\nadd r3, r9"));
    let error = &refused["errors"][0];
    assert_eq!((&error["line"], &error["column"]), (&json!(2), &json!(9)), "{refused}");
    let refused = dialogue.answer("tablewright/disassemble", machine_code("xyz"));
    let message = refused.map_err(|error| error.message);
    assert_eq!(message, Err("line 1: 'xyz' is not a byte or a word".to_owned()));
}
