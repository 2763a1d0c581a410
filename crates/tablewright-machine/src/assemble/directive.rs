//! Directives: `.word`, `.section` and the like.

use super::data::{number_bytes, quoted};
use super::layout::{SectionContent, SymbolDefinition};
use super::section::SymbolBinding;
use super::statement::AsmStatements;
use crate::cursor::{Mismatch, TextCursor};

/// Directives without an effect on bytes, symbols and sections.
const IGNORED: &[&str] = &[
    ".file",
    ".ident",
    ".size",
    ".loc",
    ".attribute",
    ".addrsig",
    ".addrsig_sym",
    ".p2alignl",
    ".end",
    ".hidden",
    ".protected",
    ".internal",
    ".comm_",
    ".arch",
    ".code32",
];

/// Directives that select a section with their name.
const SECTIONS: &[&str] = &[".text", ".data", ".bss", ".rodata"];

/// Maximal size that a directive reserves in bytes.
const MAX_SPACE: u64 = 1 << 28;

impl AsmStatements<'_, '_> {
    /// Performs a directive. The cursor is after its name.
    pub(super) fn directive(
        &mut self,
        name: &str,
        cursor: &mut TextCursor<'_>,
    ) -> Result<(), Mismatch> {
        if let Some(size) = self.data_size(name) {
            return self.numbers(cursor, size);
        }
        match name {
            _ if SECTIONS.contains(&name) => self.select(name),
            ".section" | ".pushsection" => {
                let rest = cursor.rest().trim();
                let end = rest.find([',', ' ', '\t']).unwrap_or(rest.len());
                let section = rest[..end].trim_matches('"').to_owned();
                if section.is_empty() {
                    return Err(Mismatch::new(cursor, "the name of a section"));
                }
                self.select(&section);
            }
            ".globl" | ".global" | ".weak" | ".local" => {
                let binding = match name {
                    ".weak" => SymbolBinding::Weak,
                    ".local" => SymbolBinding::Local,
                    _ => SymbolBinding::Global,
                };
                for symbol in cursor.rest().split(',') {
                    self.names.bindings.insert(symbol.trim().to_owned(), binding);
                }
            }
            ".type" => {
                if let Some((symbol, kind)) = cursor.rest().split_once(',')
                    && kind.contains("function")
                {
                    self.names.functions.insert(symbol.trim().to_owned());
                }
            }
            ".ascii" | ".asciz" | ".string" => self.texts(cursor, name != ".ascii")?,
            ".zero" | ".space" | ".skip" => {
                let size = self.size(cursor)?;
                let fill = if cursor.eat(",") { self.constant(cursor)? as u8 } else { 0 };
                self.push(SectionContent::Space { size, fill });
            }
            ".fill" => self.fill(cursor)?,
            ".align" | ".p2align" | ".balign" => self.align(cursor, name != ".balign")?,
            ".set" | ".equ" | ".equiv" => {
                let error = Mismatch::new(cursor, "a symbol");
                let symbol = cursor.word().ok_or(error)?.to_owned();
                cursor.eat_words(",")?;
                let value = self.expression(cursor)?;
                self.define(&symbol, SymbolDefinition::Value(value));
            }
            ".option" => match cursor.rest().trim() {
                "rvc" => self.is_compressed = self.machine.syntax.is_compressed,
                "norvc" => self.is_compressed = false,
                "push" => self.pushed.push(self.is_compressed),
                "pop" => {
                    if let Some(is_compressed) = self.pushed.pop() {
                        self.is_compressed = is_compressed;
                    }
                }
                _ => {}
            },
            _ if IGNORED.contains(&name) || name.starts_with(".cfi_") => {}
            _ => {
                let start = TextCursor::at(cursor.line(), cursor.position() - name.len());
                return Err(Mismatch::new(&start, "a known directive"));
            }
        }
        Ok(())
    }

    /// Returns the size of the numbers in a data directive.
    fn data_size(&self, name: &str) -> Option<usize> {
        let word = self.machine.syntax.assembler.word_bytes;
        Some(match name {
            ".byte" => 1,
            ".half" | ".short" | ".2byte" | ".hword" => 2,
            ".word" => word,
            ".long" | ".4byte" | ".int" => 4,
            ".quad" | ".dword" | ".8byte" | ".xword" => 8,
            _ => return None,
        })
    }

