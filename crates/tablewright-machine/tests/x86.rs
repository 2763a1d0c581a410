//! Rows of X86 on a small description with the names of its methods.

use tablewright_machine::{Machine, MachineOptions};
use tablewright_records::RecordStore;
use tablewright_session::Session;
use tablewright_syntax::diagnostic::Diagnostics;

const PRELUDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target/prelude");

const TARGET: &str = include_str!("x86.td");

fn with_store(check: impl FnOnce(&RecordStore)) {
    let session = Session::new().include_dir(PRELUDE);
    let loaded = session.load_text("a.td", TARGET.to_owned()).expect("the description is valid");
    check(&loaded.store);
}

fn machine<'s>(store: &'s RecordStore, triple: &str, variant: usize) -> Machine<'s> {
    let options =
        MachineOptions { triple: Some(triple.to_owned()), variant, ..MachineOptions::default() };
    let mut diagnostics = Diagnostics::new();
    let machine = Machine::new(store, &options, &mut diagnostics);
    machine.unwrap_or_else(|error| panic!("{error:?}, {diagnostics:?}"))
}

/// Returns the text of all instructions in `bytes`, and the counts of skipped bytes.
fn text(machine: &Machine<'_>, bytes: &[u8]) -> String {
    let mut lines = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let size = match machine.decode(rest) {
            Ok(decoded) => {
                let mut line = String::new();
                machine.print(&decoded.insn, &mut line);
                lines.push(line);
                decoded.size
            }
            Err(error) => {
                lines.push(format!("{} skipped", error.skip));
                error.skip
            }
        };
        rest = &rest[size..];
    }
    lines.join("; ")
}

fn bytes(digits: &str) -> Vec<u8> {
    let digits: Vec<&str> = digits.split(' ').collect();
    digits.iter().map(|it| u8::from_str_radix(it, 16).expect("these are digits")).collect()
}

/// Checks the text of bytes in the syntaxes of AT&T and of Intel.
fn check(triple: &str, rows: &[(&str, &str, &str)]) {
    with_store(|store| {
        let machines = [machine(store, triple, 0), machine(store, triple, 1)];
        for (digits, att, intel) in rows {
            let own = bytes(digits);
            assert_eq!(text(&machines[0], &own), *att, "{digits}");
            assert_eq!(text(&machines[1], &own), *intel, "{digits}");
        }
    });
}

#[test]
fn addresses_have_bases_indices_and_displacements() {
    check(
        "x86_64",
        &[
            ("8b 44 88 fe", "movl\t-2(%rax,%rcx,4), %eax", "mov\teax, dword ptr [rax + 4*rcx - 2]"),
            ("8b 04 24", "movl\t(%rsp), %eax", "mov\teax, dword ptr [rsp]"),
            // The SIB byte is without an index, although the base does not need it.
            ("8b 04 20", "movl\t(%rax,%riz), %eax", "mov\teax, dword ptr [rax + riz]"),
            (
                "8b 04 25 01 00 00 80",
                "movl\t-2147483647, %eax",
                "mov\teax, dword ptr [-2147483647]",
            ),
            ("8b 04 0d 01 00 00 00", "movl\t1(,%rcx), %eax", "mov\teax, dword ptr [1*rcx + 1]"),
            ("8b 05 04 00 00 00", "movl\t4(%rip), %eax", "mov\teax, dword ptr [rip + 4]"),
            ("67 8b 05 04 00 00 00", "movl\t4(%eip), %eax", "mov\teax, dword ptr [eip + 4]"),
            ("64 8b 00", "movl\t%fs:(%rax), %eax", "mov\teax, dword ptr fs:[rax]"),
        ],
    );
    check(
        "i386",
        &[
            ("8b 05 04 00 00 00", "movl\t4, %eax", "mov\teax, dword ptr [4]"),
            ("67 8b 40 02", "movl\t2(%bx,%si), %eax", "mov\teax, dword ptr [bx + si + 2]"),
        ],
    );
    check("i386-pc-code16", &[("8b 00", "movw\t(%bx,%si), %ax", "mov\tax, word ptr [bx + si]")]);
}

#[test]
fn prefixes_without_an_operand_are_words() {
    check(
        "x86_64",
        &[
            ("66 8b 00", "movw\t(%rax), %ax", "mov\tax, word ptr [rax]"),
            ("67 8b c1", "addr32\t\tmovl\t%ecx, %eax", "addr32\t\tmov\teax, ecx"),
            ("67 8b 00", "movl\t(%eax), %eax", "mov\teax, dword ptr [eax]"),
            ("f2 8b c1", "repne\t\tmovl\t%ecx, %eax", "repne\t\tmov\teax, ecx"),
            (
                "f3 a4",
                "rep\t\tmovsb\t(%rsi), %es:(%rdi)",
                "rep\t\tmovsb\tbyte ptr es:[rdi], byte ptr [rsi]",
            ),
            (
                "67 64 a4",
                "movsb\t%fs:(%esi), %es:(%edi)",
                "movsb\tbyte ptr es:[edi], byte ptr fs:[esi]",
            ),
            // The first byte is an instruction; a later one belongs to an instruction.
            ("f0 8b c1", "lock; movl\t%ecx, %eax", "lock; mov\teax, ecx"),
            ("66 f0 8b 00", "lock\t\tmovw\t(%rax), %ax", "lock\t\tmov\tax, word ptr [rax]"),
        ],
    );
    check("i386", &[("67 8b c1", "addr16\t\tmovl\t%ecx, %eax", "addr16\t\tmov\teax, ecx")]);
}

