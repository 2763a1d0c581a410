//! The types of SVE: vectors whose length the processor knows, predicates, scalars and pointers.

use tablewright_text::{Append, TextSink, append};

#[derive(Clone, Copy, Debug)]
pub(crate) struct SveType {
    kind: Kind,
    is_immediate: bool,
    is_const: bool,
    is_pointer: bool,
    /// Whether the length of a vector is fixed.
    is_fixed: bool,
    /// The bits of a vector; of a scalable one, those of its shortest.
    bits: u32,
    element_bits: u32,
    /// None for a scalar, several for a tuple.
    vectors: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Void,
    Float,
    Signed,
    Unsigned,
    BFloat,
    Count,
    Prefetch,
    Pattern,
    Predicate,
}

impl Kind {
    /// The same without a sign.
    fn unsigned(self) -> Kind {
        if self == Kind::Signed { Kind::Unsigned } else { self }
    }
}

/// A type of a prototype: its letter, and how many vectors it has.
#[derive(Clone, Copy)]
pub(super) struct Modifier {
    letter: char,
    vectors: u32,
}

/// The types of a prototype.
pub(super) fn modifiers(prototype: &str) -> Result<Vec<Modifier>, String> {
    let mut modifiers = Vec::new();
    let mut letters = prototype.chars().peekable();
    while let Some(letter) = letters.next() {
        let Some(vectors @ 2..=4) = letter.to_digit(10) else {
            modifiers.push(Modifier { letter, vectors: 1 });
            continue;
        };
        // `2` is two vectors of the type itself, `2.x` two of another one.
        let letter = match letters.next_if_eq(&'.') {
            None => 'd',
            Some(_) => letters.next().ok_or_else(|| format!("'{prototype}' ends in '.'"))?,
        };
        modifiers.push(Modifier { letter, vectors });
    }
    Ok(modifiers)
}

impl SveType {
    /// The type that a modifier makes of the element type `spec`.
    pub(super) fn new(spec: &str, modifier: Modifier) -> Result<SveType, String> {
        let mut ty = SveType::of_spec(spec)?;
        ty.vectors = modifier.vectors;
        ty.modify(modifier.letter)?;
        Ok(ty)
    }

    /// The type that a letter of a prototype makes of the element type `spec`.
    pub(super) fn of_letter(spec: &str, letter: char) -> Result<SveType, String> {
        SveType::new(spec, Modifier { letter, vectors: 1 })
    }

    /// A vector of the element type `spec`.
    pub(crate) fn of_spec(spec: &str) -> Result<SveType, String> {
        let mut kind = None;
        let mut element_bits = 0;
        for letter in spec.chars() {
            let (only, bits) = match letter {
                'Q' => (Some(Kind::Count), 0),
                'P' => (Some(Kind::Predicate), 0),
                'U' => (Some(Kind::Unsigned), 0),
                'c' => (None, 8),
                's' => (None, 16),
                'i' => (None, 32),
                'l' => (None, 64),
                'q' => (None, 128),
                'h' => (Some(Kind::Float), 16),
                'f' => (Some(Kind::Float), 32),
                'd' => (Some(Kind::Float), 64),
                'b' => (Some(Kind::BFloat), 16),
                _ => return Err(format!("'{letter}' in '{spec}' is no type")),
            };
            // The first kind counts: a predicate may have a sign, which means nothing.
            kind = kind.or(only).or(Some(Kind::Signed));
            element_bits = bits;
        }
        Ok(SveType {
            kind: kind.ok_or_else(|| "there is no element type".to_owned())?,
            is_immediate: false,
            is_const: false,
            is_pointer: false,
            is_fixed: false,
            bits: 128,
            element_bits,
            vectors: 1,
        })
    }

