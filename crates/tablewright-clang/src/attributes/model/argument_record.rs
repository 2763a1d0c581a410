//! Arguments, as far as the parser of Clang depends on them.
//!
//! The parser has to know of some arguments, before it reads them, whether an identifier, a type or a
//! string comes. The class that the record is made of decides it. Members and their types are left to
//! `argument`.

use tablewright_records::{FieldError, RecordView};

use crate::record_views::attr::{ArgumentRecord, EnumArgumentRecord};

impl<'s> ArgumentRecord<'s> {
    /// Whether the argument is fake; one that does not say so is not.
    pub(crate) fn is_marked_fake(self) -> Result<bool, FieldError> {
        Ok(self.fake()?.unwrap_or(false))
    }

    /// The class that the record is an instance of: the last one of those it inherits from.
    fn class(self) -> &'s str {
        let store = self.store();
        self.superclasses().last().map_or("", |&class| store.class(class).name())
    }

    /// All classes, from the root to the class of the record.
    pub(crate) fn classes(self) -> impl DoubleEndedIterator<Item = &'s str> {
        let store = self.store();
        self.superclasses().iter().map(move |&class| store.class(class).name())
    }

    /// Whether one of the classes is for arguments of which there can be any number.
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

    /// Whether expressions are parsed.
    pub(crate) fn is_expression(self) -> bool {
        matches!(self.class(), "ExprArgument" | "VariadicExprArgument")
    }

    /// Whether a string literal is parsed, without evaluating it.
    pub(crate) fn is_string_literal(self) -> Result<bool, FieldError> {
        match self.class() {
            "EnumArgument" => EnumArgumentRecord::new(self.into()).is_string(),
            class => Ok(class == "StringArgument"),
        }
    }

    /// Whether string literals are parsed up to the last argument.
    pub(crate) fn is_variadic_string_literal(self) -> Result<bool, FieldError> {
        match self.class() {
            "VariadicEnumArgument" => EnumArgumentRecord::new(self.into()).is_string(),
            class => Ok(class == "VariadicStringArgument"),
        }
    }
}
