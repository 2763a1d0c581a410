//! Operand types with their names in C and in Clang's code generator.
//!
//! Types are numbered, and equal types have equal numbers. `type_reader` maps records to types.

use rustc_hash::FxHashMap;

use tablewright_index::{IndexVec, define_index};
use tablewright_text::append;

use crate::vector_intrinsics::c_type::{Element, ElementKind};

/// Size of a vector register in bits.
pub(super) const VECTOR_BITS: u32 = 128;

define_index! {
    /// A type.
    pub(crate) struct MveTypeId;
}

define_index! {
    /// A custom C name: a name that is not from `stdint.h`.
    pub(super) struct OwnNameId;
}

/// A C type.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum MveType {
    Void,
    Scalar {
        element: Element,
        /// The custom C name; `None` for the `stdint.h` name.
        own_name: Option<OwnNameId>,
    },
    Vector {
        element: Element,
        lanes: u32,
    },
    /// A structure of vectors.
    MultiVector {
        element: Element,
        lanes: u32,
        vectors: u32,
    },
    /// A bit for each vector lane; 16 bits in C.
    Predicate {
        lanes: u32,
    },
    Pointer {
        to: MveTypeId,
        is_const: bool,
    },
}

struct MveTypeTraits {
    ty: MveType,
    c_name: String,
    bits: u32,
    requires_float: bool,
    requires_mve: bool,
}

/// All types used so far.
pub(crate) struct MveTypes {
    /// Whether LLVM's pointer types are opaque.
    pub(super) pointers_are_opaque: bool,
    traits: IndexVec<MveTypeId, MveTypeTraits>,
    own_names: IndexVec<OwnNameId, String>,
    by_type: FxHashMap<MveType, MveTypeId>,
    /// Pointers by C name. As in the reference, equal names are equal types, although predicates
    /// with any number of lanes have the same name.
    pointers: FxHashMap<String, MveTypeId>,
}

impl MveTypes {
    pub(super) fn new() -> MveTypes {
        let mut types = MveTypes {
            pointers_are_opaque: false,
            traits: IndexVec::new(),
            own_names: IndexVec::new(),
            by_type: FxHashMap::default(),
            pointers: FxHashMap::default(),
        };
        types.intern(MveType::Void);
        types
    }

    /// Returns the type `void`, which is the parameter of intrinsics without a parameter.
    pub(super) fn void(&self) -> MveTypeId {
        self.by_type[&MveType::Void]
    }

    /// Adds a scalar with a custom C name, or with the `stdint.h` name.
    pub(super) fn intern_scalar(&mut self, element: Element, own_name: Option<&str>) -> MveTypeId {
        let own_name = own_name.map(|name| self.intern_own_name(name));
        self.intern(MveType::Scalar { element, own_name })
    }

    fn intern_own_name(&mut self, name: &str) -> OwnNameId {
        let known = self.own_names.iter_enumerated().find(|(_, own_name)| *own_name == name);
        match known.map(|(id, _)| id) {
            Some(id) => id,
            None => self.own_names.push(name.to_owned()),
        }
    }

    pub(super) fn intern(&mut self, ty: MveType) -> MveTypeId {
        if let Some(&id) = self.by_type.get(&ty) {
            return id;
        }
        let c_name = self.name_in_c(ty);
        if matches!(ty, MveType::Pointer { .. })
            && let Some(&id) = self.pointers.get(&c_name)
        {
            return id;
        }
        let traits = MveTypeTraits {
            ty,
            bits: self.size_in_bits(ty),
            requires_float: match ty {
                MveType::Void | MveType::Predicate { .. } => false,
                MveType::Scalar { element, .. }
                | MveType::Vector { element, .. }
                | MveType::MultiVector { element, .. } => element.kind == ElementKind::Float,
                MveType::Pointer { to, .. } => self.traits[to].requires_float,
            },
            requires_mve: match ty {
                MveType::Void | MveType::Scalar { .. } => false,
                MveType::Vector { .. }
                | MveType::MultiVector { .. }
                | MveType::Predicate { .. } => true,
                MveType::Pointer { to, .. } => self.traits[to].requires_mve,
            },
            c_name,
        };
        let id = self.traits.next_index();
        match ty {
            MveType::Pointer { .. } => self.pointers.insert(traits.c_name.clone(), id),
            MveType::Void
            | MveType::Scalar { .. }
            | MveType::Vector { .. }
            | MveType::MultiVector { .. }
            | MveType::Predicate { .. } => self.by_type.insert(ty, id),
        };
        self.traits.push(traits)
    }

