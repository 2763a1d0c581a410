use expect_test::{Expect, expect};
use tablewright_test_support::item;

use super::{enum_decls, enum_defs, python_enum_bindings};
use crate::test_support::output;

const KIND: &str = "def Kind : EnumInfo<\"Kind\", \"kind\", [EnumCase<\"Car\", 1, \"car\">, EnumCase<\"Bus\", 7>]>;";

const SIDES: &str = "defvar cases = [
  EnumCase<\"Off\", 0, \"off\">, BitEnumCaseBit<\"Left\", 1, \"left\">, BitEnumCaseBit<\"Right\", 4, \"right\">
];
def Sides : EnumInfo<\"Sides\", \"sides\", cases>, BitEnumBase<cases> {
  let symbolToStringFnRetType = \"std::string\";
}";

fn declarations(text: &str) -> String {
    output(&enum_decls::BACKEND, &format!("include \"mlir.inc\"\n{text}"))
}

fn check_definition(text: &str, head: &str, expected: Expect) {
    let output = output(&enum_defs::BACKEND, &format!("include \"mlir.inc\"\n{text}"));
    expected.assert_eq(&item(&output, head));
}

#[test]
fn cases_are_enumerators_with_their_values() {
    expect![[r#"
        enum class Kind : uint32_t {
          Car = 1,
          Bus = 7,
        };
    "#]]
    .assert_eq(&item(&declarations(KIND), "enum class Kind"));
    expect![[r#"
        enum class Sides : uint32_t {
          Off = 0,
          Left = 1,
          Right = 4,
        };
    "#]]
    .assert_eq(&item(&declarations(SIDES), "enum class Sides"));
}

#[test]
fn only_flags_have_operators() {
    assert!(!declarations(KIND).contains("operator|"));
    expect![[r#"
        inline constexpr Sides operator~(Sides bits) {
          return static_cast<Sides>(~static_cast<uint32_t>(bits) & static_cast<uint32_t>(5u));
        }
    "#]]
    .assert_eq(&item(&declarations(SIDES), "operator~("));
}

#[test]
fn the_highest_value_is_known() {
    expect![[r#"
        inline constexpr unsigned getMaxEnumValForKind() {
          return 7;
        }
    "#]]
    .assert_eq(&item(&declarations(KIND), "getMaxEnumValForKind("));
}

#[test]
fn a_case_is_printed_as_its_text() {
    check_definition(
        KIND,
        "stringifyKind(",
        expect![[r#"
        ::llvm::StringRef stringifyKind(Kind val) {
          switch (val) {
            case Kind::Car: return "car";
            case Kind::Bus: return "Bus";
          }
          return "";
        }
    "#]],
    );
}

#[test]
fn flags_are_joined_by_the_separator() {
    check_definition(
        SIDES,
        "stringifySides(",
        expect![[r#"
        std::string stringifySides(Sides symbol) {
          auto val = static_cast<uint32_t>(symbol);
          assert(5u == (5u | val) && "invalid bits set in bit enum");
          if (val == 0) return "off";
          ::llvm::SmallVector<::llvm::StringRef, 2> strs;
          if (1u == (1u & val))
            strs.push_back("left");
          if (4u == (4u & val))
            strs.push_back("right");
          return ::llvm::join(strs, "|");
        }
    "#]],
    );
}

#[test]
fn a_text_is_read_as_a_case_or_as_flags() {
    check_definition(
        KIND,
        "symbolizeKind(::llvm::StringRef",
        expect![[r#"
        ::std::optional<Kind> symbolizeKind(::llvm::StringRef str) {
          return ::llvm::StringSwitch<::std::optional<Kind>>(str)
            .Case("car", Kind::Car)
            .Case("Bus", Kind::Bus)
            .Default(::std::nullopt);
        }
    "#]],
    );
    check_definition(
        SIDES,
        "symbolizeSides(::llvm::StringRef",
        expect![[r#"
        ::std::optional<Sides> symbolizeSides(::llvm::StringRef str) {
          if (str == "off") return Sides::Off;
          ::llvm::SmallVector<::llvm::StringRef, 2> symbols;
          str.split(symbols, "|");

          uint32_t val = 0;
          for (auto symbol : symbols) {
            auto bit = llvm::StringSwitch<::std::optional<uint32_t>>(symbol.trim())
              .Case("left", 1)
              .Case("right", 4)
              .Default(::std::nullopt);
            if (bit) { val |= *bit; } else { return ::std::nullopt; }
          }
          return static_cast<Sides>(val);
        }
    "#]],
    );
}

#[test]
fn a_number_is_a_case_only_if_the_case_exists() {
    check_definition(
        KIND,
        "symbolizeKind(uint32_t",
        expect![[r#"
        ::std::optional<Kind> symbolizeKind(uint32_t value) {
          switch (value) {
            case 1: return Kind::Car;
            case 7: return Kind::Bus;
            default: return ::std::nullopt;
          }
        }
    "#]],
    );
    check_definition(
        SIDES,
        "symbolizeSides(uint32_t",
        expect![[r#"
        ::std::optional<Sides> symbolizeSides(uint32_t value) {
          if (value == 0) return Sides::Off;
          if (value & ~static_cast<uint32_t>(5u)) return std::nullopt;
          return static_cast<Sides>(value);
        }
    "#]],
    );
}

#[test]
fn python_has_an_enum_of_numbers_and_an_enum_of_flags() {
    let text = format!("include \"mlir.inc\"\n{KIND}\n{SIDES}");
    let output = output(&python_enum_bindings::BACKEND, &text);
    let (_, classes) = output.split_once("class Kind").expect("there is a class");
    expect![[r#"
        (IntEnum):
            """kind"""

            Car = 1
            Bus = 7

            def __str__(self):
                if self is Kind.Car:
                    return "car"
                if self is Kind.Bus:
                    return "Bus"
                raise ValueError("Unknown Kind enum entry.")



        class Sides(IntFlag):
            """sides"""

            Off = 0
            Left = 1
            Right = 4

            def __iter__(self):
                return iter([case for case in type(self) if (self & case) is case and self is not case])
            def __len__(self):
                return bin(self).count("1")

            def __str__(self):
                if len(self) > 1:
                    return "|".join(map(str, self))
                if self is Sides.Off:
                    return "off"
                if self is Sides.Left:
                    return "left"
                if self is Sides.Right:
                    return "right"
                raise ValueError("Unknown Sides enum entry.")



    "#]].assert_eq(classes);
}
