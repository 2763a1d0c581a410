//! Mistakes from the table in `docs/src/run.md`, planted in the example target. `run --fuzz` finds each.
//! `target_mistakes.rs` has the mistakes that lints find.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Dir;

struct PlantedMistake {
    /// The name in the table.
    row: &'static str,
    /// The file in the example target.
    file: &'static str,
    /// The text without the mistake; empty for a new text at the end of the file.
    right: &'static str,
    /// The text with the mistake.
    wrong: &'static str,
    /// Text in the output.
    message: &'static str,
}

const COMPARISON: &str = r#"
def ToyCmp : SDNode<"ToyISD::CMP", SDTypeProfile<0, 2, [SDTCisVT<0, i16>, SDTCisSameAs<0, 1>]>, [SDNPOutGlue]>;
class Compare<list<Register> defs> : LongInst<40, (outs), (ins GPR:$rs, GPR:$rt), "cmp\t$rs, $rt"> {
  bits<3> rs;
  bits<3> rt;
  let Inst{22-20} = rs;
  let Inst{19-17} = rt;
  let Pattern = [(ToyCmp GPR:$rs, GPR:$rt)];
  let Defs = defs;
}
def : NodeSemantics<(ToyCmp $a, $b), [(set FLAGS, (sub $a, $b))]>;
"#;

const MISTAKES: &[PlantedMistake] = &[
    PlantedMistake {
        row: "comparison without `Defs`",
        file: "own.td",
        right: "",
        wrong: "def CMP : Compare<[]>;\n",
        message: "CMP: it sets register 'flags', which is not in Defs",
    },
    PlantedMistake {
        row: "branch or selection without `Uses`",
        file: "own.td",
        right: "",
        wrong: r#"def CMP : Compare<[FLAGS]>;
def ToySet : SDNode<"ToyISD::SET", SDTypeProfile<1, 0, [SDTCisVT<0, i16>]>, [SDNPInGlue]>;
def SET : LongInst<41, (outs GPR:$rd), (ins), "set\t$rd"> {
  bits<3> rd;
  let Inst{25-23} = rd;
  let Pattern = [(set GPR:$rd, (ToySet))];
}
def : NodeSemantics<(ToySet), [(and FLAGS, 1)]>;
"#,
        message: "SET: it reads register 'flags', which is not in Uses",
    },
    PlantedMistake {
        row: "field of 3 bits, class of 16 registers",
        file: "ToyInstrFormats.td",
        right: "  let Inst{22-20} = rs;\n  let Inst{19-17} = rt;\n  let Pattern = [(set",
        wrong: "  let Inst{21-20} = rs{1-0};\n  let Inst{19-17} = rt;\n  let Pattern = [(set",
        message: "is selected, but cannot be encoded",
    },
    PlantedMistake {
        row: "jump without `isBarrier`",
        file: "ToyInstrInfo.td",
        right: "let isBarrier = true, isTerminator = true in {\ndef JMP",
        wrong: "let isTerminator = true in {\ndef JMP",
        message: "JMP: it always jumps, but is not isBarrier",
    },
    PlantedMistake {
        row: "stack pointer among callee-saved registers",
        file: "ToyCallingConv.td",
        right: "(add R4, R5, R7)",
        wrong: "(add R4, R5, R6, R7)",
        message: "CSR_Toy: it contains the stack pointer, which calls restore themselves",
    },
    PlantedMistake {
        row: "`sub` commutable",
        file: "ToyInstrInfo.td",
        right: "Binary<1, \"sub\", sub, false>",
        wrong: "Binary<1, \"sub\", sub, true>",
        message: "is isCommutable, but its operands cannot be exchanged",
    },
    PlantedMistake {
        row: "instruction of 16 bits with `Size = 0`",
        file: "ToyInstrFormats.td",
        right: "  let Size = 2;\n",
        wrong: "",
        message: "C_ADDI: it has an encoding, but no size, so that nothing decodes it",
    },
    PlantedMistake {
        row: "two registers with one `HWEncoding`",
        file: "ToyRegisterInfo.td",
        right: "def R#i : Word<i,",
        wrong: "def R#i : Word<!if(!eq(i, 3), 2, i),",
        message: "it is decoded as",
    },
    PlantedMistake {
        row: "load without `mayLoad`",
        file: "ToyInstrFormats.td",
        right: "  let mayLoad = true;\n",
        wrong: "",
        message: "error: Pattern doesn't match mayLoad = 0",
    },
];

fn examples(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(path)
}

/// Returns the output from `run --fuzz` on the example target with a mistake.
fn output(mistake: &PlantedMistake) -> String {
    let dir = Dir::new();
    for entry in fs::read_dir(examples("toy-target")).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if name.ends_with(".td") {
            dir.write(&name, fs::read(entry.path()).unwrap());
        }
    }
    dir.write("own.td", format!("include \"ToyRun.td\"\n{COMPARISON}"));
    let text = dir.read(mistake.file);
    if mistake.right.is_empty() {
        dir.write(mistake.file, text + mistake.wrong);
    } else {
        assert!(text.contains(mistake.right), "{}", mistake.row);
        dir.write(mistake.file, text.replacen(mistake.right, mistake.wrong, 1));
    }
    let mut command = dir.command(crate::program());
    command.args(["run", "own.td", "--fuzz", "400", "-I", "."]);
    for include in ["semantics", "asm-syntax", "toy-target/prelude"] {
        command.arg("-I").arg(examples(include));
    }
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", mistake.row);
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

#[test]
fn random_trees_find_planted_mistakes() {
    let page = fs::read_to_string(examples("../docs/src/run.md")).unwrap();
    for mistake in MISTAKES {
        let output = output(mistake);
        assert!(output.contains(mistake.message), "{}: {output}", mistake.row);
        let row = page.lines().find(|line| line.starts_with(&format!("| {} |", mistake.row)));
        let row = row.unwrap_or_else(|| panic!("the page has no row '{}'", mistake.row));
        assert!(row.ends_with("| found |") || row.ends_with("| error |"), "{row}");
    }
}
