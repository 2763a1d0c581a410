//! The values that clauses of directives have.

use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::record_views::directive::{ClauseRecord, DirectiveLanguageRecord};

/// Clause value enums in a directive language.
#[derive(Clone, Debug)]
pub struct DirectiveEnums<'s> {
    /// The language's C++ namespace.
    pub cpp_namespace: &'s str,
    /// The enums, in natural order by clause definition name.
    pub enums: Vec<ClauseEnum<'s>>,
}

/// A clause's values.
#[derive(Clone, Debug)]
pub struct ClauseEnum<'s> {
    /// The enum name.
    pub name: &'s str,
    /// The values that users can write, each with its index among all values.
    pub values: Vec<(usize, &'s str)>,
}

impl<'s> DirectiveEnums<'s> {
    /// Returns a description's enums.
    ///
    /// # Errors
    /// If the description does not have exactly one language, or a field has an unexpected type.
    pub fn read(store: &'s RecordStore) -> Result<DirectiveEnums<'s>, Diagnostic> {
        let [language] = DirectiveLanguageRecord::all(store)?[..] else {
            let message = "A single definition of DirectiveLanguage is needed.";
            return Err(Diagnostic::error_anywhere(Code::Mlir, message));
        };
        let mut enums = Vec::new();
        for clause in ClauseRecord::all(store)? {
            let one = ClauseEnum::read(clause)?;
            if !one.values.is_empty() {
                enums.push(one);
            }
        }
        Ok(DirectiveEnums { cpp_namespace: language.cpp_namespace()?, enums })
    }
}

impl<'s> ClauseEnum<'s> {
    fn read(clause: ClauseRecord<'s>) -> Result<ClauseEnum<'s>, FieldError> {
        let mut values = Vec::new();
        for (index, value) in clause.values()?.into_iter().enumerate() {
            if value.is_user_value()? {
                values.push((index, value.spelling()?));
            }
        }
        Ok(ClauseEnum { name: clause.enumeration()?, values })
    }
}
