//! Late parsing of attribute arguments.

use tablewright_records::FieldError;
use tablewright_syntax::diagnostic::Code;

use super::ClangAttribute;

/// The time for parsing arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LateParsing {
    /// Together with the attribute.
    Never,
    /// After the declaration, in languages that support this.
    Standard,
    /// Also in other places, with an experimental option.
    ExperimentalExt,
}

const FIELD: &str = "LateParsed";
const CLASS: &str = "LateAttrParseKind";

impl ClangAttribute<'_> {
    /// Returns the time for parsing arguments. The record's name and number must be known to Clang.
    pub(crate) fn late_parsing(self) -> Result<LateParsing, FieldError> {
        let choice = self.record().late_parsed()?;
        let store = choice.store();
        let error = |message: String| {
            self.error(Code::AttributeArguments, message).label_field(self.record(), FIELD)
        };
        let class = match *choice.superclasses() {
            [class] => class,
            _ => match choice.direct_superclasses()[..] {
                [class] => class,
                _ => {
                    return Err(error(format!("Field `{FIELD}`should only have one super class")));
                }
            },
        };
        let class = store.class(class).name();
        if class != CLASS {
            return Err(error(format!(
                "Field `{FIELD}`should only have type `{CLASS}` but found type `{class}`"
            )));
        }
        let number = choice.kind()?;
        let (kind, name) = match number as u32 {
            0 => (LateParsing::Never, "Never"),
            1 => (LateParsing::Standard, "Standard"),
            2 => (LateParsing::ExperimentalExt, "ExperimentalExt"),
            other => {
                return Err(error(format!(
                    "Field `{FIELD}` set to `{}` has unexpected `Kind` value of {other}",
                    choice.name()
                )));
            }
        };
        if choice.name().strip_prefix("LateAttrParse") != Some(name) {
            return Err(error(format!(
                "Field `{FIELD}` set to `{}` but this converts to `{CLASS}::{name}`",
                choice.name()
            )));
        }
        Ok(kind)
    }
}
