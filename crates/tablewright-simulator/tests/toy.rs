//! The example target: calls, checks, limits, links and test vectors.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tablewright_machine::assemble::{AsmRows, assemble, elf};
use tablewright_machine::{Machine, MachineOptions};
use tablewright_records::RecordStore;
use tablewright_session::Session;
use tablewright_simulator::{
    ObjectInput, RunFailure, RunInput, RunOutcome, Simulator, SimulatorOptions, StopKind, Vector,
};
use tablewright_syntax::diagnostic::Diagnostics;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

fn session() -> Session {
    let dirs = ["semantics", "asm-syntax", "toy-target", "toy-target/prelude"];
    dirs.iter()
        .fold(Session::new(), |session, dir| session.include_dir(format!("{EXAMPLES}/{dir}")))
}

fn store(extra: &str) -> RecordStore {
    let text = format!("include \"ToyRun.td\"\n{extra}");
    let loaded = session().load_text("toy.td", &text);
    loaded.unwrap_or_else(|error| panic!("{error}")).into_store()
}

fn machine(store: &RecordStore) -> Machine<'_> {
    let processor = Some("toy2".to_owned());
    let options = MachineOptions { processor, ..MachineOptions::default() };
    Machine::new(store, &options, &mut Diagnostics::new()).expect("the example is valid")
}

fn object(machine: &Machine<'_>, text: &str) -> Vec<u8> {
    let rows = AsmRows::new(machine, &mut Diagnostics::new()).expect("the example is valid");
    let assembly = assemble(machine, &rows, text).map_err(|errors| errors[0].to_string());
    elf::object_file(machine, &assembly.expect("it is valid")).expect("it is small")
}

/// Runs a program in several files. `extra` is added to the description.
fn run_files(extra: &str, texts: &[&str], args: &[i128]) -> Result<RunOutcome, String> {
    let store = store(extra);
    let machine = machine(&store);
    let files: Vec<Vec<u8>> = texts.iter().map(|text| object(&machine, text)).collect();
    let objects: Vec<ObjectInput<'_>> =
        files.iter().map(|bytes| ObjectInput { name: "a.o", bytes }).collect();
    let options = SimulatorOptions { max_instructions: 1000, ..SimulatorOptions::default() };
    let mut diagnostics = Diagnostics::new();
    let simulator = Simulator::new(&machine, options, &mut diagnostics);
    let mut simulator = simulator.map_err(|error| error.to_string())?;
    let input = RunInput { objects: &objects, entry: None, args };
    simulator.run(&input, None).map_err(|failure| match failure {
        RunFailure::Link(failure) => failure.to_string(),
        RunFailure::Description(diagnostic) => diagnostic.message.clone(),
    })
}

fn run(text: &str, args: &[i128]) -> RunOutcome {
    run_files("", &[text], args).unwrap_or_else(|error| panic!("{error}"))
}

fn stop(text: &str) -> (StopKind, String) {
    let stop = run(text, &[]).stop.expect("it stops");
    (stop.kind, stop.to_string())
}

#[test]
fn arguments_and_results_are_in_registers() {
    let outcome = run(".globl main\nmain: sub r0, r0, r1\n jr r7\n", &[5, 7]);
    assert_eq!((outcome.result, outcome.instructions, outcome.stop), (Some(-2), 2, None));
}

#[test]
fn host_functions_print_and_destroy_registers() {
    let outcome = run(
        "main: addi r6, r6, -2\n stw r7, 0(r6)\n ldi r1, 9\n call put\n mv r0, r1\n \
         ldw r7, 0(r6)\n addi r6, r6, 2\n jr r7\n",
        &[-3],
    );
    assert_eq!(outcome.output, "-3\n");
    assert_ne!(outcome.result, Some(9));
}

#[test]
fn files_are_linked() {
    let main = ".globl main\nmain: mv r4, r7\n call next\n mv r7, r4\n ldi r4, 0\n jr r7\n";
    let next = ".globl next\nnext: ldi r1, place\n ldw r0, 0(r1)\n jr r7\n .data\nplace: .half other\n.globl other\nother: .half 7\n";
    let outcome = run_files("def : AsmRelocation<simm16, 3>;", &[main, next], &[]);
    let outcome = outcome.unwrap_or_else(|error| panic!("{error}"));
    // The linked program runs to its end, where the change of r4 is noticed.
    let stop = outcome.stop.expect("it stops").to_string();
    assert!(stop.contains("'main' has changed register 'r4', which survives calls"), "{stop}");
    let error = run_files("", &["main: call unknown\n"], &[]).expect_err("it is not defined");
    assert_eq!(error, "'a.o': symbol 'unknown' is not defined, and is not a function of the host");
}

#[test]
fn calls_preserve_the_stack_pointer() {
    let (kind, message) = stop("main: mv r4, r7\n call f\n jr r4\nf: addi r6, r6, -2\n jr r7\n");
    assert_eq!(kind, StopKind::Call);
    assert!(message.starts_with("f+0x4 (0x110): 'f' has changed register 'r6'"), "{message}");
}