    fn modify(&mut self, letter: char) -> Result<(), String> {
        match letter {
            'd' => {}
            'v' => (self.kind, self.vectors) = (Kind::Void, 0),
            'e' => (self.kind, self.element_bits) = (self.kind.unsigned(), self.element_bits / 2),
            'h' => self.element_bits /= 2,
            'q' => self.element_bits /= 4,
            'b' => (self.kind, self.element_bits) = (self.kind.unsigned(), self.element_bits / 4),
            'o' => self.element_bits *= 4,
            'P' => (self.kind, self.bits, self.element_bits) = (Kind::Predicate, 16, 1),
            '{' => (self.is_fixed, self.bits, self.vectors) = (true, 128, 1),
            'u' => self.kind = Kind::Unsigned,
            'x' => self.kind = Kind::Signed,
            'w' => self.element_bits = 64,
            'g' => (self.kind, self.element_bits) = (Kind::Unsigned, 64),
            '#' => (self.kind, self.element_bits) = (Kind::Signed, 64),
            '[' => (self.kind, self.element_bits) = (Kind::Unsigned, 8),
            't' => (self.kind, self.element_bits) = (Kind::Signed, 32),
            'z' => (self.kind, self.element_bits) = (Kind::Unsigned, 32),
            'O' => (self.kind, self.element_bits) = (Kind::Float, 16),
            'M' => (self.kind, self.element_bits) = (Kind::Float, 32),
            'N' => (self.kind, self.element_bits) = (Kind::Float, 64),
            '$' => (self.kind, self.element_bits) = (Kind::BFloat, 16),
            '}' => (self.kind, self.vectors) = (Kind::Count, 0),
            _ => return self.modify_to_scalar(letter),
        }
        Ok(())
    }

    /// The letters for scalars and pointers.
    fn modify_to_scalar(&mut self, letter: char) -> Result<(), String> {
        let own = self.element_bits;
        let (kind, bits) = match letter {
            's' | 'a' | 'c' | 'p' => (self.kind, own),
            'R' => (self.kind, own / 2),
            'r' => (self.kind, own / 4),
            '@' => (self.kind.unsigned(), own / 4),
            'K' => (Kind::Signed, own),
            'L' => (Kind::Unsigned, own),
            'j' => (self.kind, 64),
            'f' | 'n' | 'i' => (Kind::Unsigned, 64),
            'k' => (Kind::Signed, 32),
            'l' => (Kind::Signed, 64),
            'm' => (Kind::Unsigned, 32),
            'I' => (Kind::Pattern, 32),
            'J' => (Kind::Prefetch, 32),
            'Q' | '%' => (Kind::Void, own),
            'A' | 'S' => (Kind::Signed, 8),
            'B' | 'T' => (Kind::Signed, 16),
            'C' | 'U' => (Kind::Signed, 32),
            'D' => (Kind::Signed, 64),
            'E' | 'W' => (Kind::Unsigned, 8),
            'F' | 'X' => (Kind::Unsigned, 16),
            'G' | 'Y' => (Kind::Unsigned, 32),
            _ => return Err(format!("'{letter}' is no type of a prototype")),
        };
        (self.kind, self.element_bits, self.vectors) = (kind, bits, 0);
        self.is_immediate = matches!(letter, 'i' | 'I' | 'J');
        self.is_const = matches!(letter, 'c' | 'Q' | 'S' | 'T' | 'U' | 'W' | 'X' | 'Y');
        self.is_pointer = self.is_const || matches!(letter, 'p' | '%' | 'A'..='G');
        Ok(())
    }

    /// A tuple of such vectors.
    pub(crate) fn with_vectors(&self, vectors: u32) -> SveType {
        SveType { vectors, ..*self }
    }

    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    pub(super) fn element_bits(&self) -> u32 {
        self.element_bits
    }

    /// How many elements the shortest vector has.
    fn elements(&self) -> u32 {
        match self.kind {
            Kind::Predicate => 16,
            _ => self.bits.checked_div(self.element_bits).unwrap_or(0),
        }
    }

