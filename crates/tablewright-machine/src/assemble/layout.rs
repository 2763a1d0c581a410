//! Places items in sections, chooses short instructions, and fills in symbols.

use rustc_hash::FxHashMap;

use super::error::AssemblyError;
use super::operand_match::Matched;
use super::symbol_operand::{DATA, OperandBits, RelativePlace};
use crate::expression::AsmExpression;
use crate::insn::{Insn, InsnOperand};
use crate::machine::Machine;
use crate::relative::{DistanceOrigin, RelativeDistance};
use crate::relocation::{Relocation, RelocationKind, RelocationPlace};

/// A section during assembly.
pub(super) struct DraftSection {
    pub(super) name: String,
    pub(super) items: Vec<LayoutItem>,
    pub(super) alignment: u64,
}

/// Contents from one line.
pub(super) struct LayoutItem {
    /// Line number, from zero.
    pub(super) line: usize,
    pub(super) text: String,
    pub(super) content: SectionContent,
}

pub(super) enum SectionContent {
    Bytes(Vec<u8>),
    Insn(Box<InsnItem>),
    /// A number with symbols, and its size in bytes.
    Value {
        expression: AsmExpression,
        size: usize,
    },
    Align {
        to: u64,
        fill: Option<u8>,
        limit: Option<u64>,
    },
    Space {
        size: u64,
        fill: u8,
    },
}

pub(super) struct InsnItem {
    pub(super) matched: Matched,
    /// The short instruction, as long as it fits.
    pub(super) short: Option<Insn>,
}

impl InsnItem {
    fn insn(&self) -> &Insn {
        self.short.as_ref().unwrap_or(&self.matched.insn)
    }
}

/// A symbol's definition.
#[derive(Clone, Debug)]
pub(super) enum SymbolDefinition {
    /// A place: section and item.
    Label {
        section: usize,
        item: usize,
    },
    Value(AsmExpression),
}

pub(super) type SymbolDefinitions = FxHashMap<String, SymbolDefinition>;

/// A section's bytes.
#[derive(Default)]
pub(super) struct PlacedItem {
    /// Offsets of items, and at last the size.
    pub(super) offsets: Vec<u64>,
    pub(super) bytes: Vec<Vec<u8>>,
    pub(super) relocations: Vec<Relocation>,
}

/// An expression's value.
enum Resolved {
    Number(i64),
    /// A symbol whose address only the linker knows.
    Symbol(LinkedSymbol),
}

/// A symbol whose address only the linker knows.
struct LinkedSymbol {
    name: String,
    addend: i64,
    /// The value if the section is at the address zero; `None` for a symbol of another section.
    value: Option<i64>,
}

/// An address with a place in a section.
enum TargetBase<'d> {
    /// The value is an address.
    Absolute,
    /// The value is the distance from an instruction.
    Relative(RelativeDistance, RelativePlace, OperandBits<'d>),
}

pub(super) struct SectionLayout<'a, 's> {
    pub(super) machine: &'a Machine<'s>,
    pub(super) sections: &'a mut [DraftSection],
    pub(super) definitions: &'a SymbolDefinitions,
    offsets: Vec<Vec<u64>>,
}

/// Maximal section size in bytes.
const MAX_SIZE: u64 = 1 << 28;
/// Maximal number of definitions that refer to each other.
const MAX_DEPTH: usize = 32;

impl<'a, 's> SectionLayout<'a, 's> {
    /// Places all items.
    pub(super) fn place(
        machine: &'a Machine<'s>,
        sections: &'a mut [DraftSection],
        definitions: &'a SymbolDefinitions,
        errors: &mut Vec<AssemblyError>,
    ) -> Vec<PlacedItem> {
        let mut layout = SectionLayout { machine, sections, definitions, offsets: Vec::new() };
        // Instructions only become longer, so this ends.
        loop {
            layout.offsets =
                layout.sections.iter().map(|section| layout.section_offsets(section)).collect();
            let sizes = layout.offsets.iter().map(|offsets| offsets.last().copied().unwrap_or(0));
            if sizes.clone().any(|size| size > MAX_SIZE) {
                let message = format!("a section has more than {MAX_SIZE} bytes");
                errors.push(AssemblyError::new(0, "", 0, message));
                return Vec::new();
            }
            if !layout.lengthen() {
                break;
            }
        }
        (0..layout.sections.len()).map(|section| layout.emit(section, errors)).collect()
    }

