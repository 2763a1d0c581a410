//! The tables: extensions, types, signatures, and overloads of functions.
//!
//! Functions share signatures, and names share a list of overloads where all signatures are the same.

use rustc_hash::{FxHashMap, FxHashSet};

use tablewright_records::{FieldError, Record, RecordId, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::StringMatcher;

use super::types::{self, Types};

/// The index of a type has to fit in the elements of the table of signatures.
const MAX_TYPE_INDEX: usize = u16::MAX as usize;

/// The versions of OpenCL, each a bit of a mask from the lowest on.
const VERSIONS: [u32; 5] = [100, 110, 120, 200, 300];

pub(super) struct Builtins<'s> {
    pub(super) types: Types<'s>,
    pub(super) extensions: Vec<Extension<'s>>,
    pub(super) signatures: Vec<Signature>,
    pub(super) groups: Vec<Group<'s>>,
    /// From a name to the place of its overloads.
    pub(super) matcher: StringMatcher<'s>,
}

pub(super) struct Extension<'s> {
    pub(super) record: &'s str,
    /// What the functions need, separated by a space.
    pub(super) names: &'s str,
}

pub(super) struct Signature {
    /// The place of its first type in the table.
    pub(super) index: usize,
    /// The result, then the parameters.
    pub(super) types: Vec<usize>,
}

/// Names with the same overloads.
pub(super) struct Group<'s> {
    /// The place of its first overload in the table, from 1 on.
    pub(super) index: usize,
    pub(super) names: Vec<&'s str>,
    pub(super) overloads: Vec<Overload>,
}

#[derive(Clone, PartialEq, Eq)]
pub(super) struct Overload {
    pub(super) signature: usize,
    pub(super) type_count: usize,
    pub(super) attributes: Attributes,
    pub(super) extension: usize,
    /// A bit for each version that has it.
    pub(super) versions: u32,
    /// The record of the extension, and the versions as they stand there: names share overloads if
    /// these are equal.
    key: (RecordId, i64, i64),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Attributes {
    pub(super) is_pure: bool,
    pub(super) is_const: bool,
    pub(super) is_convergent: bool,
}

pub(super) fn collect(store: &RecordStore) -> Result<Builtins<'_>, Diagnostic> {
    let types = types::collect(store)?;
    let mut extensions = Vec::new();
    let mut extension_index = FxHashMap::default();
    for record in store.derived_from_name("FunctionExtension")? {
        extension_index.insert(record.id(), extensions.len());
        extensions.push(Extension { record: record.name(), names: record.string("ExtName")? });
    }
    let mut signatures = SignatureTable::default();
    let mut functions: Vec<(&str, Vec<Overload>)> = Vec::new();
    let mut by_name: FxHashMap<&str, usize> = FxHashMap::default();
    for record in store.derived_from_name("Builtin")? {
        let name = record.string("Name")?;
        let signature = record.list_of_records("Signature")?;
        let index = signatures.insert(record, &signature, &types)?;
        let overload = overload(record, index, signature.len(), &extension_index)?;
        let function = *by_name.entry(name).or_insert_with(|| {
            functions.push((name, Vec::new()));
            functions.len() - 1
        });
        functions[function].1.push(overload);
    }
    let groups = group(functions);
    let matcher = matcher(&groups);
    Ok(Builtins { types, extensions, signatures: signatures.signatures, groups, matcher })
}

/// Signatures, each once.
#[derive(Default)]
struct SignatureTable {
    signatures: Vec<Signature>,
    by_types: FxHashMap<Vec<RecordId>, usize>,
    next_index: usize,
}

