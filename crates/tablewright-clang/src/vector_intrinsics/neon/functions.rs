//! Header functions: their order, and the versions of each.
//!
//! If the order of elements matters, a function has separate versions for little and big endian.
//! The big endian version reverses its vectors. Functions that it calls must not reverse them
//! again, so that called functions have a third version.

use tablewright_backend::{Failure, Job};
use tablewright_index::IndexVec;
use tablewright_records::{FieldError, RecordStore};
use tablewright_syntax::diagnostic::Code;

use super::body_reader;
use super::expression::Bodies;
use super::intrinsic::{IntrinsicId, NeonIntrinsics};
use super::mangled_name::ClassKind;
use crate::vector_intrinsics::c_type::ElementKind;

/// A header's functions.
pub(crate) struct NeonFunctions<'a> {
    pub(super) store: &'a RecordStore,
    pub(super) intrinsics: &'a NeonIntrinsics,
    pub(super) bodies: Bodies,
    /// Each function after the functions that it calls.
    pub(super) functions: Vec<NeonFunction>,
}

pub(super) struct NeonFunction {
    pub(super) intrinsic: IntrinsicId,
    pub(super) versions: NeonVersions,
    /// The numeric suffix of variable names in the first version, if any. Each further version uses
    /// the next number.
    pub(super) first_number: Option<u32>,
    /// The type's number, if the builtin takes it as an argument.
    pub(super) builtin_type: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NeonVersions {
    /// A single version.
    One,
    ByEndianness {
        /// Whether there is a big endian version that does not reverse vectors.
        has_unreversed: bool,
    },
}

impl<'a> NeonFunctions<'a> {
    /// Returns the functions for all intrinsics of a job.
    pub(crate) fn for_job(job: &mut Job<'a>) -> Result<NeonFunctions<'a>, Failure> {
        Ok(NeonFunctions::collect(job.analysis()?, job.store)?)
    }

    fn collect(
        intrinsics: &'a NeonIntrinsics,
        store: &'a RecordStore,
    ) -> Result<NeonFunctions<'a>, FieldError> {
        let bodies = body_reader::read(intrinsics, store)?;
        let mut is_called = IndexVec::from_elem(false, &intrinsics.all);
        for id in intrinsics.all.indices() {
            bodies.calls_of(id).for_each(|callee| is_called[callee] = true);
        }
        let mut next_number = 0;
        let mut functions = Vec::with_capacity(intrinsics.all.len());
        for id in order(intrinsics, &bodies, store)? {
            let intrinsic = intrinsics.get(id, store);
            let has_unreversed = is_called[id];
            let (versions, count) = if intrinsic.is_big_endian_safe() {
                (NeonVersions::One, 1)
            } else {
                (NeonVersions::ByEndianness { has_unreversed }, if has_unreversed { 3 } else { 2 })
            };
            // Called macros could have variables with the same names.
            let calls_macro =
                bodies.calls_of(id).any(|callee| intrinsics.get(callee, store).is_macro());
            let first_number = calls_macro.then_some(next_number);
            if calls_macro {
                next_number += count;
            }
            let has_builtin = intrinsic.has_builtin() && !intrinsic.is_unavailable();
            let builtin_type = if has_builtin && intrinsic.builtin_class() == ClassKind::Any {
                let flags = intrinsic.key_type().flags();
                Some(flags.map_err(|problem| {
                    FieldError::new(Code::IntrinsicFlags, *intrinsic.record(), problem)
                })?)
            } else {
                None
            };
            functions.push(NeonFunction { intrinsic: id, versions, first_number, builtin_type });
        }
        Ok(NeonFunctions { store, intrinsics, bodies, functions })
    }
}

/// Sorts functions by conditions and name, except for functions that call later functions.
fn order(
    intrinsics: &NeonIntrinsics,
    bodies: &Bodies,
    store: &RecordStore,
) -> Result<Vec<IntrinsicId>, FieldError> {
    // Adjacent intrinsics have the same conditions and name, except that `mfloat8_t` has its own
    // conditions.
    let ids: Vec<IntrinsicId> = intrinsics.ids().collect();
    let mut runs: Vec<&[IntrinsicId]> = ids
        .chunk_by(|&a, &b| {
            let [a, b] = [a, b].map(|id| &intrinsics.all[id]);
            a.description == b.description
                && a.base.is(ElementKind::MFloat) == b.base.is(ElementKind::MFloat)
        })
        .collect();
    runs.sort_by_cached_key(|run| {
        let intrinsic = intrinsics.get(run[0], store);
        (intrinsic.guards(), intrinsic.name())
    });
    let mut left = runs.concat();
    let mut is_written = IndexVec::from_elem(false, &intrinsics.all);
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let count = left.len();
        for id in std::mem::take(&mut left) {
            if bodies.calls_of(id).all(|callee| is_written[callee]) {
                is_written[id] = true;
                order.push(id);
            } else {
                left.push(id);
            }
        }
        if left.len() == count {
            let record = intrinsics.get(left[0], store).record();
            return Err(FieldError::new(
                Code::IntrinsicBodies,
                *record,
                "intrinsics call each other in a ring",
            ));
        }
    }
    Ok(order)
}
