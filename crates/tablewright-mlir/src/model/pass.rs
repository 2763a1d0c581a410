//! Passes, their options and their statistics.

use tablewright_records::{FieldError, Record, RecordStore, RecordView};

use crate::record_views::pass::{ListOptionRecord, OptionRecord, PassBaseRecord, StatisticRecord};

/// A transformation or analysis that runs over operations.
#[derive(Clone, Debug)]
pub struct Pass<'s> {
    /// Its definition name.
    pub name: &'s str,
    /// The name on the command line.
    pub argument: &'s str,
    /// The C++ class that it derives from.
    pub base_class: &'s str,
    /// A one-line summary; may be empty.
    pub summary: &'s str,
    /// A Markdown description; may be empty.
    pub description: &'s str,
    /// The C++ call that creates it. If `None`, the creation function is generated.
    pub constructor: Option<&'s str>,
    /// C++ classes for the dialects whose entities it may create.
    pub dependent_dialects: Vec<&'s str>,
    /// Its options.
    pub options: Vec<PassOption<'s>>,
    /// Its statistics.
    pub statistics: Vec<PassStatistic<'s>>,
}

/// Something that can be set of a pass.
#[derive(Clone, Debug)]
pub struct PassOption<'s> {
    /// The C++ variable name.
    pub cpp_name: &'s str,
    /// The name on the command line.
    pub argument: &'s str,
    /// The C++ type of the value, or of a list element.
    pub cpp_type: &'s str,
    /// Whether it is a value or a list.
    pub kind: PassOptionKind,
    /// The C++ default value.
    pub default: Option<&'s str>,
    /// A description.
    pub description: &'s str,
    /// More C++ arguments of the option's constructor.
    pub additional_flags: Option<&'s str>,
}

/// The value kind of a pass option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassOptionKind {
    /// A single value.
    Single,
    /// Any number of values.
    List,
}

/// A number that a pass counts.
#[derive(Clone, Debug)]
pub struct PassStatistic<'s> {
    /// The C++ variable name.
    pub cpp_name: &'s str,
    /// The name that is shown.
    pub name: &'s str,
    /// A description.
    pub description: &'s str,
}

impl<'s> Pass<'s> {
    /// Returns all passes, sorted by definition name.
    ///
    /// # Errors
    /// If the description lacks the pass class, or a field has an unexpected type.
    pub fn all(store: &'s RecordStore) -> Result<Vec<Pass<'s>>, FieldError> {
        PassBaseRecord::all(store)?.into_iter().map(Pass::read).collect()
    }

    fn read(record: PassBaseRecord<'s>) -> Result<Pass<'s>, FieldError> {
        Ok(Pass {
            name: Record::from(record).name(),
            argument: record.argument()?,
            base_class: record.base_class()?,
            summary: record.summary()?,
            description: record.description()?,
            constructor: non_empty(record.constructor()?),
            dependent_dialects: record.dependent_dialects()?,
            options: read_all(record.options()?, PassOption::read)?,
            statistics: read_all(record.statistics()?, PassStatistic::read)?,
        })
    }
}

impl<'s> PassOption<'s> {
    fn read(record: OptionRecord<'s>) -> Result<PassOption<'s>, FieldError> {
        Ok(PassOption {
            cpp_name: record.cpp_name()?,
            argument: record.argument()?,
            cpp_type: record.cpp_type()?,
            kind: match ListOptionRecord::from_record(record) {
                Some(_) => PassOptionKind::List,
                None => PassOptionKind::Single,
            },
            default: non_empty(record.default_value()?),
            description: record.description()?,
            additional_flags: non_empty(record.additional_flags()?),
        })
    }
}

impl<'s> PassStatistic<'s> {
    fn read(record: StatisticRecord<'s>) -> Result<PassStatistic<'s>, FieldError> {
        let (cpp_name, name) = (record.cpp_name()?, record.name()?);
        Ok(PassStatistic { cpp_name, name, description: record.description()? })
    }
}

fn read_all<R, T>(
    records: Vec<R>,
    read: impl FnMut(R) -> Result<T, FieldError>,
) -> Result<Vec<T>, FieldError> {
    records.into_iter().map(read).collect()
}

/// Returns the text; `None` for an empty text, which means no text in these descriptions.
fn non_empty(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}
