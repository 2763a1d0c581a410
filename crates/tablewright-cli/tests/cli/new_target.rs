//! `tablewright new-target`: the written files, answers and errors. The folder's `check` runs LLVM's programs; it is a
//! test of its own, which is left out where LLVM's headers are missing.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{Dir, program};

/// Folder with LLVM's own descriptions.
const LLVM: &str = "/usr/lib/llvm-19/include";

/// Whether a path exists. Reports a missing one.
fn is_there(path: &str) -> bool {
    let is_there = Path::new(path).exists();
    if !is_there {
        drop(writeln!(io::stderr(), "left out: {path} is not installed"));
    }
    is_there
}

/// Writes a target in a style. `None` if LLVM's descriptions are not installed.
fn styled(options: &str) -> Option<Dir> {
    if !is_there(&format!("{LLVM}/llvm/Target/Target.td")) {
        return None;
    }
    let dir = Dir::new();
    let text = dir.run(&format!("new-target Wren {options} --out wren")).ok();
    assert_eq!(text, "Wren is written. Next: wren/check\n");
    Some(dir)
}

#[test]
fn a_style_needs_no_description() {
    let Some(dir) = styled("--style flags") else { return };
    for file in [
        "CMakeLists.txt",
        "MCTargetDesc/WrenAsmBackend.cpp",
        "Wren.td",
        "Wren.toml",
        "WrenGenKit.inc",
        "WrenRun.td",
        "cmake/Tablewright.cmake",
        "tablewright/Simulation.td",
        "tests/calls.c",
    ] {
        assert!(dir.path("wren").join(file).is_file(), "{file}");
    }
    let kit = dir.read("wren/WrenGenKit.inc");
    for part in [
        "#define WREN_SP Wren::SP",
        "#define WREN_WORD MVT::i32",
        "#define WREN_HAS_FLAGS\n",
        "{\"fixup_br16\", 16, 16, MCFixupKindInfo::FKF_IsPCRel}",
        "constexpr int64_t highPart(uint64_t V) { return V >> 16 & 0xffff; }",
        "case Wren::BR: Cond[1].setImm(Cond[1].getImm() ^ 1); break;",
    ] {
        assert!(kit.contains(part), "{part}\n{kit}");
    }
}

#[test]
fn a_branch_that_compares_is_reversed_by_its_opcode() {
    let Some(dir) = styled("--style compare --bits 64 --endian big") else { return };
    let kit = dir.read("wren/WrenGenKit.inc");
    for part in [
        "#define WREN_WORD MVT::i64",
        "#define WREN_BIG_ENDIAN true",
        "#define WREN_ZERO Wren::ZERO",
        "#define WREN_RELAX_BRANCHES true",
        "(V + 0x800) >> 12 & 0xfffff",
        "case Wren::BLT: Cond[0].setImm(Wren::BGE); break;",
    ] {
        assert!(kit.contains(part), "{part}\n{kit}");
    }
    assert!(!kit.contains("WREN_HAS_FLAGS"));
    assert!(dir.read("wren/Wren.toml").contains("data_layout = \"E-m:e-p:64:64-i64:64-n64-S128\""));
}

#[test]
fn an_update_writes_changed_files_only() {
    let Some(dir) = styled("") else { return };
    assert_eq!(dir.run("new-target --update --out wren").ok(), "nothing has changed\n");
    let description = dir.read("wren/Wren.td").replace("\"shli\"", "\"sll\"");
    dir.write("wren/Wren.td", &description);
    assert_eq!(dir.run("new-target --update --out wren").ok(), "nothing has changed\n");
    let description = description.replace("def brtarget : Place<16", "def brtarget : Place<12");
    dir.write(
        "wren/Wren.td",
        description
            .replace("bits<16> target", "bits<12> target")
            .replace("let Inst{31-16} = target", "let Inst{31-20} = target"),
    );
    let text = dir.run("new-target --update --out wren").ok();
    assert!(text.starts_with("wren/WrenGenKit.inc: written\n"), "{text}");
    assert!(dir.read("wren/WrenGenKit.inc").contains("fixup_br12"));
}

