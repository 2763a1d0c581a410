//! Hover, definition, references and highlights.

use serde_json::{Value, json};

use crate::client::{Client, toy};

const TEXT: &str = "// Instructions of the test.\nclass Inst<int size> {\n  int Size = size;\n  string Name = \"\";\n}\n\
                    let Name = \"add\" in def ADD : Inst<4>;\ndef SUB : Inst<2> {\n  let Name = \"sub\";\n}\n\
                    defvar Twice = !mul(ADD.Size, 2);\ndef M { int x = Twice; }\n";

fn hover(client: &mut Client, uri: &str, snippet: &str) -> String {
    let found = client.ask_at("textDocument/hover", uri, snippet);
    found["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn hover_shows_a_class_with_its_comment() {
    let (mut client, uri) = Client::with_text(TEXT);
    let text = hover(&mut client, &uri, ": In|st<4>");
    assert!(text.contains("class Inst<int size"), "{text}");
    assert!(text.contains("2 records"), "{text}");
    assert!(text.contains("class, defined in main.td:2, 2 uses"), "{text}");
    assert!(text.contains("Instructions of the test."), "{text}");
    client.stop();
}

#[test]
fn hover_shows_the_evaluated_record() {
    let (mut client, uri) = Client::with_text(TEXT);
    let text = hover(&mut client, &uri, "AD|D.Size");
    assert!(text.contains("def ADD : Inst {"), "{text}");
    assert!(text.contains("int Size = 4;") && text.contains("string Name = \"add\";"), "{text}");
    client.stop();
}

#[test]
fn hover_shows_the_value_of_a_field_and_where_it_was_set() {
    let (mut client, uri) = Client::with_text(TEXT);
    let text = hover(&mut client, &uri, "let Na|me = \"sub\"");
    assert!(text.contains("string Name"), "{text}");
    assert!(text.contains("in `SUB`: `\"sub\"`"), "{text}");
    assert!(text.contains("declared in the class 'Inst' (main.td:4)"), "{text}");
    assert!(text.contains("(main.td:8): `\"sub\"`"), "{text}");
    client.stop();
}

#[test]
fn hover_shows_variables_parameters_and_operators() {
    let (mut client, uri) = Client::with_text(TEXT);
    assert!(hover(&mut client, &uri, "x = Twi|ce").contains("value: `8`"));
    assert!(hover(&mut client, &uri, "Size = si|ze").contains("template parameter of `Inst`"));
    assert!(hover(&mut client, &uri, "!m|ul").contains("!mul(a, b…)"));
    assert_eq!(client.ask_at("textDocument/hover", &uri, "\"ad|d\""), Value::Null);
    client.stop();
}

#[test]
fn definition_leads_to_names_and_files() {
    let mut client = Client::toy();
    let uri = client.open(&toy("ToyInstrInfo.td"));
    let formats = toy("ToyInstrFormats.td");
    let text = std::fs::read_to_string(&formats).expect("it can be read");
    let class = text.lines().find(|line| line.starts_with("class ")).expect("it has classes");
    let name = class["class ".len()..].split(['<', ' ']).next().expect("a class has a name");
    let main = client.open(&toy("Toy.td"));
    let found = client.ask_at("textDocument/definition", &main, "include \"ToyInstr|Info.td\"");
    assert_eq!(found["uri"], json!(uri));
    let symbols = client.request("workspace/symbol", json!({ "query": name }));
    let location = &symbols[0]["location"];
    assert!(location["uri"].as_str().is_some_and(|it| it.ends_with("ToyInstrFormats.td")));
    client.stop();
}

#[test]
fn references_are_found_with_their_kinds() {
    let (mut client, uri) = Client::with_text(TEXT);
    let at = client.at(&uri, "string Na|me");
    let params = |declaration: bool| {
        json!({
            "textDocument": { "uri": uri },
            "position": at,
            "context": { "includeDeclaration": declaration },
        })
    };
    let lines = |found: &Value| -> Vec<u64> {
        let list = found.as_array().expect("a list").iter();
        list.filter_map(|found| found["range"]["start"]["line"].as_u64()).collect()
    };
    assert_eq!(lines(&client.request("textDocument/references", params(true))), [3, 5, 7]);
    assert_eq!(lines(&client.request("textDocument/references", params(false))), [5, 7]);
    let kinded = client.ask_at("tablewright/references", &uri, "class In|st");
    let kinds: Vec<&str> =
        kinded.as_array().expect("a list").iter().filter_map(|it| it["kind"].as_str()).collect();
    assert_eq!(kinds, ["definition", "inherit", "inherit"]);
    client.stop();
}

#[test]
fn highlights_tell_reads_from_writes() {
    let (mut client, uri) = Client::with_text(TEXT);
    let found = client.ask_at("textDocument/documentHighlight", &uri, "int Si|ze");
    let kinds: Vec<(String, u64)> = found
        .as_array()
        .expect("a list")
        .iter()
        .map(|found| {
            let text = client.text_at(&uri, &found["range"]).to_owned();
            (text, found["kind"].as_u64().unwrap_or_default())
        })
        .collect();
    assert_eq!(kinds, [("Size".to_owned(), 3), ("Size".to_owned(), 2)]);
    client.stop();
}

#[test]
fn names_are_found_while_the_text_is_broken() {
    let (mut client, uri) = Client::with_text(TEXT);
    client.diagnostics(&uri);
    client.edit(&uri, 2, "def SUB", "class 1 + ;\ndef SUB");
    assert!(!client.diagnostics(&uri).is_empty());
    let found = client.ask_at("textDocument/definition", &uri, "SUB : In|st");
    assert_eq!(client.text_at(&uri, &found["range"]), "Inst");
    assert_eq!(found["range"]["start"]["line"], 1);
    client.stop();
}

#[test]
fn hover_shows_the_record_of_that_name() {
    let text = "class A<int n> { int f = n; }\nforeach i = 0-2 in def R#i : A<i>;\n\
                def x { int v = R2.f; }\nmulticlass M { def _a : A<7>; def _b : A<8>; }\ndefm D : M;\n";
    let (mut client, uri) = Client::with_text(text);
    let mut hover = |snippet: &str| {
        let found = client.ask_at("textDocument/hover", &uri, snippet);
        found["contents"]["value"].as_str().expect("a text").to_owned()
    };
    assert!(hover("R|2.f").starts_with("```tablegen\ndef R2 : A {\n  int f = 2;"), "R2");
    let field = hover("R2.|f");
    assert!(field.contains("in `R2`: `2`\n- declared in the class 'A'"), "{field}");
    let expected = "```tablegen\ndefm D\n```\n\n2 records: `D_a`, `D_b`\n";
    assert_eq!(hover("defm |D"), expected);
    client.stop();
}
