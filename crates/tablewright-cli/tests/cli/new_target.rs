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
        "case Wren::BR: Cond[1].setImm(Cond[1].getImm() ^ 1); return true;",
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
        "case Wren::BLT: Cond[0].setImm(Wren::BGE); return true;",
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

/// Runs an update that writes its files and fails. Returns the messages.
#[track_caller]
fn update_lacks_a_method(dir: &Dir) -> String {
    let ran = dir.run("new-target --update --out wren");
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.contains("written\n") || ran.out == "nothing has changed\n", "{}", ran.out);
    ran.err
}

#[test]
fn a_method_without_a_definition_is_reported_with_its_signature() {
    let Some(dir) = styled("") else { return };
    let description = dir.read("wren/Wren.td");
    let description = description.replace("\"decodeSImm<\" # width # \">\"", "\"decodeOdd\"");
    dir.write("wren/Wren.td", &description);
    let error = update_lacks_a_method(&dir);
    assert!(error.contains("simm16.DecoderMethod names a method without a definition"), "{error}");
    let signature = "static DecodeStatus decodeOdd(MCInst &MI, uint64_t N, uint64_t Address, const MCDisassembler *D)";
    assert!(error.contains(signature), "{error}");
    let description = description.replace("\"decodeOdd\"", "\"decodeOdd<\" # width # \", true>\"");
    dir.write("wren/Wren.td", &description);
    let error = update_lacks_a_method(&dir);
    let signature = "    template <unsigned N0, bool N1> static DecodeStatus decodeOdd(MCInst &MI,";
    assert!(error.contains(signature), "{error}");
    // The predicate of the operand tells which numbers the method decodes.
    let row = "def : AsmNumber<\"decodeOdd<16, true>\", true, 1>;\n";
    assert!(dir.read("wren/WrenRun.td").contains(row), "{}", dir.read("wren/WrenRun.td"));
    let from = "new-target Wren --from wren/Wren.td --answers wren/Wren.toml --out other";
    assert_eq!(dir.run(from).out, "Wren is written. Next: write the methods, then other/check\n");
}

#[test]
fn rows_of_the_user_are_kept_and_come_last() {
    let Some(dir) = styled("--style compare") else { return };
    let description =
        dir.read("wren/Wren.td").replace("\"decodeSImm<\" # width # \">\"", "\"decodeOdd\"");
    dir.write("wren/Wren.td", &description);
    update_lacks_a_method(&dir);
    assert!(dir.read("wren/WrenRun.td").ends_with("\ninclude \"WrenRows.td\"\n"));
    let disassembled = |rows: &str| {
        dir.write("wren/WrenRows.td", rows);
        let input = "-I wren -I wren/tablewright -I /usr/lib/llvm-19/include wren/WrenRun.td";
        dir.run(&format!("disassemble {input} --hex 04 01 f0 ff")).ok()
    };
    assert!(disassembled("").ends_with("li\tr4, -1\n"));
    let rows = "def : AsmNumber<\"decodeOdd\", true, 4>;\n";
    assert!(disassembled(rows).ends_with("li\tr4, -4\n"));
    update_lacks_a_method(&dir);
    assert_eq!(dir.read("wren/WrenRows.td"), rows);
}

#[test]
fn random_trees_do_not_change_a_constant_register() {
    let Some(dir) = styled("--style compare") else { return };
    let input = "-I wren -I wren/tablewright -I /usr/lib/llvm-19/include wren/WrenRun.td";
    // The input of `li` is the constant register, and outputs often are registers of inputs.
    let found = dir.run(&format!("run {input} --mcpu wren1 --fuzz 200")).ok();
    assert!(found.ends_with(" 0 differences, 0 flaws\n"), "{found}");
}

