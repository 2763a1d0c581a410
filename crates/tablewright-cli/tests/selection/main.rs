//! The table that `--gen-dag-isel` prints for `examples/toy-target`, executed: graphs go in, and the
//! instructions come out that the table selects.
//!
//! `table` reads the generated C++, `graph` is what is selected from, `interpreter` runs the table as
//! LLVM's selector does, as far as this table needs it. `global_isel` does the same with the table of
//! `--gen-global-isel`: `match_table`, `machine` and `match_table_executor`.

mod global_isel;
mod graph;
mod interpreter;
mod machine;
mod match_table;
mod match_table_executor;
mod table;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use graph::{Graph, NodeId};
use interpreter::{Cpu, select};
use table::Table;

/// The table, generated once.
fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| Table::read(&generate("gen-dag-isel", "Toy.td")))
}

/// What an action prints for a file of the target, or for one elsewhere that includes it.
fn generate(action: &str, file: &str) -> String {
    let toy = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target");
    let mut run = Command::new(env!("CARGO_BIN_EXE_tablewright"));
    run.args(["llvm-tblgen", &format!("--{action}"), &format!("-I{toy}")]);
    run.arg(format!("-I{toy}/prelude")).arg(Path::new(toy).join(file));
    let output = run.output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it is ASCII")
}

const TOY1: Cpu = Cpu { has_mul: false, has_short: false };
const TOY2: Cpu = Cpu { has_mul: true, has_short: true };

/// What is selected for the root of a graph.
fn selected(cpu: Cpu, build: impl FnOnce(&mut Graph) -> NodeId) -> String {
    let mut graph = Graph::default();
    let root = build(&mut graph);
    select(table(), cpu, &graph, root).unwrap_or_else(|| "nothing".to_owned())
}

#[test]
fn the_table_is_as_long_as_it_says() {
    assert_eq!(table().len(), table().stated_len);
}

#[test]
fn operations_on_words() {
    for (node, instruction) in [
        ("ISD::ADD", "ADD"),
        ("ISD::SUB", "SUB"),
        ("ISD::AND", "AND"),
        ("ISD::OR", "OR"),
        ("ISD::XOR", "XOR"),
        ("ISD::SHL", "SHL"),
        ("ISD::SRL", "SHR"),
    ] {
        let selected = selected(TOY1, |g| {
            let (a, b) = (g.value("a", "i16"), g.value("b", "i16"));
            g.node(node, "i16", &[a, b])
        });
        assert_eq!(selected, format!("({instruction} a, b)"));
    }
}

#[test]
fn the_short_form_where_there_is_one_and_the_constant_fits() {
    let sum = |number| {
        move |g: &mut Graph| {
            let (a, constant) = (g.value("a", "i16"), g.constant(number, "i16"));
            g.node("ISD::ADD", "i16", &[a, constant])
        }
    };
    assert_eq!(selected(TOY1, sum(5)), "(ADDI a, 5)");
    assert_eq!(selected(TOY2, sum(5)), "(C_ADDI a, 5)");
    assert_eq!(selected(TOY2, sum(-16)), "(C_ADDI a, -16)");
    assert_eq!(selected(TOY2, sum(16)), "(ADDI a, 16)");
}

#[test]
fn a_difference_with_a_constant_is_a_sum() {
    let difference = |number| {
        move |g: &mut Graph| {
            let (a, constant) = (g.value("a", "i16"), g.constant(number, "i16"));
            g.node("ISD::SUB", "i16", &[a, constant])
        }
    };
    assert_eq!(selected(TOY1, difference(7)), "(ADDI a, -7)");
    // The opposite is no word.
    assert_eq!(selected(TOY1, difference(-32768)), "(SUB a, -32768)");
}

#[test]
fn the_complement_takes_two_instructions() {
    let complement = |number| {
        move |g: &mut Graph| {
            let (a, constant) = (g.value("a", "i16"), g.constant(number, "i16"));
            g.node("ISD::XOR", "i16", &[a, constant])
        }
    };
    assert_eq!(selected(TOY1, complement(-1)), "(XOR a, (LDI -1))");
    assert_eq!(selected(TOY1, complement(1)), "(XOR a, 1)");
}

/// The description on the book's page about selection, as a file.
fn description_of_the_book() -> String {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/tutorial/selection.md");
    let page = fs::read_to_string(page).expect("the book has the page");
    let (_, block) = page.split_once("```tablegen\n").expect("the page has a description");
    let (description, _) = block.split_once("```\n").expect("the block ends");
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/andn.td");
    fs::write(path, description).expect("it can be written");
    path.to_owned()
}

