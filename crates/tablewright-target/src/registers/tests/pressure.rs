//! Register units, their weights, and pressure sets.

use super::*;

/// Prints the units of each register with their weights, then the pressure sets with their weights,
/// then the sets of each class with the weight of a register and the limit.
fn check(text: &str, expected: Expect) {
    let store = store_of(text);
    let registers: &Registers = analysis(&store);
    let (classes, weights): (&RegisterClasses, &UnitWeights) = (analysis(&store), analysis(&store));
    let pressure: &PressureSets = analysis(&store);
    let mut shown = String::new();
    for register in registers.ids() {
        let units = weights.units(register).iter();
        let units = units.map(|&unit| format!("{}*{}", unit.index(), weights.weight(unit)));
        writeln!(shown, "{} {}", registers.name(register), units.collect::<Vec<_>>().join(" "))
            .expect("a string takes any text");
    }
    for set in &pressure.sets {
        writeln!(shown, "set {} {}", set.name, set.weight).expect("a string takes any text");
    }
    for (id, class) in classes.iter() {
        let sets = pressure.for_class(id).iter().map(|&set| &pressure.sets[set].name[..]);
        let sets = sets.collect::<Vec<_>>().join(",");
        let ClassWeight { register, limit } = pressure.class_weights[id];
        writeln!(shown, "class {} in {sets} {register}/{limit}", class.name)
            .expect("a string takes any text");
    }
    expected.assert_eq(&shown);
}

