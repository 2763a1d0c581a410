//! Value type sets, and the steps by which inference narrows them.
//!
//! A value in a pattern has a possible type set for each hardware mode. Sets are interned: a
//! [`TypeSetId`](type_sets::TypeSetId) identifies a set, and each step from one set to another is computed once.

mod type_relations;
pub(crate) mod type_set;
pub(crate) mod type_sets;
pub(crate) mod type_traits;
