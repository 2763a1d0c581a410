//! C types for prototype types, given an intrinsic's element type and register group size (LMUL).

use tablewright_text::append;

use super::prototype::{Base, Descriptor, RvvModifiers, VectorModifier};
use crate::vector_intrinsics::c_type::{
    CType, Element, ElementKind, TypeString, TypeStringForm, VectorLength,
};
use crate::vector_intrinsics::summary::text_of;

/// Element types with their letters in type ranges, in the order of bits in Clang's masks.
const ELEMENT_TYPES: [(char, Element); 10] = [
    ('c', Element::new(ElementKind::Signed, 8)),
    ('s', Element::new(ElementKind::Signed, 16)),
    ('i', Element::new(ElementKind::Signed, 32)),
    ('l', Element::new(ElementKind::Signed, 64)),
    ('y', Element::new(ElementKind::BFloat, 16)),
    ('x', Element::new(ElementKind::Float, 16)),
    ('f', Element::new(ElementKind::Float, 32)),
    ('d', Element::new(ElementKind::Float, 64)),
    ('a', Element::new(ElementKind::Float8E4M3, 8)),
    ('b', Element::new(ElementKind::Float8E5M2, 8)),
];

/// Returns the element type for a letter in a type range.
pub(super) fn element_from_letter(letter: char) -> Option<Element> {
    ELEMENT_TYPES.iter().find(|(own, _)| *own == letter).map(|&(_, element)| element)
}

/// Returns the element types as Clang's mask.
pub(super) fn element_mask(elements: &[Element]) -> u32 {
    let bits = (0..).zip(ELEMENT_TYPES).filter(|(_, (_, element))| elements.contains(element));
    bits.fold(0, |mask, (bit, _)| mask | 1 << bit)
}

/// A C type: a scalar, or a vector with its number of elements.
#[doc(alias = "RVVType")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct VectorType {
    element: Element,
    log2_lmul: i32,
    /// Number of elements per 64 register bits; none for a scalar.
    elements: Elements,
    modifiers: RvvModifiers,
    /// Number of vectors in a tuple.
    tuple: Option<u32>,
}

/// A processor extension that a vector type requires.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum VectorExtension {
    Zve32x,
    Zve32f,
    Zve64x,
    Zve64d,
    Zvfh,
    Zvfbfmin,
    Zvfofp8min,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Elements {
    Scalar,
    Vector(u32),
    /// Less than an element.
    Illegal,
}

impl VectorType {
    /// Returns the type for `descriptor`; `None` if it does not exist.
    pub(crate) fn new(
        element: Element,
        log2_lmul: i32,
        descriptor: Descriptor,
    ) -> Option<VectorType> {
        let mut ty = VectorType {
            element,
            log2_lmul,
            elements: Elements::Scalar,
            modifiers: descriptor.modifiers,
            tuple: None,
        };
        match descriptor.base {
            Base::Scalar => {}
            Base::Vector => ty.set_elements(),
            Base::Void => ty.element.kind = ElementKind::Void,
            Base::SizeT => ty.element.kind = ElementKind::Size,
            Base::Ptrdiff => ty.element.kind = ElementKind::Ptrdiff,
            Base::UnsignedLong => ty.element.kind = ElementKind::UnsignedLong,
            Base::SignedLong => ty.element.kind = ElementKind::Long,
            Base::Float32 => ty.element = Element::new(ElementKind::Float, 32),
        }
        ty.modify(descriptor.vector)?;
        for (modifier, kind) in [
            (RvvModifiers::UNSIGNED, ElementKind::Unsigned),
            (RvvModifiers::SIGNED, ElementKind::Signed),
            (RvvModifiers::FLOAT, ElementKind::Float),
            (RvvModifiers::BFLOAT, ElementKind::BFloat),
        ] {
            if descriptor.modifiers.has(modifier) {
                ty.element.kind = kind;
            }
        }
        if descriptor.modifiers.has(RvvModifiers::ALTERNATIVE_FLOAT8) {
            let is_e4m3 = ty.element.kind == ElementKind::Float8E4M3;
            ty.element.kind =
                if is_e4m3 { ElementKind::Float8E5M2 } else { ElementKind::Float8E4M3 };
        }
        if descriptor.modifiers.has(RvvModifiers::LMUL1) {
            ty.log2_lmul = 0;
            ty.set_elements();
        }
        Some(ty).filter(VectorType::is_legal)
    }