#[test]
fn the_pseudo_instruction_for_addresses_has_any_name() {
    let Some(dir) = styled("--style compare") else { return };
    dir.write("wren/Wren.td", dir.read("wren/Wren.td").replace("\"la\\t", "\"adr\\t"));
    dir.write("answers.toml", "elf_machine = 1\n");
    dir.run("new-target Wren --from wren/Wren.td --answers answers.toml --out other").ok();
    assert!(dir.read("other/Wren.td").contains("\"adr\\t$rd, $value\""));
    assert!(dir.read("other/WrenGenKit.inc").contains("#define WREN_LA Wren::LA\n"));
    assert!(dir.read("other/Wren.toml").contains("address = \"LA\""));
}

/// Gives the loads and stores of words distances in units of words.
fn with_word_units(text: &str) -> String {
    let (head, tail) = text.split_once("class Branch<").expect("a style has branches");
    let operand = "def simm12 : SImm<12>;\n\
        def words : Operand<i32>, ImmLeaf<i32, \"return isShiftedInt<12, 2>(Imm);\"> {\n  \
          let OperandType = \"OPERAND_IMMEDIATE\";\n  \
          let EncoderMethod = \"getShiftedEncoding<12, 2>\";\n  \
          let DecoderMethod = \"decodeShiftedSImm<12, 2>\";\n  \
          let ParserMatchClass = NumberClass<\"Words\", \"isShiftedSImm<12, 2>\", \"expected words\">;\n\
        }\n\
        def addr2 : ComplexPattern<i32, 2, \"selectAddr<2>\", [], []>;\n";
    let (number, address) = ("Operand number = simm12", "ComplexPattern address = addr");
    let head = head
        .replace("simm12:$disp", "number:$disp")
        .replace("(addr GPR:$base", "(address GPR:$base")
        .replace(
            "name, list<dag> pattern>\n    : Encoded<opcode, outputs, !con",
            &format!("name, list<dag> pattern, {number}>\n    : Encoded<opcode, outputs, !con"),
        )
        .replace("node>\n    : Memory<", &format!("node, {number}, {address}>\n    : Memory<"))
        .replace("]>, Sched<[WriteLoad]>", "], number>, Sched<[WriteLoad]>")
        .replace("]>, Sched<[WriteStore]>", "], number>, Sched<[WriteStore]>")
        .replace("def simm12 : SImm<12>;\n", operand);
    let tail = tail
        .replace("\"lw\", load>", "\"lw\", load, words, addr2>")
        .replace("\"sw\", store>", "\"sw\", store, words, addr2>");
    format!("{head}class Branch<{tail}")
}

#[test]
fn distances_are_checked_in_the_unit_of_each_instruction() {
    let Some((dir, result)) = changed("--style compare", |text| with_word_units(&text)) else {
        return;
    };
    result.unwrap();
    let kit = dir.read("other/WrenGenKit.inc");
    for part in [
        "  if constexpr (Unit == 2)\n    return isShiftedInt<12, 2>(V);\n  return isInt<12>(V);\n",
        "  case Wren::LW:\n  case Wren::SW:\n    return isShiftedInt<12, 2>(V);\n",
        "#define WREN_FITS_DISP(V) (isInt<12>(V) && isShiftedInt<12, 2>(V))\n",
    ] {
        assert!(kit.contains(part), "{part}\n{kit}");
    }
    let rows = dir.read("other/WrenRun.td");
    assert!(rows.contains("def : AsmNumber<\"decodeShiftedSImm<12, 2>\", true, 4>;\n"), "{rows}");
}

