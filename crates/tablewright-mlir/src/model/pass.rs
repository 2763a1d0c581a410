//! Passes, their options and their statistics.

use tablewright_records::{FieldError, Record, RecordStore, RecordView};

use crate::record_views::pass::{ListOptionRecord, OptionRecord, PassBaseRecord, StatisticRecord};

/// A transformation or analysis that runs over operations.
#[derive(Clone, Debug)]
pub struct Pass<'s> {
    /// The name of its definition.
    pub name: &'s str,
    /// The name on the command line.
    pub argument: &'s str,
    /// The C++ class that it derives from.
    pub base_class: &'s str,
    /// What it does, in a line; may be empty.
    pub summary: &'s str,
    /// What it does, as Markdown; may be empty.
    pub description: &'s str,
    /// The C++ call that creates it. Without one, the function that creates it is generated.
    pub constructor: Option<&'s str>,
    /// The C++ classes of the dialects whose entities it may create.
    pub dependent_dialects: Vec<&'s str>,
    /// What can be set.
    pub options: Vec<PassOption<'s>>,
    /// What it counts.
    pub statistics: Vec<PassStatistic<'s>>,
}

/// Something that can be set of a pass.
#[derive(Clone, Debug)]
pub struct PassOption<'s> {
    /// The name of the C++ variable.
    pub cpp_name: &'s str,
    /// The name on the command line.
    pub argument: &'s str,
    /// The C++ type of the value, or of an element of the list.
    pub cpp_type: &'s str,
    /// Whether it is a value or a list.
    pub kind: PassOptionKind,
    /// The C++ value that holds where nothing is set.
    pub default: Option<&'s str>,
    /// What it is for.
    pub description: &'s str,
    /// More C++ arguments of the option's constructor.
    pub additional_flags: Option<&'s str>,
}

/// What an option of a pass takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassOptionKind {
    /// One value.
    Single,
    /// Any number of values.
    List,
}

/// A number that a pass counts.
#[derive(Clone, Debug)]
pub struct PassStatistic<'s> {
    /// The name of the C++ variable.
    pub cpp_name: &'s str,
    /// The name that is shown.
    pub name: &'s str,
    /// What is counted.
    pub description: &'s str,
}

impl<'s> Pass<'s> {
    /// All passes of a description, in the order of the names of their definitions.
    ///
    /// # Errors
    /// Where there is no class of passes, or a field of one holds something else than it should.
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
            kind: match ListOptionRecord::of(record) {
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

/// The text, unless it is empty, by which these descriptions say that there is none.
fn non_empty(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}
