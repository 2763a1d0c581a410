//! The register file as data.

use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_inspect::{ClassRelations, RegisterFile, RegisterRelations, SubRegisterIndex};

use super::register_file;
use super::{PARTS, RegistersCommand, ShownParts};
use crate::description_command::CommandSubject;
use crate::report::{ListRow, Report, ReportLists};

/// Registers, sub-register indices and classes of a target.
#[derive(Serialize)]
pub(super) struct RegistersReport<'s> {
    target: &'s str,
    #[serde(flatten)]
    lists: ReportLists<RegisterRow>,
}

/// A row in a list.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum RegisterRow {
    Register(Box<RegisterRelations>),
    Index(SubRegisterIndex),
    Class(Box<ClassRelations>),
}

impl ListRow for RegisterRow {
    fn list(&self) -> &'static str {
        let [registers, indices, classes] = PARTS;
        match self {
            RegisterRow::Register(_) => registers,
            RegisterRow::Index(_) => indices,
            RegisterRow::Class(_) => classes,
        }
    }
}

impl<'s> RegistersReport<'s> {
    /// Builds the lists that the command selects. `shown` finds registers and classes by name.
    pub(super) fn new(
        asked: &RegistersCommand,
        subject: &mut CommandSubject<'s, '_>,
        shown: &register_file::ReportedRegisterFile<'s>,
    ) -> Result<RegistersReport<'s>, Failure> {
        let file = RegisterFile::new(subject.store, subject.diagnostics)?;
        let is_whole = asked.registers.is_empty() && asked.classes.is_empty();
        let parts = if is_whole {
            asked.parts
        } else {
            ShownParts {
                registers: !asked.registers.is_empty(),
                indices: false,
                classes: !asked.classes.is_empty(),
            }
        };
        let flags = [parts.registers, parts.indices, parts.classes];
        let names = PARTS.into_iter().zip(flags).filter(|(_, is_listed)| *is_listed);
        let mut lists = ReportLists::new(names.map(|(name, _)| name));
        let is_named = |names: &[String], name: &str| {
            names.is_empty() || names.iter().any(|other| other == name)
        };
        if parts.registers {
            let registers = file.registers.into_iter();
            let wanted_registers =
                registers.filter(|it| is_named(&asked.registers, &it.register.name));
            lists.extend(wanted_registers.map(|it| RegisterRow::Register(Box::new(it))));
        }
        if parts.indices {
            lists.extend(file.indices.into_iter().map(RegisterRow::Index));
        }
        if parts.classes {
            let classes = file.classes.into_iter();
            let wanted_classes = classes.filter(|it| is_named(&asked.classes, &it.class.name));
            lists.extend(wanted_classes.map(|it| RegisterRow::Class(Box::new(it))));
        }
        Ok(RegistersReport { target: shown.target, lists })
    }
}

impl Report for RegistersReport<'_> {
    const NAME: &'static str = "registers";
    const COLUMNS: &'static [&'static str] =
        &["LIST", "NAME", "NUMBER", "BITS", "CONTAINS", "DEFINED AT"];
    type Row = RegisterRow;

    fn rows(&self) -> &[RegisterRow] {
        self.lists.rows()
    }

    fn cells(&self, row: &RegisterRow) -> Vec<String> {
        let cells = match row {
            RegisterRow::Register(it) => {
                let of = &it.register;
                let subs = of.sub_registers.iter();
                let subs: Vec<&str> = subs.map(|sub| sub.register.as_str()).collect();
                [
                    of.name.clone(),
                    of.number.to_string(),
                    String::new(),
                    subs.join(" "),
                    of.location.to_string(),
                ]
            }
            RegisterRow::Index(index) => [
                index.name.clone(),
                String::new(),
                index.bits.map_or(String::new(), |bits| bits.to_string()),
                String::new(),
                String::new(),
            ],
            RegisterRow::Class(it) => {
                let of = &it.class;
                let location = of.location.as_ref().map(ToString::to_string);
                [
                    of.name.clone(),
                    of.number.to_string(),
                    of.bits.to_string(),
                    of.registers.join(" "),
                    location.unwrap_or_default(),
                ]
            }
        };
        std::iter::once(row.list().to_owned()).chain(cells).collect()
    }
}