    fn size_in_bits(&self, ty: MveType) -> u32 {
        match ty {
            MveType::Void => 0,
            MveType::Scalar { element, .. } => element.bits,
            MveType::Vector { element, lanes } => element.bits.wrapping_mul(lanes),
            MveType::MultiVector { element, lanes, vectors } => {
                element.bits.wrapping_mul(lanes).wrapping_mul(vectors)
            }
            MveType::Predicate { .. } => 16,
            MveType::Pointer { .. } => 32,
        }
    }

    pub(super) fn name_in_c(&self, ty: MveType) -> String {
        let mut name = String::new();
        match ty {
            MveType::Void => return "void".to_owned(),
            MveType::Scalar { own_name: Some(name), .. } => return self.own_names[name].clone(),
            MveType::Scalar { element, own_name: None } => append!(&mut name, element),
            MveType::Vector { element, lanes } => append!(&mut name, element, "x", lanes),
            MveType::MultiVector { element, lanes, vectors } => {
                append!(&mut name, element, "x", lanes, "x", vectors);
            }
            MveType::Predicate { .. } => name.push_str("mve_pred16"),
            MveType::Pointer { to, is_const } => {
                let const_ = if is_const { "const " } else { "" };
                append!(&mut name, const_, self.traits[to].c_name, " *");
                return name;
            }
        }
        name.push_str("_t");
        name
    }

    /// Returns a vector with `None` for each type.
    pub(super) fn none_for_each<T: Clone>(&self) -> IndexVec<MveTypeId, Option<T>> {
        IndexVec::from_elem(None, &self.traits)
    }

    pub(super) fn get(&self, id: MveTypeId) -> MveType {
        self.traits[id].ty
    }

    /// Returns a scalar's element; `None` for other types.
    pub(super) fn scalar(&self, id: MveTypeId) -> Option<Element> {
        let MveType::Scalar { element, .. } = self.traits[id].ty else { return None };
        Some(element)
    }

    pub(crate) fn c_name(&self, id: MveTypeId) -> &str {
        &self.traits[id].c_name
    }

    pub(super) fn bits(&self, id: MveTypeId) -> u32 {
        self.traits[id].bits
    }

    /// Whether the type requires MVE's floating-point extension.
    pub(crate) fn requires_float(&self, id: MveTypeId) -> bool {
        self.traits[id].requires_float
    }

    pub(crate) fn requires_mve(&self, id: MveTypeId) -> bool {
        self.traits[id].requires_mve
    }

    /// Appends the type's suffix in intrinsic names. `letter` replaces the letter for its kind
    /// unless it is empty. Returns whether the type has a suffix.
    pub(super) fn push_suffix(&self, id: MveTypeId, letter: &str, name: &mut String) -> bool {
        match self.traits[id].ty {
            MveType::Void => true,
            MveType::Scalar { element, .. } => {
                if letter.is_empty() {
                    append!(name, "_", element.short("s"));
                } else {
                    append!(name, "_", letter, element.bits);
                }
                true
            }
            MveType::Vector { .. }
            | MveType::MultiVector { .. }
            | MveType::Predicate { .. }
            | MveType::Pointer { .. } => false,
        }
    }

    /// Returns the LLVM type as a C++ expression in Clang.
    ///
    /// # Errors
    /// A message, if Clang does not have a name for it.
    pub(super) fn llvm_name(&self, id: MveTypeId) -> Result<String, String> {
        let name = match self.traits[id].ty {
            MveType::Void | MveType::MultiVector { .. } => {
                let c_name = &self.traits[id].c_name;
                return Err(format!("no LLVM type name available for type {c_name}"));
            }
            MveType::Scalar { element, .. } => llvm_element(element)?,
            MveType::Vector { element, lanes } => {
                format!("llvm::FixedVectorType::get({}, {lanes})", llvm_element(element)?)
            }
            MveType::Predicate { lanes } => {
                format!("llvm::FixedVectorType::get(Builder.getInt1Ty(), {lanes})")
            }
            MveType::Pointer { .. } if self.pointers_are_opaque => "Builder.getPtrTy()".to_owned(),
            MveType::Pointer { to, .. } => {
                format!("llvm::PointerType::getUnqual({})", self.llvm_name(to)?)
            }
        };
        Ok(name)
    }
}

