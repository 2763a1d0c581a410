//! The objects of an API, as data. Each kind is read from all records of its class, in natural order of their names.

mod declarations;
mod enums;
mod functions;

pub(crate) use declarations::{FptrTypedef, Handle, Macro, Struct, Typedef};
pub(crate) use enums::{Enum, TaggedValue};
pub(crate) use functions::{Function, Param, ParamValue};