    /// The letters by which names of intrinsics show the type: `u32`.
    pub(super) fn suffix(&self) -> String {
        let letters = match self.kind {
            Kind::Signed => "s",
            Kind::Unsigned => "u",
            Kind::Count => "c",
            Kind::Predicate => "b",
            Kind::BFloat => "bf",
            Kind::Void | Kind::Float | Kind::Prefetch | Kind::Pattern => "f",
        };
        format!("{letters}{}", self.element_bits)
    }

    /// Adds the type in the short form that Clang reads.
    pub(crate) fn push_short_form(&self, out: &mut String) -> Result<(), String> {
        let elements = self.elements() * self.vectors;
        match (self.vectors, self.is_fixed) {
            (0, _) if self.is_immediate => out.push('I'),
            (0, _) => {}
            (_, false) => append!(out, "q", elements),
            (_, true) => append!(out, "V", elements),
        }
        match self.kind {
            Kind::Signed | Kind::Predicate if self.element_bits == 8 || self.is_pointer => {
                out.push('S');
            }
            Kind::Unsigned => out.push('U'),
            _ => {}
        }
        out.push_str(match (self.kind, self.element_bits) {
            (Kind::Void, _) => "v",
            (Kind::Count, _) => "Qa",
            (Kind::Prefetch | Kind::Pattern, _) => "i",
            (Kind::Predicate, 1) => "b",
            (Kind::Predicate, _) if self.vectors == 0 => "b",
            (Kind::BFloat, _) => "y",
            (Kind::Float, 16) => "h",
            (Kind::Float, 32) => "f",
            (Kind::Float, 64) => "d",
            (Kind::Signed | Kind::Unsigned, 1) => "b",
            (Kind::Signed | Kind::Unsigned | Kind::Predicate, 8) => "c",
            (Kind::Signed | Kind::Unsigned | Kind::Predicate, 16) => "s",
            (Kind::Signed | Kind::Unsigned | Kind::Predicate, 32) => "i",
            (Kind::Signed | Kind::Unsigned | Kind::Predicate, 64) => "Wi",
            (Kind::Signed | Kind::Unsigned | Kind::Predicate, 128) => "LLLi",
            (_, bits) => return Err(format!("there is no element of {bits} bits")),
        });
        if self.is_const {
            out.push('C');
        }
        if self.is_pointer {
            out.push('*');
        }
        Ok(())
    }
}

/// The name of the type in C.
impl Append for SveType {
    fn append_to(&self, out: &mut impl TextSink) {
        let is_scalable = self.vectors > 0 && !self.is_fixed;
        let kind = match self.kind {
            Kind::Prefetch => return out.push_str("enum svprfop"),
            Kind::Pattern => return out.push_str("enum svpattern"),
            Kind::Void => "void",
            Kind::Count => "svcount",
            Kind::Predicate => "bool",
            Kind::BFloat => "bfloat16",
            Kind::Float => "float",
            Kind::Signed => "int",
            Kind::Unsigned => "uint",
        };
        append!(out, if is_scalable { "sv" } else { "" }, kind);
        if matches!(self.kind, Kind::Float | Kind::Signed | Kind::Unsigned) {
            append!(out, self.element_bits);
        }
        if self.vectors > 0 && self.is_fixed {
            append!(out, "x", self.elements());
        }
        if self.vectors > 1 {
            append!(out, "x", self.vectors);
        }
        let is_scalar_predicate = self.kind == Kind::Predicate && self.vectors == 0;
        if !is_scalar_predicate && self.kind != Kind::Void {
            out.push_str("_t");
        }
        if self.is_const {
            out.push_str(" const");
        }
        if self.is_pointer {
            out.push_str(" *");
        }
    }
}

impl Modifier {
    pub(super) fn is_one_of(self, letters: &str) -> bool {
        letters.contains(self.letter)
    }
}
