//! Signatures: the types of a prototype for an element type.
//!
//! Many intrinsics share a prototype and an element type, and therefore the types.

use std::ops::Range;

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{FieldError, Record};
use tablewright_syntax::symbol::Symbol;

use super::flags::{NamedValue, SveFlags};
use super::sve_type::{LetterRules, Modifier, SveType, modifiers};
use crate::support::rows::{OutputRow, OutputRows};
use crate::vector_intrinsics::c_type::{ElementKind, type_specs};
use crate::vector_intrinsics::field_error;
use crate::vector_intrinsics::immediate_check::ImmediateCheck;

define_index! {
    pub(crate) struct SveSignatureId;
    pub(crate) struct SveTypeId;
}

pub(crate) struct SveSignature {
    /// The element type, as a vector.
    pub(crate) base: SveType,
    /// Flags for the element type, and for the operand that is converted to a vector.
    pub(super) flags: u64,
    types: OutputRow<SveTypeId>,
    checks: OutputRow<ImmediateCheck>,
}

/// The signatures in a description.
#[derive(Default)]
pub(crate) struct Signatures {
    all: IndexVec<SveSignatureId, SveSignature>,
    types: OutputRows<SveTypeId>,
    /// Distinct types.
    pub(super) distinct_types: IndexVec<SveTypeId, SveType>,
    checks: OutputRows<ImmediateCheck>,
}

impl Signatures {
    pub(super) fn ids(&self) -> impl Iterator<Item = SveSignatureId> {
        self.all.indices()
    }

    pub(crate) fn get(&self, id: SveSignatureId) -> &SveSignature {
        &self.all[id]
    }

    /// Returns the result type, followed by the parameter types.
    pub(crate) fn types(&self, id: SveSignatureId) -> &[SveTypeId] {
        &self.types[self.all[id].types]
    }

    pub(crate) fn ty(&self, id: SveTypeId) -> &SveType {
        &self.distinct_types[id]
    }

    /// Returns the checks of parameters that are enumerations.
    pub(super) fn checks(&self, id: SveSignatureId) -> &[ImmediateCheck] {
        &self.checks[self.all[id].checks]
    }
}

/// Reads signatures on demand and caches them.
pub(super) struct SignatureReader<'f> {
    named_flags: &'f SveFlags<'f>,
    element_mask: NamedValue,
    splat_mask: NamedValue,
    pattern_check: NamedValue,
    prefetch_check: NamedValue,
    types: FxHashMap<SveType, SveTypeId>,
    /// The signatures for each pair of prototype and element types.
    read: FxHashMap<(Symbol, Symbol), Range<usize>>,
}

impl<'f> SignatureReader<'f> {
    pub(super) fn new(named_flags: &'f SveFlags<'f>) -> SignatureReader<'f> {
        SignatureReader {
            named_flags,
            element_mask: named_flags.flag("EltTypeMask"),
            splat_mask: named_flags.flag("SplatOperandMask"),
            pattern_check: named_flags.immediate_check("ImmCheck0_31"),
            prefetch_check: named_flags.immediate_check("ImmCheck0_13"),
            types: FxHashMap::default(),
            read: FxHashMap::default(),
        }
    }

    /// Returns the signatures for a record of class `Inst`, one for each element type.
    pub(super) fn read(
        &mut self,
        prototype: Symbol,
        types: Symbol,
        record: Record<'_>,
        signatures: &mut Signatures,
    ) -> Result<impl Iterator<Item = SveSignatureId> + Clone + use<>, FieldError> {
        let range = match self.read.get(&(prototype, types)) {
            Some(range) => range.clone(),
            None => {
                let store = record.store();
                let range =
                    self.add_all(store.str(prototype), store.str(types), record, signatures)?;
                self.read.insert((prototype, types), range.clone());
                range
            }
        };
        Ok(range.map(SveSignatureId::from_index))
    }

    fn add_all(
        &mut self,
        prototype: &str,
        types: &str,
        record: Record<'_>,
        signatures: &mut Signatures,
    ) -> Result<Range<usize>, FieldError> {
        let in_prototype = |problem: String| field_error(record, "Prototype", &problem);
        let elements =
            element_types(types).map_err(|problem| field_error(record, "Types", &problem))?;
        let letters = LetterRules::new(record.store());
        let modifiers = modifiers(prototype).map_err(in_prototype)?;
        if modifiers.is_empty() {
            return Err(in_prototype("the result type is missing".to_owned()));
        }
        let mut splat = 0;
        if let Some(operand) = modifiers[1..].iter().position(|modifier| modifier.is_splat()) {
            let number = letters.argument_number(&modifiers[1..=operand]);
            splat = self.splat_mask.part(number + 1, record)?;
        }
        let first = signatures.all.len();
        for base in elements {
            self.add(base.with_letters(letters), &modifiers, splat, record, signatures)?;
        }
        Ok(first..signatures.all.len())
    }

    fn add(
        &mut self,
        base: SveType,
        modifiers: &[Modifier],
        splat: u64,
        record: Record<'_>,
        signatures: &mut Signatures,
    ) -> Result<(), FieldError> {
        let Signatures { all, types, distinct_types, checks } = signatures;
        let (first_type, first_check) = (types.start(), checks.start());
        // The result has the operand number -1.
        for (operand, &modifier) in (-1..).zip(modifiers) {
            let ty = base.modified(modifier);
            let ty = ty.map_err(|problem| field_error(record, "Prototype", &problem))?;
            types.add(*self.types.entry(ty).or_insert_with(|| distinct_types.push(ty)));
            if operand < 0 {
                continue;
            }
            let check = if ty.element().kind == ElementKind::Pattern {
                self.pattern_check
            } else if ty.element().kind == ElementKind::Prefetch {
                self.prefetch_check
            } else {
                continue;
            };
            let kind = check.get(record)? as i64;
            checks.add(ImmediateCheck { operand, kind, element_bits: 0, vector_bits: None });
        }
        let element =
            self.element_mask.part(self.named_flags.element_type(base, record)?, record)?;
        all.push(SveSignature {
            base,
            flags: element | splat,
            types: types.row_from(first_type),
            checks: checks.row_from(first_check),
        });
        Ok(())
    }
}

/// Parses the letters of distinct element types. Returns the types as vectors.
fn element_types(types: &str) -> Result<Vec<SveType>, String> {
    let types = match types {
        // If there are no types in the name, any type is suitable.
        "" => "i",
        types => types,
    };
    let mut specs = Vec::new();
    for spec in type_specs(types) {
        specs.push((spec, SveType::from_spec(spec)?));
    }
    specs.sort_unstable_by_key(|&(spec, _)| spec);
    specs.dedup_by_key(|&mut (spec, _)| spec);
    Ok(specs.into_iter().map(|(_, ty)| ty).collect())
}