#[test]
fn a_loop_without_end_stops() {
    assert_eq!(stop("main: jmp main\n").0, StopKind::Limit);
}

/// Traces a program of the example target.
fn traced(text: &str, options: SimulatorOptions) -> (RunOutcome, Vec<String>) {
    let store = store("");
    let machine = machine(&store);
    let bytes = object(&machine, text);
    let simulator = Simulator::new(&machine, options, &mut Diagnostics::new());
    let mut simulator = simulator.expect("the example is valid");
    let objects = [ObjectInput { name: "a.o", bytes: &bytes }];
    let input = RunInput { objects: &objects, entry: None, args: &[] };
    let (outcome, steps) = simulator.run_traced(&input).expect("it starts");
    (outcome, steps.into_iter().map(|step| step.place).collect())
}

#[test]
fn a_run_without_an_end_stops_at_the_limit() {
    let options =
        SimulatorOptions { max_instructions: 1000, max_trace: 3, ..SimulatorOptions::default() };
    let (outcome, places) = traced("main: ldi r1, 0\nloop: addi r1, r1, 1\n jmp loop\n", options);
    assert_eq!(outcome.stop.expect("it stops").message, "the limit of 1000 instructions");
    assert_eq!(outcome.instructions, 1000);
    // The trace keeps the last instructions.
    assert_eq!(places, ["loop", "loop+0x4", "loop"]);
}

#[test]
fn calls_without_an_end_stop_at_the_limit() {
    let options = SimulatorOptions { max_trace: 1, ..SimulatorOptions::default() };
    let (outcome, places) = traced("main: call main\n", options);
    assert_eq!(outcome.stop.expect("it stops").to_string(), "main (0x100): 131072 calls in calls");
    assert_eq!(places.len(), 1);
}

#[test]
fn a_caller_interrupts_a_run() {
    let interrupt = Some(Arc::new(AtomicBool::new(true)));
    let options = SimulatorOptions { interrupt, ..SimulatorOptions::default() };
    let (outcome, places) = traced("main: jmp main\n", options);
    assert_eq!(outcome.stop.expect("it stops").message, "the run was interrupted");
    assert!(places.is_empty());
}

#[test]
fn a_jump_away_from_code_stops_at_the_jump() {
    // `put` changes r3, which does not survive calls.
    let (kind, message) = stop("main: mv r3, r7\n call put\n jr r3\n");
    assert_eq!(kind, StopKind::NotAnInstruction);
    let (place, target) = message.split_once(": the next instruction is at ").expect(&message);
    assert_eq!(place, "main+0x8 (0x108)");
    assert!(target.ends_with(", where there is no code"), "{message}");
    // The instruction before the end of the code.
    let message = stop("main: ldi r0, 1\n.data\n.half 1\n").1;
    let expected = "main (0x100): the next instruction is at 0x104, where there is no code";
    assert_eq!(message, expected);
    let message = stop(".data\n.globl main\nmain: .half 1\n").1;
    assert_eq!(message, "main (0x100): no code here");
}

#[test]
fn code_is_not_changed_and_other_memory_does_not_exist() {
    let (kind, message) = stop("main: ldi r1, 256\n stw r1, 0(r1)\n");
    assert_eq!(kind, StopKind::Memory);
    let expected = "store of 2 bytes at 0x100, which is not memory for it";
    assert_eq!(message, format!("main+0x4 (0x104): {expected}"));
    assert_eq!(stop("main: ldi r1, 2\n ldw r1, 0(r1)\n").0, StopKind::Memory);
    assert_eq!(stop("main: .byte 0xff, 0xff, 0xff, 0xff\n").0, StopKind::NotAnInstruction);
}

#[test]
fn an_instruction_without_a_meaning_stops_with_its_name() {
    let extra = "def Unknown : SDNode<\"ToyISD::UNKNOWN\", SDTIntBinOp>;\n\
                 def : Semantics<ADD, [(set GPR:$rd, (Unknown GPR:$rs, GPR:$rt))]>;";
    let outcome = run_files(extra, &["main: add r0, r1, r2\n jr r7\n"], &[]);
    let stop = outcome.expect("it starts").stop.expect("it stops");
    assert_eq!(stop.kind, StopKind::NoMeaning);
    assert_eq!(stop.message, "instruction 'ADD' has no meaning: node 'Unknown'");
}

#[test]
fn all_instructions_of_the_example_have_a_meaning() {
    let store = store("");
    let machine = machine(&store);
    let simulator = Simulator::new(&machine, SimulatorOptions::default(), &mut Diagnostics::new());
    let mut simulator = simulator.expect("the example is valid");
    assert!(simulator.coverage().iter().all(|row| row.reason.is_none()));
}

