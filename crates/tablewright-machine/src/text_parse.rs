//! Operands read from assembly text: the inverse of [`text`](crate::text).

use smallvec::SmallVec;
use tablewright_target::registers::RegisterId;

use crate::assemble::Expression;
use crate::insn::InsnOperand;
use crate::machine::Machine;
use crate::text::{NameRule, ParseContext, TemplatePiece, TextRule};

/// An operand as it is read: the registers with a name, or a value.
#[derive(Clone, PartialEq, Debug)]
pub enum ParsedOperand {
    /// The registers with the name in the text.
    Register(SmallVec<[RegisterId; 4]>),
    /// Another operand.
    Value(InsnOperand),
    /// An expression with symbols.
    Expression(Expression),
}

/// The operands of a method.
pub type Parsed = SmallVec<[ParsedOperand; 2]>;

/// A place where text does not match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// Byte offset in the line.
    pub at: usize,
    /// The expected text.
    pub expected: String,
}

impl Mismatch {
    /// Builds the mismatch at a cursor's position.
    pub fn new(cursor: &Cursor<'_>, expected: impl Into<String>) -> Mismatch {
        let mut ahead = cursor.clone();
        ahead.skip_blanks();
        Mismatch { at: ahead.at, expected: expected.into() }
    }
}

/// A position in a line.
#[derive(Clone, Debug)]
pub struct Cursor<'t> {
    line: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    /// Starts at the beginning of a line.
    pub fn new(line: &'t str) -> Cursor<'t> {
        Cursor { line, at: 0 }
    }

    /// Starts at a byte offset.
    pub fn at(line: &'t str, at: usize) -> Cursor<'t> {
        Cursor { line, at }
    }

    /// Returns the whole line.
    pub fn line(&self) -> &'t str {
        self.line
    }

    /// Returns the byte offset.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Returns the text that is left.
    pub fn rest(&self) -> &'t str {
        &self.line[self.at..]
    }

    /// Skips blanks and tabs.
    pub fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }

    /// Whether only blanks are left.
    pub fn is_at_end(&self) -> bool {
        self.rest().trim().is_empty()
    }

    /// Reads a text after blanks, in any case. A text that ends with a letter or a digit must not go on with
    /// another.
    pub fn eat(&mut self, text: &str) -> bool {
        let mut ahead = self.clone();
        ahead.skip_blanks();
        let rest = ahead.rest();
        let Some(start) = rest.get(..text.len()) else { return false };
        if !start.eq_ignore_ascii_case(text) {
            return false;
        }
        let next = rest[text.len()..].chars().next();
        if text.ends_with(is_word) && next.is_some_and(is_word) {
            return false;
        }
        self.at = ahead.at + text.len();
        true
    }

    /// Reads a text whose blanks match any blanks.
    pub fn eat_words(&mut self, text: &str) -> Result<(), Mismatch> {
        for word in text.split([' ', '\t']).filter(|word| !word.is_empty()) {
            self.eat_symbols(word)?;
        }
        Ok(())
    }

    /// Reads a text without blanks, of which punctuation may have blanks around it.
    fn eat_symbols(&mut self, text: &str) -> Result<(), Mismatch> {
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let is_other = |c: char| !is_word(c);
            let end = match is_word(first) {
                true => rest.find(is_other).unwrap_or(rest.len()),
                false => first.len_utf8(),
            };
            let (token, after) = rest.split_at(end);
            // Text directly before an operand, as in `b$cond`, may go on with a letter.
            if !self.eat(token) {
                return Err(Mismatch::new(self, format!("'{text}'")));
            }
            rest = after;
        }
        Ok(())
    }

    /// Reads a word: letters, digits, dots, underscores.
    pub fn word(&mut self) -> Option<&'t str> {
        let mut ahead = self.clone();
        ahead.skip_blanks();
        let rest = ahead.rest();
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        if end == 0 {
            return None;
        }
        self.at = ahead.at + end;
        Some(&rest[..end])
    }

    /// Reads a register name. Returns the registers with this name.
    ///
    /// # Errors
    /// If the text is not a register name.
    pub fn register(
        &mut self,
        machine: &Machine<'_>,
    ) -> Result<SmallVec<[RegisterId; 4]>, Mismatch> {
        let mut ahead = self.clone();
        ahead.skip_blanks();
        let error = Mismatch::new(&ahead, "a register");
        let prefix = machine.registers.prefix;
        if !prefix.is_empty() && !ahead.eat_raw(prefix) {
            return Err(error);
        }
        // Names may have other characters than words: `r0:1`.
        let rest = ahead.rest();
        let end = rest.find([' ', '\t', ',', '(', ')', '[', ']']).unwrap_or(rest.len());
        let word = ahead.clone().word().unwrap_or_default();
        let names = [&rest[..end], word].into_iter().filter(|name| !name.is_empty());
        let found = names.map(|name| (name, machine.registers.named(name)));
        let Some((name, named)) = found.into_iter().find(|(_, ids)| !ids.is_empty()) else {
            return Err(error);
        };
        ahead.at += name.len();
        self.at = ahead.at;
        Ok(named.iter().copied().collect())
    }

    /// Reads a text at this position, whatever follows.
    pub fn eat_raw(&mut self, text: &str) -> bool {
        let is_there = self.rest().starts_with(text);
        if is_there {
            self.at += text.len();
        }
        is_there
    }
}

/// Whether a character belongs to words.
pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '.'
}

