//! The tables that `--gen-dag-isel` and `--gen-global-isel` print for `examples/toy-target`, executed.
//!
//! The selector of the library executes the first table: trees go in, and the instructions that the table selects come
//! out. `global_isel` executes the printed form of the second with `match_table`, `machine` and
//! `match_table_executor`.

mod global_isel;
mod machine;
mod match_table;
mod match_table_executor;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const TOY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target");

/// Runs the program for a file of the target, or for a file elsewhere that includes it.
fn run(arguments: &[&str], file: &str) -> Output {
    let mut run = Command::new(env!("CARGO_BIN_EXE_tablewright"));
    run.args(arguments).arg(format!("-I{TOY}")).arg(format!("-I{TOY}/prelude"));
    run.arg(Path::new(TOY).join(file)).output().expect("the program runs")
}

/// Returns the output of an action.
fn generate(action: &str, file: &str) -> String {
    let output = run(&["llvm-tblgen", &format!("--{action}")], file);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it is ASCII")
}

/// A processor of the target.
#[derive(Clone, Copy)]
struct Cpu {
    name: &'static str,
    has_mul: bool,
    has_short: bool,
}

const TOY1: Cpu = Cpu { name: "toy1", has_mul: false, has_short: false };
const TOY2: Cpu = Cpu { name: "toy2", has_mul: true, has_short: true };

/// Returns the selected instructions for trees, or the first line of the error.
fn selected(cpu: Cpu, trees: &str) -> String {
    selected_with(cpu, trees, "Toy.td")
}

fn selected_with(cpu: Cpu, trees: &str, file: &str) -> String {
    let arguments = ["patterns", "--mcpu", cpu.name, "--no-assumptions", "--select", trees];
    let output = run(&arguments, file);
    let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    if output.status.success() {
        return text(output.stdout).trim_end().replace('\n', "; ");
    }
    text(output.stderr).lines().next().unwrap_or_default().to_owned()
}

#[test]
fn operations_on_words() {
    for (node, instruction) in [
        ("add", "ADD"),
        ("sub", "SUB"),
        ("and", "AND"),
        ("or", "OR"),
        ("xor", "XOR"),
        ("shl", "SHL"),
        ("srl", "SHR"),
    ] {
        let selected = selected(TOY1, &format!("(set i16:$d, ({node} i16:$a, i16:$b))"));
        assert_eq!(selected, format!("$d = {instruction} $a, $b"));
    }
}

#[test]
fn the_short_form_where_there_is_one_and_the_constant_fits() {
    let sum = |cpu, number| selected(cpu, &format!("(set i16:$d, (add i16:$a, {number}))"));
    assert_eq!(sum(TOY1, 5), "$d = ADDI $a, 5");
    assert_eq!(sum(TOY2, 5), "$d = C_ADDI $a, 5");
    assert_eq!(sum(TOY2, -16), "$d = C_ADDI $a, -16");
    assert_eq!(sum(TOY2, 16), "$d = ADDI $a, 16");
}

#[test]
fn a_difference_with_a_constant_is_a_sum() {
    let difference = |number| selected(TOY1, &format!("(set i16:$d, (sub i16:$a, {number}))"));
    assert_eq!(difference(7), "$d = ADDI $a, -7");
    // The opposite is not a word.
    assert_eq!(difference(-32768), "%0 = LDI -32768; $d = SUB $a, %0");
}

#[test]
fn the_complement_takes_two_instructions() {
    let complement = |number| selected(TOY1, &format!("(set i16:$d, (xor i16:$a, {number}))"));
    assert_eq!(complement(-1), "%0 = LDI -1; $d = XOR $a, %0");
    assert_eq!(complement(1), "%0 = LDI 1; $d = XOR $a, %0");
}

/// Writes the description on the book's page about selection to a file.
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
    let file = description_of_the_book();
    let selected = |tree| selected_with(TOY1, tree, &file);
    assert_eq!(selected("(set i16:$d, (and i16:$a, (xor i16:$b, -1)))"), "$d = ANDN $a, $b");
    assert_eq!(selected("(set i16:$d, (and (xor i16:$b, -1), i16:$a))"), "$d = ANDN $a, $b");
    let other = selected("(set i16:$d, (and i16:$a, (xor i16:$b, 1)))");
    assert_eq!(other, "%0 = LDI 1; %1 = XOR $b, %0; $d = AND $a, %1");
}

#[test]
fn addresses_are_a_register_and_a_distance() {
    let load = |ty| selected(TOY1, &format!("(set {ty}:$d, (load (add i16:$base, 4)))"));
    assert_eq!(load("i16"), "$d = LDW $base, 4");
    assert_eq!(load("i32"), "$d = LDP $base, 4");
    let store = |ty| selected(TOY1, &format!("(store {ty}:$v, i16:$p)"));
    assert_eq!(store("i16"), "STW $v, $p, 0");
    assert_eq!(store("i32"), "STP $v, $p, 0");
    assert_eq!(store("i64"), "error: no pattern selects (store i64:$v, i16:$p)");
}

#[test]
fn a_product_of_extended_words_where_there_is_a_multiplier() {
    let product = "(set i32:$d, (mul (sext i16:$a), (sext i16:$b)))";
    assert_eq!(selected(TOY2, product), "$d = MUL $a, $b");
    assert!(selected(TOY1, product).starts_with("error: no pattern selects (mul (sign_extend"));
    let pairs = selected(TOY2, "(set i32:$d, (mul i32:$a, i32:$b))");
    assert_eq!(pairs, "error: no pattern selects (mul i32:$a, i32:$b) of type i32");
}

#[test]
fn control_flow() {
    for (tree, instruction) in [
        ("(ToyBrEq i16:$a, i16:$b, bb:$next)", "BEQ $a, $b, next"),
        ("(ToyBrNe i16:$a, i16:$b, bb:$next)", "BNE $a, $b, next"),
        ("(ToyBrLt i16:$a, i16:$b, bb:$next)", "BLT $a, $b, next"),
        ("(br bb:$next)", "JMP next"),
        ("(brind i16:$p)", "JR $p"),
        ("(ToyRet)", "RET"),
        ("(set i16:$d, (i16 300))", "$d = LDI 300"),
    ] {
        assert_eq!(selected(TOY1, tree), instruction);
    }
}
