//! Sub-register indices: composition, concatenation, ranges, lane masks.

use super::*;

/// Prints a line for each index: its range, its parts, its compositions, and its lanes with their transformation.
fn check(text: &str, expected: Expect) {
    let store = store_of(text);
    let ComposedIndices { indices } = analysis(&store);
    let lanes: &LaneMasks = analysis(&store);
    let mut shown = String::new();
    for (id, index) in indices.iter() {
        let SubRegRange { size, offset } = index.default_range();
        let number = |number: Option<u32>| number.map_or("?".to_owned(), |n| n.to_string());
        let kind = if index.record.is_some() { "" } else { " synthesized" };
        let artificial = if index.is_artificial { " artificial" } else { "" };
        write!(shown, "{}{kind}{artificial}: {}+{}", index.name, number(offset), number(size))
            .expect("a string takes any text");
        let parts: Vec<&str> = index.concatenation_of.iter().map(|&i| indices.name(i)).collect();
        if !parts.is_empty() {
            write!(shown, " = {}", parts.join(" ")).expect("a string takes any text");
        }
        write!(shown, ", lanes {:#x}", lanes.for_index(id).0).expect("a string takes any text");
        for step in lanes.transform(id) {
            match step.mask {
                LaneMask::ALL => write!(shown, " <<{}", step.rotate_left),
                LaneMask(mask) => write!(shown, " {mask:#x}<<{}", step.rotate_left),
            }
            .expect("a string takes any text");
        }
        for (inner, composite) in indices.composites_of(id) {
            let (inner, composite) = (indices.name(inner), indices.name(composite));
            write!(shown, "; {inner}->{composite}").expect("a string takes any text");
        }
        shown.push('\n');
    }
    expected.assert_eq(&shown);
}

