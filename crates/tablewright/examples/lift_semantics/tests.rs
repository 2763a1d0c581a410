use super::*;

/// The instructions with their operations, or the first error.
fn lifted(instructions: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let session = ["semantics", "toy-target", "toy-target/prelude"]
        .iter()
        .fold(Session::new(), |session, dir| session.include_dir(format!("{root}/{dir}")));
    let loaded =
        session.load_file(format!("{root}/semantics/ToySemantics.td")).expect("it is valid");
    let tables = Tables::read(&generate(&loaded.store).expect("all patterns are valid"));
    let tables = tables.expect("the tables are what this reads");
    let mut text = String::new();
    for instruction in instructions.split("; ") {
        text += &format!("{instruction}\n");
        match lift(&tables, &loaded.store, instruction) {
            Ok(lines) => lines.iter().for_each(|line| text += &format!("  {line}\n")),
            Err(error) => text += &format!("  {error}\n"),
        }
    }
    text
}

#[test]
fn a_sum() {
    assert_eq!(
        lifted("ADDI R1, R2, -5"),
        "\
ADDI R1, R2, -5
  %0:i16 = R2
  %1:i16 = simm16(-5)
  %2:i16 = ISD::ADD %0, %1
  R1 = %2
"
    );
}

#[test]
fn memory() {
    assert_eq!(
        lifted("LDP P1, R6, 4; STW R0, R6, -2"),
        "\
LDP P1, R6, 4
  %0:i16 = mem(R6, 4)
  %1:i32 = load %0
  P1 = %1
STW R0, R6, -2
  %0:i16 = R0
  %1:i16 = mem(R6, -2)
  store %0, %1
"
    );
}

#[test]
fn control_flow() {
    assert_eq!(
        lifted("BLT R1, R2, 16; CALL 100; RET"),
        "\
BLT R1, R2, 16
  %0:i16 = R1
  %1:i16 = R2
  %2:Other = brtarget(16)
  ToyISD::BR_LT %0, %1, %2
  FLAGS = ?
CALL 100
  %0:Other = brtarget(100)
  ToyISD::CALL %0
  R7 = ?
RET
  %0:i16 = R7
  ISD::BRIND %0
"
    );
}

#[test]
fn several_nodes() {
    assert_eq!(
        lifted("MUL P0, R2, R3"),
        "\
MUL P0, R2, R3
  %0:i16 = R2
  %1:i32 = ISD::SIGN_EXTEND %0
  %2:i16 = R3
  %3:i32 = ISD::SIGN_EXTEND %2
  %4:i32 = ISD::MUL %1, %3
  P0 = %4
"
    );
}

#[test]
fn instructions_without_semantics() {
    assert_eq!(
        lifted("COPY R0, R1; ADD R0, R1"),
        "\
COPY R0, R1
  'COPY' has no semantics
ADD R0, R1
  the instruction lacks an operand
"
    );
}
