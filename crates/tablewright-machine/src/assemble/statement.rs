//! Statements: labels, directives and instructions in lines.

use rustc_hash::{FxHashMap, FxHashSet};

use super::error::AssemblyError;
use super::layout::{
    DraftSection, InsnItem, LayoutItem, PlacedItem, SectionContent, SectionLayout,
    SymbolDefinition, SymbolDefinitions,
};
use super::listing::ListingLine;
use super::matcher;
use super::operand_match::Matched;
use super::rows::AsmRows;
use super::section::{Assembly, ObjectSection, ObjectSymbol, SymbolBinding};
use crate::cursor::{Mismatch, TextCursor, is_word};
use crate::expression::AsmExpression;
use crate::insn::InsnOperand;
use crate::machine::Machine;
use crate::syntax::ExpansionInput;
use crate::text::MachineFacts;

/// Maximal number of reported errors.
const MAX_ERRORS: usize = 100;
/// Maximal depth of instructions that are replaced by others.
const MAX_DEPTH: usize = 8;

/// Assembles a text.
///
/// # Errors
/// All errors in the text, in line order.
pub fn assemble(
    machine: &Machine<'_>,
    rows: &AsmRows,
    text: &str,
) -> Result<Assembly, Vec<AssemblyError>> {
    let mut statements = AsmStatements::new(machine, rows);
    for (number, line) in text.lines().enumerate() {
        statements.line = number;
        line.clone_into(&mut statements.text);
        let line = statements.without_comments(line);
        statements.line(&line, 0);
        if statements.errors.len() > MAX_ERRORS {
            break;
        }
    }
    statements.finish()
}

/// The assembler's state.
pub(super) struct AsmStatements<'a, 's> {
    pub(super) machine: &'a Machine<'s>,
    rows: &'a AsmRows,
    sections: Vec<DraftSection>,
    current: usize,
    pub(super) definitions: SymbolDefinitions,
    pub(super) names: SymbolNames,
    pub(super) is_compressed: bool,
    pub(super) pushed: Vec<bool>,
    errors: Vec<AssemblyError>,
    /// Whether a comment is open at the end of the line.
    is_in_comment: bool,
    line: usize,
    text: String,
}

/// Symbols in order, and the numbers of local labels and expansions.
#[derive(Default)]
pub(super) struct SymbolNames {
    /// Symbols in order of definition.
    defined: Vec<String>,
    /// Symbols in order of use.
    used: Vec<String>,
    /// By local label, the number of its definitions.
    locals: FxHashMap<String, usize>,
    expansions: usize,
    pub(super) bindings: FxHashMap<String, SymbolBinding>,
    pub(super) functions: FxHashSet<String>,
}

impl<'a, 's> AsmStatements<'a, 's> {
    fn new(machine: &'a Machine<'s>, rows: &'a AsmRows) -> AsmStatements<'a, 's> {
        let text = DraftSection { name: ".text".to_owned(), items: Vec::new(), alignment: 1 };
        AsmStatements {
            machine,
            rows,
            sections: vec![text],
            current: 0,
            definitions: SymbolDefinitions::default(),
            names: SymbolNames::default(),
            is_compressed: machine.syntax.is_compressed,
            pushed: Vec::new(),
            errors: Vec::new(),
            is_in_comment: false,
            line: 0,
            text: String::new(),
        }
    }

    /// Replaces comments by blanks, so that columns stay.
    fn without_comments(&mut self, line: &str) -> String {
        let comment = self.machine.syntax.assembler.comment;
        let mut kept = String::with_capacity(line.len());
        let mut is_quoted = false;
        let mut rest = line;
        while let Some(character) = rest.chars().next() {
            if self.is_in_comment {
                if rest.starts_with("*/") {
                    self.is_in_comment = false;
                    kept.push_str("  ");
                    rest = &rest[2..];
                    continue;
                }
                kept.extend(std::iter::repeat_n(' ', character.len_utf8()));
            } else if is_quoted && character == '\\' {
                let next = rest[1..].chars().next().map_or(0, char::len_utf8);
                kept.push_str(&rest[..1 + next]);
                rest = &rest[1 + next..];
                continue;
            } else if !is_quoted && rest.starts_with("/*") {
                self.is_in_comment = true;
                kept.push_str("  ");
                rest = &rest[2..];
                continue;
            } else if !is_quoted && (rest.starts_with(comment) || rest.starts_with("//")) {
                break;
            } else {
                is_quoted ^= character == '"';
                kept.push(character);
            }
            rest = &rest[character.len_utf8()..];
        }
        kept
    }