#[test]
fn a_missing_answer_is_named_with_its_reason() {
    let Some(dir) = styled("") else { return };
    let error = dir.run("new-target Wren --from wren/Wren.td --out other").failed();
    for part in [
        "error: missing answer 'elf_machine': the number by which object files name the CPU",
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
    let list = "callee_saved = [{ list = \"R0\" }]\n"; // As in the example of a missing answer.
    check(list, "'R0' is not a record of class CalleeSavedRegs");
    check("[conditions]\nnames = [\"eq\", \"ne\"]\n", "no condition for SETLT, SETGE");
    check("[conditions]\nnames = [\"eq\"]\n", "the last condition has no opposite");
}

#[test]
fn a_missing_part_of_a_description_has_an_example() {
    let Some(dir) = styled("") else { return };
    let description = dir.read("wren/Wren.td").replace("[(brind GPR:$rs)]", "[]");
    dir.write("wren/Wren.td", &description);
    let error = dir.run("new-target Wren --from wren/Wren.td --out other").failed();
    let message = "error: the description has no instruction that jumps to the address in a register; for example: [(brind GPR:$rs)]";
    assert!(error.contains(message), "{error}");
}

#[test]
fn files_of_the_user_are_kept() {
    let Some(dir) = styled("") else { return };
    let error = dir.run("new-target Wren --out wren").failed();
    assert!(error.starts_with("error: wren/"), "{error}");
    assert!(error.contains("exists: --update writes the generated files only"), "{error}");
    let error = dir.run("new-target wren --out other").failed();
    assert!(error.starts_with("error: 'wren' is not a name for C++"), "{error}");
    let error = dir.run("new-target Robin --from wren/Wren.td --out other").failed();
    assert!(error.contains("the target of wren/Wren.td is 'Wren', not 'Robin'"), "{error}");
    let error = dir.run("new-target --update --out .").failed();
    assert!(error.contains("the folder has no *GenKit.inc"), "{error}");
}

/// Changes the description of a style, and writes a target for it.
fn changed(options: &str, change: impl Fn(String) -> String) -> Option<(Dir, Result<(), String>)> {
    let dir = styled(options)?;
    let description = change(dir.read("wren/Wren.td"));
    assert_ne!(description, dir.read("wren/Wren.td"));
    dir.write("wren/Wren.td", &description);
    let from = "new-target Wren --from wren/Wren.td --answers wren/Wren.toml --out other";
    let ran = dir.run(from);
    let result = if dir.path("other").exists() {
        ran.ok();
        Ok(())
    } else {
        Err(ran.failed())
    };
    Some((dir, result))
}

#[test]
fn the_order_of_operands_follows_from_patterns() {
    let Some((dir, result)) = changed("--style compare", |text| {
        text.replace(
            "!con(inputs, (ins GPR:$base, simm12:$disp))",
            "!con((ins simm12:$disp, GPR:$base), inputs)",
        )
        .replace("${disp}(${base})", "[$base + $disp]")
        .replace(" GPR:$base, simm12:$disp)", " simm12:$disp, GPR:$base)")
    }) else {
        return;
    };
    result.unwrap();
    let kit = dir.read("other/WrenGenKit.inc");
    for part in [
        "case Wren::SW: return {2, 1, 0};",
        "case Wren::LW: return {0, 2, 1};",
        "case Wren::LBU: return Base == 2 ? 1 : Base + 1;",
        "#define WREN_ADDRESS \"[\" << Base << \" + \" << Distance << \"]\"",
        "#define WREN_HAS_DISTANCE_FIRST\n",
    ] {
        assert!(kit.contains(part), "{part}\n{kit}");
    }
}

#[test]
fn the_numbers_that_fit_follow_from_operands() {
    let Some((dir, result)) = changed("--style compare", |text| {
        let unsigned = text.replace("GPR:$base, simm12:$disp", "GPR:$base, uimm12:$disp");
        unsigned.replace("[(set GPR:$rd, (select GPR:$rc, GPR:$rs, GPR:$rt))]", "[]")
    }) else {
        return;
    };
    result.unwrap();
    let kit = dir.read("other/WrenGenKit.inc");
    assert!(kit.contains("#define WREN_FITS_DISP(V) (isUInt<12>(V))"), "{kit}");
    assert!(kit.contains("#define WREN_FITS_ADDI(V) isInt<12>(V)"), "{kit}");
    assert!(!kit.contains("WREN_HAS_SELECT"), "{kit}");
}

#[test]
fn an_addition_that_changes_its_input_comes_last() {
    let Some((dir, result)) = changed("--style compare", |text| {
        text.replace(
            "def SUB  :",
            "let Constraints = \"$rs = $rd\" in def ADD : ThreeReg<0, \"add\", add>;\n\
             def SUM : ThreeReg<15, \"sum\", add>;\ndef SUB  :",
        )
        .replace("def ADD : ThreeReg<0, \"add\", add>;\ndef AND", "def AND")
    }) else {
        return;
    };
    result.unwrap();
    let kit = dir.read("other/WrenGenKit.inc");
    assert!(kit.contains("#define WREN_ADD Wren::SUM\n"), "{kit}");
}

#[test]
fn the_opposite_of_a_branch_has_the_same_operands() {
    let branch = |opcode: u32, name: &str, condition: &str| {
        format!(
            "def {} : Encoded<{opcode}, (outs), (ins GPR:$rs, brtarget:$target), \
             \"{name}\\t$rs, $target\", [(brcond {condition}, bb:$target)]>, Sched<[WriteJump]> {{\n  \
             bits<5> rs;\n  bits<12> target;\n  let Inst{{31-20}} = target;\n  let Inst{{15-11}} = rs;\n  \
             let isBranch = true;\n  let isTerminator = true;\n}}\n",
            name.to_uppercase()
        )
    };
    let false_branch = branch(51, "bf", "(i32 (seteq GPR:$rs, 0))");
    let add = |branches: &str| {
        changed("--style compare", |text| {
            text.replace("def BEQ  :", &format!("{branches}def BEQ  :"))
        })
    };
    for condition in ["GPR:$rs", "(i32 (setne GPR:$rs, 0))"] {
        let both = branch(50, "bt", condition) + &false_branch;
        let Some((dir, result)) = add(&both) else { return };
        result.unwrap();
        let kit = dir.read("other/WrenGenKit.inc");
        for (instruction, opposite) in [("BF", "BT"), ("BT", "BF"), ("BEQ", "BNE"), ("BNE", "BEQ")]
        {
            let reversal = format!("case Wren::{instruction}: Cond[0].setImm(Wren::{opposite});");
            assert!(kit.contains(&reversal), "{reversal}\n{kit}");
        }
    }
    let Some((dir, result)) = add(&false_branch) else { return };
    result.unwrap();
    let kit = dir.read("other/WrenGenKit.inc");
    assert!(kit.contains("case Wren::BF: return false;\n"), "{kit}");
}

/// A CPU whose comparisons set a register, and whose branches test a register.
const ROBIN: &str = include_str!("new_target/Robin.td");

/// A line after all instructions in this description.
const OTHER_PATTERNS: &str = "// Other patterns, pseudo-instructions, the target\n";

/// Returns the line after all instructions with a pattern.
fn pattern(text: &str) -> String {
    format!("{OTHER_PATTERNS}{text}\n")
}

/// Writes a target for this CPU, with a changed description.
fn robin(changes: &[(&str, &str)]) -> Option<(Dir, Result<String, String>)> {
    if !is_there(&format!("{LLVM}/llvm/Target/Target.td")) {
        return None;
    }
    let dir = Dir::new();
    let mut description = ROBIN.to_owned();
    for (old, new) in changes {
        assert!(description.contains(old), "{old}");
        description = description.replace(old, new);
    }
    dir.write("Robin.td", &description);
    dir.write("answers.toml", "elf_machine = 0xfe01\n");
    let ran = dir.run("new-target Robin --from Robin.td --answers answers.toml --out robin");
    let result = if dir.path("robin").exists() {
        ran.ok();
        Ok(dir.read("robin/RobinGenKit.inc"))
    } else {
        Err(ran.failed())
    };
    Some((dir, result))
}

/// Returns the conditions in the include that LLVM replaces by others.
fn replaced_conditions(kit: &str) -> Vec<&str> {
    let conditions = kit.lines().filter_map(|line| line.strip_prefix("setCondCodeAction(ISD::"));
    conditions.filter_map(|line| line.strip_suffix(", ROBIN_WORD, Expand);")).collect()
}

#[test]
fn a_condition_in_a_register_needs_no_branch_of_its_own() {
    let check = |changes: &[(&str, &str)], legal: [&str; 3]| {
        let Some((_, kit)) = robin(changes) else { return };
        let kit = kit.unwrap();
        let replaced = replaced_conditions(&kit);
        assert_eq!(replaced.len(), 7, "{replaced:?}");
        assert!(!replaced.iter().any(|code| legal.contains(code)), "{replaced:?}");
    };
    check(&[], ["SETEQ", "SETLT", "SETULT"]);
    // The other order of operands, and the opposite conditions.
    check(&[("slt\", setlt>", "sgt\", setgt>")], ["SETEQ", "SETGT", "SETULT"]);
    check(
        &[("setlt>", "setge>"), ("setult>", "setule>"), ("seteq>", "setne>")],
        ["SETNE", "SETGE", "SETULE"],
    );
    // A comparison of several instructions.
    let equal =
        pattern("def : Pat<(i32 (seteq GPR:$a, GPR:$b)), (SLTU (XOR GPR:$a, GPR:$b), (LI 1))>;");
    let none = ("def SEQ : Three<0x20, \"seq\", seteq>;", "");
    check(&[none, (OTHER_PATTERNS, &equal)], ["SETEQ", "SETLT", "SETULT"]);
    // A branch that compares two registers.
    let branch = pattern(
        "def : Pat<(brcond (i32 (setge GPR:$a, GPR:$b)), bb:$t), (BF (SLT GPR:$a, GPR:$b), bb:$t)>;",
    );
    check(&[(OTHER_PATTERNS, &branch)], ["SETEQ", "SETLT", "SETULT"]);
}

#[test]
fn a_branch_that_compares_is_used_with_swapped_operands() {
    let greater = pattern("def : Pat<(i32 (setgt GPR:$a, GPR:$b)), (SLT GPR:$b, GPR:$a)>;");
    let is_replaced = |patterns: &str| {
        let (_, kit) = robin(&[(OTHER_PATTERNS, patterns)])?;
        Some(replaced_conditions(&kit.unwrap()).contains(&"SETGT"))
    };
    let Some(without_branch) = is_replaced(&greater) else { return };
    assert!(!without_branch);
    let branch = "def : Pat<(brcond (i32 (setlt GPR:$a, GPR:$b)), bb:$t), (BT (SLT GPR:$a, GPR:$b), bb:$t)>;";
    assert_eq!(is_replaced(&format!("{greater}{branch}\n")), Some(true));
}

#[test]
fn each_kind_of_comparison_sets_a_register() {
    let check = |old: &str, new: &str, codes: &str, example: &str| {
        let Some((_, result)) = robin(&[(old, new)]) else { return };
        let error = result.unwrap_err();
        let message = format!(
            "error: the description has no instruction that sets a register to the result of {codes}; \
             for example: [(set GPR:$rd, ({example} GPR:$rs, GPR:$rt))]\n"
        );
        assert_eq!(error, message);
    };
    let signed = "setlt or setge or setgt or setle";
    let unsigned = "setult or setuge or setugt or setule";
    check("def SEQ : Three<0x20, \"seq\", seteq>;", "", "seteq or setne", "seteq");
    check("def SLT : Three<0x21, \"slt\", setlt>;", "", signed, "setlt");
    check("def SLTU : Three<0x22, \"sltu\", setult>;", "", unsigned, "setult");
    // A comparison with a number does not compare two registers.
    let number = "Number<0x21, \"slt\", simm16, setlt>";
    check("Three<0x21, \"slt\", setlt>", number, signed, "setlt");
}

#[test]
fn a_branch_on_any_register_is_necessary() {
    let changes = [("(i32 GPR:$ra)", "(i32 (setne GPR:$ra, 0))")];
    let Some((_, result)) = robin(&changes) else { return };
    assert_eq!(
        result.unwrap_err(),
        "error: the description has no branch on a register that is not zero; \
         for example: [(brcond GPR:$rs, bb:$target)]\n"
    );
    let branch = pattern("def : Pat<(brcond GPR:$a, bb:$t), (BT GPR:$a, bb:$t)>;");
    let Some((_, kit)) = robin(&[changes[0], (OTHER_PATTERNS, &branch)]) else { return };
    assert!(kit.unwrap().contains("case Robin::BT: Cond[0].setImm(Robin::BF); return true;"));
}

#[test]
fn a_branch_without_an_opposite_is_not_reversed() {
    let only = |old: &str, new: &str, more: &str| {
        let (_, kit) = robin(&[(old, new), (OTHER_PATTERNS, more)])?;
        Some(kit.unwrap())
    };
    let without_bf = "def BF : Branch<0x41, \"bf\", (i32 (seteq GPR:$ra, 0))>;\n";
    let Some(kit) = only(without_bf, "", OTHER_PATTERNS) else { return };
    assert!(kit.contains("case Robin::BT: return false;\n"), "{kit}");
    let branch = pattern("def : Pat<(brcond GPR:$a, bb:$t), (BF (XORI GPR:$a, 1), bb:$t)>;");
    let without_bt = "def BT : Branch<0x40, \"bt\", (i32 GPR:$ra)>;\n";
    let Some(kit) = only(without_bt, "", &branch) else { return };
    assert!(kit.contains("case Robin::BF: return false;\n"), "{kit}");
}

#[test]
fn an_addition_may_change_its_first_input() {
    let Some((_, kit)) = robin(&[]) else { return };
    let kit = kit.unwrap();
    assert!(kit.contains("#define ROBIN_ADD Robin::ADD\n"), "{kit}");
    let check = |old: &str, new: &str, message: &str| {
        let Some((_, result)) = robin(&[(old, new)]) else { return };
        let error = result.unwrap_err();
        assert!(error.contains(message), "{message}\n{error}");
    };
    check("\"$rd = $ra\"", "\"$rd = $rb\"", "'ADD' changes another input than the first one");
    check(
        "def ADDI :",
        "let Constraints = \"$rd = $ra\" in\ndef ADDI :",
        "'ADDI' changes its input, and C++ needs an instruction with another output",
    );
}

#[test]
fn a_record_that_cpp_cannot_use_is_an_error_at_the_record() {
    let check = |style: &str, old: &str, new: &str, message: &str| {
        let Some((_, result)) = changed(style, |text| text.replace(old, new)) else { return };
        let error = result.unwrap_err();
        assert!(error.contains(message), "{message}\n{error}");
        assert!(error.contains("wren/Wren.td:"), "{error}");
        assert!(error.contains("; for example: "), "{error}");
    };
    check(
        "--style flags",
        "[SDNPOutGlue]>;",
        "[]>;",
        "error: 'WrenCmp' has another shape than C++ creates",
    );
    check(
        "--style flags",
        "def uimm16 : UImm<16>;",
        "def uimm16 : SImm<16>;",
        "error: 'ORI' has a number with a sign, and the halves are joined with or",
    );
    check(
        "--style compare",
        "def simm12 : SImm<12>;",
        "def simm12 : Operand<i32>, ImmLeaf<i32, \"return Imm == 4;\">;",
        "error: 'simm12' does not tell which numbers fit",
    );
    check(
        "--style compare",
        "  let Size = 4;\n",
        "  let Size = 8;\n",
        "error: 'ADD' has the size 8 and an encoding of 32 bits",
    );
    check(
        "--style compare",
        "let OperandType = \"OPERAND_PCREL\";",
        "",
        "error: 'JMP' has no place in the code as an operand",
    );
}

#[test]
fn a_style_whose_halves_carry_has_flags() {
    let Some(dir) = styled("--style carry") else { return };
    let kit = dir.read("wren/WrenGenKit.inc");
    for part in
        ["(V + 0x8000) >> 16 & 0xffff", "#define WREN_HAS_FLAGS\n", "WREN_JOIN_LOW Wren::ADDI"]
    {
        assert!(kit.contains(part), "{part}\n{kit}");
    }
}

#[test]
fn a_release_of_llvm_is_kept_in_the_answers() {
    let Some(dir) = styled("") else { return };
    let answers = dir.read("wren/Wren.toml");
    assert!(answers.contains("\nllvm = 19\n"), "{answers}");
    dir.write("wren/Wren.toml", answers.replace("llvm = 19", "llvm = 21"));
    let error = dir.run("new-target --update --out wren").failed();
    let message =
        "error: wrong answer 'llvm': there are templates for LLVM 19 and 22, not for 21\n";
    assert_eq!(error, message);
    if !is_there("/usr/lib/llvm-22/include/llvm/Target/Target.td") {
        return;
    }
    dir.run("new-target Wren --llvm 22 --out new").ok();
    assert!(dir.read("new/Wren.toml").contains("\nllvm = 22\n"));
    assert!(dir.read("new/WrenTargetMachine.h").contains("CodeGenTargetMachineImpl {\n"));
    assert!(dir.read("new/check").contains("/usr/lib/llvm-22/bin"));
    assert!(dir.read("new/Wren.td").contains("RemapAllTargetPseudoPointerOperands<GPR>;\n"));
    assert_eq!(dir.run("new-target --update --out new").ok(), "nothing has changed\n");
    let error = dir.run("new-target Wren --from wren/Wren.td --llvm 22 --out third").failed();
    let example = "for example: defm : RemapAllTargetPseudoPointerOperands<GPR>;";
    assert!(error.contains(example), "{error}");
}

#[test]
fn a_check_without_the_program_names_it() {
    if !is_there("/usr/bin/python3") {
        return;
    }
    let Some(dir) = styled("--style flags") else { return };
    let mut check = Command::new(fs::canonicalize(dir.path("wren/check")).unwrap());
    let check = check.arg("build").env("TABLEWRIGHT", "no-such-tablewright");
    let ran = check.stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8_lossy(&ran.stdout);
    assert!(!ran.status.success());
    assert!(text.contains("no-such-tablewright is not installed: see check --help"), "{text}");
}

#[test]
fn a_compilation_fails_without_the_plugin_and_after_clang() {
    let Some(dir) = styled("--style flags") else { return };
    let script = fs::canonicalize(dir.path("wren/compile")).unwrap();
    dir.write("wrong.c", "int main( {\n");
    let compile = |file: &str| {
        let mut compile = Command::new(&script);
        compile.args([dir.path(file).to_str().unwrap(), "-o", "-"]).stdin(Stdio::null());
        let ran = compile.output().unwrap();
        assert!(!ran.status.success());
        assert!(ran.stdout.is_empty());
        String::from_utf8_lossy(&ran.stderr).into_owned()
    };
    let message = compile("wrong.c");
    assert!(message.contains("/build/libWren.so is missing: run "), "{message}");
    assert!(message.ends_with("/check build\n"), "{message}");
    if is_there("/usr/lib/llvm-19/bin/clang") {
        dir.write("wren/build/libWren.so", "");
        let message = compile("wrong.c");
        assert!(message.contains("wrong.c:1:11: error: "), "{message}");
    }
}

/// Builds the plugin in a folder, compiles C programs with it and runs them.
fn check_programs(dir: &Dir, folder: &str) {
    let tools = ["/usr/lib/llvm-19/bin/llc", "/usr/lib/llvm-19/bin/clang", "/usr/bin/cmake"];
    if !tools.into_iter().all(is_there) || !is_there("/usr/bin/python3") {
        return;
    }
    let mut check = Command::new(fs::canonicalize(dir.path(folder).join("check")).unwrap());
    let ran = check.env("TABLEWRIGHT", program()).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{text}{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(text.lines().filter(|line| line.contains(" ok: ")).count(), 7, "{text}");
}

/// Checks the programs of a style.
fn check_style(options: &str) {
    let Some(dir) = styled(options) else { return };
    check_programs(&dir, "wren");
}

#[test]
fn a_target_with_flags_compiles_programs() {
    check_style("--style flags --bits 64");
}

#[test]
fn a_target_that_compares_compiles_programs() {
    check_style("--style compare --endian big");
}

#[test]
fn a_target_whose_halves_carry_compiles_programs() {
    check_style("--style carry");
}

#[test]
fn a_target_that_sets_conditions_compiles_programs() {
    let Some((dir, kit)) = robin(&[]) else { return };
    kit.unwrap();
    check_programs(&dir, "robin");
}
