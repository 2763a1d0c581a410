//! API objects as data. Each kind is read from all records in its class, in natural order by name.

mod declarations;
mod enums;
mod functions;

pub(crate) use declarations::{FptrTypedef, Handle, Macro, Struct, Typedef};
pub(crate) use enums::{OffloadEnum, TaggedValue};
pub(crate) use functions::{FunctionsParam, OffloadFunction, ParamValue};
