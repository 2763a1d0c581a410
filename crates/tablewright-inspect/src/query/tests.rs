//! Tests of selected records and shown fields in queries.

use expect_test::{Expect, expect};
use tablewright_records::RecordStore;
use tablewright_test_support::Description;

use super::{Query, QueryError};

const TARGET: &str = r#"
class Register<bits<4> n> { bits<4> Encoding = n; list<Register> SubRegs = []; }
foreach i = 0-3 in def R#i : Register<i>;
def P0 : Register<8> { let SubRegs = [R0, R1]; }
class RegisterClass<list<Register> m> { list<Register> Members = m; int Size = 16; }
def GPR : RegisterClass<[R0, R1, R2, R3]>;
def ops;
def set;
def add;
class Feature<list<Feature> i> { list<Feature> Implies = i; }
def FA : Feature<[]>;
def FB : Feature<[FA]>;
def FC : Feature<[FB, FA]>;
class Processor<list<Feature> f> { list<Feature> Features = f; }
def cpu : Processor<[FC]>;
class Instruction {
  dag Outs = (ops);
  list<dag> Pattern = [];
  bits<8> Inst;
  string AsmString = "";
  Feature Needs = ?;
  bit mayLoad = 0;
  int Size = 2;
}
def ADD10 : Instruction {
  let Outs = (ops GPR:$rd);
  let Pattern = [(set GPR:$rd, (add GPR:$a, 1))];
  let Inst = {0, 0, 1, 1, ?, ?, 0, 1};
  let AsmString = "add\t$rd";
}
def ADD9 : Instruction { let Inst = 0x31; let mayLoad = 1; let Needs = FB; let Size = 4; }
def NOP : Instruction { let AsmString = "nop"; }
"#;

fn store() -> RecordStore {
    Description::new(TARGET).store()
}

fn ask(build: impl FnOnce() -> Result<Query, QueryError>) -> String {
    let store = store();
    let answer = match build().and_then(|query| query.run(&store)) {
        Ok(answer) => answer,
        Err(error) => {
            let marks = "^".repeat(error.span.len().max(1));
            let note = error.note.as_ref().map_or(String::new(), |note| format!("({note})\n"));
            return format!(
                "{}\n{:indent$}{marks}\n{error}\n{note}",
                error.text,
                "",
                indent = error.span.start
            );
        }
    };
    let rows = answer.records.iter().map(|record| {
        let uses = record.uses.iter().map(|path| format!(" {path}"));
        let values = record.fields.values.iter().map(|value| format!(" {value}"));
        format!("{}{}", record.name, uses.chain(values).collect::<String>())
    });
    rows.collect::<Vec<String>>().join("\n")
}

/// Asks for the instructions for which a condition holds.
fn check(condition: &str, expected: Expect) {
    expected.assert_eq(&ask(|| Ok(Query::parse(condition)?.class("Instruction"))));
}