    fn modify(&mut self, modifier: VectorModifier) -> Option<()> {
        match modifier {
            VectorModifier::None => return Some(()),
            VectorModifier::Widening(log2) => {
                let bits = self.element.bits << log2;
                self.log2_lmul += i32::from(log2);
                let kind = match (self.element.kind, bits) {
                    (ElementKind::Float8E4M3 | ElementKind::Float8E5M2, 16) => ElementKind::BFloat,
                    (
                        ElementKind::Float8E4M3 | ElementKind::Float8E5M2 | ElementKind::BFloat,
                        32,
                    ) => ElementKind::Float,
                    (kind, _) => kind,
                };
                self.element = Element::new(kind, bits);
            }
            VectorModifier::Doubling => self.log2_lmul += 1,
            VectorModifier::Mask => {
                self.set_elements();
                self.element = Element::new(ElementKind::Predicate, 1);
                return Some(());
            }
            VectorModifier::Log2Eew(log2) => {
                self.log2_lmul += i32::from(log2) - self.element.bits.ilog2() as i32;
                self.element = Element::new(ElementKind::Signed, 1 << log2);
            }
            VectorModifier::FixedSew(log2) => {
                let bits = 1 << log2;
                if self.element.bits == bits {
                    return None;
                }
                self.element.bits = bits;
            }
            VectorModifier::LargerLmul(log2) => self.set_lmul(log2, |new, old| new > old)?,
            VectorModifier::SmallerLmul(log2) => self.set_lmul(log2, |new, old| new < old)?,
            VectorModifier::SmallerOrEqualLmul(log2) => {
                self.set_lmul(log2, |new, old| new <= old)?;
            }
            VectorModifier::Tuple(count) => {
                self.tuple = Some(u32::from(count));
                return Some(());
            }
        }
        self.set_elements();
        Some(())
    }

    fn set_lmul(&mut self, log2: i8, fits: impl Fn(i32, i32) -> bool) -> Option<()> {
        let log2 = i32::from(log2);
        fits(log2, self.log2_lmul).then(|| self.log2_lmul = log2)
    }

    /// Computes the number of elements from their width and the register group size.
    fn set_elements(&mut self) {
        let log2 = match self.element.bits {
            8 => self.log2_lmul + 3,
            16 => self.log2_lmul + 2,
            32 => self.log2_lmul + 1,
            64 => self.log2_lmul,
            _ => 0,
        };
        self.elements = match u32::try_from(log2) {
            Ok(log2) => Elements::Vector(1_u32.checked_shl(log2).unwrap_or(0)),
            Err(_) => Elements::Illegal,
        };
    }

    fn is_legal(&self) -> bool {
        let elements = match self.elements {
            Elements::Scalar => return true,
            Elements::Illegal => return false,
            Elements::Vector(elements) => elements,
        };
        if let Some(count) = self.tuple
            && (1 << self.log2_lmul.max(0)) * count > 8
        {
            return false;
        }
        let max = match (self.element.kind, self.element.bits) {
            (ElementKind::Float, 8) | (ElementKind::BFloat, 1 | 8 | 32 | 64) => return false,
            (_, 1 | 8) => 64,
            (_, 16) => 32,
            (_, 32) => 16,
            (_, 64) => 8,
            _ => return false,
        };
        elements <= max && elements.is_power_of_two()
    }

