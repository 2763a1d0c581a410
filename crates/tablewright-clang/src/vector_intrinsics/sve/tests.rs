//! Tests of the intrinsics of small descriptions.

use expect_test::{Expect, expect};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_test_support::store_of;
use tablewright_text::append;

use super::by_name::ByName;
use super::intrinsic::SveIntrinsics;

/// The classes of `arm_sve_sme_incl.td`, with few flags.
const CLASSES: &str = r#"
class Valued<int value> { int Value = value; }
class EltType<int value> : Valued<value>;
def EltTyInt8 : EltType<1>;
def EltTyInt16 : EltType<2>;
class MemEltType<int value> : Valued<value>;
class FlagType<int value> : Valued<value>;
def EltTypeMask : FlagType<0xf>;
def MemEltTypeMask : FlagType<0x70>;
def MergeTypeMask : FlagType<0x380>;
def SplatOperandMask : FlagType<0x1c00>;
def IsLoad : FlagType<0x2000>;
class MergeType<int value> : Valued<value>;
class ImmCheckType<int value> : Valued<value>;
def ImmCheck0_31 : ImmCheckType<0>;
def ImmCheckLaneIndex : ImmCheckType<7>;
class ImmCheck<int arg, ImmCheckType kind, int of_element = -1> {
  int Arg = arg; int EltSizeArg = of_element; ImmCheckType Kind = kind;
}
class Inst<string name, string prototype, string types, list<FlagType> flags = [],
           list<ImmCheck> checks = []> {
  string Name = name; string Prototype = prototype; string Types = types;
  string SVETargetGuard = "sve"; string SMETargetGuard = "sme";
  int Merge = 1; string MergeSuffix = ""; string LLVMIntrinsic = "aarch64_" # name;
  list<FlagType> Flags = flags; list<ImmCheck> ImmChecks = checks; int MemEltType = 0;
}
"#;

/// The intrinsics by name: full and short name, signature, types, flags, and checks of operands.
fn check(input: &str, expected: Expect) {
    let store = store_of(&format!("{CLASSES}{input}"));
    let mut diagnostics = Diagnostics::new();
    let ByName(by_name) = store.analysis(&mut diagnostics).expect("no error");
    let intrinsics: &SveIntrinsics = store.analysis(&mut diagnostics).expect("no error");
    let mut text = String::new();
    for &id in by_name {
        let intrinsic = &intrinsics.all[id];
        append!(&mut text, intrinsics.record(id, &store).name(), " ", &intrinsics.full_names[id]);
        if let Some(short) = intrinsic.short_name {
            append!(&mut text, " ", &intrinsics.names[short], " #", short.index());
        }
        append!(&mut text, ": signature ", intrinsic.signature.index());
        for &ty in intrinsics.types(id) {
            append!(&mut text, ", ", intrinsics.signatures.ty(ty));
        }
        append!(&mut text, "; ", format_args!("{:#x}", intrinsics.flags(id)));
        for check in intrinsics.immediate_checks(id) {
            append!(&mut text, "; operand ", check.operand, " ", check.kind);
            append!(&mut text, " of ", check.element_bits);
        }
        append!(&mut text, "\n");
    }
    expected.assert_eq(&text);
}

#[test]
fn a_prototype_and_element_types_have_signatures_of_their_own() {
    check(
        r#"
def A : Inst<"sva[_{d}]", "dda", "Ucs">;
def B : Inst<"svb_{d}[_{1}]", "dda", "Ucs", [IsLoad]>;
def C : Inst<"svc[_{d}]", "dd", "sUc">;
"#,
        expect![[r#"
            A sva_s16 sva #0: signature 1, svint16_t, svint16_t, int16_t; 0x882
            A sva_u8 sva #0: signature 0, svuint8_t, svuint8_t, uint8_t; 0x881
            B svb_s16_s16 svb_s16 #5: signature 1, svint16_t, svint16_t, int16_t; 0x2882
            B svb_u8_u8 svb_u8 #3: signature 0, svuint8_t, svuint8_t, uint8_t; 0x2881
            C svc_s16 svc #7: signature 3, svint16_t, svint16_t; 0x82
            C svc_u8 svc #7: signature 2, svuint8_t, svuint8_t; 0x81
        "#]],
    );
}

#[test]
fn names_are_in_byte_order_and_equal_ones_in_that_of_records() {
    check(
        r#"
def X1 : Inst<"svlong_name_begins_alike_2", "d", "c">;
def X2 : Inst<"svlong_name_begins_alike", "d", "c">;
def X3 : Inst<"svlong_name_begins_alike_10", "d", "c">;
def X10 : Inst<"sv", "d", "c">;
def X9 : Inst<"sv", "d", "c">;
"#,
        expect![[r#"
            X9 sv: signature 0, svint8_t; 0x81
            X10 sv: signature 0, svint8_t; 0x81
            X2 svlong_name_begins_alike: signature 0, svint8_t; 0x81
            X3 svlong_name_begins_alike_10: signature 0, svint8_t; 0x81
            X1 svlong_name_begins_alike_2: signature 0, svint8_t; 0x81
        "#]],
    );
}

#[test]
fn checks_of_the_record_come_before_those_of_types() {
    check(
        r#"
def A : Inst<"sva_{d}", "ddiI", "sUc", [], [ImmCheck<1, ImmCheckLaneIndex, 0>, ImmCheck<0, ImmCheck0_31>]>;
"#,
        expect![[r#"
            A sva_s16: signature 1, svint16_t, svint16_t, uint64_t, enum svpattern; 0x82; operand 1 7 of 16; operand 0 0 of 0; operand 2 0 of 0
            A sva_u8: signature 0, svuint8_t, svuint8_t, uint64_t, enum svpattern; 0x81; operand 1 7 of 8; operand 0 0 of 0; operand 2 0 of 0
        "#]],
    );
}
