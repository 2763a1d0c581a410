//! Prototypes of intrinsics: a letter for each type, after its modifiers. `PCe` is a pointer to
//! constant elements, `(Log2EEW:3)Uv` a vector of unsigned elements with 2^3 bits.

use tablewright_records::{Feature, RecordStore};

/// The letters that prototypes may contain. They also affect the numbers of Clang's enumerators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PrototypeLetters {
    Basic,
    /// Also `d` for register groups of double size, and `A` for the alternative 8-bit format.
    Extended,
    /// The same letters. Clang has another enumerator after the enumerator for masks.
    ExtendedAfterMask,
}

impl PrototypeLetters {
    pub(super) fn new(store: &RecordStore) -> PrototypeLetters {
        if store.release().has(Feature::MaskedPrototypesHaveResultMasks) {
            PrototypeLetters::ExtendedAfterMask
        } else if store.release().has(Feature::RiscvVectorsCanDouble) {
            PrototypeLetters::Extended
        } else {
            PrototypeLetters::Basic
        }
    }

    fn is_extended(self) -> bool {
        match self {
            PrototypeLetters::Basic => false,
            PrototypeLetters::Extended | PrototypeLetters::ExtendedAfterMask => true,
        }
    }
}

/// A type in a prototype.
#[doc(alias = "PrototypeDescriptor")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Descriptor {
    pub(crate) base: Base,
    pub(crate) vector: VectorModifier,
    pub(crate) modifiers: RvvModifiers,
}

/// A letter's meaning. Numbers are from Clang's enumeration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Base {
    Scalar = 1,
    Vector,
    Void,
    SizeT,
    Ptrdiff,
    UnsignedLong,
    SignedLong,
    Float32,
}

/// The difference between a vector and the intrinsic's vector, in the order of Clang's enumeration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum VectorModifier {
    None,
    /// Elements that are 2, 4 or 8 times as wide: the factor's logarithm.
    Widening(u8),
    /// A register group of double size.
    Doubling,
    Mask,
    /// The same number of elements with another width: the width's logarithm.
    Log2Eew(u8),
    /// Elements with another width in the same number of registers: the width's logarithm.
    FixedSew(u8),
    /// A larger register group: the logarithm of its size.
    LargerLmul(i8),
    SmallerLmul(i8),
    SmallerOrEqualLmul(i8),
    /// Several vectors.
    Tuple(u8),
}

/// A bit set with the numbers of Clang's enumeration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(crate) struct RvvModifiers(pub(crate) u16);

impl RvvModifiers {
    pub(crate) const POINTER: RvvModifiers = RvvModifiers(1);
    pub(crate) const CONST: RvvModifiers = RvvModifiers(2);
    pub(crate) const IMMEDIATE: RvvModifiers = RvvModifiers(4);
    pub(crate) const UNSIGNED: RvvModifiers = RvvModifiers(8);
    pub(crate) const SIGNED: RvvModifiers = RvvModifiers(16);
    pub(crate) const FLOAT: RvvModifiers = RvvModifiers(32);
    pub(crate) const BFLOAT: RvvModifiers = RvvModifiers(64);
    pub(crate) const LMUL1: RvvModifiers = RvvModifiers(128);
    /// The alternative format of 8-bit floating-point numbers.
    pub(crate) const ALTERNATIVE_FLOAT8: RvvModifiers = RvvModifiers(256);

    pub(crate) fn has(self, other: RvvModifiers) -> bool {
        self.0 & other.0 != 0
    }

    fn without(self, other: RvvModifiers) -> RvvModifiers {
        RvvModifiers(self.0 & !other.0)
    }
}

impl VectorModifier {
    /// Returns the number of Clang's enumerator in a release with these letters.
    pub(crate) fn number(self, letters: PrototypeLetters) -> u16 {
        // Register group modifiers range from 2^-3 to 2^3.
        let of_lmul = |first: u8, log2: i8| first + (log2 + 3) as u8;
        let number = match self {
            VectorModifier::None => 0,
            VectorModifier::Widening(log2) => log2,
            VectorModifier::Mask | VectorModifier::Doubling => 4,
            VectorModifier::Log2Eew(log2) => 5 + log2 - 3,
            VectorModifier::FixedSew(log2) => 9 + log2 - 3,
            VectorModifier::LargerLmul(log2) => of_lmul(13, log2),
            VectorModifier::SmallerLmul(log2) => of_lmul(20, log2),
            VectorModifier::SmallerOrEqualLmul(log2) => of_lmul(27, log2),
            VectorModifier::Tuple(count) => 34 + count - 2,
        };
        // The enumerator for `d` precedes the enumerators for masks and everything after them.
        let follows_doubling = letters.is_extended() && self > VectorModifier::Doubling;
        let follows_mask =
            letters == PrototypeLetters::ExtendedAfterMask && self > VectorModifier::Mask;
        u16::from(number) + u16::from(follows_doubling) + u16::from(follows_mask)
    }