#[test]
fn an_index_of_a_part_of_a_part_is_synthesized_and_its_range_follows() {
    check(
        WORDS,
        expect![[r#"
        hi: 8+8, lanes 0x1 <<0
        lo: 0+8, lanes 0x2 <<1
        whi: 16+16 = whi_then_lo whi_then_hi, lanes 0xc <<2; hi->whi_then_hi; lo->whi_then_lo
        wlo: 0+16 = lo hi, lanes 0x3 <<0; hi->hi; lo->lo
        whi_then_hi synthesized: 24+8, lanes 0x4 <<2
        whi_then_lo synthesized: 16+8, lanes 0x8 <<3
    "#]],
    );
}

#[test]
fn composed_of_names_a_part_of_a_part_whose_own_index_is_taken() {
    // In D `lo` is B2, so the part `lo` of its part `whi` needs another name.
    check(
        r##"
def lo : SubRegIndex<8>; def hi : SubRegIndex<8, 8>;
def whi : SubRegIndex<16, 16>;
def b2 : ComposedSubRegIndex<whi, lo>;
foreach i = 0-2 in def B#i : Register<"b"#i>;
let SubRegIndices = [lo, hi], SubRegs = [B0, B1] in def W : Register<"w">;
let SubRegIndices = [lo, whi], SubRegs = [B2, W] in def D : Register<"d">;
def C : RegisterClass<"T", [i16], 16, (add W)>;
"##,
        expect![[r#"
            b2: 16+8, lanes 0x1 <<0
            hi: 8+8, lanes 0x2 <<1
            lo: 0+8, lanes 0x4 <<2
            whi: 16+16, lanes 0x3 0x2<<0 0x4<<62; hi->hi; lo->b2
        "#]],
    );
}

#[test]
fn a_register_that_is_covered_makes_its_index_a_concatenation() {
    check(
        r##"
def a : SubRegIndex<8>; def b : SubRegIndex<8, 8>; def c : SubRegIndex<8, 16>;
def ab : SubRegIndex<16>;
foreach i = 0-2 in def R#i : Register<"r"#i>;
let CoveredBySubRegs = true, SubRegIndices = [a, b], SubRegs = [R0, R1] in
def P : Register<"p">;
let CoveredBySubRegs = true, SubRegIndices = [ab, c], SubRegs = [P, R2] in
def T : Register<"t">;
def C : RegisterClass<"T", [i16], 16, (add P)>;
"##,
        expect![[r#"
            a: 0+8, lanes 0x1 <<0
            ab: 0+16 = a b, lanes 0x3 <<0; a->a; b->b
            b: 8+8, lanes 0x2 <<1
            c: 16+8, lanes 0x4 <<2
        "#]],
    );
}

#[test]
fn covering_sub_reg_indices_name_a_concatenation() {
    // R0_R1 is a part of R0_R1_R2 by an index for `a` and `b` together, which need not be
    // synthesized.
    check(
        r##"
def a : SubRegIndex<8>; def b : SubRegIndex<8, 8>; def c : SubRegIndex<8, 16>;
def ab : SubRegIndex<16> { let CoveringSubRegIndices = [a, b]; }
foreach i = 0-2 in def R#i : Register<"r"#i>;
def Two : RegisterTuples<[a, b], [(add R0), (add R1)]>;
def Three : RegisterTuples<[a, b, c], [(add R0), (add R1), (add R2)]>;
def C : RegisterClass<"T", [i8], 8, (add R0)>;
"##,
        expect![[r#"
            a: 0+8, lanes 0x1 <<0
            ab: 0+16 = a b, lanes 0x3 <<0; a->a; b->b
            b: 8+8, lanes 0x2 <<1
            c: 16+8, lanes 0x4 <<2
        "#]],
    );
}

#[test]
fn parts_that_are_not_adjacent_make_an_index_without_an_offset() {
    // R0 and R2 lie together in the tuple of two, but not in that of three.
    check(
        r##"
def a : SubRegIndex<8>; def b : SubRegIndex<8, 8>; def c : SubRegIndex<8, 16>;
foreach i = 0-2 in def R#i : Register<"r"#i>;
def Two : RegisterTuples<[a, b], [(add R0), (add R2)]>;
def Three : RegisterTuples<[a, b, c], [(add R0), (add R1), (add R2)]>;
def C : RegisterClass<"T", [i8], 8, (add R0)>;
"##,
        expect![[r#"
            a: 0+8, lanes 0x1 <<0
            b: 8+8, lanes 0x2 <<1
            c: 16+8, lanes 0x4 <<2
            a_c synthesized: ?+16 = a c, lanes 0x5 0x1<<0 0x2<<1; a->a; b->c
        "#]],
    );
}

#[test]
fn an_index_of_artificial_registers_only_is_artificial() {
    check(
        r##"
def lo : SubRegIndex<8>; def hi : SubRegIndex<8, 8>;
def L : Register<"l">;
let isArtificial = true in def H : Register<"">;
let SubRegIndices = [lo, hi], SubRegs = [L, H] in def W : Register<"w">;
def C : RegisterClass<"T", [i16], 16, (add W)>;
"##,
        expect![[r#"
            hi artificial: 8+8, lanes 0x1 <<0
            lo: 0+8, lanes 0x2 <<1
        "#]],
    );
}

#[test]
fn the_range_of_an_index_depends_on_the_mode() {
    let store = store_of(
        r##"
def M : HwMode<"+m", []>;
def lo : SubRegIndex<8> {
  let SubRegRanges = SubRegRangeByHwMode<[DefaultMode, M], [SubRegRange<16>, SubRegRange<32>]>;
}
def hi : SubRegIndex<8, 8>;
def A : Register<"a">; def B : Register<"b">;
let SubRegIndices = [lo, hi], SubRegs = [A, B] in def W : Register<"w">;
"##,
    );
    let sub_registers: &SubRegisters = analysis(&store);
    let sizes = sub_registers.indices.iter().map(|(_, index)| {
        let sizes = index.ranges.iter().filter_map(|range| Some(range.size?.to_string()));
        format!("{} {}", index.name, sizes.collect::<Vec<_>>().join("/"))
    });
    assert_eq!(sizes.collect::<Vec<_>>(), ["hi 8/8", "lo 16/32"]);
}

#[test]
fn registers_that_agree_on_another_name_than_composed_of_are_a_warning() {
    // In D `lo` is not taken, so that the part of the part keeps that name.
    let store = store_of(
        r##"
def lo : SubRegIndex<8>; def whi : SubRegIndex<16, 16>;
def b2 : ComposedSubRegIndex<whi, lo>;
def B : Register<"b">;
let SubRegIndices = [lo], SubRegs = [B] in def W : Register<"w">;
let SubRegIndices = [whi], SubRegs = [W] in def D : Register<"d">;
"##,
    );
    expect![[r#"
        warning: SubRegIndex T::whi and T::lo compose ambiguously as T::b2 or T::lo
    "#]]
    .assert_eq(&tablewright_test_support::reports_of::<ComposedIndices>(&store));
}

#[test]
fn errors_of_sub_registers_are_at_the_register() {
    let some = "def a : SubRegIndex<8>; def b : SubRegIndex<8>;
def R0 : Register<\"\">; def R1 : Register<\"\">;";
    let of = |text: &str| message::<SubRegisters>(&format!("{some}\n{text}"));
    let found = [
        of("let SubRegIndices = [a, a], SubRegs = [R0, R1] in def X : Register<\"\">;"),
        of("let SubRegIndices = [a, b], SubRegs = [R0, R0] in def X : Register<\"\">;"),
        of("def X : Register<\"\"> { let SubRegIndices = [a]; let SubRegs = [X]; }"),
        of("def c : SubRegIndex<8> { let ComposedOf = [a]; }"),
        of("def c : SubRegIndex<8> { let CoveringSubRegIndices = [a]; }"),
        of("def c : ComposedSubRegIndex<a, b>;\ndef d : ComposedSubRegIndex<a, b>;"),
    ];
    expect![[r#"
        3: SubRegIndex a appears twice in Register X
        3: Sub-register can't have two names: R0 available as b and a
        3: Register X has itself as a sub-register
        3: ComposedOf must have exactly two entries
        3: CoveredBySubRegs must have two or more entries
        4: Ambiguous ComposedOf entries"#]]
    .assert_eq(&found.join("\n"));
}

#[test]
fn sixty_four_lanes_are_the_most() {
    let text = "foreach i = 0-64 in def s#i : SubRegIndex<1>;
foreach i = 0-64 in def R#i : Register<\"\">;
let SubRegIndices = !foreach(i, !range(65), !cast<SubRegIndex>(\"s\"#i)),
    SubRegs = !foreach(i, !range(65), !cast<Register>(\"R\"#i)) in def X : Register<\"\">;
def C : RegisterClass<\"T\", [i16], 16, (add X)>;";
    expect!["Ran out of lanemask bits to represent subregister s64"]
        .assert_eq(&message::<LaneMasks>(text));
}

#[test]
fn a_unit_is_in_the_lanes_of_the_leaves_that_have_it() {
    let store = store_of(WORDS);
    let (registers, sub_registers): (&Registers, &SubRegisters) =
        (analysis(&store), analysis(&store));
    let lanes: &LaneMasks = analysis(&store);
    let of = |name: &str| {
        let register = registers.for_name(name).expect("it is described");
        let units = sub_registers.units(register).iter().zip(lanes.for_units(register));
        let units = units.map(|(unit, lanes)| format!("{}:{:#x}", unit.index(), lanes.0));
        units.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(of("B0"), "0:0xffffffffffffffff", "a register without sub-registers is in all");
    expect!["0:0x2 1:0x1 2:0x8 3:0x4"].assert_eq(&of("D0"));
    let classes: &RegisterClasses = analysis(&store);
    let of_class = |(id, class): (RegisterClassId, &RegisterClass)| {
        format!("{} {:#x}", class.name, lanes.for_class(id).0)
    };
    let of_classes: Vec<String> = classes.iter().map(of_class).collect();
    expect![[r#"
        Byte 0x1
        Word 0x3
        Double 0xf"#]]
    .assert_eq(&of_classes.join("\n"));
}

#[test]
fn the_covering_lanes_are_those_of_indices_whose_registers_are_covered() {
    let store = store_of(
        r##"
def lo : SubRegIndex<8>; def hi : SubRegIndex<8, 8>; def some : SubRegIndex<8>;
foreach i = 0-2 in def B#i : Register<"b"#i>;
let CoveredBySubRegs = true, SubRegIndices = [lo, hi], SubRegs = [B0, B1] in
def W : Register<"w">;
let SubRegIndices = [some], SubRegs = [B2] in def X : Register<"x">;
def C : RegisterClass<"T", [i16], 16, (add W)>;
"##,
    );
    let ComposedIndices { indices } = analysis(&store);
    let lanes: &LaneMasks = analysis(&store);
    let is_covering = |(id, _): &(SubRegIndexId, _)| lanes.for_index(*id).0 & lanes.covering.0 != 0;
    let covering = indices.iter().filter(is_covering).map(|(_, index)| &*index.name);
    assert_eq!(covering.collect::<Vec<_>>(), ["hi", "lo"]);
}