    /// Returns the builtin type; `None` if it does not exist in C.
    pub(super) fn type_string(&self) -> Option<TypeString> {
        let has = |modifier| self.modifiers.has(modifier);
        let (is_immediate, is_pointer) = (has(RvvModifiers::IMMEDIATE), has(RvvModifiers::POINTER));
        let scalar = CType::scalar(self.element);
        let ty = match (self.element.kind, self.elements) {
            (
                ElementKind::Void
                | ElementKind::Ptrdiff
                | ElementKind::UnsignedLong
                | ElementKind::Long,
                _,
            ) => scalar,
            (ElementKind::Size, _) => CType { is_immediate, is_pointer, ..scalar },
            (_, Elements::Vector(elements)) => {
                let length = VectorLength::Scalable(elements);
                let vectors = self.tuple.unwrap_or(1);
                CType { length, vectors, is_immediate, is_pointer, ..scalar }
            }
            (_, Elements::Scalar | Elements::Illegal) => {
                let is_const = is_immediate || has(RvvModifiers::CONST);
                CType { is_immediate, is_const, is_pointer, ..scalar }
            }
        };
        ty.type_string(TypeStringForm::RiscV)
    }

    /// Returns the C name.
    pub(crate) fn c_name(&self) -> String {
        let element = match (self.element.kind, self.element.bits) {
            (
                ElementKind::Void
                | ElementKind::Size
                | ElementKind::Ptrdiff
                | ElementKind::UnsignedLong
                | ElementKind::Long,
                _,
            ) => text_of(CType::scalar(self.element)),
            _ if self.elements != Elements::Scalar => format!("v{}", self.vector_name()),
            (ElementKind::Float, 16) => "_Float16".to_owned(),
            (ElementKind::Float, 32) => "float".to_owned(),
            (ElementKind::Float, _) => "double".to_owned(),
            (ElementKind::BFloat, _) => "__bf16".to_owned(),
            (ElementKind::Float8E4M3 | ElementKind::Float8E5M2, _) => "uint8_t".to_owned(),
            _ => text_of(CType::scalar(self.element)),
        };
        let const_ = if self.modifiers.has(RvvModifiers::CONST) { "const " } else { "" };
        let pointer = if self.modifiers.has(RvvModifiers::POINTER) { " *" } else { "" };
        format!("{const_}{element}{pointer}")
    }

    /// Returns the suffix in intrinsic names: `i32m1x2`.
    pub(crate) fn suffix(&self) -> String {
        let mut suffix = self.element();
        match (self.elements, self.element.kind) {
            (Elements::Scalar, _) => {}
            (Elements::Vector(elements), ElementKind::Predicate) => {
                append!(&mut suffix, 64 / elements);
            }
            (Elements::Vector(_) | Elements::Illegal, _) => self.push_group(&mut suffix),
        }
        suffix
    }

    /// Returns an element in intrinsic names: `i32`; `b` for masks.
    pub(crate) fn element(&self) -> String {
        if self.element.kind == ElementKind::Predicate {
            return "b".to_owned();
        }
        text_of(self.element.short("i"))
    }

    /// Whether an operand of this type must be a constant. This includes rounding modes, the
    /// operands of type `unsigned long`.
    pub(crate) fn is_immediate(&self) -> bool {
        self.modifiers.has(RvvModifiers::IMMEDIATE)
            || self.element.kind == ElementKind::UnsignedLong
    }

    /// Returns the extension that only some vector types require; `None` for a scalar. Loads and
    /// stores of 16-bit elements need a smaller extension than arithmetic.
    pub(crate) fn extension(&self) -> Option<VectorExtension> {
        let Elements::Vector(elements) = self.elements else { return None };
        Some(match (self.element.kind, self.element.bits) {
            (ElementKind::Predicate, _) => match elements {
                1 => VectorExtension::Zve64x,
                _ => VectorExtension::Zve32x,
            },
            (ElementKind::Float, 64) => VectorExtension::Zve64d,
            (ElementKind::BFloat, _) => VectorExtension::Zvfbfmin,
            (ElementKind::Float8E4M3 | ElementKind::Float8E5M2, _) => VectorExtension::Zvfofp8min,
            (ElementKind::Float, 16) => VectorExtension::Zvfh,
            _ if self.element.bits == 64 || elements == 1 => VectorExtension::Zve64x,
            (ElementKind::Float, 32) => VectorExtension::Zve32f,
            _ => VectorExtension::Zve32x,
        })
    }