    /// Returns a tuple of `count` vectors; `None` if `count` is not from 2 to 8.
    pub(crate) fn tuple(count: u32) -> Option<VectorModifier> {
        let count = u8::try_from(count).ok().filter(|count| (2..=8).contains(count))?;
        Some(VectorModifier::Tuple(count))
    }
}

impl Descriptor {
    /// The mask operand.
    pub(super) const MASK: Descriptor = Descriptor::new(Base::Vector, VectorModifier::Mask);
    /// The vector length operand.
    pub(super) const VECTOR_LENGTH: Descriptor = Descriptor::new(Base::SizeT, VectorModifier::None);

    pub(crate) const fn new(base: Base, vector: VectorModifier) -> Descriptor {
        Descriptor { base, vector, modifiers: RvvModifiers(0) }
    }

    /// Returns the numbers of Clang's structure: base, vector modifier, modifiers.
    pub(super) fn numbers(self, letters: PrototypeLetters) -> [u16; 3] {
        [self.base as u16, self.vector.number(letters), self.modifiers.0]
    }

    /// Returns the pointee type.
    pub(super) fn pointee(self) -> Descriptor {
        Descriptor { modifiers: self.modifiers.without(RvvModifiers::POINTER), ..self }
    }

    /// Parses `text`: a letter after its modifiers.
    fn parse(text: &str, letters: PrototypeLetters) -> Result<Descriptor, String> {
        let letter = text.chars().next_back().unwrap_or_default();
        let mut modifier_text = &text[..text.len() - letter.len_utf8().min(text.len())];
        let vector = |modifier| (Base::Vector, modifier);
        let (base, mut modifier) = match letter {
            'e' => (Base::Scalar, VectorModifier::None),
            'v' => vector(VectorModifier::None),
            'w' => vector(VectorModifier::Widening(1)),
            'q' => vector(VectorModifier::Widening(2)),
            'o' => vector(VectorModifier::Widening(3)),
            'd' if letters.is_extended() => vector(VectorModifier::Doubling),
            'm' => vector(VectorModifier::Mask),
            '0' => (Base::Void, VectorModifier::None),
            'z' => (Base::SizeT, VectorModifier::None),
            't' => (Base::Ptrdiff, VectorModifier::None),
            'u' => (Base::UnsignedLong, VectorModifier::None),
            'l' => (Base::SignedLong, VectorModifier::None),
            'f' => (Base::Float32, VectorModifier::None),
            _ => return Err(format!("'{text}' ends in no type")),
        };
        if let Some(inside) = modifier_text.strip_prefix('(') {
            let (complex, after) =
                inside.split_once(')').ok_or_else(|| format!("'{text}' lacks a ')'"))?;
            // As in the reference release, a modifier in parentheses replaces `d`.
            let is_free = matches!(modifier, VectorModifier::None | VectorModifier::Doubling);
            if !is_free || after.contains('(') {
                return Err(format!("'{text}' has two modifiers of its vector"));
            }
            modifier = complex_modifier(complex)
                .ok_or_else(|| format!("'({complex})' is not a vector modifier"))?;
            modifier_text = after;
        }
        Ok(Descriptor {
            base,
            vector: modifier,
            modifiers: simple_modifiers(modifier_text, letters)?,
        })
    }
}

/// Parses the modifier in parentheses: `Log2EEW:3`.
fn complex_modifier(text: &str) -> Option<VectorModifier> {
    let (name, number) = text.split_once(':')?;
    let number: i8 = number.parse().ok()?;
    let lmul = Some(number).filter(|number| (-3..=3).contains(number));
    match name {
        "Log2EEW" if (3..=6).contains(&number) => Some(VectorModifier::Log2Eew(number as u8)),
        "FixedSEW" if matches!(number, 8 | 16 | 32 | 64) => {
            Some(VectorModifier::FixedSew(number.trailing_zeros() as u8))
        }
        "LFixedLog2LMUL" => lmul.map(VectorModifier::LargerLmul),
        "SFixedLog2LMUL" => lmul.map(VectorModifier::SmallerLmul),
        "SEFixedLog2LMUL" => lmul.map(VectorModifier::SmallerOrEqualLmul),
        "Tuple" => VectorModifier::tuple(u32::try_from(number).ok()?),
        _ => None,
    }
}

fn simple_modifiers(text: &str, letters: PrototypeLetters) -> Result<RvvModifiers, String> {
    let mut modifiers = RvvModifiers::default();
    for letter in text.chars() {
        let modifier = match letter {
            'P' if modifiers.has(RvvModifiers::CONST) => {
                return Err("'P' cannot stand behind 'C'".to_owned());
            }
            'P' if modifiers.has(RvvModifiers::POINTER) => {
                return Err("'P' cannot stand twice".to_owned());
            }
            'P' => RvvModifiers::POINTER,
            'C' => RvvModifiers::CONST,
            'K' => RvvModifiers::IMMEDIATE,
            'U' => RvvModifiers::UNSIGNED,
            'I' => RvvModifiers::SIGNED,
            'F' => RvvModifiers::FLOAT,
            'Y' => RvvModifiers::BFLOAT,
            'S' => RvvModifiers::LMUL1,
            'A' if letters.is_extended() => RvvModifiers::ALTERNATIVE_FLOAT8,
            _ => return Err(format!("'{letter}' is not a type modifier")),
        };
        modifiers.0 |= modifier.0;
    }
    Ok(modifiers)
}

