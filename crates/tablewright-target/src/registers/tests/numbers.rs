//! DWARF numbers, callee-saved registers and register banks.

use super::*;

/// Prints for each flavour the registers by number, then the numbers by register.
fn check_dwarf(text: &str, expected: Expect) {
    let store = store_of(text);
    let registers: &Registers = analysis(&store);
    let numbers: &DwarfNumbers = analysis(&store);
    let mut shown = String::new();
    for (to_register, to_number) in numbers.to_register.iter().zip(&numbers.to_number) {
        let to_register = to_register.iter();
        let by_number = to_register.map(|&(n, r)| format!("{n}:{}", registers.name(r)));
        let by_register = to_number.iter().map(|&(r, n)| format!("{}:{n}", registers.name(r)));
        let (by_number, by_register): (Vec<_>, Vec<_>) =
            (by_number.collect(), by_register.collect());
        writeln!(shown, "{} | {}", by_number.join(" "), by_register.join(" "))
            .expect("a string takes any text");
    }
    shown.push_str(&tablewright_test_support::reports_of::<DwarfNumbers>(&store));
    expected.assert_eq(&shown);
}

#[test]
fn each_flavour_has_numbers_of_its_own_and_minus_one_is_none() {
    check_dwarf(
        r##"
def R0 : Register<"r0">, DwarfRegNum<[0, 10]>;
def R1 : Register<"r1">, DwarfRegNum<[1]>;
def R2 : Register<"r2">, DwarfRegNum<[-1, 12]>;
"##,
        expect![[r#"
            0:R0 1:R1 | R0:0 R1:1
            10:R0 12:R2 | R0:10 R2:12
        "#]],
    );
}

#[test]
fn a_number_of_several_registers_stands_for_the_last() {
    check_dwarf(
        "def R10 : Register<\"r10\">, DwarfRegNum<[7]>; def R9 : Register<\"r9\">, DwarfRegNum<[7]>;",
        expect![[r#"
            7:R10 | R9:7 R10:7
        "#]],
    );
}

#[test]
fn an_alias_has_a_number_but_is_not_found_by_it() {
    check_dwarf(
        r##"
def A : Register<"a">, DwarfRegNum<[3]>;
def B : Register<"b">, DwarfRegAlias<A>;
"##,
        expect![[r#"
            3:A | A:3 B:3
        "#]],
    );
}

#[test]
fn registers_of_tuples_have_no_numbers() {
    check_dwarf(
        r##"
def a : SubRegIndex<8>; def b : SubRegIndex<8, 8>;
def R0 : Register<"r0">, DwarfRegNum<[0]>;
def R1 : Register<"r1">, DwarfRegNum<[1]>;
def T : RegisterTuples<[a, b], [(add R0), (add R1)]>;
"##,
        expect![[r#"
            0:R0 1:R1 | R0:0 R1:1
        "#]],
    );
}

/// Prints a line for each list: the saved registers, and all registers preserved by saving them.
fn check_callee_saved(text: &str, expected: Expect) {
    let store = store_of(&format!("{WORDS}{text}"));
    let registers: &Registers = analysis(&store);
    let saved: &CalleeSaved = analysis(&store);
    let lists = saved.lists.iter().map(|list| {
        let name = store.record(list.record).name();
        let saved = names(registers, list.save_list.iter().copied());
        format!("{name}: {saved} | {}\n", names(registers, list.preserved.iter()))
    });
    expected.assert_eq(&lists.collect::<String>());
}

#[test]
fn a_register_is_preserved_if_all_that_covers_it_is_saved() {
    check_callee_saved(
        "def CSR : CalleeSavedRegs<(add W0, B2, B3)>;",
        expect![[r#"
        CSR: W0 B2 B3 | B0 B1 B2 B3 D0 W0 W1
    "#]],
    );
    check_callee_saved(
        "def CSR : CalleeSavedRegs<(add W0, B2)>;",
        expect![[r#"
        CSR: W0 B2 | B0 B1 B2 W0
    "#]],
    );
}

#[test]
fn other_preserved_registers_are_not_saved() {
    check_callee_saved(
        "def CSR : CalleeSavedRegs<(add W0)> { let OtherPreserved = (add W1); }",
        expect![[r#"
            CSR: W0 | B0 B1 B2 B3 W0 W1
        "#]],
    );
}

#[test]
fn a_constant_register_is_preserved_by_every_list() {
    check_callee_saved(
        "let isConstant = true in def Zero : Register<\"zero\">;
         def CSR : CalleeSavedRegs<(add B0)>; def None : CalleeSavedRegs<(add)>;",
        expect![[r#"
            CSR: B0 | Zero B0
            None:  | Zero
        "#]],
    );
}

/// Prints a line for each bank: its classes in the order in which they were found, and its sizes.
fn check_banks(text: &str, expected: Expect) {
    let store = store_of(&format!("{WORDS}{text}"));
    let classes: &RegisterClasses = analysis(&store);
    let mut shown = String::new();
    if let Ok(banks) = store.analysis::<RegisterBanks>(&mut Diagnostics::new()) {
        for bank in &banks.banks {
            let of = bank.classes.iter().map(|&class| &*classes.get(class).name);
            let (of, sizes) = (of.collect::<Vec<_>>().join(" "), bank.sizes.raw());
            writeln!(shown, "{}: {of} {sizes:?}", store.record(bank.record).name())
                .expect("a string takes any text");
        }
    }
    shown.push_str(&tablewright_test_support::reports_of::<RegisterBanks>(&store));
    expected.assert_eq(&shown);
}

#[test]
fn a_bank_has_the_classes_of_sub_registers_too() {
    check_banks(
        "def Doubles : RegisterBank<\"Doubles\", [Double]>;
         def Words : RegisterBank<\"Words\", [Word]>;",
        expect![[r#"
            Doubles: Double Byte Word [32]
            Words: Word Byte [16]
        "#]],
    );
}

#[test]
fn a_bank_needs_classes_and_a_name_of_its_own() {
    check_banks(
        "def None : RegisterBank<\"None\", []>;",
        expect![[r#"
        error: Register bank 'None' lacks register classes
    "#]],
    );
    check_banks(
        "def Bank : RegisterBank<\"word\", [Word]>;",
        expect![[r#"
        Bank: Word Byte [16]
        warning: Register bank names should be distinct from register classes to avoid ambiguous MIR
    "#]],
    );
}