#[test]
fn numbers_have_the_sign_of_their_size() {
    check(
        "x86_64",
        &[
            ("b0 ff", "movb\t$-1, %al", "mov\tal, -1"),
            ("81 c0 ff ff ff ff", "addl\t$4294967295, %eax", "add\teax, 4294967295"),
            ("70 fe", "jo\t-2", "jo\t-2"),
            (
                "a2 01 00 00 00 00 00 00 80",
                "movb\t%al, -9223372036854775807",
                "mov\tbyte ptr [-9223372036854775807], al",
            ),
            ("64 a2 01 00 00 00 00 00 00 00", "movb\t%al, %fs:1", "mov\tbyte ptr fs:[1], al"),
            ("0f c2 c1 ff", "cmpps\t$255, %xmm1, %xmm0", "cmpps\txmm0, xmm1, 255"),
        ],
    );
}

#[test]
fn conditions_are_a_part_of_the_mnemonic() {
    check(
        "x86_64",
        &[
            ("0f 95 c1", "setne\t%cl", "setne\tcl"),
            ("0f c2 c1 01", "cmpltps\t%xmm1, %xmm0", "cmpltps\txmm0, xmm1"),
            ("0f c2 c1 08", "cmpps\t$8, %xmm1, %xmm0", "cmpps\txmm0, xmm1, 8"),
        ],
    );
}

#[test]
fn vectors_have_masks_broadcasts_and_roundings() {
    check(
        "x86_64",
        &[
            (
                "62 f1 74 59 58 40 02",
                "vaddps\t8(%rax){1to16}, %zmm1, %zmm0 {%k1}",
                "vaddps\tzmm0 {k1}, zmm1, dword ptr [rax + 8]{1to16}",
            ),
            (
                "62 f1 74 78 58 c1",
                "vaddps\t{rz-sae}, %zmm1, %zmm1, %zmm0",
                "vaddps\tzmm0, zmm1, zmm1, {rz-sae}",
            ),
        ],
    );
}

#[test]
fn a_high_byte_needs_an_instruction_without_rex() {
    check(
        "x86_64",
        &[
            ("88 20", "movb\t%ah, (%rax)", "mov\tbyte ptr [rax], ah"),
            ("40 88 20", "movb\t%spl, (%rax)", "mov\tbyte ptr [rax], spl"),
            ("d8 c0", "fadd\t%st(0), %st", "fadd\tst, st(0)"),
            ("d8 c1", "fadd\t%st(1), %st", "fadd\tst, st(1)"),
        ],
    );
}

#[test]
fn bytes_that_were_read_are_skipped() {
    check(
        "x86_64",
        &[
            ("06 90", "1 skipped; nop", "1 skipped; nop"),
            ("0f ff 90", "2 skipped; nop", "2 skipped; nop"),
            // ModR/M selects among the instructions, so its address is read before it is invalid.
            ("81 48 01 90", "3 skipped; nop", "3 skipped; nop"),
            ("8b 04", "2 skipped", "2 skipped"),
        ],
    );
}

#[test]
fn a_triple_selects_the_mode() {
    with_store(|store| {
        let options =
            MachineOptions { triple: Some("arm".to_owned()), ..MachineOptions::default() };
        let mut diagnostics = Diagnostics::new();
        let Err(error) = Machine::new(store, &options, &mut diagnostics) else {
            panic!("the target has no such system")
        };
        assert!(format!("{error:?}").contains("unknown triple 'arm'"), "{error:?}");
        let options = MachineOptions { features: vec!["+32bit-mode".to_owned()], ..options };
        let options = MachineOptions { triple: None, ..options };
        let machine = Machine::new(store, &options, &mut diagnostics).expect("it is valid");
        assert_eq!(text(&machine, &bytes("8b 05 04 00 00 00")), "movl\t4, %eax");
        assert_eq!(machine.unknown_methods(), []);
    });
}

#[test]
fn random_bytes_never_panic() {
    with_store(|store| {
        for triple in ["x86_64", "i386", "i386-code16"] {
            let machine = machine(store, triple, 1);
            let mut state = 0x2545_f491_4f6c_dd1d_u64;
            for length in 0..3_000 {
                let own: Vec<u8> = (0..length % 20)
                    .map(|_| {
                        state ^= state << 13;
                        state ^= state >> 7;
                        state ^= state << 17;
                        state as u8
                    })
                    .collect();
                // Each byte is part of an instruction or is skipped.
                let _ = text(&machine, &own);
            }
        }
    });
}