impl SignatureTable {
    /// The place of the signature in the table.
    fn insert(
        &mut self,
        function: Record<'_>,
        signature: &[Record<'_>],
        types: &Types<'_>,
    ) -> Result<usize, Diagnostic> {
        let key: Vec<RecordId> = signature.iter().map(|ty| ty.id()).collect();
        if let Some(&index) = self.by_types.get(&key) {
            return Ok(index);
        }
        check_generic_types(function, signature)?;
        let mut indices = Vec::with_capacity(signature.len());
        for ty in signature {
            let index = types.index_of(*ty).ok_or_else(|| {
                let message = format!("'{}' in a signature is no type", ty.name());
                FieldError::new(Code::ClangOpencl, function, message)
            })?;
            if index > MAX_TYPE_INDEX {
                let message = "Entry in SignatureTable exceeds limit.";
                return Err(Diagnostic::error_anywhere(Code::ClangOpencl, message));
            }
            indices.push(index);
        }
        let index = self.next_index;
        self.next_index += signature.len();
        self.signatures.push(Signature { index, types: indices });
        self.by_types.insert(key, index);
        Ok(index)
    }
}

/// Generic types in a signature stand for as many types, in as many sizes, unless it is one.
fn check_generic_types(function: Record<'_>, signature: &[Record<'_>]) -> Result<(), FieldError> {
    let mut sizes = 1;
    let mut types = 1;
    for ty in signature.iter().filter(|ty| ty.inherits("GenericType")) {
        let size_count = ty.record("VectorList")?.list_of_ints("List")?.len();
        let type_count = ty.record("TypeList")?.list_of_records("List")?.len();
        for (count, seen, what) in
            [(size_count, &mut sizes, "vector sizes"), (type_count, &mut types, "types")]
        {
            if count != *seen && count != 1 {
                if *seen > 1 {
                    let message = format!(
                        "number of {what} should be equal or 1 for all gentypes in a declaration"
                    );
                    return Err(FieldError::new(Code::ClangOpencl, function, message));
                }
                *seen = count;
            }
        }
    }
    Ok(())
}

fn overload(
    record: Record<'_>,
    signature: usize,
    type_count: usize,
    extension_index: &FxHashMap<RecordId, usize>,
) -> Result<Overload, FieldError> {
    let extension = record.record("Extension")?;
    let min_version = record.record("MinVersion")?.int("ID")?;
    let max_version = record.record("MaxVersion")?.int("ID")?;
    Ok(Overload {
        signature,
        type_count,
        attributes: Attributes {
            is_pure: record.bit("IsPure")?,
            is_const: record.bit("IsConst")?,
            is_convergent: record.bit("IsConv")?,
        },
        extension: extension_index.get(&extension.id()).copied().unwrap_or(0),
        versions: version_mask(min_version as u32, max_version as u32),
        key: (extension.id(), min_version, max_version),
    })
}

fn version_mask(min: u32, max: u32) -> u32 {
    // Without a maximum, all later versions have it.
    let max = if max == 0 { u32::MAX } else { max };
    let has = |version: u32| version >= min && version < max;
    VERSIONS.iter().enumerate().map(|(bit, &version)| u32::from(has(version)) << bit).sum()
}

impl Overload {
    /// Whether two overloads with the same signature agree in all else.
    fn agrees(&self, other: &Overload) -> bool {
        self.attributes == other.attributes && self.key == other.key
    }
}

/// Joins names whose overloads are the same.
fn group<'s>(functions: Vec<(&'s str, Vec<Overload>)>) -> Vec<Group<'s>> {
    let mut groups: Vec<Group<'s>> = Vec::new();
    let mut by_signatures: FxHashMap<Vec<usize>, Vec<usize>> = FxHashMap::default();
    let mut index = 1;
    for (name, overloads) in functions {
        let mut key: Vec<usize> = overloads.iter().map(|overload| overload.signature).collect();
        key.sort_unstable();
        let candidates = by_signatures.entry(key).or_default();
        let mut is_joined = false;
        for &candidate in candidates.iter() {
            let group = &mut groups[candidate];
            // As in the reference release, one overload that agrees is enough, and a name may join
            // several groups. It is found in the first.
            if group.overloads.iter().zip(&overloads).any(|(a, b)| a.agrees(b)) {
                group.names.push(name);
                is_joined = true;
            }
        }
        if !is_joined {
            candidates.push(groups.len());
            let count = overloads.len();
            groups.push(Group { index, names: vec![name], overloads });
            index += count;
        }
    }
    groups
}

fn matcher<'s>(groups: &[Group<'s>]) -> StringMatcher<'s> {
    let mut seen = FxHashSet::default();
    let mut cases = Vec::new();
    for Group { index, names, overloads } in groups {
        for &name in names.iter().filter(|&&name| seen.insert(name)) {
            let count = overloads.len();
            cases.push((name, format!("return std::make_pair({index}, {count});")));
        }
    }
    StringMatcher::new(cases).expect("each name is there once")
}