/// Parses a prototype's types.
pub(super) fn parse(prototype: &str, letters: PrototypeLetters) -> Result<Vec<Descriptor>, String> {
    let is_type = |letter: char| match letter {
        'e' | 'v' | 'w' | 'q' | 'o' | 'm' | '0' | 'z' | 't' | 'u' | 'l' | 'f' => true,
        'd' => letters.is_extended(),
        _ => false,
    };
    let mut descriptors = Vec::new();
    let mut remainder = prototype;
    while !remainder.is_empty() {
        // Letters in parentheses have another meaning.
        let start = if remainder.starts_with('(') {
            remainder.find(')').ok_or_else(|| format!("'{remainder}' lacks a ')'"))?
        } else {
            0
        };
        let end = remainder[start..].find(is_type).map(|at| start + at + 1);
        let (one, after) =
            remainder.split_at(end.ok_or_else(|| format!("'{remainder}' names no type"))?);
        descriptors.push(Descriptor::parse(one, letters)?);
        remainder = after;
    }
    Ok(descriptors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(prototypes: &[&str], expected: Expect) {
        check_letters(PrototypeLetters::Basic, prototypes, expected);
    }

    fn check_letters(letters: PrototypeLetters, prototypes: &[&str], expected: Expect) {
        let numbers = |descriptor: &Descriptor| {
            let [base, vector, modifiers] = descriptor.numbers(letters);
            format!(" ({base}, {vector}, {modifiers})")
        };
        let lines = prototypes.iter().map(|prototype| match parse(prototype, letters) {
            Ok(types) => format!("{prototype}:{}\n", types.iter().map(numbers).collect::<String>()),
            Err(message) => format!("{prototype}: error: {message}\n"),
        });
        expected.assert_eq(&lines.collect::<String>());
    }

    #[test]
    fn letters_are_types() {
        check(
            &["evwqom", "0ztulf", "PCeUvSv", ""],
            expect![[r#"
                evwqom: (1, 0, 0) (2, 0, 0) (2, 1, 0) (2, 2, 0) (2, 3, 0) (2, 4, 0)
                0ztulf: (3, 0, 0) (4, 0, 0) (5, 0, 0) (6, 0, 0) (7, 0, 0) (8, 0, 0)
                PCeUvSv: (1, 0, 3) (2, 0, 8) (2, 0, 128)
                :
            "#]],
        );
    }

    #[test]
    fn modifiers_in_parentheses_have_a_number() {
        check(
            &[
                "(Log2EEW:3)Uv(Log2EEW:6)v",
                "(FixedSEW:8)v(FixedSEW:64)v",
                "(LFixedLog2LMUL:-3)v(SFixedLog2LMUL:0)v(SEFixedLog2LMUL:3)v",
                "(Tuple:2)v(Tuple:8)Fv",
            ],
            expect![[r#"
                (Log2EEW:3)Uv(Log2EEW:6)v: (2, 5, 8) (2, 8, 0)
                (FixedSEW:8)v(FixedSEW:64)v: (2, 9, 0) (2, 12, 0)
                (LFixedLog2LMUL:-3)v(SFixedLog2LMUL:0)v(SEFixedLog2LMUL:3)v: (2, 13, 0) (2, 23, 0) (2, 33, 0)
                (Tuple:2)v(Tuple:8)Fv: (2, 34, 0) (2, 40, 32)
            "#]],
        );
    }

    #[test]
    fn doubling_has_a_number_before_those_of_masks() {
        check_letters(
            PrototypeLetters::Extended,
            &["vdm", "UdAv", "(Tuple:2)d"],
            expect![[r#"
                vdm: (2, 0, 0) (2, 4, 0) (2, 5, 0)
                UdAv: (2, 4, 8) (2, 0, 256)
                (Tuple:2)d: (2, 35, 0)
            "#]],
        );
    }

    #[test]
    fn errors_name_what_is_no_type() {
        check(
            &[
                "vX",
                "Xv",
                "(Log2EEW:7)v",
                "(Log2EEW:3v",
                "(Tuple:2)(Tuple:2)v",
                "(Tuple:2)w",
                "CPe",
                "PPe",
            ],
            expect![[r#"
                vX: error: 'X' names no type
                Xv: error: 'X' is not a type modifier
                (Log2EEW:7)v: error: '(Log2EEW:7)' is not a vector modifier
                (Log2EEW:3v: error: '(Log2EEW:3v' lacks a ')'
                (Tuple:2)(Tuple:2)v: error: '(Tuple:2)(Tu' has two modifiers of its vector
                (Tuple:2)w: error: '(Tuple:2)w' has two modifiers of its vector
                CPe: error: 'P' cannot stand behind 'C'
                PPe: error: 'P' cannot stand twice
            "#]],
        );
    }
}