    fn section_offsets(&self, section: &DraftSection) -> Vec<u64> {
        let mut offset = 0_u64;
        let mut offsets = Vec::with_capacity(section.items.len() + 1);
        for item in &section.items {
            offsets.push(offset);
            let size = match &item.content {
                SectionContent::Bytes(bytes) => bytes.len() as u64,
                SectionContent::Insn(insn) => self.size(insn.insn()),
                SectionContent::Value { size, .. } => *size as u64,
                SectionContent::Align { to, limit, .. } => padding(offset, *to, *limit),
                SectionContent::Space { size, .. } => *size,
            };
            offset = offset.saturating_add(size);
        }
        offsets.push(offset);
        offsets
    }

    fn size(&self, insn: &Insn) -> u64 {
        let encoded = self.machine.decoder.encode(insn);
        encoded.map_or(0, |encoded| encoded.bytes.len() as u64)
    }

    /// Replaces short instructions that do not fit. Returns whether there were any.
    fn lengthen(&mut self) -> bool {
        let mut long = Vec::new();
        for (section, draft) in self.sections.iter().enumerate() {
            for (index, item) in draft.items.iter().enumerate() {
                let SectionContent::Insn(insn) = &item.content else { continue };
                let Some(short) = &insn.short else { continue };
                let pc = self.offsets[section][index];
                let fits = self.filled(short, &insn.matched, section, pc);
                let fits = fits.is_ok_and(|(filled, relocation)| {
                    relocation.is_empty() && self.machine.decoder.encode(&filled).is_ok()
                });
                if !fits {
                    long.push((section, index));
                }
            }
        }
        for &(section, index) in &long {
            if let SectionContent::Insn(insn) = &mut self.sections[section].items[index].content {
                insn.short = None;
            }
        }
        !long.is_empty()
    }

    fn emit(&self, section: usize, errors: &mut Vec<AssemblyError>) -> PlacedItem {
        let mut placed =
            PlacedItem { offsets: self.offsets[section].clone(), ..PlacedItem::default() };
        for (index, item) in self.sections[section].items.iter().enumerate() {
            let offset = placed.offsets[index];
            let size = placed.offsets[index + 1] - offset;
            let bytes = match &item.content {
                SectionContent::Bytes(bytes) => Ok(bytes.clone()),
                SectionContent::Space { fill, .. } => Ok(vec![*fill; size as usize]),
                SectionContent::Align { fill, .. } => {
                    Ok(self.filler(section, size as usize, *fill))
                }
                SectionContent::Value { expression, size } => {
                    self.value(expression, *size, section, offset, &mut placed.relocations)
                }
                SectionContent::Insn(insn) => {
                    self.insn(insn, section, offset, &mut placed.relocations)
                }
            };
            match bytes {
                Ok(bytes) => placed.bytes.push(bytes),
                Err((at, message)) => {
                    placed.bytes.push(vec![0; size as usize]);
                    errors.push(AssemblyError::new(item.line, &item.text, at, message));
                }
            }
        }
        placed
    }

    /// Returns the bytes between code: `nop` instructions if there are any.
    fn filler(&self, section: usize, size: usize, fill: Option<u8>) -> Vec<u8> {
        let is_code = self.sections[section].name.starts_with(".text");
        if let Some(fill) = fill.or((!is_code).then_some(0)) {
            return vec![fill; size];
        }
        let mut bytes = Vec::with_capacity(size);
        for nop in self.machine.syntax.assembler.nops {
            while size - bytes.len() >= nop.len() {
                bytes.extend_from_slice(nop);
            }
        }
        bytes.splice(0..0, std::iter::repeat_n(0, size - bytes.len()));
        bytes
    }

    fn value(
        &self,
        expression: &AsmExpression,
        size: usize,
        section: usize,
        offset: u64,
        relocations: &mut Vec<Relocation>,
    ) -> Result<Vec<u8>, (usize, String)> {
        let order = self.machine.syntax.words.byte_order;
        let base = TargetBase::Absolute;
        let number = match self.resolve(expression, &base, section).map_err(|it| (0, it))? {
            Resolved::Number(number) => number,
            Resolved::Symbol(LinkedSymbol { name, addend, value }) => {
                let row = self.machine.relocation(DATA, &expression.modifier, size, false);
                let row = row.ok_or_else(|| (0, no_relocation(&name)))?;
                let fits = |value: &i64| super::data::number_bytes(*value, size, order).is_some();
                let value = value.filter(fits);
                let (number, is_filled) = (row.number, value.is_some());
                relocations.push(Relocation { offset, symbol: name, addend, number, is_filled });
                value.unwrap_or(0)
            }
        };
        super::data::number_bytes(number, size, order)
            .ok_or_else(|| (0, format!("{number} does not fit into {size} bytes")))
    }