    /// Returns a vector type's name without the prefix from Clang or the header: `int32m1x2_t`.
    pub(crate) fn vector_name(&self) -> String {
        let mut name = String::new();
        if let (ElementKind::Predicate, Elements::Vector(elements)) =
            (self.element.kind, self.elements)
        {
            append!(&mut name, "bool", 64 / elements);
        } else {
            append!(&mut name, self.element);
            self.push_group(&mut name);
        }
        name.push_str("_t");
        name
    }

    /// Appends the register group size and the number of groups: `m1x2`.
    fn push_group(&self, name: &mut String) {
        append!(name, if self.log2_lmul < 0 { "mf" } else { "m" });
        append!(name, 1_u32 << self.log2_lmul.unsigned_abs().min(31));
        if let Some(count) = self.tuple {
            append!(name, "x", count);
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_test_support::lines;

    use crate::test_support::output;

    const CLASSES: &str =
        include_str!("../../../../../tests/data/riscv-vector-builtins/classes.td");

    /// Checks the prototypes of builtins with one type and group: element letter, group and prototype.
    fn check(cases: &[(&str, i32, &str)], expected: Expect) {
        let prototype = |&(letter, group, prototype): &(&str, i32, &str)| {
            let text = format!(
                "{CLASSES}let HasMasked = 0, HasBuiltinAlias = 0, HasVL = 0, Log2LMUL = [{group}] in
def vx : RVVBuiltin<\"\", \"{prototype}\", \"{letter}\">;"
            );
            let output = output("gen-riscv-vector-builtins", &text);
            let builtins = lines(&output, &["RISCVV_BUILTIN(__", "error"]);
            let line = builtins.replace("RISCVV_BUILTIN(__builtin_rvv_vx,", "");
            format!("{letter} {group} {prototype}: {}\n", line.trim())
        };
        expected.assert_eq(&cases.iter().map(prototype).collect::<String>());
    }

    #[test]
    fn a_vector_has_as_many_elements_as_fit_its_group() {
        check(
            &[
                ("c", 0, "v"),
                ("s", 0, "v"),
                ("i", 0, "v"),
                ("l", 0, "v"),
                ("i", 3, "v"),
                ("c", -3, "v"),
            ],
            expect![[r#"
                c 0 v: "q8Sc", "n")
                s 0 v: "q4Ss", "n")
                i 0 v: "q2Si", "n")
                l 0 v: "q1SWi", "n")
                i 3 v: "q16Si", "n")
                c -3 v: "q1Sc", "n")
            "#]],
        );
    }

    #[test]
    fn a_type_without_a_whole_element_is_left_out() {
        check(
            &[("l", -1, "v"), ("i", -2, "v")],
            expect![[r#"
            l -1 v: 
            i -2 v: 
        "#]],
        );
    }

    #[test]
    fn letters_derive_types() {
        check(
            &[
                ("i", 0, "vv"),
                ("i", 0, "vw"),
                ("s", 0, "vq"),
                ("i", 0, "vUv"),
                ("i", 0, "ve"),
                ("i", 0, "vm"),
                ("i", 0, "vz"),
                ("i", 0, "vPe"),
                ("i", 0, "vPCe"),
            ],
            expect![[r#"
                i 0 vv: "q2Siq2Si", "n")
                i 0 vw: "q2Siq2SWi", "n")
                s 0 vq: "q4Ssq4SWi", "n")
                i 0 vUv: "q2Siq2Ui", "n")
                i 0 ve: "q2SiSi", "n")
                i 0 vm: "q2Siq2b", "n")
                i 0 vz: "q2Siz", "n")
                i 0 vPe: "q2SiSi*", "n")
                i 0 vPCe: "q2SiSiC*", "n")
            "#]],
        );
    }

    #[test]
    fn an_element_of_64_bits_is_not_widened() {
        check(
            &[("l", 0, "vw"), ("i", 3, "vw")],
            expect![[r#"
            l 0 vw: 
            i 3 vw: 
        "#]],
        );
    }
}
