//! The table that `--gen-global-isel` prints for `examples/toy-target`, executed: generic instructions go
//! in, and the instructions come out that the table selects.

use std::sync::OnceLock;

use crate::machine::{Machine, Operand, Register};
use crate::match_table::MatchTable;
use crate::match_table_executor::select;
use crate::{Cpu, TOY1, TOY2, generate};

/// The table, generated once.
fn table() -> &'static MatchTable {
    static TABLE: OnceLock<MatchTable> = OnceLock::new();
    TABLE.get_or_init(|| {
        let instructions = generate("gen-instr-info", "ToyGISel.td");
        MatchTable::read(&generate("gen-global-isel", "ToyGISel.td"), &instructions)
    })
}

const WORD: &str = "scalar(16)";
const PAIR: &str = "scalar(32)";
const POINTER: &str = "pointer(0, 16)";

/// What is selected for the last instruction.
fn selected(cpu: Cpu, build: impl FnOnce(&mut Machine)) -> String {
    let mut machine = Machine::default();
    build(&mut machine);
    let root = machine.instructions.len() - 1;
    select(table(), cpu, &machine, root).unwrap_or_else(|| "nothing".to_owned())
}

fn word(machine: &mut Machine, name: &str) -> Operand {
    Operand::Register(machine.value(name, WORD, Some("GPR")))
}

/// Defines `x` as an operation on words.
fn operation(machine: &mut Machine, opcode: &str, operands: &[Operand]) -> Register {
    let opcode = format!("TargetOpcode::{opcode}");
    machine.define(("x", WORD, Some("GPR")), &opcode, operands)
}

#[test]
fn the_table_is_as_long_as_it_says() {
    assert_eq!(table().len(), table().stated_len);
}

#[test]
fn operations_on_words() {
    for (generic, instruction) in [
        ("G_ADD", "ADD"),
        ("G_SUB", "SUB"),
        ("G_AND", "AND"),
        ("G_OR", "OR"),
        ("G_XOR", "XOR"),
        ("G_SHL", "SHL"),
        ("G_LSHR", "SHR"),
    ] {
        let selected = selected(TOY1, |m| {
            let operands = [word(m, "a"), word(m, "b")];
            operation(m, generic, &operands);
        });
        assert_eq!(selected, format!("{instruction} x, a, b"));
    }
}

#[test]
fn a_register_of_another_bank_is_not_selected() {
    let selected = selected(TOY1, |m| {
        let operands = [word(m, "a"), Operand::Register(m.value("b", WORD, None))];
        operation(m, "G_ADD", &operands);
    });
    assert_eq!(selected, "nothing");
}

#[test]
fn the_short_form_where_there_is_one_and_the_constant_fits() {
    let sum = |number| {
        move |m: &mut Machine| {
            let operands = [word(m, "a"), m.constant(number)];
            operation(m, "G_ADD", &operands);
        }
    };
    assert_eq!(selected(TOY1, sum(5)), "ADDI x, a, 5");
    assert_eq!(selected(TOY2, sum(5)), "C_ADDI x, a, 5");
    assert_eq!(selected(TOY2, sum(-16)), "C_ADDI x, a, -16");
    assert_eq!(selected(TOY2, sum(16)), "ADDI x, a, 16");
}

#[test]
fn a_difference_with_a_constant_is_a_sum() {
    let difference = |number| {
        move |m: &mut Machine| {
            let operands = [word(m, "a"), m.constant(number)];
            operation(m, "G_SUB", &operands);
        }
    };
    assert_eq!(selected(TOY1, difference(7)), "ADDI x, a, -7");
    // The opposite is no word.
    assert_eq!(selected(TOY1, difference(-32768)), "SUB x, a, c-32768");
}

#[test]
fn the_complement_takes_two_instructions() {
    let complement = |number| {
        move |m: &mut Machine| {
            let operands = [word(m, "a"), m.constant(number)];
            operation(m, "G_XOR", &operands);
        }
    };
    let (made, used) = ("LDI %0:scalar(16), -1", "XOR x, a, %0:scalar(16)");
    assert_eq!(selected(TOY1, complement(-1)), format!("{made}; {used}"));
    assert_eq!(selected(TOY1, complement(1)), "XOR x, a, c1");
}

#[test]
fn a_constant_is_loaded() {
    let selected = selected(TOY1, |m| drop(m.constant(12)));
    assert_eq!(selected, "LDI c12, 12");
}

#[test]
fn addresses_are_a_register_and_a_distance() {
    let load = |ty: &'static str, class: &'static str| {
        move |m: &mut Machine| {
            let operands = [Operand::Register(m.value("base", POINTER, None)), m.constant(4)];
            let sum = m.define(("p", POINTER, None), "TargetOpcode::G_PTR_ADD", &operands);
            let address = [Operand::Register(sum)];
            m.define(("x", ty, Some(class)), "TargetOpcode::G_LOAD", &address);
        }
    };
    assert_eq!(selected(TOY1, load(WORD, "GPR")), "LDW x, base, 4");
    assert_eq!(selected(TOY1, load(PAIR, "PAIR")), "LDP x, base, 4");
    assert_eq!(selected(TOY1, load(PAIR, "GPR")), "nothing");
    let store = |ty: &'static str, class: &'static str| {
        move |m: &mut Machine| {
            let value = Operand::Register(m.value("v", ty, Some(class)));
            let address = Operand::Register(m.value("p", POINTER, None));
            m.push("TargetOpcode::G_STORE", vec![value, address]);
        }
    };
    assert_eq!(selected(TOY1, store(WORD, "GPR")), "STW v, p, 0");
    assert_eq!(selected(TOY1, store(PAIR, "PAIR")), "STP v, p, 0");
    assert_eq!(selected(TOY1, store("scalar(64)", "PAIR")), "nothing");
}

#[test]
fn a_product_of_extended_words_where_there_is_a_multiplier() {
    let product = |m: &mut Machine| {
        let operands = ["a", "b"].map(|name| {
            let word = [word(m, name)];
            Operand::Register(m.define(("s", PAIR, None), "TargetOpcode::G_SEXT", &word))
        });
        m.define(("x", PAIR, Some("PAIR")), "TargetOpcode::G_MUL", &operands);
    };
    assert_eq!(selected(TOY2, product), "MUL x, a, b");
    assert_eq!(selected(TOY1, product), "nothing");
}

#[test]
fn jumps_go_to_a_block_or_where_a_register_says() {
    let to_block = |m: &mut Machine| {
        m.push("TargetOpcode::G_BR", vec![Operand::Block("loop".to_owned())]);
    };
    assert_eq!(selected(TOY1, to_block), "JMP loop");
    let to_register = |m: &mut Machine| {
        let target = word(m, "t");
        m.push("TargetOpcode::G_BRINDIRECT", vec![target]);
    };
    assert_eq!(selected(TOY1, to_register), "JR t");
}
