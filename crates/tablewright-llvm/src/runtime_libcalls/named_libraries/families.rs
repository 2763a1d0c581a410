//! Library call families: the same operation for several floating-point types.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use tablewright_records::{RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::record_views::runtime_libcalls::{RuntimeLibcallFamilyRecord, RuntimeLibcallRecord};

/// Scalar library calls: suffixes, and methods that check a type.
const SCALARS: [(&str, &str); 5] = [
    ("F32", "isFloatTy"),
    ("F64", "isDoubleTy"),
    ("F80", "isX86_FP80Ty"),
    ("F128", "isFP128Ty"),
    ("PPCF128", "isPPC_FP128Ty"),
];

pub(super) struct LibcallFamilies<'s> {
    /// Families in name order.
    pub(super) families: Vec<LibcallFamily<'s>>,
    /// Intrinsics with their family index.
    pub(super) intrinsics: Vec<(Vec<&'s str>, usize)>,
}

pub(super) struct LibcallFamily<'s> {
    pub(super) name: &'s str,
    /// Library calls for scalars.
    pub(super) scalars: Vec<ScalarLibcall>,
    /// Vector types in C++, and the library call for each.
    pub(super) vectors: Vec<(String, String)>,
}

/// A library call for a scalar type.
pub(super) struct ScalarLibcall {
    /// The method that checks a type.
    pub(super) check: &'static str,
    /// Library call name; `None` if the family lacks one for the type.
    pub(super) libcall: Option<String>,
}

pub(super) fn collect<'s>(
    store: &'s RecordStore,
    libcalls: &[RuntimeLibcallRecord<'s>],
) -> Result<LibcallFamilies<'s>, Diagnostic> {
    let defined: FxHashSet<&str> = libcalls.iter().map(|libcall| libcall.name()).collect();
    let mut records = Vec::new();
    for record in RuntimeLibcallFamilyRecord::all(store)? {
        records.push((record.libcall_base()?, record));
    }
    records.sort_by_key(|&(name, _)| name);
    let mut families = Vec::with_capacity(records.len());
    let mut family_of: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, &(name, record)) in records.iter().enumerate() {
        let scalars = SCALARS.map(|(suffix, check)| {
            let libcall = format!("{name}_{suffix}");
            let libcall = defined.contains(&libcall[..]).then_some(libcall);
            ScalarLibcall { check, libcall }
        });
        let vector = |suffix: &str| (suffix.to_ascii_lowercase(), format!("{name}_{suffix}"));
        let vectors = record.vector_suffixes()?.into_iter().map(vector).collect();
        families.push(LibcallFamily { name, scalars: scalars.into(), vectors });
        for intrinsic in record.intrinsics()? {
            if let Some(first) = family_of.insert(intrinsic, index) {
                let message = format!(
                    "intrinsic '{intrinsic}' is mapped by multiple RuntimeLibcallFamily records \
                     ('{}' and '{name}')",
                    records[first].0
                );
                let mut error = Diagnostic::error_anywhere(Code::RuntimeLibcalls, message);
                error.label(record.pos(), "the second family");
                return Err(error);
            }
        }
    }
    Ok(LibcallFamilies { families, intrinsics: by_family(family_of) })
}

/// Groups intrinsics by family. Groups are ordered by first intrinsic.
fn by_family(family_of: BTreeMap<&str, usize>) -> Vec<(Vec<&str>, usize)> {
    let mut groups: Vec<(Vec<&str>, usize)> = Vec::new();
    for (intrinsic, family) in family_of {
        match groups.iter_mut().find(|(_, index)| *index == family) {
            Some((intrinsics, _)) => intrinsics.push(intrinsic),
            None => groups.push((vec![intrinsic], family)),
        }
    }
    groups
}