    fn insn(
        &self,
        item: &InsnItem,
        section: usize,
        pc: u64,
        relocations: &mut Vec<Relocation>,
    ) -> Result<Vec<u8>, (usize, String)> {
        let (filled, filled_relocations) = self.filled(item.insn(), &item.matched, section, pc)?;
        let encoded = self.machine.decoder.encode(&filled).map_err(|error| {
            let at = item.matched.places.get(error.operand).copied().unwrap_or(0);
            let expected = super::matcher::expected(error.codec);
            let number = filled.operands.get(error.operand).and_then(|it| it.number());
            let number = number.map_or_else(String::new, |number| format!("{number}: "));
            (at, format!("operand out of range: {number}expected {expected}"))
        })?;
        relocations.extend(filled_relocations);
        let mut bytes = encoded.bytes;
        for (index, operand) in item.insn().operands.iter().enumerate() {
            let InsnOperand::Expression(expression) = operand else { continue };
            let is_number = self.is_number(&item.matched.expressions[*expression as usize]);
            let mark = self.machine.symbol_mark(item.insn().instruction, index);
            if let Some(mark) = mark.filter(|_| !is_number)
                && let Some(byte) = bytes.get_mut(mark.byte)
            {
                *byte |= mark.bits;
            }
        }
        Ok(bytes)
    }

    /// Whether an expression is a number, for example a symbol that `.set` defines as a number.
    fn is_number(&self, expression: &AsmExpression) -> bool {
        let is_place = |symbol: &String| !matches!(self.value_of(symbol), Some((None, _)));
        expression.minus.is_some() || !expression.symbol.as_ref().is_some_and(is_place)
    }

    /// Replaces expressions by numbers, or by relocations.
    fn filled(
        &self,
        insn: &Insn,
        matched: &Matched,
        section: usize,
        pc: u64,
    ) -> Result<(Insn, Vec<Relocation>), (usize, String)> {
        let mut filled = insn.clone();
        let mut relocations = Vec::new();
        for (index, operand) in insn.operands.iter().enumerate() {
            let InsnOperand::Expression(expression) = operand else { continue };
            let expression = &matched.expressions[*expression as usize];
            let place = matched.places.get(index).copied().unwrap_or(0);
            let base = self.target_base(insn, index, pc);
            match self.resolve(expression, &base, section).map_err(|it| (place, it))? {
                Resolved::Number(number) => filled.operands[index] = InsnOperand::Number(number),
                Resolved::Symbol(symbol) => {
                    let row = self.machine.operand_relocation(insn, index, &expression.modifier);
                    let row = row.ok_or_else(|| (place, no_relocation(&symbol.name)))?;
                    let mut relocation = self.placed_relocation(insn, index, pc, row, &symbol);
                    let mut with_value = filled.clone();
                    if let Some(value) = symbol.value {
                        with_value.operands[index] = InsnOperand::Number(value);
                        if self.machine.decoder.encode(&with_value).is_ok() {
                            filled = with_value;
                            relocation.is_filled = true;
                        }
                    }
                    relocations.push(relocation);
                }
            }
        }
        relocations.sort_by_key(|relocation| relocation.offset);
        Ok((filled, relocations))
    }