#[test]
fn the_pattern_that_the_book_follows() {
    let table = Table::read(&generate("gen-dag-isel", &description_of_the_book()));
    let mut graph = Graph::default();
    let (a, b) = (graph.value("a", "i16"), graph.value("b", "i16"));
    let (minus_one, one) = (graph.constant(-1, "i16"), graph.constant(1, "i16"));
    let not_b = graph.node("ISD::XOR", "i16", &[b, minus_one]);
    let other = graph.node("ISD::XOR", "i16", &[b, one]);
    let mut selected = |operands: [NodeId; 2]| {
        let root = graph.node("ISD::AND", "i16", &operands);
        select(&table, TOY1, &graph, root).expect("it is selected")
    };
    assert_eq!(selected([a, not_b]), "(ANDN a, b)");
    assert_eq!(selected([not_b, a]), "(ANDN a, b)");
    assert_eq!(selected([a, other]), "(AND a, ISD::XOR)");
}

#[test]
fn addresses_are_a_register_and_a_distance() {
    let load = |ty: &'static str| {
        move |g: &mut Graph| {
            let (base, distance) = (g.value("base", "i16"), g.constant(4, "i16"));
            let address = g.node("ISD::ADD", "i16", &[base, distance]);
            let entry = g.value("entry", "Other");
            g.node("ISD::LOAD", ty, &[entry, address])
        }
    };
    assert_eq!(selected(TOY1, load("i16")), "(LDW base, 4)");
    assert_eq!(selected(TOY1, load("i32")), "(LDP base, 4)");
    let store = |ty: &'static str| {
        move |g: &mut Graph| {
            let (value, address) = (g.value("v", ty), g.value("p", "i16"));
            let entry = g.value("entry", "Other");
            g.node("ISD::STORE", "Other", &[entry, value, address])
        }
    };
    assert_eq!(selected(TOY1, store("i16")), "(STW v, p, 0)");
    assert_eq!(selected(TOY1, store("i32")), "(STP v, p, 0)");
    assert_eq!(selected(TOY1, store("i64")), "nothing");
}

#[test]
fn a_product_of_extended_words_where_there_is_a_multiplier() {
    let product = |g: &mut Graph| {
        let (a, b) = (g.value("a", "i16"), g.value("b", "i16"));
        let (a, b) =
            (g.node("ISD::SIGN_EXTEND", "i32", &[a]), g.node("ISD::SIGN_EXTEND", "i32", &[b]));
        g.node("ISD::MUL", "i32", &[a, b])
    };
    assert_eq!(selected(TOY2, product), "(MUL a, b)");
    assert_eq!(selected(TOY1, product), "nothing");
    let of_pairs = |g: &mut Graph| {
        let (a, b) = (g.value("a", "i32"), g.value("b", "i32"));
        g.node("ISD::MUL", "i32", &[a, b])
    };
    assert_eq!(selected(TOY2, of_pairs), "nothing");
}

#[test]
fn control_flow() {
    let branch = |node: &'static str| {
        move |g: &mut Graph| {
            let (a, b) = (g.value("a", "i16"), g.value("b", "i16"));
            let (entry, block) = (g.value("entry", "Other"), g.block("next"));
            g.node(node, "Other", &[entry, a, b, block])
        }
    };
    assert_eq!(selected(TOY1, branch("ToyISD::BR_EQ")), "(BEQ a, b, next)");
    assert_eq!(selected(TOY1, branch("ToyISD::BR_NE")), "(BNE a, b, next)");
    assert_eq!(selected(TOY1, branch("ToyISD::BR_LT")), "(BLT a, b, next)");
    let with_entry = |node: &'static str, operand: fn(&mut Graph) -> Vec<NodeId>| {
        move |g: &mut Graph| {
            let mut operands = vec![g.value("entry", "Other")];
            operands.append(&mut operand(g));
            g.node(node, "Other", &operands)
        }
    };
    assert_eq!(selected(TOY1, with_entry("ISD::BR", |g| vec![g.block("next")])), "(JMP next)");
    assert_eq!(selected(TOY1, with_entry("ISD::BRIND", |g| vec![g.value("p", "i16")])), "(JR p)");
    assert_eq!(selected(TOY1, with_entry("ToyISD::RET", |_| Vec::new())), "(RET)");
    assert_eq!(selected(TOY1, |g| g.constant(300, "i16")), "(LDI 300)");
}