#[test]
fn selection_shows_the_meaning_of_an_instruction() {
    let extra = "def TWICE : LongInst<20, (outs GPR:$rd), (ins GPR:$rs, GPR:$rt), \
                 \"twice\\t$rd, $rs, $rt\"> {\n\
                 bits<3> rd; bits<3> rs; bits<3> rt;\n\
                 let Inst{25-23} = rd; let Inst{22-20} = rs; let Inst{19-17} = rt; }\n\
                 def : Pat<(xor GPR:$a, GPR:$a), (TWICE GPR:$a, GPR:$a)>;\n\
                 def : Pat<(add (shl GPR:$a, (i16 1)), 3), (TWICE GPR:$a, R3)>;\n\
                 def : Pat<(add (shl GPR:$a, (i16 1)), GPR:$b), (TWICE GPR:$b, GPR:$a)>;";
    let outcome = run_files(extra, &["main: twice r0, r0, r1\n jr r7\n"], &[1, 20]);
    assert_eq!(outcome.expect("it starts").result, Some(41));
}

#[test]
fn nodes_that_mention_themselves_have_no_meaning() {
    let extra = "def Loop : SDNode<\"ToyISD::LOOP\", SDTIntBinOp>;\n\
                 def : NodeSemantics<(Loop $a, $b), [(add $a, (Loop $b, $a))]>;\n\
                 def : Semantics<ADD, [(set GPR:$rd, (Loop GPR:$rs, GPR:$rt))]>;";
    let outcome = run_files(extra, &["main: add r0, r1, r2\n jr r7\n"], &[]);
    let stop = outcome.expect("it starts").stop.expect("it stops");
    assert_eq!(stop.message, "instruction 'ADD' has no meaning: node semantics are too large");
}

#[test]
fn semantics_see_the_writes_before_them() {
    let extra = "def : Semantics<ADD, [(set GPR:$rd, (add GPR:$rs, GPR:$rt)),\n\
                 (set R3, (add GPR:$rd, GPR:$rs))]>;";
    // The input has the value from before the instruction, also in the same register.
    let outcome = run_files(extra, &["main: add r0, r0, r1\n mv r0, r3\n jr r7\n"], &[10, 1]);
    assert_eq!(outcome.expect("it starts").result, Some(21));
}

#[test]
fn registers_that_branches_change_are_not_read() {
    // The branch has the register in `Defs`, and no value for it.
    let extra = "def : Semantics<ADD, [(set GPR:$rd, (add (add GPR:$rs, GPR:$rt), (i16 FLAGS)))]>;";
    let text = "main: beq r0, r0, next\nnext: add r0, r1, r1\n jr r7\n";
    let outcome = run_files(extra, &[text], &[]).expect("it starts");
    let stop = outcome.stop.expect("it stops");
    assert_eq!(stop.message, "the value of register 'flags' is not described here");
}

/// Returns the differences of a test vector.
fn differences(before: &str, word: u32, after: &str) -> Result<Vec<String>, String> {
    let store = store("");
    let machine = machine(&store);
    let simulator = Simulator::new(&machine, SimulatorOptions::default(), &mut Diagnostics::new());
    let mut simulator = simulator.expect("the example is valid");
    let vector = Vector { before, bytes: word.to_le_bytes().to_vec(), after };
    simulator.check_vector(&vector).map(|outcome| outcome.differences)
}

#[test]
fn vectors_compare_states() {
    let none: Vec<String> = Vec::new();
    let addi = 0x20a0_fffb;
    assert_eq!(differences("r2=5", addi, "r1=0 r2=5 pc=0x1004"), Ok(none.clone()));
    let different = vec!["r1: expected 0x1, found 0x0".to_owned()];
    assert_eq!(differences("r2=5", addi, "r1=1"), Ok(different));
    // stw r7, 2(r6)
    let stw = 0x47e0_0002;
    assert_eq!(differences("r6=0x2000 r7=0x1234", stw, "@0x2002=3412"), Ok(none));
    assert_eq!(differences("r9=5", addi, ""), Err("unknown register 'r9'".to_owned()));
    assert_eq!(
        differences("r1=0x10000", addi, ""),
        Err("'0x10000' has more than the 16 bits of register 'r1'".to_owned())
    );
}

#[test]
fn damaged_object_files_are_errors() {
    let store = store("");
    let machine = machine(&store);
    let text = "main: ldi r0, 5\n call f\n jr r7\nf: jr r7\n .data\nd: .half d\n";
    let whole = object(&machine, text);
    let options = SimulatorOptions { max_instructions: 100, ..SimulatorOptions::default() };
    let simulator = Simulator::new(&machine, options, &mut Diagnostics::new());
    let mut simulator = simulator.expect("the example is valid");
    for at in 0..whole.len() {
        for change in [1, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] ^= change;
            let objects = [ObjectInput { name: "a.o", bytes: &bytes }];
            let input = RunInput { objects: &objects, entry: None, args: &[] };
            // The file may be valid, too.
            let _ = simulator.run(&input, None);
        }
        let objects = [ObjectInput { name: "a.o", bytes: &whole[..at] }];
        let _ = simulator.run(&RunInput { objects: &objects, entry: None, args: &[] }, None);
    }
}
