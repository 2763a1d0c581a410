//! Thumb on a small description with the names of its methods and tables.

use tablewright_machine::{BlockState, Machine, MachineOptions};
use tablewright_session::Session;
use tablewright_syntax::diagnostic::Diagnostics;

const PRELUDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target/prelude");

const TARGET: &str = include_str!("thumb.td");

/// Decodes parts of a stream of units with 16 bits for a system, and compares the lines.
fn check_parts(triple: &str, parts: &[&[u16]], expected: &[&str]) {
    let session = Session::new().include_dir(PRELUDE);
    let loaded = session.load_text("a.td", TARGET.to_owned()).expect("the description is valid");
    let options = MachineOptions { triple: Some(triple.to_owned()), ..MachineOptions::default() };
    let mut diagnostics = Diagnostics::new();
    let machine = Machine::new(&loaded.store, &options, &mut diagnostics);
    let machine = machine.unwrap_or_else(|error| panic!("{error:?}, {diagnostics:?}"));
    let mut state = BlockState::default();
    let mut text = String::new();
    for units in parts {
        let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        for (_, unit) in machine.decode_after(&bytes, &mut state) {
            if !machine.print_unit(&unit, &mut text) {
                text.push_str("<unknown>");
            }
            text.push('\n');
        }
    }
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines, expected, "{parts:x?}");
}

fn check(units: &[u16], expected: &[&str]) {
    check_parts("thumbv7", &[units], expected);
}

/// `add r0, #1`.
const ADD: u16 = 0x3001;

#[test]
fn the_first_unit_has_the_upper_bits() {
    check(&[0xf04f, 0x0005], &["mov.w\tr0, #5"]);
    check(&[ADD, 0xbf00], &["adds\tr0, #1", "<unknown>"]);
    check(&[0xf04f], &["<unknown>"]);
}

#[test]
fn blocks_give_conditions_to_the_next_instructions() {
    let lines = ["ite\tne", "addne\tr0, #1", "addeq\tr0, #1", "adds\tr0, #1"];
    check(&[0xbf14, ADD, ADD, ADD], &lines);
    check(&[0xbf0c, ADD, ADD], &["ite\teq", "addeq\tr0, #1", "addne\tr0, #1"]);
    check(&[0xbf01, ADD], &["itttt\teq", "addeq\tr0, #1"]);
}

#[test]
fn blocks_continue_in_the_next_bytes() {
    check_parts("thumbv7", &[&[0xbf08], &[ADD, ADD]], &["it\teq", "addeq\tr0, #1", "adds\tr0, #1"]);
}

#[test]
fn blocks_that_are_always_executed_do_not_write_flags() {
    check(&[0xbfe8, ADD, ADD], &["it\tal", "add\tr0, #1", "adds\tr0, #1"]);
    check(&[0xbfec, ADD, ADD], &["ite\tal", "add\tr0, #1", "add<und>\tr0, #1"]);
}

#[test]
fn blocks_in_blocks_precede_the_outer_conditions() {
    let lines = ["itt\tne", "it\teq", "addeq\tr0, #1", "addne\tr0, #1", "adds\tr0, #1"];
    check(&[0xbf1c, 0xbf08, ADD, ADD, ADD], &lines);
}

#[test]
fn branches_in_blocks_have_the_condition_of_the_block() {
    check(&[0xf040, 0x8002], &["bne.w\t#4"]);
    check(&[0xbf08, 0xf040, 0x8002], &["it\teq", "beq.w\t#4"]);
    check(&[0xbf08, ADD, 0xf040, 0x8002], &["it\teq", "addeq\tr0, #1", "bne.w\t#4"]);
}

#[test]
fn vector_instructions_have_the_conditions_of_vector_blocks() {
    let lines = ["vpste", "vnegt\tr1", "vnege\tr1", "vneg\tr1"];
    check(&[0xfe71, 0xcf4d, 0xfe72, 0x1000, 0xfe72, 0x1000, 0xfe72, 0x1000], &lines);
}

#[test]
fn words_of_the_state_arm_have_other_first_bits() {
    check(&[0xee32, 0x1000], &["vadd\tr1, r2"]);
    check(&[0xef20, 0x1000, 0xff20, 0x2000], &["vaddv\tr1", "vaddv\tr2"]);
    check(&[0xff00, 0x1000], &["vmaxnm\tr1"]);
    check(&[0xf700, 0x1000], &["<unknown>", "<unknown>"]);
    check(&[0x0e32, 0x1000], &["<unknown>", "<unknown>"]);
    check(&[0xbf08, 0xee32, 0x1000], &["it\teq", "vaddeq\tr1, r2"]);
}

#[test]
fn instructions_without_a_condition_are_not_counted_by_blocks() {
    check(&[0xbf08, 0xff00, 0x1000, ADD], &["it\teq", "vmaxnm\tr1", "addeq\tr0, #1"]);
}

#[test]
fn loads_without_a_base_register_are_literals() {
    check(&[0xf832, 0x1c04], &["ldrh\tr1, [r2, #-4]"]);
    check(&[0xf832, 0x1c00], &["ldrh\tr1, [r2, #-0]"]);
    check(&[0xf83f, 0x1c04], &["ldrh.w\tr1, [pc, #-3076]"]);
    check(&[0xf832, 0xfc04], &["<unknown>", "<unknown>"]);
}

#[test]
fn numbers_are_copied_or_rotated() {
    check(&[0xf04f, 0x10ab], &["mov.w\tr0, #11206827"]);
    check(&[0xf04f, 0x20ab], &["mov.w\tr0, #2868947712"]);
    check(&[0xf04f, 0x30ab], &["mov.w\tr0, #2880154539"]);
    check(&[0xf44f, 0x407f], &["mov.w\tr0, #65280"]);
}

#[test]
fn long_branches_invert_two_bits() {
    check(&[0xf000, 0xf802], &["bl\t#4"]);
    check(&[0xf7ff, 0xfffe], &["bl\t#-4"]);
    check(&[0xf000, 0xd002], &["bl\t#12582916"]);
}

#[test]
fn loads_of_several_registers_write_the_base_if_it_is_not_loaded() {
    check(&[0xc806], &["ldm\tr0!, {r1, r2}"]);
    check(&[0xc803], &["ldm\tr0, {r0, r1}"]);
}

#[test]
fn microcontrollers_have_other_system_registers() {
    let words = [0xf381, 0x8810, 0xf381, 0x8c00, 0xf381, 0x88ff];
    let lines = ["msr\tprimask, r1", "msr\tapsr_nzcvq, r1", "msr\t255, r1"];
    check_parts("thumbv7m", &[&words], &lines);
    check(&words[..2], &["msr\tSPSR, r1"]);
    check_parts("thumbv7m", &[&[0xf381, 0x880a]], &["<unknown>", "<unknown>"]);
}