    /// Performs the statements in a line.
    fn line(&mut self, line: &str, depth: usize) {
        let mut start = 0;
        for end in statement_ends(line, self.machine.syntax.assembler.comment) {
            if let Err(error) = self.statement(&line[..end], start, depth) {
                let message = format!("expected {}", error.expected);
                self.errors.push(AssemblyError::new(self.line, &self.text, error.at, message));
            }
            start = (end + 1).min(line.len());
        }
    }

    /// Performs the statement from a byte offset.
    fn statement(&mut self, line: &str, start: usize, depth: usize) -> Result<(), Mismatch> {
        let mut cursor = TextCursor::at(line, start);
        loop {
            cursor.skip_blanks();
            if cursor.is_at_end() {
                return Ok(());
            }
            let mut ahead = cursor.clone();
            let word = symbol_word(&mut ahead);
            if word.is_empty() || !ahead.eat(":") {
                break;
            }
            self.label(word, &cursor)?;
            cursor = ahead;
        }
        let mut ahead = cursor.clone();
        let word = symbol_word(&mut ahead);
        let mut equals = ahead.clone();
        // An instruction may begin with a register: `r1 = 5`.
        let is_symbol = !word.is_empty() && self.machine.registers.named(word).is_empty();
        if is_symbol && equals.eat("=") && !equals.rest().starts_with('=') {
            if word == HERE {
                let expected = "a symbol other than '.'; .space leaves out bytes";
                return Err(Mismatch::new(&cursor, expected));
            }
            let value = self.expression(&mut equals)?;
            self.define(word, SymbolDefinition::Value(value));
            return at_end(&equals);
        }
        if word.starts_with('.') {
            let name = word.to_ascii_lowercase();
            self.directive(&name, &mut ahead)?;
            return Ok(());
        }
        self.instruction(line, cursor.position(), depth);
        Ok(())
    }

    fn label(&mut self, name: &str, cursor: &TextCursor<'_>) -> Result<(), Mismatch> {
        if name.bytes().all(|byte| byte.is_ascii_digit()) {
            self.define_local(name);
            return Ok(());
        }
        let definition = self.next_place();
        if self.definitions.contains_key(name) {
            return Err(Mismatch::new(
                cursor,
                format!("a new symbol, '{name}' is already defined"),
            ));
        }
        self.define(name, definition);
        Ok(())
    }

    /// Returns the place of the next item.
    fn next_place(&self) -> SymbolDefinition {
        let item = self.sections[self.current].items.len();
        SymbolDefinition::Label { section: self.current, item }
    }

    /// Defines the next symbol for a numbered label, or for `.` without digits. Returns its name.
    fn define_local(&mut self, digits: &str) -> String {
        let definition = self.next_place();
        let count = self.names.locals.entry(digits.to_owned()).or_default();
        *count += 1;
        let name = local_name(digits, *count);
        self.definitions.insert(name.clone(), definition);
        name
    }

    pub(super) fn define(&mut self, name: &str, definition: SymbolDefinition) {
        if self.definitions.insert(name.to_owned(), definition).is_none() {
            self.names.defined.push(name.to_owned());
        }
    }

    /// Reads an expression. Local labels and `.` become the symbols that they refer to.
    pub(super) fn expression(
        &mut self,
        cursor: &mut TextCursor<'_>,
    ) -> Result<AsmExpression, Mismatch> {
        let mut expression = AsmExpression::parse(cursor)?;
        self.name_locals(&mut expression);
        Ok(expression)
    }

    fn name_locals(&mut self, expression: &mut AsmExpression) {
        for symbol in [&mut expression.symbol, &mut expression.minus].into_iter().flatten() {
            if symbol == HERE {
                *symbol = self.define_local("");
                continue;
            }
            let Some((digits, direction)) = symbol.split_at_checked(symbol.len() - 1) else {
                continue;
            };
            let is_local = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            if is_local {
                let count = self.names.locals.get(digits).copied().unwrap_or(0);
                let number = if direction == "b" { count } else { count + 1 };
                *symbol = local_name(digits, number);
            }
        }
    }

