//! When the arguments of an attribute are parsed.

use tablewright_records::FieldError;
use tablewright_syntax::diagnostic::Code;

use super::Attribute;

/// When arguments are parsed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LateParsing {
    /// With the attribute.
    Never,
    /// Behind the declaration, where the language has that.
    Standard,
    /// Also elsewhere, with an option that is an experiment.
    ExperimentalExt,
}

const FIELD: &str = "LateParsed";
const CLASS: &str = "LateAttrParseKind";

impl Attribute<'_> {
    /// When the arguments are parsed. The record that says so has to be one of those that Clang
    /// knows, name and number.
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