    fn numbers(&mut self, cursor: &mut TextCursor<'_>, size: usize) -> Result<(), Mismatch> {
        loop {
            let error_at = cursor.clone();
            let expression = self.expression(cursor)?;
            match expression.constant() {
                Some(number) => {
                    let order = self.machine.syntax.words.byte_order;
                    let bytes = number_bytes(number, size, order).ok_or_else(|| {
                        Mismatch::new(&error_at, format!("a number of {size} bytes"))
                    })?;
                    self.push(SectionContent::Bytes(bytes));
                }
                None => self.push(SectionContent::Value { expression, size }),
            }
            if !cursor.eat(",") {
                return Ok(());
            }
        }
    }

    fn texts(&mut self, cursor: &mut TextCursor<'_>, has_zero: bool) -> Result<(), Mismatch> {
        loop {
            cursor.skip_blanks();
            let error = Mismatch::new(cursor, "a text in quotes");
            let (mut bytes, rest) = quoted(cursor.rest()).ok_or(error)?;
            if has_zero {
                bytes.push(0);
            }
            *cursor = TextCursor::at(cursor.line(), cursor.line().len() - rest.len());
            self.push(SectionContent::Bytes(bytes));
            if !cursor.eat(",") {
                return Ok(());
            }
        }
    }

    fn fill(&mut self, cursor: &mut TextCursor<'_>) -> Result<(), Mismatch> {
        let start = cursor.clone();
        let count = self.size(cursor)?;
        let size = if cursor.eat(",") { self.size(cursor)?.min(8) } else { 1 };
        let value = if cursor.eat(",") { self.constant(cursor)? } else { 0 };
        let order = self.machine.syntax.words.byte_order;
        let one = number_bytes(value, size as usize, order);
        let one = one.ok_or_else(|| Mismatch::new(&start, "a number that fits"))?;
        let total = count.checked_mul(size).filter(|total| *total <= MAX_SPACE);
        let Some(_) = total else { return Err(too_large(&start)) };
        self.push(SectionContent::Bytes(one.repeat(count as usize)));
        Ok(())
    }

    fn align(&mut self, cursor: &mut TextCursor<'_>, is_power: bool) -> Result<(), Mismatch> {
        let start = cursor.clone();
        let number = self.size(cursor)?;
        let to = if is_power { 1_u64.checked_shl(number as u32) } else { Some(number.max(1)) };
        let to = to.filter(|to| *to <= MAX_SPACE && to.is_power_of_two());
        let to = to.ok_or_else(|| Mismatch::new(&start, "a power of two"))?;
        let (mut fill, mut limit) = (None, None);
        if cursor.eat(",") {
            let mut ahead = cursor.clone();
            if !ahead.eat(",") {
                fill = Some(self.constant(cursor)? as u8);
            }
            if cursor.eat(",") {
                limit = Some(self.size(cursor)?);
            }
        }
        self.push(SectionContent::Align { to, fill, limit });
        Ok(())
    }

    /// Reads an expression without symbols.
    fn constant(&mut self, cursor: &mut TextCursor<'_>) -> Result<i64, Mismatch> {
        let error = Mismatch::new(cursor, "a number");
        let expression = self.expression(cursor)?;
        match (&expression.symbol, &expression.minus) {
            (None, None) => expression.constant().ok_or(error),
            (Some(symbol), None) => match self.definitions.get(symbol) {
                Some(SymbolDefinition::Value(value)) => {
                    let number = value.constant().ok_or(error)?;
                    Ok(number.wrapping_add(expression.number))
                }
                _ => Err(error),
            },
            _ => Err(error),
        }
    }

    /// Reads a size in bytes.
    fn size(&mut self, cursor: &mut TextCursor<'_>) -> Result<u64, Mismatch> {
        let start = cursor.clone();
        let number = self.constant(cursor)?;
        u64::try_from(number)
            .ok()
            .filter(|size| *size <= MAX_SPACE)
            .ok_or_else(|| too_large(&start))
    }
}

fn too_large(cursor: &TextCursor<'_>) -> Mismatch {
    Mismatch::new(cursor, format!("a number from 0 to {MAX_SPACE}"))
}