#[test]
fn a_register_weighs_as_much_as_its_sub_registers() {
    check(
        WORDS,
        expect![[r#"
        B0 0*1
        B1 1*1
        B2 2*1
        B3 3*1
        D0 0*1 1*1 2*1 3*1
        W0 0*1 1*1
        W1 2*1 3*1
        set Byte 4
        class Byte in Byte 1/4
        class Word in Byte 2/4
        class Double in Byte 4/4
    "#]],
    );
}

#[test]
fn a_light_register_of_a_class_gets_as_heavy_as_the_heaviest() {
    // S has one unit, W0 and W1 have two.
    check(
        &format!(
            "{WORDS} def S : Register<\"s\">;
             def Any : RegisterClass<\"T\", [i16], 16, (add W0, W1, S)>;"
        ),
        expect![[r#"
            S 0*2
            B0 1*1
            B1 2*1
            B2 3*1
            B3 4*1
            D0 1*1 2*1 3*1 4*1
            W0 1*1 2*1
            W1 3*1 4*1
            set Byte 4
            set Any 6
            class Byte in Byte,Any 1/4
            class Any in Any 2/6
            class Word in Byte,Any 2/4
            class Double in Byte,Any 4/4
        "#]],
    );
}

#[test]
fn a_register_with_several_units_adopts_another_one() {
    // P has two units, Q three: P cannot make one of its own heavier without making B0 heavier.
    check(
        r##"
def a : SubRegIndex<8>; def b : SubRegIndex<8, 8>; def c : SubRegIndex<8, 16>;
foreach i = 0-4 in def B#i : Register<"b"#i>;
let SubRegIndices = [a, b], SubRegs = [B0, B1] in def P : Register<"p">;
let SubRegIndices = [a, b, c], SubRegs = [B2, B3, B4] in def Q : Register<"q">;
def Byte : RegisterClass<"T", [i8], 8, (sequence "B%u", 0, 4)>;
def Any : RegisterClass<"T", [i16], 16, (add P, Q)>;
"##,
        expect![[r#"
            P 0*1 1*1 5*1
            Q 2*1 3*1 4*1
            B0 0*1
            B1 1*1
            B2 2*1
            B3 3*1
            B4 4*1
            set Any 6
            class Byte in Any 1/5
            class Any in Any 3/6
            class Any_with_c in Any 3/3
        "#]],
    );
}

#[test]
fn a_register_that_is_not_allocated_has_units_without_weight() {
    check(
        r##"
def R : Register<"r">; def PC : Register<"pc">;
def GPR : RegisterClass<"T", [i16], 16, (add R)>;
let isAllocatable = false in def Special : RegisterClass<"T", [i16], 16, (add PC)>;
"##,
        expect![[r#"
            PC 0*0
            R 1*1
            set GPR 1
            class GPR in GPR 1/1
            class Special in  0/0
        "#]],
    );
}

#[test]
fn sets_that_hardly_differ_are_merged_and_take_the_shorter_name() {
    check(
        r##"
foreach i = 0-7 in def R#i : Register<"r"#i>;
def GPRWithSP : RegisterClass<"T", [i16], 16, (sequence "R%u", 0, 7)>;
def GPR : RegisterClass<"T", [i16], 16, (sequence "R%u", 0, 5)>;
def Low : RegisterClass<"T", [i16], 16, (sequence "R%u", 0, 3)>;
"##,
        expect![[r#"
            R0 0*1
            R1 1*1
            R2 2*1
            R3 3*1
            R4 4*1
            R5 5*1
            R6 6*1
            R7 7*1
            set GPR 8
            class GPRWithSP in GPR 1/8
            class GPR in GPR 1/6
            class Low in GPR 1/4
        "#]],
    );
}

#[test]
fn classes_that_overlap_make_a_set_of_both() {
    check(
        r##"
foreach i = 0-10 in def R#i : Register<"r"#i>;
def A : RegisterClass<"T", [i16], 16, (sequence "R%u", 0, 5)>;
def B : RegisterClass<"T", [i16], 16, (sequence "R%u", 5, 10)>;
"##,
        expect![[r#"
            R0 0*1
            R1 1*1
            R2 2*1
            R3 3*1
            R4 4*1
            R5 5*1
            R6 6*1
            R7 7*1
            R8 8*1
            R9 9*1
            R10 10*1
            set A_and_B 1
            set A 6
            set B 6
            set A_with_B 11
            class A in A,A_with_B 1/6
            class B in B,A_with_B 1/6
            class A_and_B in A_and_B,A,B,A_with_B 1/1
        "#]],
    );
}

#[test]
fn a_class_may_ask_for_no_pressure_set_and_state_its_weight() {
    check(
        r##"
foreach i = 0-7 in def R#i : Register<"r"#i>;
def A : RegisterClass<"T", [i16], 16, (sequence "R%u", 0, 3)>;
let GeneratePressureSet = false, Weight = 4 in
def B : RegisterClass<"T", [i16], 16, (sequence "R%u", 4, 7)>;
"##,
        expect![[r#"
            R0 0*1
            R1 1*1
            R2 2*1
            R3 3*1
            R4 4*1
            R5 5*1
            R6 6*1
            R7 7*1
            set A 4
            class A in A 1/4
            class B in  4/4
        "#]],
    );
}

#[test]
fn without_an_allocatable_class_there_are_no_pressure_sets() {
    let text = "def R : Register<\"r\">;
        let isAllocatable = false in def A : RegisterClass<\"T\", [i16], 16, (add R)>;";
    expect!["RegUnitSets cannot be empty!"].assert_eq(&message::<PressureSets>(text));
}

#[test]
fn aliases_share_a_unit_and_are_its_roots() {
    let store = store_of(
        "def A : Register<\"a\">; let Aliases = [A] in def B : Register<\"b\">;
         let isArtificial = true, Aliases = [A] in def C : Register<\"c\">; def D : Register<\"d\">;",
    );
    let (registers, sub_registers): (&Registers, &SubRegisters) =
        (analysis(&store), analysis(&store));
    let units = sub_registers.units.iter().map(|unit| {
        let alias = unit.alias.map_or("-", |alias| registers.name(alias));
        let artificial = if unit.is_artificial { " artificial" } else { "" };
        format!("{} {alias}{artificial}\n", registers.name(unit.root))
    });
    expect![[r#"
        A B
        A C artificial
        D -
    "#]]
    .assert_eq(&units.collect::<String>());
}
