//! Operators on strings.

use std::fmt::Write as _;

use memchr::memmem;
use regex_lite::Regex;
use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Span;
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree;
use tablewright_text::byte_escape::{escape, escapes_meet, normalize, unescape};

use crate::eval::heap::Heap;
use crate::eval::limits::MAX_STRING;
use crate::eval::lower::Mode;
use crate::eval::operators::{Fold, FoldError, FoldResult};
use crate::eval::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::value::{Op, Value, ValueId};

impl Evaluator {
    /// Evaluates `!substr` or `!find`: a string, another operand, and an optional number.
    pub(super) fn substr_or_find(
        &mut self,
        tree: &tree::BangExpr,
        span: Span,
        want: Option<TypeId>,
    ) -> Eval<ValueId> {
        let is_find = tree.op == BangOp::Find;
        let end = self.heap.after(span);
        let mut values = Vec::with_capacity(3);
        for operand in tree.args {
            values.push(self.expr_at(operand, None, Mode::Value)?);
        }
        if values.len() == 2 {
            // A substring without a length extends to the end of the string.
            values.push(self.heap.store.values.int(if is_find { 0 } else { i64::MAX }));
        }
        let result = if is_find { TypeId::INT } else { TypeId::STRING };
        let last = tree.args.get(2).map_or(Span::from(end), |a| self.node(a).span);
        self.check_wanted(last, result, want)?;
        let second = if is_find { TypeId::STRING } else { TypeId::INT };
        let expected = [TypeId::STRING, second, TypeId::INT];
        let positions = [end, self.operand_tree(tree, 1).span.lo, end];
        for (i, (&value, expected)) in values.iter().zip(expected).enumerate() {
            if let Some(value_type) = self.heap.type_of(value).filter(|&ty| ty != expected) {
                let message = format!(
                    "expected {}, got type '{}'",
                    self.heap.store.type_text(expected),
                    self.heap.store.type_text(value_type)
                );
                let operand = tree.args.get(i).map_or(span, |operand| self.node(operand).span);
                let error = self.reports.begin_error(Code::OperandType, operand, message);
                return Err(error.printed_at(positions[i]).into());
            }
        }
        self.fold_op(Op::Bang(tree.op), result, &values, false)
    }

    /// Concatenates two strings. The result is an operation if a string is not known yet.
    pub(crate) fn concat_strings(&mut self, left: ValueId, right: ValueId) -> Eval<ValueId> {
        let op = Op::Bang(BangOp::StrConcat);
        self.fold_op(op, TypeId::STRING, &[left, right], false)
    }
}

impl Heap {
    fn text(&self, value: ValueId) -> Option<Symbol> {
        self.store.values.text(value)
    }

    fn is_code(&self, value: ValueId) -> bool {
        self.store.values.is_code(value)
    }

    pub(super) fn new_text(&mut self, text: &str, is_code: bool) -> ValueId {
        let text = self.intern(text);
        self.text_value(text, is_code)
    }

    pub(crate) fn text_value(&mut self, text: Symbol, is_code: bool) -> ValueId {
        if is_code { self.store.values.code(text) } else { self.store.values.string(text) }
    }

    pub(super) fn fold_case(
        &mut self,
        text: ValueId,
        change: fn(&str) -> String,
    ) -> Option<ValueId> {
        let text = change(self.str(self.text(text)?));
        Some(self.new_text(&text, false))
    }

    pub(super) fn fold_match(&mut self, text: ValueId, pattern: ValueId) -> Fold {
        let (Some(text), Some(pattern)) = (self.text(text), self.text(pattern)) else {
            return Ok(None);
        };
        let is_matched = self.regex(pattern)?.is_match(self.str(text));
        Ok(Some(ValueId::bit(is_matched)))
    }

    /// Compiles the regular expression in `pattern`.
    pub(super) fn regex(&self, pattern: Symbol) -> FoldResult<Regex> {
        let text = self.str(pattern);
        match Regex::new(text) {
            Ok(regex) => Ok(regex),
            Err(error) => {
                let message = format!("invalid regex '{text}': {error}");
                Err(FoldError::new(Code::InvalidRegex, message))
            }
        }
    }