    pub(super) fn select(&mut self, name: &str) {
        let found = self.sections.iter().position(|section| section.name == name);
        self.current = found.unwrap_or_else(|| {
            let name = name.to_owned();
            self.sections.push(DraftSection { name, items: Vec::new(), alignment: 1 });
            self.sections.len() - 1
        });
    }

    pub(super) fn push(&mut self, content: SectionContent) {
        if let SectionContent::Value { expression, .. } = &content {
            let symbols = [expression.symbol.clone(), expression.minus.clone()];
            self.names.used.extend(symbols.into_iter().flatten());
        }
        let section = &mut self.sections[self.current];
        if let SectionContent::Align { to, .. } = content {
            section.alignment = section.alignment.max(to);
        }
        section.items.push(LayoutItem { line: self.line, text: self.text.clone(), content });
    }

    fn instruction(&mut self, line: &str, start: usize, depth: usize) {
        let found = matcher::find(self.machine, self.rows, line, self.line, start);
        let mut matched = match found {
            Ok(matched) => matched,
            Err(mut error) => {
                error.text.clone_from(&self.text);
                return self.errors.push(error);
            }
        };
        for expression in &mut matched.expressions {
            self.name_locals(expression);
            self.names.used.extend(expression.symbol.clone());
            self.names.used.extend(expression.minus.clone());
        }
        if self.machine.is_expanded(matched.insn.instruction) {
            return self.expand(&matched, start, depth);
        }
        let is_symbolic = |operand: &InsnOperand| {
            let InsnOperand::Expression(index) = operand else { return false };
            !matched.expressions[*index as usize].modifier.is_empty()
        };
        let short = if self.is_compressed && !matched.insn.operands.iter().any(is_symbolic) {
            self.machine.compressed(&matched.insn)
        } else {
            None
        };
        self.push(SectionContent::Insn(Box::new(InsnItem { matched, short })));
    }

    /// Assembles the lines that replace an instruction.
    fn expand(&mut self, matched: &Matched, at: usize, depth: usize) {
        let name = self.machine.instruction_name(matched.insn.instruction);
        let row =
            self.machine.syntax.assembler.expansions.iter().find(|row| row.instruction == name);
        let mut operands = Vec::new();
        let mut numbers = Vec::new();
        for operand in &matched.insn.operands {
            let mut text = String::new();
            match operand {
                InsnOperand::Expression(index) => {
                    text.push_str(&matched.expressions[*index as usize].to_string());
                }
                InsnOperand::Register(_)
                | InsnOperand::NoRegister
                | InsnOperand::Number(_)
                | InsnOperand::Unknown { .. } => {
                    MachineFacts::push_plain(self.machine, *operand, &mut text);
                }
            }
            operands.push(text);
            numbers.push(operand.number());
        }
        self.names.expansions += 1;
        let label = format!(".Ltw_{}", self.names.expansions);
        let input = ExpansionInput {
            operands: &operands,
            numbers: &numbers,
            has_feature: &|name| self.machine.subtarget.has_feature(name),
            label: &label,
        };
        let lines = row.filter(|_| depth < MAX_DEPTH).and_then(|row| (row.expand)(&input));
        match lines {
            Some(lines) => lines.iter().for_each(|line| self.line(line, depth + 1)),
            None => {
                let message = format!("'{name}' has no instructions for these operands");
                self.errors.push(AssemblyError::new(self.line, &self.text, at, message));
            }
        }
    }

    fn finish(mut self) -> Result<Assembly, Vec<AssemblyError>> {
        let mut errors = std::mem::take(&mut self.errors);
        if !errors.is_empty() {
            return Err(errors);
        }
        let placed =
            SectionLayout::place(self.machine, &mut self.sections, &self.definitions, &mut errors);
        if !errors.is_empty() {
            errors.sort_by_key(|error| error.line);
            return Err(errors);
        }
        Ok(self.assembly(&placed))
    }