#[test]
fn numbers_and_bits_are_compared_by_value() {
    check("mayLoad", expect!["ADD9"]);
    check("mayLoad = 1 and Pattern = []", expect!["ADD9"]);
    check(
        "not mayLoad",
        expect![[r#"
        ADD10
        NOP"#]],
    );
    check(
        "Size > 2 or Size in [0...2]",
        expect![[r#"
        ADD9
        ADD10
        NOP"#]],
    );
    check(
        "Inst{7-4} = 0b0011",
        expect![[r#"
        ADD9
        ADD10"#]],
    );
    check(
        "Inst{3-2} is unset",
        expect![[r#"
        ADD10
        NOP"#]],
    );
    check("Inst is unset", expect!["NOP"]);
    check(
        "Inst contains ?",
        expect![[r#"
        ADD10
        NOP"#]],
    );
    check(
        "Inst{0} = 1",
        expect![[r#"
        ADD9
        ADD10"#]],
    );
}

#[test]
fn strings_and_names_match_expressions() {
    check("AsmString matches '^add\\b'", expect!["ADD10"]);
    check(
        "NAME matches '^ADD'",
        expect![[r#"
        ADD9
        ADD10"#]],
    );
    check(
        "AsmString contains 'op' or AsmString = ''",
        expect![[r#"
        ADD9
        NOP"#]],
    );
    check("Needs matches 'B'", expect!["ADD9"]);
}

#[test]
fn paths_go_through_records_dags_and_lists() {
    check("Outs.rd = GPR", expect!["ADD10"]);
    check("Outs.$rd.Size = 16", expect!["ADD10"]);
    check("Outs.rd inherits RegisterClass", expect!["ADD10"]);
    check("Outs.rd.Members[1] = R1", expect!["ADD10"]);
    check("Pattern contains add", expect!["ADD10"]);
    check("Pattern[0][1].operator = add", expect!["ADD10"]);
    check("Needs.Implies = [FA]", expect!["ADD9"]);
    check(
        "Needs != FA",
        expect![[r#"
        ADD9
        ADD10
        NOP"#]],
    );
}

#[test]
fn fields_are_followed_any_number_of_times() {
    let implied = |path: &str| ask(|| Query::new().name("cpu").show(path));
    expect!["cpu [FC, FB, FA]"].assert_eq(&implied("Features.Implies*"));
    expect![[r#"cpu [FB, FA] ["FC", "FB", "FA"] [FC]"#]]
        .assert_eq(&implied("Features.Implies+, Features.Implies*.NAME, Features"));
    expect![[r#"
        FA [FA]
        FB [FB, FA]
        FC [FC, FB, FA]"#]]
    .assert_eq(&ask(|| Query::new().class("Feature").show("Implies*")));
}

#[test]
fn records_are_shown_in_natural_order_or_sorted() {
    let ask = |build: fn(Query) -> Result<Query, QueryError>| {
        ask(|| build(Query::new().class("Instruction")))
    };
    expect![[r#"
        ADD9 0b00110001 (ops)  ADD9 [FA]
        ADD10 0b0011??01 (ops GPR:$rd) add	$rd ADD10 
        NOP 0b???????? (ops) nop NOP "#]]
    .assert_eq(&ask(|q| q.show("Inst, Outs, AsmString, NAME, Needs.Implies")));
    expect![[r#"
        ADD10 2
        NOP 2
        ADD9 4"#]]
    .assert_eq(&ask(|q| q.sort("Size")?.show("Size")));
    expect![[r#"
        ADD9 0
        ADD10 1
        NOP 1"#]]
    .assert_eq(&ask(|q| q.name("ADD*").name("NOP").show("Size{1}")));
}

#[test]
fn groups_have_the_records_with_a_value() {
    let groups = |path: &str| {
        let query = Query::new().class("Processor").class("Feature").group_by(path);
        let groups = query.and_then(|query| query.groups(&store())).expect("it is a query");
        let groups = groups.iter().map(|g| format!("{} {} {:?}", g.value, g.count, g.names));
        groups.collect::<Vec<_>>().join("\n")
    };
    expect![[r#"
        [] 1 ["FA"]
        [FA] 1 ["FB"]
        [FB, FA] 1 ["FC"]
         1 ["cpu"]"#]]
    .assert_eq(&groups("Implies"));
    expect![[r#"
        FA 2 ["FB", "FC"]
        FB 1 ["FC"]
         2 ["FA", "cpu"]"#]]
    .assert_eq(&groups("Implies[*]"));
}

#[test]
fn uses_have_the_paths_to_a_record() {
    expect!["ADD10 Outs.$rd Pattern[0].$rd Pattern[0][1].$a"]
        .assert_eq(&ask(|| Ok(Query::new().uses("GPR"))));
    expect![[r#"
        GPR Members[1]
        P0 SubRegs[1]"#]]
    .assert_eq(&ask(|| Ok(Query::new().uses("R1"))));
    expect![[r#"
        ADD9 Outs.operator
        ADD10 Outs.operator
        NOP Outs.operator"#]]
    .assert_eq(&ask(|| Ok(Query::new().uses("ops").class("Instruction"))));
    expect![[r#"
        GPPR
        ^^^^
        uses: unknown record 'GPPR'; did you mean 'GPR'?
    "#]]
    .assert_eq(&ask(|| Ok(Query::new().uses("GPPR"))));
}

#[test]
fn names_that_nothing_has_are_errors() {
    check(
        "mayLaod = 1",
        expect![[r#"
        mayLaod = 1
        ^^^^^^^
        where: none of the records has a field 'mayLaod'; did you mean 'mayLoad'?
    "#]],
    );
    check(
        "Outs.rs = GPR",
        expect![[r#"
        Outs.rs = GPR
             ^^
        where: 'rs' is not an argument of the dags that the path reaches, for example (ops)
    "#]],
    );
    check(
        "Outs.rd.Sise = 16",
        expect![[r#"
        Outs.rd.Sise = 16
                ^^^^
        where: 'Sise' is not a field of the records that the path reaches, for example 'GPR'; did you mean 'Size'?
    "#]],
    );
    check(
        "Needs = FD",
        expect![[r#"
            Needs = FD
                    ^^
            where: unknown record 'FD'
            (a name on the right side of a comparison is that of a record; a field of the same record is written with a period before it, a string in quotes)
        "#]],
    );
    check(
        "inherits Instr",
        expect![[r#"
        inherits Instr
                 ^^^^^
        where: unknown class 'Instr'
    "#]],
    );
    check(
        "inherits Instructoin",
        expect![[r#"
        inherits Instructoin
                 ^^^^^^^^^^^
        where: unknown class 'Instructoin'; did you mean 'Instruction'?
    "#]],
    );
    expect![[r#"
        Instuction
        ^^^^^^^^^^
        class: unknown class 'Instuction'; did you mean 'Instruction'?
    "#]]
    .assert_eq(&ask(|| Ok(Query::new().class("Instuction"))));
    expect![[r#"
        X*
        ^^
        class: unknown class 'X*'
    "#]]
    .assert_eq(&ask(|| Ok(Query::new().class("X*"))));
    expect![[r#"
        AD9
        ^^^
        name: unknown record 'AD9'; did you mean 'ADD9'?
    "#]]
    .assert_eq(&ask(|| Ok(Query::new().name("AD9"))));
    expect![[r#"
        Size, Patern
              ^^^^^^
        show: none of the records has a field 'Patern'; did you mean 'Pattern'?
    "#]]
    .assert_eq(&ask(|| Query::new().class("Instruction").show("Size, Patern")));
}

#[test]
fn a_test_of_values_of_other_kinds_is_an_error() {
    check(
        "Pattern = add",
        expect![[r#"
        Pattern = add
        ^^^^^^^^^^^^^
        where: the values of 'Pattern' are lists, never compared with records
        ('contains' looks for a value in a list or dag; [*] after a path goes through the elements)
    "#]],
    );
    check(
        "Size = '4'",
        expect![[r#"
        Size = '4'
        ^^^^^^^^^^
        where: the values of 'Size' are numbers, never compared with strings
    "#]],
    );
    check(
        "Outs.rd = 'GPR'",
        expect![[r#"
        Outs.rd = 'GPR'
        ^^^^^^^^^^^^^^^
        where: the values of 'Outs.rd' are records, never compared with strings
        (a record is compared with its name, without quotes)
    "#]],
    );
    check(
        "AsmString",
        expect![[r#"
        AsmString
        ^^^^^^^^^
        where: the values of 'AsmString' are strings, never a number other than zero
    "#]],
    );
    check(
        "Size inherits Feature",
        expect![[r#"
        Size inherits Feature
        ^^^^^^^^^^^^^^^^^^^^^
        where: the values of 'Size' are numbers, never records with superclasses
    "#]],
    );
}

#[test]
fn a_value_of_another_kind_is_never_in_a_list() {
    check(
        r#"Needs.Implies contains "FA""#,
        expect![[r#"
        Needs.Implies contains "FA"
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^
        where: the elements of 'Needs.Implies' are records, never strings
        (write the record's name without quotes: `Needs.Implies contains FA`)
    "#]],
    );
    check(
        r#"Needs.Implies contains "F""#,
        expect![[r#"
        Needs.Implies contains "F"
        ^^^^^^^^^^^^^^^^^^^^^^^^^^
        where: the elements of 'Needs.Implies' are records, never strings
        (`Needs.Implies contains NAME` finds a record by its name, without quotes; `Needs.Implies matches "F"` finds a text in the printed value)
    "#]],
    );
    check(
        "Needs.Implies contains 1",
        expect![[r#"
        Needs.Implies contains 1
        ^^^^^^^^^^^^^^^^^^^^^^^^
        where: the elements of 'Needs.Implies' are records, never numbers
        (`Needs.Implies contains NAME` finds a record by its name, without quotes)
    "#]],
    );
    check("Needs.Implies contains FA", expect!["ADD9"]);
    check("Needs.Implies contains FC", expect![[r#""#]]);
    check("Pattern contains 1", expect!["ADD10"]);
    check(r#"Pattern contains "x""#, expect![[r#""#]]);
}

#[test]
fn classes_and_records_are_told_apart() {
    check(
        "Needs.Implies contains Feature",
        expect![[r#"
        Needs.Implies contains Feature
                               ^^^^^^^
        where: 'Feature' is a class, not a record
        (`Needs.Implies inherits Feature` finds records of the class; `Needs.Implies[*] inherits Feature` lists with such records)
    "#]],
    );
    check(
        "Size = 4 and Needs.Implies[*] = Feature",
        expect![[r#"
        Size = 4 and Needs.Implies[*] = Feature
                                        ^^^^^^^
        where: 'Feature' is a class, not a record
        (`Needs.Implies inherits Feature` finds records of the class; `Needs.Implies[*] inherits Feature` lists with such records)
    "#]],
    );
    check(
        "Needs in [FA, Feature]",
        expect![[r#"
        Needs in [FA, Feature]
                      ^^^^^^^
        where: 'Feature' is a class, not a record
        (`Needs inherits Feature` finds records of the class; `Needs[*] inherits Feature` lists with such records)
    "#]],
    );
    check(
        "Needs inherits FA",
        expect![[r#"
        Needs inherits FA
                       ^^
        where: 'FA' is a record, not a class
        (compare with the record: `Needs = FA`)
    "#]],
    );
}
