//! Fixups: places in instructions that hold an address or a part of it.
//!
//! In: encodings and roles. Out: the [`Fixups`] of a target, numbered in the order of relocations.

use crate::description::{Description, EncodedInstruction, OperandField};
use crate::roles::Roles;

/// The ELF relocation type of the first fixup. Type 1 is for addresses in data, such as `.word symbol`.
pub(crate) const FIRST_RELOCATION: usize = 2;

/// All fixups, and the fixup of each instruction.
pub(crate) struct Fixups {
    pub(crate) list: Vec<Fixup>,
    /// Instructions with their fixups, in encoding order.
    pub(crate) uses: Vec<FixupUse>,
}

/// The part of an address in a fixup.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum FixupPart {
    High,
    Low,
    /// Distance from the instruction.
    Relative,
}

/// A place that holds a part of an address.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Fixup {
    pub(crate) part: FixupPart,
    /// Bit count.
    pub(crate) width: u32,
    /// Bit ranges, without names.
    pub(crate) runs: Vec<FixupRun>,
    /// Bytes of the instruction.
    pub(crate) bytes: u32,
}

/// Adjacent bits of a fixup.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct FixupRun {
    /// Lowest bit in the instruction.
    pub(crate) bit: u32,
    /// Lowest bit in the value.
    pub(crate) value_bit: u32,
    pub(crate) width: u32,
}

/// A fixup of an instruction.
pub(crate) struct FixupUse {
    pub(crate) instruction: String,
    pub(crate) operand_class: String,
    pub(crate) part: FixupPart,
    /// Index of the fixup.
    pub(crate) fixup: usize,
}

impl Fixups {
    /// Finds the fixups of all encodings.
    pub(crate) fn new(description: &Description<'_>, roles: &Roles) -> Fixups {
        let class_of = |instruction: &str| {
            let instruction = description.instruction(instruction);
            instruction.and_then(|i| i.inputs.last()).map(|operand| operand.class.clone())
        };
        let (high, low) = (class_of(&roles.halves.high), class_of(&roles.halves.low));
        let mut found: Vec<(Fixup, String, String)> = Vec::new();
        for encoding in &description.encodings {
            for (operand, class) in operands(encoding) {
                let mut parts = Vec::new();
                if high.as_deref() == Some(class) {
                    parts.push(FixupPart::High);
                }
                if low.as_deref() == Some(class) {
                    parts.push(FixupPart::Low);
                }
                if description.is_relative(class) {
                    parts.push(FixupPart::Relative);
                }
                for part in parts {
                    let fixup = Fixup::new(part, encoding, operand);
                    found.push((fixup, encoding.instruction.clone(), class.to_owned()));
                }
            }
        }
        let mut list: Vec<Fixup> = found.iter().map(|(fixup, ..)| fixup.clone()).collect();
        list.sort();
        list.dedup();
        let uses = found.into_iter().map(|(fixup, instruction, operand_class)| FixupUse {
            fixup: list.iter().position(|known| *known == fixup).unwrap_or_default(),
            part: fixup.part,
            instruction,
            operand_class,
        });
        Fixups { uses: uses.collect(), list }
    }

    /// Returns the enumerators, in order: `fixup_hi`, `fixup_lo`, `fixup_br16`. A second fixup of the same part and
    /// width has a number.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for fixup in &self.list {
            let base = match fixup.part {
                FixupPart::High => "fixup_hi".to_owned(),
                FixupPart::Low => "fixup_lo".to_owned(),
                FixupPart::Relative => format!("fixup_br{}", fixup.width),
            };
            let mut name = base.clone();
            let mut number = 2;
            while names.contains(&name) {
                name = format!("{base}_{number}");
                number += 1;
            }
            names.push(name);
        }
        names
    }
}

impl Fixup {
    fn new(part: FixupPart, encoding: &EncodedInstruction, operand: &str) -> Fixup {
        let run = |field: &OperandField| FixupRun {
            bit: field.bit,
            value_bit: field.operand_bit,
            width: field.width,
        };
        Fixup {
            part,
            width: encoding.operand_width(operand),
            runs: encoding.operand_fields(operand).map(run).collect(),
            bytes: encoding.width / 8,
        }
    }

    /// Returns the lowest bit.
    pub(crate) fn lowest_bit(&self) -> u32 {
        self.runs.iter().map(|run| run.bit).min().unwrap_or_default()
    }
}

/// Iterates over the operands of an encoding, once each.
fn operands(encoding: &EncodedInstruction) -> impl Iterator<Item = (&str, &str)> {
    encoding.fields.iter().enumerate().filter_map(|(index, field)| {
        let is_first = encoding.fields[..index].iter().all(|other| other.operand != field.operand);
        is_first.then_some((field.operand.as_str(), field.class.as_str()))
    })
}