    pub(super) fn fold_strconcat(&mut self, left: ValueId, right: ValueId) -> Fold {
        let (Some(a), Some(b)) = (self.text(left), self.text(right)) else { return Ok(None) };
        let mut text = std::mem::take(&mut self.text_buffer);
        text.clear();
        let (a, b) = (self.str(a), self.str(b));
        if a.len() + b.len() > MAX_STRING {
            return Err(FoldError::new(Code::EvaluationLimit, too_long()));
        }
        text.push_str(a);
        text.push_str(b);
        if escapes_meet(a, b) {
            text = normalize(&text).into_owned();
        }
        let is_code = self.is_code(left) || self.is_code(right);
        let value = self.new_text(&text, is_code);
        self.text_buffer = text;
        Ok(Some(value))
    }

    pub(super) fn fold_interleave(&mut self, list: ValueId, delimiter: ValueId) -> Fold {
        let (Value::List(list), Some(delimiter)) = (self.store.value(list), self.text(delimiter))
        else {
            return Ok(None);
        };
        let delimiter = self.str(delimiter);
        let mut text = String::new();
        let mut is_code = false;
        for (i, &element) in list.elements.iter().enumerate() {
            if i > 0 {
                text.push_str(delimiter);
            }
            if list.element_type == TypeId::STRING {
                let Some(piece) = self.text(element) else { return Ok(None) };
                text.push_str(self.str(piece));
                // The first element counts as a string even if it is written as code.
                is_code |= i > 0 && self.is_code(element);
            } else {
                let Some(number) = self.to_int(element) else { return Ok(None) };
                // Writing into a string never fails.
                let _ = write!(text, "{number}");
            }
            if text.len() > MAX_STRING {
                return Err(FoldError::new(Code::EvaluationLimit, too_long()));
            }
        }
        Ok(Some(self.new_text(&text, is_code)))
    }

    pub(super) fn fold_subst(&mut self, ty: TypeId, args: &[ValueId]) -> Fold {
        let [target, replacement, value] = [args[0], args[1], args[2]];
        if let [Some(target), Some(new), Some(text)] =
            [target, replacement, value].map(|v| self.text(v))
        {
            return self.subst_text(target, new, text);
        }
        Ok(match [target, replacement, value].map(|v| self.store.value(v)) {
            [Value::Def(target), Value::Def(_), Value::Def(found)] => {
                Some(if target == found { replacement } else { value })
            }
            [
                Value::Var { name: target, .. },
                Value::Var { name: new, .. },
                Value::Var { name, .. },
            ] => {
                let name = if target == name { new } else { name };
                Some(self.store.values.var(name, ty))
            }
            _ => None,
        })
    }

    fn subst_text(&mut self, target: Symbol, new: Symbol, text: Symbol) -> Fold {
        let mut text_buffer = std::mem::take(&mut self.text_buffer);
        text_buffer.clear();
        let value = match replace(self.str(text), self.str(target), self.str(new), &mut text_buffer)
        {
            Replaced::Some => Ok(Some(self.new_text(&text_buffer, false))),
            Replaced::None => Ok(Some(self.store.values.string(text))),
            Replaced::TooLong => Err(FoldError::new(Code::EvaluationLimit, too_long())),
        };
        self.text_buffer = text_buffer;
        value
    }

    pub(super) fn fold_substr(&mut self, args: &[ValueId]) -> Fold {
        let (Some(text), Value::Int(start), Value::Int(length)) =
            (self.text(args[0]), self.store.value(args[1]), self.store.value(args[2]))
        else {
            return Ok(None);
        };
        let text = unescape(self.str(text)).into_owned();
        let size = text.len() as i64;
        let mut messages = Vec::new();
        if start < 0 || start > size {
            messages.push(format!("!substr start position is out of range 0...{size}: {start}"));
        }
        if length < 0 {
            messages.push("!substr length must be nonnegative".to_owned());
        }
        let from = start.clamp(0, size) as usize;
        let to = from as i64 + length.clamp(0, size - from as i64);
        // Positions count bytes, so a character may be split.
        let part = escape(text[from..to as usize].to_vec());
        let is_code = self.is_code(args[0]);
        FoldError::after(Code::StringPosition, messages, self.new_text(&part, is_code))
    }

