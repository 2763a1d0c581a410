//! Hover over template parameters, loop variables, classes and dag names.

use crate::client::Client;

const TEXT: &str = "\
class Base { int Inherited = 0; }
// Comment of A.
class A<bits<8> o, string s = \"x\"> : Base { bits<8> O = o; string S = s; }
def X : A<1, \"x\">;
// Comment of M.
multiclass M<bits<8> opc,
             string RC> {
  def _x { string S = RC; bits<8> B = opc; }
}
defm D : M<1, \"r\">;
defm E : M<2, \"r\">;
foreach i = [3, 5] in
  def R#i { int n = i; }
def ins; def GPR;
class Inst<dag ops> { dag InOperandList = ops; bits<5> dst; }
def ADD : Inst<(ins GPR:$dst)> { list<dag> Pattern = [(ins $dst)]; string Asm = \"add $dst\"; }
";

fn hover(client: &mut Client, uri: &str, snippet: &str) -> String {
    let found = client.ask_at("textDocument/hover", uri, snippet);
    found["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_parameter_is_shown_as_declared_with_its_values() {
    let (mut client, uri) = Client::with_text(TEXT);
    let text = hover(&mut client, &uri, "S = R|C;");
    assert!(
        text.starts_with("```tablegen\nstring RC\n```\n\n1 value: `\"r\"` (2 times)\n"),
        "{text}"
    );
    let text = hover(&mut client, &uri, "B = op|c;");
    assert!(text.starts_with("```tablegen\nbits<8> opc\n```\n\n2 values: "), "{text}");
    assert!(!text.contains("Comment of M"), "{text}");
    let text = hover(&mut client, &uri, "string s| =");
    assert!(text.starts_with("```tablegen\nstring s = \"x\"\n```\n\n1 value: `\"x\"`\n"), "{text}");
    client.stop();
}

#[test]
fn a_class_shows_its_parameters_and_own_fields_first() {
    let (mut client, uri) = Client::with_text(TEXT);
    let text = hover(&mut client, &uri, "class |A<");
    let expected = "```tablegen\nclass A<bits<8> o, string s = \"x\"> : Base {\n  bits<8> O = ";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.find("string S") < text.find("int Inherited"), "{text}");
    assert!(text.contains("Comment of A."), "{text}");
    let text = hover(&mut client, &uri, "multiclass |M");
    assert!(text.starts_with("```tablegen\nmulticlass M<bits<8> opc, string RC>\n```\n"), "{text}");
    client.stop();
}

#[test]
fn a_loop_variable_shows_its_values() {
    let (mut client, uri) = Client::with_text(TEXT);
    for snippet in ["foreach i| =", "n = i|;"] {
        let text = hover(&mut client, &uri, snippet);
        assert!(text.contains("\n2 values: `3`, `5`\n"), "{text}");
    }
    client.stop();
}

#[test]
fn a_name_in_a_dag_shows_its_operands() {
    let (mut client, uri) = Client::with_text(TEXT);
    for snippet in ["(ins $d|st)]", "GPR:$dst|)", "add $d|st"] {
        let text = hover(&mut client, &uri, snippet);
        assert!(text.contains("- in `InOperandList`: `GPR:$dst`\n"), "{snippet}: {text}");
        assert!(text.contains("- `bits<5> dst = "), "{snippet}: {text}");
    }
    client.stop();
}