    fn target_base(&self, insn: &Insn, operand: usize, address: u64) -> TargetBase<'_> {
        let distance = self.machine.relative_distance(insn, operand);
        let bits = self.machine.operand_bits(insn.instruction, operand);
        match (distance, bits) {
            (Some(distance), Some(bits)) => {
                let place = RelativePlace { address, size: self.size(insn) };
                TargetBase::Relative(distance, place, bits)
            }
            _ => TargetBase::Absolute,
        }
    }

    fn placed_relocation(
        &self,
        insn: &Insn,
        operand: usize,
        pc: u64,
        row: RelocationKind,
        symbol: &LinkedSymbol,
    ) -> Relocation {
        let bits = self.machine.operand_bits(insn.instruction, operand);
        let byte = match row.place {
            RelocationPlace::Instruction => 0,
            RelocationPlace::Field | RelocationPlace::RelativeField => {
                bits.map_or(0, |bits| bits.byte)
            }
        };
        let distance = self.machine.relative_distance(insn, operand);
        let is_from_start =
            distance.is_some_and(|distance| distance.origin == DistanceOrigin::Start(0));
        Relocation {
            offset: pc + byte,
            symbol: symbol.name.clone(),
            addend: symbol.addend.wrapping_add(if is_from_start { byte as i64 } else { 0 }),
            number: row.number,
            is_filled: false,
        }
    }

    /// Computes an expression for a place in a section.
    fn resolve(
        &self,
        expression: &AsmExpression,
        base: &TargetBase<'_>,
        section: usize,
    ) -> Result<Resolved, String> {
        let mut number = expression.number;
        let mut place = None;
        let mut external = None;
        if let Some(symbol) = &expression.symbol {
            match self.symbol(symbol, 0)? {
                Some((of, value)) => {
                    number = number.wrapping_add(value);
                    place = of;
                }
                None => external = Some(symbol.clone()),
            }
        }
        if let Some(symbol) = &expression.minus {
            match self.symbol(symbol, 0)? {
                Some((of, value)) if of == place && external.is_none() => {
                    number = number.wrapping_sub(value);
                    place = None;
                }
                _ => return Err(format!("the distance from '{symbol}' is unknown")),
            }
        }
        let addend = expression.number;
        if let Some(name) = external {
            return Ok(Resolved::Symbol(LinkedSymbol { name, addend, value: None }));
        }
        let Some(own) = place else {
            return self.modified(expression, number).map(Resolved::Number);
        };
        if own == section
            && expression.modifier.is_empty()
            && let TargetBase::Relative(distance, place, bits) = base
        {
            return distance.number(number, place, bits).map(Resolved::Number);
        }
        let value = match base {
            TargetBase::Absolute if own == section => self.modified(expression, number).ok(),
            TargetBase::Absolute | TargetBase::Relative(..) => None,
        };
        let name = expression.symbol.clone().unwrap_or_default();
        Ok(Resolved::Symbol(LinkedSymbol { name, addend, value }))
    }

    /// Applies an expression's modifier to its value.
    fn modified(&self, expression: &AsmExpression, number: i64) -> Result<i64, String> {
        if expression.modifier.is_empty() {
            return Ok(number);
        }
        let modifiers = self.machine.syntax.assembler.modifiers;
        match modifiers.iter().find(|row| row.name == expression.modifier) {
            Some(row) => Ok((row.apply)(number)),
            None => Err(format!("unknown modifier '%{}'", expression.modifier)),
        }
    }

    /// Returns a symbol's section and value; `None` if the symbol is undefined.
    fn symbol(&self, name: &str, depth: usize) -> Result<Option<(Option<usize>, i64)>, String> {
        if depth > MAX_DEPTH {
            return Err(format!("'{name}' is defined by itself"));
        }
        match self.definitions.get(name) {
            None => Ok(None),
            Some(SymbolDefinition::Label { section, item }) => {
                Ok(Some((Some(*section), self.offsets[*section][*item] as i64)))
            }
            Some(SymbolDefinition::Value(expression)) => {
                let Some(symbol) = &expression.symbol else {
                    return Ok(Some((None, expression.number)));
                };
                let Some((place, value)) = self.symbol(symbol, depth + 1)? else {
                    return Ok(None);
                };
                let number = value.wrapping_add(expression.number);
                let Some(minus) = &expression.minus else { return Ok(Some((place, number))) };
                match self.symbol(minus, depth + 1)? {
                    Some((other, value)) if other == place => {
                        Ok(Some((None, number.wrapping_sub(value))))
                    }
                    _ => Err(format!("the distance from '{minus}' is unknown")),
                }
            }
        }
    }

    /// Returns a defined symbol's section and value.
    pub(super) fn value_of(&self, name: &str) -> Option<(Option<usize>, i64)> {
        self.symbol(name, 0).ok().flatten()
    }
}

impl<'a, 's> SectionLayout<'a, 's> {
    /// Uses the offsets of placed sections to look up symbols.
    pub(super) fn from_placed(
        machine: &'a Machine<'s>,
        sections: &'a mut [DraftSection],
        definitions: &'a SymbolDefinitions,
        placed: &[PlacedItem],
    ) -> SectionLayout<'a, 's> {
        let offsets = placed.iter().map(|placed| placed.offsets.clone()).collect();
        SectionLayout { machine, sections, definitions, offsets }
    }
}

fn padding(offset: u64, to: u64, limit: Option<u64>) -> u64 {
    let padding = offset.next_multiple_of(to.max(1)) - offset;
    if limit.is_some_and(|limit| padding > limit) { 0 } else { padding }
}

fn no_relocation(symbol: &str) -> String {
    format!("the address of '{symbol}' is unknown, and the operand has no relocation")
}
