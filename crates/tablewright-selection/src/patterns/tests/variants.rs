//! Other orders of operands, and the order of patterns.

use expect_test::expect;

use super::check;

#[test]
fn commutative_operands_are_swapped_unless_constant() {
    check(
        "def I1 : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), []>;
         def : Pat<(and (sub GPR:$a, 1), GPR:$b), (I1 GPR:$a, GPR:$b)>;
         def : Pat<(and GPR:$a, 255), (I1 GPR:$a, GPR:$a)>;
         def : Pat<(and GPR:$a, GPR:$b), (I1 GPR:$a, GPR:$b)>;",
        expect![[r#"
            (and:i32 (sub:i32 GPR:i32:$a, 1:i32), GPR:i32:$b)
              -> (I1:i32 GPR:i32:$a, GPR:i32:$b)
            (and:i32 GPR:i32:$b, (sub:i32 GPR:i32:$a, 1:i32))
              -> (I1:i32 GPR:i32:$a, GPR:i32:$b)
            (and:i32 GPR:i32:$a, 255:i32)
              -> (I1:i32 GPR:i32:$a, GPR:i32:$a)
            (and:i32 GPR:i32:$a, GPR:i32:$b)
              -> (I1:i32 GPR:i32:$a, GPR:i32:$b)
        "#]],
    );
}

#[test]
fn three_associative_operands_are_joined_in_all_ways() {
    check(
        "def I1 : I<(outs GPR:$d), (ins GPR:$a, GPR:$b, GPR:$c), []>;
         def : Pat<(add (add GPR:$a, GPR:$b), (sub GPR:$c, 1)), (I1 GPR:$a, GPR:$b, GPR:$c)>;",
        expect![[r#"
            (add:i32 (add:i32 GPR:i32:$a, GPR:i32:$b), (sub:i32 GPR:i32:$c, 1:i32))
              -> (I1:i32 GPR:i32:$a, GPR:i32:$b, GPR:i32:$c)
            (add:i32 (add:i32 GPR:i32:$a, (sub:i32 GPR:i32:$c, 1:i32)), GPR:i32:$b)
              -> (I1:i32 GPR:i32:$a, GPR:i32:$b, GPR:i32:$c)
            (add:i32 (add:i32 (sub:i32 GPR:i32:$c, 1:i32), GPR:i32:$a), GPR:i32:$b)
              -> (I1:i32 GPR:i32:$a, GPR:i32:$b, GPR:i32:$c)
            (add:i32 (sub:i32 GPR:i32:$c, 1:i32), (add:i32 GPR:i32:$a, GPR:i32:$b))
              -> (I1:i32 GPR:i32:$a, GPR:i32:$b, GPR:i32:$c)
            (add:i32 GPR:i32:$b, (add:i32 GPR:i32:$a, (sub:i32 GPR:i32:$c, 1:i32)))
              -> (I1:i32 GPR:i32:$a, GPR:i32:$b, GPR:i32:$c)
            (add:i32 GPR:i32:$b, (add:i32 (sub:i32 GPR:i32:$c, 1:i32), GPR:i32:$a))
              -> (I1:i32 GPR:i32:$a, GPR:i32:$b, GPR:i32:$c)
        "#]],
    );
}

#[test]
fn larger_patterns_come_first() {
    check(
        "def I1 : I<(outs GPR:$d), (ins GPR:$a), []>;
         def : Pat<(sub GPR:$a, 1), (I1 GPR:$a)>;
         def : Pat<(sub (sub GPR:$a, 2), 1), (I1 GPR:$a)>;
         let AddedComplexity = 100 in def : Pat<(sub GPR:$a, 3), (I1 GPR:$a)>;",
        expect![[r#"
            (sub:i32 GPR:i32:$a, 3:i32)
              -> (I1:i32 GPR:i32:$a)
            (sub:i32 (sub:i32 GPR:i32:$a, 2:i32), 1:i32)
              -> (I1:i32 GPR:i32:$a)
            (sub:i32 GPR:i32:$a, 1:i32)
              -> (I1:i32 GPR:i32:$a)
        "#]],
    );
}

#[test]
fn a_constant_on_the_left_never_matches() {
    check(
        "def I1 : I<(outs GPR:$d), (ins GPR:$a), []>; def : Pat<(add 1, GPR:$a), (I1 GPR:$a)>;",
        expect![[r#"
            warning: Pattern can never match: Immediate value must be on the RHS of commutative operators!
        "#]],
    );
}

#[test]
fn a_pattern_is_repeated_for_each_mode_that_its_types_depend_on() {
    check(
        "def Wide : HwMode<\"+wide\", []>;
         class ValueTypeByHwMode<list<HwMode> m, list<ValueType> ts> : HwModeSelect<m, !size(ts)> {
           list<ValueType> Objects = ts;
         }
         def XLen : ValueType<0, 0>, ValueTypeByHwMode<[DefaultMode, Wide], [i8, i32]>;
         def XPR : RegisterClass<\"T\", [XLen], 32, (add R2, R3)>;
         def I1 : I<(outs XPR:$d), (ins XPR:$a), [(set XPR:$d, (sub XPR:$a, 1))]>;",
        expect![[r#"
            (sub:i32 XPR:i32:$a, 1:i32)
              -> (I1:i32 XPR:i32:$a)
            (sub:i8 XPR:i8:$a, 1:i8)
              -> (I1:i8 XPR:i8:$a)
        "#]],
    );
}
