//! Instantiating: from prototypes to records.
//!
//! A class, multiclass or loop is instantiated by giving its names values and resolving what its body
//! made: fields that are inherited, records of a multiclass, anonymous records. At last a record's
//! fields are resolved by one another, its assertions checked, and it is put in the store.

mod anonymous_record;
mod checks;
mod finalize_record;
mod inherit;
mod template_body;
