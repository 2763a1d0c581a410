//! Register classes: inference, order, relations, sizes.

use super::*;

/// Prints a line for each class in order: its members and its super-classes, then for each
/// sub-register index the class of those members that have the sub-register, and after `^` the
/// classes of whose members it holds the sub-registers.
fn check(text: &str, expected: Expect) {
    let store = store_of(text);
    let registers: &Registers = analysis(&store);
    let sub_registers: &SubRegisters = analysis(&store);
    let classes: &RegisterClasses = analysis(&store);
    let mut shown = String::new();
    let name = |class| &*classes.get(class).name;
    for (_, class) in classes.iter() {
        let kind = if class.record.is_some() { "" } else { " inferred" };
        let members = names(registers, class.members.iter());
        let supers: Vec<&str> = class.super_classes.iter().map(|&class| name(class)).collect();
        write!(shown, "{}{kind}: {members} <{}>", class.name, supers.join(" "))
            .expect("a string takes any text");
        for (id, index) in sub_registers.indices.iter() {
            if let Some(with) = class.with_sub_reg(id) {
                write!(shown, " {}:{}", index.name, name(with)).expect("a string takes any text");
            }
        }
        for (index, of) in &class.super_reg_classes {
            let of: Vec<&str> = of.iter().map(name).collect();
            let index = sub_registers.indices.name(*index);
            write!(shown, " ^{index}:{}", of.join(",")).expect("a string takes any text");
        }
        shown.push('\n');
    }
    expected.assert_eq(&shown);
}