#[test]
fn a_method_without_a_definition_is_reported_with_its_signature() {
    let Some(dir) = styled("") else { return };
    let description = dir.read("wren/Wren.td");
    let description = description.replace("\"decodeSImm<\" # width # \">\"", "\"decodeOdd\"");
    dir.write("wren/Wren.td", &description);
    let error = dir.run("new-target --update --out wren").failed();
    assert!(error.contains("simm16.DecoderMethod names a method without a definition"), "{error}");
    let signature = "static DecodeStatus decodeOdd(MCInst &MI, uint64_t N, uint64_t Address, const MCDisassembler *D)";
    assert!(error.contains(signature), "{error}");
}

#[test]
fn a_missing_answer_is_named_with_its_reason() {
    let Some(dir) = styled("") else { return };
    let error = dir.run("new-target Wren --from wren/Wren.td --out other").failed();
    for part in [
        "missing answer 'elf_machine': the number by which object files name the CPU",
        "for example: elf_machine = 0x5155",
        "missing answer 'conditions.names'",
    ] {
        assert!(error.contains(part), "{part}\n{error}");
    }
    assert!(!dir.path("other").exists());
}

#[test]
fn wrong_answers_are_errors() {
    let Some(dir) = styled("") else { return };
    let check = |answers: &str, message: &str| {
        dir.write("answers.toml", answers);
        let from = "new-target Wren --from wren/Wren.td --answers answers.toml --out other";
        let error = dir.run(from).failed();
        assert!(error.contains(message), "{message}\n{error}");
    };
    check("elf_machin = 1\n", "unknown field `elf_machin`");
    check("[registers]\nscratch = \"R99\"\n", "'R99' is not a register of the description");
    check("stack_alignment = 12\n", "12 is not a power of two");
    check("[[callee_saved]]\nlist = \"R0\"\n", "'R0' is not a record of class CalleeSavedRegs");
    check("[conditions]\nnames = [\"eq\", \"ne\"]\n", "no condition for SETLT, SETGE");
    check("[conditions]\nnames = [\"eq\"]\n", "the last condition has no opposite");
}

#[test]
fn a_missing_part_of_a_description_has_an_example() {
    let Some(dir) = styled("") else { return };
    let description = dir.read("wren/Wren.td").replace("[(brind GPR:$rs)]", "[]");
    dir.write("wren/Wren.td", &description);
    let error = dir.run("new-target Wren --from wren/Wren.td --out other").failed();
    let message = "the description has no instruction that jumps to the address in a register; for example: [(brind GPR:$rs)]";
    assert!(error.contains(message), "{error}");
}

#[test]
fn files_of_the_user_are_kept() {
    let Some(dir) = styled("") else { return };
    let error = dir.run("new-target Wren --out wren").failed();
    assert!(error.contains("exists: --update writes the generated files only"), "{error}");
    let error = dir.run("new-target wren --out other").failed();
    assert!(error.contains("'wren' is not a name for C++"), "{error}");
    let error = dir.run("new-target Robin --from wren/Wren.td --out other").failed();
    assert!(error.contains("the target of wren/Wren.td is 'Wren', not 'Robin'"), "{error}");
    let error = dir.run("new-target --update --out .").failed();
    assert!(error.contains("the folder has no *GenKit.inc"), "{error}");
}

/// Builds the plugin for one style, compiles C programs with it and runs them.
#[test]
fn a_target_compiles_programs() {
    let tools = ["/usr/lib/llvm-19/bin/llc", "/usr/lib/llvm-19/bin/clang", "/usr/bin/cmake"];
    if !tools.into_iter().all(is_there) || !is_there("/usr/bin/python3") {
        return;
    }
    let Some(dir) = styled("--style compare") else { return };
    let mut check = Command::new(fs::canonicalize(dir.path("wren/check")).unwrap());
    let ran = check.env("TABLEWRIGHT", program()).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{text}{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(text.lines().filter(|line| line.contains(" ok: ")).count(), 7, "{text}");
}