    pub(super) fn fold_find(&mut self, args: &[ValueId]) -> Fold {
        let (Some(text), Some(target), Value::Int(start)) =
            (self.text(args[0]), self.text(args[1]), self.store.value(args[2]))
        else {
            return Ok(None);
        };
        let (text, target) = (unescape(self.str(text)), unescape(self.str(target)));
        let size = text.len() as i64;
        let mut messages = Vec::new();
        if start < 0 || start > size {
            messages.push(format!("!find start position is out of range 0...{size}: {start}"));
        }
        let from = start.clamp(0, size) as usize;
        let offset = if target.is_empty() {
            // The empty string matches at the start of the search.
            Some(0)
        } else {
            text[from..].windows(target.len()).position(|w| *w == *target)
        };
        let number = offset.map_or(-1, |offset| (from + offset) as i64);
        FoldError::after(Code::StringPosition, messages, self.store.values.int(number))
    }
}

/// Returns the error message for a string longer than [`MAX_STRING`].
pub(crate) fn too_long() -> String {
    format!("string of more than {MAX_STRING} bytes")
}

/// Outcome of [`replace`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Replaced {
    /// The target does not occur.
    None,
    /// All occurrences were replaced.
    Some,
    /// The result would be longer than [`MAX_STRING`].
    TooLong,
}

/// Appends `text` with each `target` replaced. Appends nothing if `target` does not occur.
pub(crate) fn replace(text: &str, target: &str, new: &str, out: &mut String) -> Replaced {
    // The empty string would match endlessly.
    if target.is_empty() || target.len() > text.len() {
        return Replaced::None;
    }
    let limit = out.len() + MAX_STRING;
    let mut tail = text;
    // A prepared searcher would be faster, but its preparation costs more than it saves.
    while let Some(offset) = memmem::find(tail.as_bytes(), target.as_bytes()) {
        out.push_str(&tail[..offset]);
        out.push_str(new);
        tail = &tail[offset + target.len()..];
        if out.len() + tail.len() > limit {
            return Replaced::TooLong;
        }
    }
    if tail.len() == text.len() {
        return Replaced::None;
    }
    out.push_str(tail);
    Replaced::Some
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::SelectedRelease;

    /// A `!substr` that starts past the end is an error, and its result is the empty string: the reference reports the
    /// error and continues.
    #[test]
    fn a_substring_past_the_end_is_an_error_with_a_result() {
        let mut heap = Heap::new(SelectedRelease::new(None, None));
        let text = heap.intern("abc");
        let values = &mut heap.store.values;
        let args = [values.string(text), values.int(4), values.int(-1)];
        let empty = heap.new_text("", false);
        let error = heap.fold_substr(&args).expect_err("it is past");
        assert_eq!(
            error.messages,
            [
                "!substr start position is out of range 0...3: 4",
                "!substr length must be nonnegative"
            ]
            .map(|message| (Code::StringPosition, message.to_owned()))
        );
        assert_eq!(error.result, Some(empty));
    }

    /// `replace` finds occurrences from the left without overlaps, and appends nothing if there are none.
    #[test]
    fn replacing_goes_from_left_to_right() {
        let mut out = String::new();
        assert_eq!(replace("aaa", "aa", "b", &mut out), Replaced::Some);
        assert_eq!(out, "ba");
        out.clear();
        assert_eq!(replace("abc", "", "x", &mut out), Replaced::None);
        assert_eq!(replace("abc", "d", "x", &mut out), Replaced::None);
        assert_eq!(out, "");
    }
}