    fn assembly(&mut self, placed: &[PlacedItem]) -> Assembly {
        let mut assembly = Assembly::default();
        let mut numbers = Vec::new();
        for (draft, placed) in self.sections.iter().zip(placed) {
            let size = placed.offsets.last().copied().unwrap_or(0);
            let is_kept = size > 0 || draft.name == ".text";
            numbers.push(is_kept.then_some(assembly.sections.len()));
            if !is_kept {
                continue;
            }
            let section = assembly.sections.len();
            for (item, (bytes, offset)) in
                draft.items.iter().zip(placed.bytes.iter().zip(&placed.offsets))
            {
                add_line(&mut assembly.lines, section, item, *offset, bytes);
            }
            let mut bytes = placed.bytes.concat();
            let own = ObjectSection {
                name: draft.name.clone(),
                size,
                alignment: draft.alignment,
                relocations: placed.relocations.clone(),
                ..ObjectSection::default()
            };
            if own.is_bss() {
                bytes.clear();
            }
            assembly.sections.push(ObjectSection { bytes, ..own });
        }
        assembly.lines.sort_by_key(|line| line.line);
        self.add_symbols(placed, &numbers, &mut assembly);
        assembly
    }

    fn add_symbols(
        &mut self,
        placed: &[PlacedItem],
        numbers: &[Option<usize>],
        assembly: &mut Assembly,
    ) {
        let (bindings, functions) = (&self.names.bindings, &self.names.functions);
        let layout =
            SectionLayout::from_placed(self.machine, &mut self.sections, &self.definitions, placed);
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        let names = self.names.defined.iter().chain(&self.names.used);
        let relocations = assembly.sections.iter().flat_map(|section| &section.relocations);
        let relocated: FxHashSet<&str> =
            relocations.map(|relocation| &*relocation.symbol).collect();
        for name in names {
            let is_needed = !name.starts_with(PRIVATE) || relocated.contains(&**name);
            if !seen.insert(name) || !is_needed {
                continue;
            }
            let value = layout.value_of(name);
            let binding = bindings.get(name).copied();
            let default = match value {
                Some(_) => SymbolBinding::Local,
                None => SymbolBinding::Global,
            };
            assembly.symbols.push(ObjectSymbol {
                name: name.clone(),
                section: value.and_then(|(section, _)| numbers[section?]),
                value: value.map_or(0, |(_, value)| value as u64),
                is_defined: value.is_some(),
                binding: binding.unwrap_or(default),
                is_function: functions.contains(name),
            });
        }
    }
}

/// Adds an item's bytes to its line in the listing.
fn add_line(
    lines: &mut Vec<ListingLine>,
    section: usize,
    item: &LayoutItem,
    offset: u64,
    bytes: &[u8],
) {
    let line = item.line + 1;
    match lines.last_mut() {
        Some(last) if last.line == line && last.section == section => {
            last.bytes.extend_from_slice(bytes);
        }
        _ => lines.push(ListingLine {
            line,
            section,
            offset,
            bytes: bytes.to_vec(),
            text: item.text.clone(),
        }),
    }
}

/// The symbol for the next address.
const HERE: &str = ".";

/// The start of names that only relocations bring into an object file.
const PRIVATE: &str = ".L";

/// Returns the private symbol for a numbered label.
fn local_name(digits: &str, number: usize) -> String {
    format!("{PRIVATE}tmp{digits}_{number}")
}

/// Returns the ends of the statements in a line.
fn statement_ends(line: &str, comment: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut is_quoted = false;
    for (at, character) in line.char_indices() {
        is_quoted ^= character == '"';
        if character == ';' && !is_quoted && comment != ";" {
            ends.push(at);
        }
    }
    ends.push(line.len());
    ends
}

/// Reads a symbol: letters, digits, and some other characters.
fn symbol_word<'t>(cursor: &mut TextCursor<'t>) -> &'t str {
    let rest = cursor.rest();
    let end = rest.find(|c: char| !is_word(c) && c != '$' && c != '@').unwrap_or(rest.len());
    let word = &rest[..end];
    cursor.eat_raw(word);
    word
}

fn at_end(cursor: &TextCursor<'_>) -> Result<(), Mismatch> {
    if cursor.is_at_end() { Ok(()) } else { Err(Mismatch::new(cursor, "the end of the line")) }
}
