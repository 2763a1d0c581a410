//! Instantiating: converts prototypes to records.
//!
//! To instantiate a class, multiclass or loop, its names are bound to values, and the contents of its body are
//! resolved: inherited fields, records in a multiclass, anonymous records. Finally the record's fields are resolved,
//! its assertions are checked, and the record is stored.

mod anonymous_record;
mod checks;
mod finalize_record;
mod inherit;
mod template_body;
