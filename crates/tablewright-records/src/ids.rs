//! Ids for classes, records, shapes and types.
//!
//! An id has four bytes and is valid in one [`RecordStore`](crate::RecordStore). Ids have their own module because
//! values, types and records refer to each other.

use tablewright_index::define_index;

define_index! {
    /// A class. Ids are in the order of first declaration; use a query for name order.
    pub struct ClassId;

    /// A record from a `def`, `defm` or anonymous instance. Use a query for name order.
    pub struct RecordId;

    /// A record's fields and superclasses, shared by many records. Ids count from zero, so a vector can serve as a side
    /// table.
    pub struct ShapeId;

    /// A type; equal ids are equal types.
    pub struct TypeId;
}

impl ShapeId {
    /// No fields, no superclasses.
    pub(crate) const EMPTY: ShapeId = ShapeId::from_index(0);
}

impl TypeId {
    /// `bit`
    pub const BIT: TypeId = TypeId::from_index(0);
    /// `int`
    pub const INT: TypeId = TypeId::from_index(1);
    /// `string`; `code` is the same type.
    pub const STRING: TypeId = TypeId::from_index(2);
    /// `dag`
    pub const DAG: TypeId = TypeId::from_index(3);
    /// Any record: the record type without classes.
    pub const ANY_RECORD: TypeId = TypeId::from_index(4);
}