fn llvm_element(element: Element) -> Result<String, String> {
    let name = match (element.kind, element.bits) {
        (ElementKind::Float, 16) => "HalfTy",
        (ElementKind::Float, 32) => "FloatTy",
        (ElementKind::Float, 64) => "DoubleTy",
        (ElementKind::Float, _) => return Err("bad size for floating type".to_owned()),
        (_, bits) => return Ok(format!("Int{bits}Ty")),
    };
    Ok(name.to_owned())
}

/// Returns the number of lanes in a vector register; `None` if the element does not have a size.
pub(super) fn register_lanes(element: Element) -> Option<u32> {
    VECTOR_BITS.checked_div(element.bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    const U16: Element = Element { kind: ElementKind::Unsigned, bits: 16 };
    const F32: Element = Element { kind: ElementKind::Float, bits: 32 };

    /// Prints the C and LLVM names, and the required extension.
    fn check(types: &mut MveTypes, ty: MveType, expected: Expect) -> MveTypeId {
        let id = types.intern(ty);
        check_id(types, id, expected);
        id
    }

    fn check_id(types: &MveTypes, id: MveTypeId, expected: Expect) {
        let llvm = types.llvm_name(id).unwrap_or_else(|error| error);
        let needs = match (types.requires_mve(id), types.requires_float(id)) {
            (false, false) => "nothing",
            (true, false) => "MVE",
            (false, true) => "floats",
            (true, true) => "MVE with floats",
        };
        let (c_name, bits) = (types.c_name(id), types.bits(id));
        expected.assert_eq(&format!("{c_name} | {llvm} | {bits} bits | {needs}"));
    }

    #[test]
    fn types_have_names_in_c_and_llvm() {
        let types = &mut MveTypes::new();
        check(
            types,
            MveType::Void,
            expect!["void | no LLVM type name available for type void | 0 bits | nothing"],
        );
        let [plain, word, again] =
            [None, Some("word"), Some("word")].map(|name| types.intern_scalar(U16, name));
        check_id(types, plain, expect!["uint16_t | Int16Ty | 16 bits | nothing"]);
        check_id(types, word, expect!["word | Int16Ty | 16 bits | nothing"]);
        assert!(word == again);
        let vector = MveType::Vector { element: F32, lanes: 4 };
        let of_floats = check(
            types,
            vector,
            expect![
                "float32x4_t | llvm::FixedVectorType::get(FloatTy, 4) | 128 bits | MVE with floats"
            ],
        );
        check(
            types,
            MveType::Pointer { to: of_floats, is_const: true },
            expect![
                "const float32x4_t * | llvm::PointerType::getUnqual(llvm::FixedVectorType::get(FloatTy, 4)) | 32 bits | MVE with floats"
            ],
        );
        check(
            types,
            MveType::MultiVector { element: U16, lanes: 8, vectors: 2 },
            expect![
                "uint16x8x2_t | no LLVM type name available for type uint16x8x2_t | 256 bits | MVE"
            ],
        );
        check(
            types,
            MveType::Predicate { lanes: 8 },
            expect![
                "mve_pred16_t | llvm::FixedVectorType::get(Builder.getInt1Ty(), 8) | 16 bits | MVE"
            ],
        );
        let half = Element { kind: ElementKind::Float, bits: 8 };
        let half = types.intern_scalar(half, None);
        check_id(types, half, expect!["float8_t | bad size for floating type | 8 bits | floats"]);
    }

    #[test]
    fn pointers_with_the_same_name_in_c_are_one_type() {
        let mut types = MveTypes::new();
        let [four, eight] = [4, 8].map(|lanes| {
            let to = types.intern(MveType::Predicate { lanes });
            types.intern(MveType::Pointer { to, is_const: false })
        });
        assert!(four == eight);
        let llvm = types.llvm_name(eight);
        assert_eq!(
            llvm.as_deref(),
            Ok("llvm::PointerType::getUnqual(llvm::FixedVectorType::get(Builder.getInt1Ty(), 4))")
        );
    }
}
