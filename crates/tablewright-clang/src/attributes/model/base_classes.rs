//! Attribute base classes that Clang treats specially.

use super::ClangAttribute;

/// For each base class, whether the attribute inherits from it. Equal for attributes of the same
/// shape.
#[derive(Clone, Copy)]
pub(crate) struct BaseClasses {
    pub(crate) target_specific: bool,
    pub(crate) inheritable: bool,
    pub(crate) on_type: bool,
    pub(crate) on_declaration_or_type: bool,
    pub(crate) on_statement: bool,
    pub(crate) on_declaration_or_statement: bool,
}

impl BaseClasses {
    pub(crate) fn new(attribute: ClangAttribute<'_>) -> BaseClasses {
        BaseClasses {
            target_specific: attribute.inherits("TargetSpecificAttr"),
            inheritable: attribute.is_inheritable(),
            on_type: attribute.inherits("TypeAttr"),
            on_declaration_or_type: attribute.inherits("DeclOrTypeAttr"),
            on_statement: attribute.inherits("StmtAttr"),
            on_declaration_or_statement: attribute.inherits("DeclOrStmtAttr"),
        }
    }
}
