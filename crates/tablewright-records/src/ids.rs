//! The ids of classes, records, shapes and types.
//!
//! An id is four bytes and stands for one thing of a [`RecordStore`](crate::RecordStore). The ids have
//! a module of their own because values, types and records all refer to one another.

use tablewright_index::define_index;

define_index! {
    /// A class. Ids follow the order of first declaration; name order is a query.
    pub struct ClassId;

    /// A record made by `def`, `defm` or an anonymous instance. Name order is a query.
    pub struct RecordId;

    /// The fields and superclasses of a record, which many records share. Numbered from zero, for
    /// side tables.
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
