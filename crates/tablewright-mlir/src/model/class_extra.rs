//! C++ that a description adds to the class of an operation, an attribute or a type.

/// C++ that a description adds to a class.
#[derive(Clone, Copy, Debug)]
pub struct ClassExtra<'s> {
    /// Members; may be empty.
    pub declaration: &'s str,
    /// Their definitions, with `$cppClass` for the class; may be empty.
    pub definition: &'s str,
}