#[test]
fn the_members_with_a_sub_register_are_a_class() {
    check(
        r##"
def lo : SubRegIndex<8>;
def B : Register<"b">; def Z : Register<"z">;
let SubRegIndices = [lo], SubRegs = [B] in def W : Register<"w">;
def Word : RegisterClass<"T", [i16], 16, (add W, Z)>;
"##,
        expect![[r#"
            Word: W Z <> lo:Word_with_lo
            Word_with_lo inferred: W <Word> lo:Word_with_lo
        "#]],
    );
}

#[test]
fn the_members_that_two_classes_share_are_a_class() {
    check(
        r##"
foreach i = 0-3 in def R#i : Register<"r"#i>;
def A : RegisterClass<"T", [i16], 16, (add R0, R1, R2)>;
def B : RegisterClass<"T", [i16], 16, (add R1, R2, R3)>;
"##,
        expect![[r#"
            A: R0 R1 R2 <>
            B: R1 R2 R3 <>
            A_and_B inferred: R1 R2 <A B>
        "#]],
    );
}

#[test]
fn a_shared_class_has_the_sizes_of_the_class_that_takes_more_room_to_spill() {
    let store = store_of(
        r##"
foreach i = 0-2 in def R#i : Register<"r"#i>;
def A : RegisterClass<"T", [i16], 16, (add R0, R1)>;
def B : RegisterClass<"T", [i32], 32, (add R1, R2)>;
"##,
    );
    let classes: &RegisterClasses = analysis(&store);
    let sizes = classes.iter().map(|(_, class)| {
        let RegisterSize { register, spill, spill_alignment } = class.sizes.default();
        format!("{} {register} {spill} {spill_alignment}", class.name)
    });
    expect![[r#"
        A 16 16 16
        B 32 32 32
        B_and_A 32 32 32"#]]
    .assert_eq(&sizes.collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_members_whose_sub_register_is_in_another_class_are_a_class() {
    check(
        r##"
def lo : SubRegIndex<8>;
foreach i = 0-2 in def B#i : Register<"b"#i>;
foreach i = 0-2 in
let SubRegIndices = [lo], SubRegs = [!cast<Register>("B"#i)] in def W#i : Register<"w"#i>;
def Word : RegisterClass<"T", [i16], 16, (sequence "W%u", 0, 2)>;
def Some : RegisterClass<"T", [i8], 8, (add B1, B2)>;
def All : RegisterClass<"T", [i8], 8, (sequence "B%u", 0, 2)>;
"##,
        expect![[r#"
            All: B0 B1 B2 <> ^lo:Word,Word_with_lo_in_Some
            Some: B1 B2 <All> ^lo:Word_with_lo_in_Some
            Word: W0 W1 W2 <> lo:Word
            Word_with_lo_in_Some inferred: W1 W2 <Word> lo:Word_with_lo_in_Some
        "#]],
    );
}

#[test]
fn classes_are_inferred_from_inferred_classes() {
    check(
        r##"
def lo : SubRegIndex<8>;
foreach i = 0-3 in def B#i : Register<"b"#i>;
foreach i = 0-2 in
let SubRegIndices = [lo], SubRegs = [!cast<Register>("B"#i)] in def W#i : Register<"w"#i>;
def Z : Register<"z">;
def Word : RegisterClass<"T", [i16], 16, (add (sequence "W%u", 0, 2), Z)>;
def Odd : RegisterClass<"T", [i16], 16, (add W1, Z)>;
def Some : RegisterClass<"T", [i8], 8, (add B1, B2, B3)>;
"##,
        expect![[r#"
            Some: B1 B2 B3 <> ^lo:Word_with_lo_with_lo_in_Some,Odd_with_lo
            Word: Z W0 W1 W2 <> lo:Word_with_lo
            Word_with_lo inferred: W0 W1 W2 <Word> lo:Word_with_lo
            Odd: Z W1 <Word> lo:Odd_with_lo
            Word_with_lo_with_lo_in_Some inferred: W1 W2 <Word Word_with_lo> lo:Word_with_lo_with_lo_in_Some
            Odd_with_lo inferred: W1 <Word Word_with_lo Odd Word_with_lo_with_lo_in_Some> lo:Odd_with_lo
        "#]],
    );
}

#[test]
fn no_class_is_inferred_from_artificial_registers() {
    check(
        r##"
def lo : SubRegIndex<8>; def hi : SubRegIndex<8, 8>;
def L : Register<"l">; def Z : Register<"z">;
let isArtificial = true in def H : Register<"">;
let SubRegIndices = [lo, hi], SubRegs = [L, H] in def W : Register<"w">;
def Word : RegisterClass<"T", [i16], 16, (add W, Z)>;
def None : RegisterClass<"T", [i8], 8, (add H)>;
"##,
        expect![[r#"
            None: H <>
            Word: W Z <> lo:Word_with_lo
            Word_with_lo inferred: W <Word> lo:Word_with_lo
        "#]],
    );
}

#[test]
fn classes_are_ordered_by_size_then_by_members_then_by_name() {
    check(
        r##"
foreach i = 0-2 in def R#i : Register<"r"#i>;
def Z : RegisterClass<"T", [i32], 32, (add R0)>;
def C : RegisterClass<"T", [i16], 32, (add R0)>;
def B : RegisterClass<"T", [i16], 16, (add R2)>;
def A : RegisterClass<"T", [i16], 16, (add R1)>;
def Most : RegisterClass<"T", [i16], 16, (add R0, R1)>;
"##,
        expect![[r#"
            Most: R0 R1 <>
            A: R1 <Most>
            B: R2 <>
            C: R0 <Most>
            Z: R0 <Most C>
        "#]],
    );
}

#[test]
fn a_sub_class_has_to_be_spilled_as_its_super_class() {
    // Same registers, but those of the one are spilled to slots with less alignment.
    check(
        r##"
foreach i = 0-1 in def R#i : Register<"r"#i>;
def Aligned : RegisterClass<"T", [i32], 32, (add R0, R1)>;
def Packed : RegisterClass<"T", [i32], 8, (add R0)>;
"##,
        expect![[r#"
            Packed: R0 <>
            Aligned: R0 R1 <>
            Aligned_and_Packed inferred: R0 <Packed Aligned>
        "#]],
    );
}

#[test]
fn an_inferred_class_inherits_from_its_last_super_class() {
    let store = store_of(
        r##"
foreach i = 0-3 in def R#i : Register<"r"#i>;
let CopyCost = 2, AllocationPriority = 3, isAllocatable = false in
def A : RegisterClass<"T", [i16], 16, (add R2, R1, R0)>;
let CopyCost = 5, AltOrders = [(add R3, R2)] in
def B : RegisterClass<"T", [i16], 16, (add R3, R2, R1)>;
"##,
    );
    let (registers, classes): (&Registers, &RegisterClasses) = (analysis(&store), analysis(&store));
    let properties = classes.iter().map(|(_, class)| {
        let ClassProperties { copy_cost, is_allocatable, allocation_priority, .. } =
            class.properties;
        let orders = class.properties.orders.iter();
        let orders: Vec<String> =
            orders.map(|order| names(registers, order.iter().copied())).collect();
        let orders = orders.join(" | ");
        format!("{}: {copy_cost} {is_allocatable} {allocation_priority} {orders}\n", class.name)
    });
    expect![[r#"
        A: 2 false 3 R2 R1 R0
        B: 5 true 0 R3 R2 R1 | R3 R2
        A_and_B: 5 true 0 R2 R1 | R2
    "#]]
    .assert_eq(&properties.collect::<String>());
}

#[test]
fn numbers_of_classes_have_32_bits() {
    let store = store_of(
        r##"
def R : Register<"r">;
let CopyCost = 4294967295, AllocationPriority = 4294967297, Size = 4294967296 in
def A : RegisterClass<"T", [i16], 16, (add R)>;
"##,
    );
    let classes: &RegisterClasses = analysis(&store);
    let numbers = classes
        .iter()
        .map(|(_, class)| (class.properties.copy_cost, class.properties.allocation_priority));
    assert_eq!(numbers.collect::<Vec<_>>(), [(-1, 1)]);
}

#[test]
fn sizes_depend_on_the_mode() {
    let store = store_of(
        r##"
def M : HwMode<"+m", []>;
def R : Register<"r">;
def A : RegisterClass<"T", [i32], 32, (add R)> {
  let RegInfos = RegInfoByHwMode<[DefaultMode, M], [RegInfo<32, 32, 32>, RegInfo<64, 64, 64>]>;
}
def B : RegisterClass<"T", [i16], 16, (add R)>;
"##,
    );
    let classes: &DescribedClasses = analysis(&store);
    let hw_modes: &crate::hw_modes::HwModes = analysis(&store);
    let sizes = classes.by_name().iter().map(|class| {
        let spill = |(mode, _)| class.sizes.get(mode).spill;
        let by_mode: Vec<u32> = hw_modes.iter().map(spill).collect();
        (by_mode, class.sizes.only().is_some())
    });
    assert_eq!(sizes.collect::<Vec<_>>(), [(vec![32, 64], false), (vec![16, 16], true)]);
}

#[test]
fn the_class_of_sub_registers_is_the_largest_that_is_no_larger_than_the_class() {
    let store = store_of(
        r##"
def lo : SubRegIndex<8>;
foreach i = 0-3 in def B#i : Register<"b"#i>;
foreach i = 0-1 in
let SubRegIndices = [lo], SubRegs = [!cast<Register>("B"#i)] in def W#i : Register<"w"#i>;
def Word : RegisterClass<"T", [i16], 16, (add W0, W1)>;
def Pair : RegisterClass<"T", [i8], 8, (add B0, B1)>;
def All : RegisterClass<"T", [i8], 8, (sequence "B%u", 0, 3)>;
"##,
    );
    let (registers, classes): (&Registers, &RegisterClasses) = (analysis(&store), analysis(&store));
    let search = SubRegisterClasses::new(classes, registers.sub_reg_indices().len());
    let lo = registers.sub_reg_index(store.find_record("lo").expect("defined")).expect("an index");
    let found = classes.iter().filter_map(|(id, class)| {
        let sub = search.get(id, lo)?;
        Some(format!("{} -> {}", class.name, classes.get(sub).name))
    });
    expect!["Word -> Pair"].assert_eq(&found.collect::<Vec<_>>().join("\n"));
}

#[test]
fn errors_of_classes_are_at_the_class() {
    let of = |text: &str| {
        message::<RegisterClasses>(&format!("foreach i = 0-1 in def R#i : Register<\"\">;\n{text}"))
    };
    let found = [
        of("let AllocationPriority = 32 in def C : RegisterClass<\"T\", [i16], 8, (add R0)>;"),
        of("let AltOrders = [(add R1)] in def C : RegisterClass<\"T\", [i16], 8, (add R0)>;"),
    ];
    expect![[r#"
        2: AllocationPriority out of range [0,31]
        2:  AltOrder register R1 is not a class member"#]]
    .assert_eq(&found.join("\n"));
}

#[test]
fn a_category_lists_classes() {
    let store = store_of(
        r##"
def R : Register<"r">;
def A : RegisterClass<"T", [i16], 16, (add R)>;
def B : RegisterClass<"T", [i32], 32, (add R)>;
def GeneralPurposeRegisters : RegisterCategory<[B, A]>;
"##,
    );
    let classes: &RegisterClasses = analysis(&store);
    let of = |name| classes.for_category(&store, name).expect("they are classes");
    let names = |of: Vec<RegisterClassId>| {
        of.into_iter().map(|class| classes.get(class).name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(of("GeneralPurposeRegisters")), ["B", "A"]);
    assert!(of("FixedRegisters").is_empty());
}