impl TextRule {
    /// Reads the operands that the rule prints.
    pub(crate) fn parse(
        &self,
        context: &ParseContext<'_>,
        cursor: &mut Cursor<'_>,
    ) -> Result<Parsed, Mismatch> {
        let one = |operand| Parsed::from_iter([operand]);
        let value = |operand| one(ParsedOperand::Value(operand));
        match self {
            TextRule::Plain => Ok(one(plain(context.machine, context.is_register, cursor)?)),
            TextRule::Names(rule) => rule.parse(cursor).map(value),
            TextRule::Letters { letters, none } => {
                if !none.is_empty() && cursor.eat(none) {
                    return Ok(value(InsnOperand::Number(0)));
                }
                let error = Mismatch::new(cursor, format!("some of the letters '{letters}'"));
                let word = cursor.word().ok_or_else(|| error.clone())?;
                let mut number = 0;
                let mut expected = letters.chars().rev().enumerate().collect::<Vec<_>>();
                for letter in word.chars() {
                    // Each letter may be there once, in this order.
                    let found = loop {
                        match expected.pop() {
                            Some((bit, other)) if other == letter => break Some(bit),
                            Some(_) => {}
                            None => break None,
                        }
                    };
                    number |= 1 << found.ok_or_else(|| error.clone())?;
                }
                Ok(value(InsnOperand::Number(number)))
            }
            TextRule::OptionalRegister { lead, tail } => {
                let mut ahead = cursor.clone();
                if ahead.eat_words(lead).is_err() {
                    return Ok(value(InsnOperand::NoRegister));
                }
                let end = ahead.rest().find([',', ')']).unwrap_or(ahead.rest().len());
                let text = ahead.rest()[..end].trim_end();
                let Some(name) = text.strip_suffix(tail) else {
                    return Err(Mismatch::new(&ahead, format!("a register with '{tail}'")));
                };
                let registers = Cursor::new(name).register(context.machine);
                let registers = registers.map_err(|error| Mismatch {
                    at: ahead.at + error.at,
                    expected: error.expected,
                })?;
                ahead.at += text.len();
                *cursor = ahead;
                Ok(one(ParsedOperand::Register(registers)))
            }
            TextRule::Template(pieces) => parse_template(pieces, context, cursor),
            TextRule::Custom { parse, .. } => parse(context, cursor),
            TextRule::Unknown(method) => {
                let name = context.machine.method(*method);
                let message = format!("an operand of '{name}', which has no syntax");
                Err(Mismatch::new(cursor, message))
            }
        }
    }
}

/// Reads a register or an expression.
fn plain(
    machine: &Machine<'_>,
    is_register: bool,
    cursor: &mut Cursor<'_>,
) -> Result<ParsedOperand, Mismatch> {
    let is_number = cursor.rest().trim_start().starts_with(|c: char| c.is_ascii_digit());
    if (is_register || !is_number)
        && let Ok(registers) = cursor.register(machine)
    {
        return Ok(ParsedOperand::Register(registers));
    }
    let expression = Expression::parse(cursor)?;
    Ok(match expression.constant() {
        Some(number) => ParsedOperand::Value(InsnOperand::Number(number)),
        None => ParsedOperand::Expression(expression),
    })
}

impl NameRule {
    fn parse(&self, cursor: &mut Cursor<'_>) -> Result<InsnOperand, Mismatch> {
        let mut ahead = cursor.clone();
        let omitted = self.omitted.map(InsnOperand::Number);
        if ahead.eat_words(self.lead).is_err() {
            return omitted.ok_or_else(|| Mismatch::new(cursor, format!("'{}'", self.lead)));
        }
        ahead.skip_blanks();
        // The longest name counts: names may begin with others.
        let mut best: Option<(usize, i64)> = None;
        for (name, number) in &self.numbers {
            let mut end = ahead.clone();
            let is_better = |end: &Cursor<'_>| best.is_none_or(|(at, _)| end.at > at);
            if end.eat_words(name).is_ok() && is_better(&end) {
                best = Some((end.at, *number));
            }
        }
        if let Some((at, number)) = best {
            cursor.at = at;
            return Ok(InsnOperand::Number(number));
        }
        let mut number = ahead.clone();
        match Expression::parse(&mut number).ok().and_then(|expression| expression.constant()) {
            Some(value) => {
                *cursor = number;
                Ok(InsnOperand::Number(value))
            }
            None => Err(Mismatch::new(&ahead, self.expected())),
        }
    }

    /// Returns a description of the names.
    fn expected(&self) -> String {
        const SHOWN: usize = 8;
        let names: Vec<&str> = self.numbers.iter().map(|(name, _)| name.as_str()).collect();
        match names.len() {
            0..=SHOWN => format!("one of {}", names.join(", ")),
            _ => format!("one of {}, …", names[..SHOWN].join(", ")),
        }
    }
}

fn parse_template(
    pieces: &[TemplatePiece],
    context: &ParseContext<'_>,
    cursor: &mut Cursor<'_>,
) -> Result<Parsed, Mismatch> {
    let mut operands: Vec<(usize, ParsedOperand)> = Vec::new();
    for piece in pieces {
        match piece {
            TemplatePiece::Text(text) => cursor.eat_words(text)?,
            TemplatePiece::Operand(index) => {
                operands.push((*index, plain(context.machine, false, cursor)?));
            }
        }
    }
    operands.sort_by_key(|(index, _)| *index);
    Ok(operands.into_iter().map(|(_, operand)| operand).collect())
}
