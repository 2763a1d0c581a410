//! Argument properties for Clang's parser.
//!
//! Before it reads some arguments, the parser must know whether an identifier, a type or a string
//! follows. The class of the argument record decides. `argument` handles members and their types.

use tablewright_records::{FieldError, RecordView};

use crate::record_views::attr::{ArgumentRecord, EnumArgumentRecord};

impl<'s> ArgumentRecord<'s> {
    /// Whether the argument is fake (default: no).
    pub(crate) fn is_marked_fake(self) -> Result<bool, FieldError> {
        Ok(self.fake()?.unwrap_or(false))
    }

    /// Returns the most derived class of the record.
    fn class(self) -> &'s str {
        let store = self.store();
        self.superclasses().last().map_or("", |&class| store.class(class).name())
    }

    /// Iterates over all classes of the record, root first.
    pub(crate) fn classes(self) -> impl DoubleEndedIterator<Item = &'s str> {
        let store = self.store();
        self.superclasses().iter().map(move |&class| store.class(class).name())
    }

    /// Whether a class is for repeated arguments.
    pub(crate) fn has_variadic_class(self) -> bool {
        self.classes().any(|class| class.starts_with("Variadic"))
    }

    pub(crate) fn is_type(self) -> bool {
        self.class() == "TypeArgument"
    }

    pub(crate) fn is_identifier(self) -> bool {
        matches!(self.class(), "IdentifierArgument" | "EnumArgument" | "VariadicEnumArgument")
    }

    pub(crate) fn is_variadic_identifier(self) -> bool {
        matches!(self.class(), "VariadicIdentifierArgument" | "VariadicParamOrParamIdxArgument")
    }

    /// Whether the keyword `this` counts as an identifier.
    pub(crate) fn takes_this(self) -> bool {
        self.class() == "VariadicParamOrParamIdxArgument"
    }

    pub(crate) fn is_variadic_expression(self) -> bool {
        self.class() == "VariadicExprArgument"
    }

    /// Whether the argument is parsed as an expression.
    pub(crate) fn is_expression(self) -> bool {
        matches!(self.class(), "ExprArgument" | "VariadicExprArgument")
    }

    /// Whether the argument is parsed as an unevaluated string literal.
    pub(crate) fn is_string_literal(self) -> Result<bool, FieldError> {
        match self.class() {
            "EnumArgument" => EnumArgumentRecord::new(self.into()).is_string(),
            class => Ok(class == "StringArgument"),
        }
    }

    /// Whether all remaining arguments are parsed as string literals.
    pub(crate) fn is_variadic_string_literal(self) -> Result<bool, FieldError> {
        match self.class() {
            "VariadicEnumArgument" => EnumArgumentRecord::new(self.into()).is_string(),
            class => Ok(class == "VariadicStringArgument"),
        }
    }
}
