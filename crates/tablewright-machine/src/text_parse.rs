//! Operands read from assembly text: the inverse of printing in [`text`](crate::text).

use crate::cursor::{Mismatch, TextCursor};
use crate::expression::AsmExpression;
use crate::insn::InsnOperand;
use crate::real_number;
use crate::text::{
    NameRule, NumberReading, ParseContext, ParsedOperand, ParsedText, TemplatePiece, TextRule,
    plain, register,
};

impl TextRule {
    /// Reads the operands that the rule prints.
    pub(crate) fn parse(
        &self,
        context: &ParseContext<'_>,
        cursor: &mut TextCursor<'_>,
    ) -> Result<ParsedText, Mismatch> {
        let one = |operand| ParsedText::from_iter([operand]);
        let value = |operand| one(ParsedOperand::Value(operand));
        match self {
            TextRule::Plain => Ok(one(plain(context.machine, context.is_register, cursor)?)),
            TextRule::Number(rule) => {
                let mut ahead = cursor.clone();
                if !rule.prefix.is_empty()
                    && ahead.eat_words(rule.prefix).is_ok()
                    && !is_symbol_start(rule.prefix, ahead.rest())
                {
                    *cursor = ahead;
                    return Ok(one(plain(context.machine, false, cursor)?));
                }
                let error = Mismatch::new(cursor, format!("'{}'", rule.prefix));
                let operand = plain(context.machine, context.is_register, cursor)?;
                match operand {
                    ParsedOperand::Value(_) | ParsedOperand::Expression(_) if rule.needs_prefix => {
                        Err(error)
                    }
                    ParsedOperand::Value(_)
                    | ParsedOperand::Expression(_)
                    | ParsedOperand::Register(_) => Ok(one(operand)),
                }
            }
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
                let registers = register(context.machine, &mut TextCursor::new(name));
                let registers = registers.map_err(|error| Mismatch {
                    at: ahead.position() + error.at,
                    expected: error.expected,
                })?;
                ahead.eat_raw(text);
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

impl NameRule {
    fn parse(&self, cursor: &mut TextCursor<'_>) -> Result<InsnOperand, Mismatch> {
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
            let is_better = |end: &TextCursor<'_>| best.is_none_or(|(at, _)| end.position() > at);
            // A suffix may follow: `bne.r`.
            let is_read =
                end.eat_words(name).is_ok() || (end.eat_raw(name) && end.rest().starts_with('.'));
            if is_read && is_better(&end) {
                best = Some((end.position(), *number));
            }
        }
        if let Some((at, number)) = best {
            *cursor = TextCursor::at(cursor.line(), at);
            return Ok(InsnOperand::Number(number));
        }
        let error = Mismatch::new(&ahead, self.expected());
        let number = match self.reading {
            NumberReading::Operand => {
                AsmExpression::parse(&mut ahead).ok().and_then(|expression| expression.constant())
            }
            NumberReading::Value => self.real_name(&mut ahead),
            NumberReading::None => None,
        };
        let number = number.ok_or(error)?;
        *cursor = ahead;
        Ok(InsnOperand::Number(number))
    }

    /// Reads a real number in any form. Returns the operand with the same value as its name.
    fn real_name(&self, cursor: &mut TextCursor<'_>) -> Option<i64> {
        let mut ahead = cursor.clone();
        let value = real_number::read(&mut ahead)?;
        let is_same = |(name, _): &&(String, i64)| {
            let mut name = TextCursor::new(name);
            real_number::read(&mut name) == Some(value)
        };
        let (_, number) = self.numbers.iter().find(is_same)?;
        *cursor = ahead;
        Some(*number)
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
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedText, Mismatch> {
    let mut operands: Vec<(usize, ParsedOperand)> = Vec::new();
    // An address without a distance may be written with the distance zero: `0(a0)`.
    let mut ahead = cursor.clone();
    let is_address = matches!(pieces.first(), Some(TemplatePiece::Text(text)) if text == "(");
    if is_address && ahead.eat("0") && ahead.rest().starts_with('(') {
        *cursor = ahead;
    }
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

/// Whether the prefix of a number and the text after it are a symbol: `.` before `Lx`, or before nothing.
fn is_symbol_start(prefix: &str, after: &str) -> bool {
    let is_number = after.starts_with(|c: char| c.is_ascii_digit())
        || after.trim_start().starts_with(['+', '-', '(']);
    prefix.ends_with('.') && !is_number
}
