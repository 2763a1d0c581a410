//! Operators on strings.

use memchr::memmem;
use regex_lite::Regex;
use tablewright_syntax::bang::BangOp;
use tablewright_syntax::symbol::Symbol;

use super::{Eval, Evaluator, Reported};
use crate::ids::TypeId;
use crate::value::{Op, Value, ValueId};

/// How long a string an operator may make, in bytes.
pub(crate) const MAX_STRING: usize = 1 << 26;

impl Evaluator {
    fn text(&self, value: ValueId) -> Option<Symbol> {
        self.store.values.text(value)
    }

    fn is_code(&self, value: ValueId) -> bool {
        self.store.values.is_code(value)
    }

    fn new_text(&mut self, text: &str, is_code: bool) -> ValueId {
        let text = self.intern(text);
        self.text_value(text, is_code)
    }

    pub(crate) fn text_value(&mut self, text: Symbol, is_code: bool) -> ValueId {
        if is_code { self.store.values.code(text) } else { self.store.values.string(text) }
    }

    pub(crate) fn fold_text(
        &mut self,
        op: BangOp,
        ty: TypeId,
        args: &[ValueId],
    ) -> Eval<Option<ValueId>> {
        match op {
            BangOp::Repr => Ok(self.fold_repr(args[0])),
            BangOp::ToLower | BangOp::ToUpper => {
                let Some(text) = self.text(args[0]) else { return Ok(None) };
                let text = match op {
                    BangOp::ToLower => self.str(text).to_ascii_lowercase(),
                    _ => self.str(text).to_ascii_uppercase(),
                };
                Ok(Some(self.new_text(&text, false)))
            }
            BangOp::StrConcat => self.fold_strconcat(args[0], args[1]),
            BangOp::Interleave => self.fold_interleave(args[0], args[1]),
            BangOp::Subst => Ok(self.fold_subst(ty, args)),
            BangOp::Substr => Ok(self.fold_substr(args)),
            BangOp::Find => Ok(self.fold_find(args)),
            BangOp::Match => {
                let (Some(text), Some(pattern)) = (self.text(args[0]), self.text(args[1])) else {
                    return Ok(None);
                };
                let found = self.regex(pattern)?.is_match(self.str(text));
                Ok(Some(ValueId::bit(found)))
            }
            _ => unreachable!("not an operator on strings"),
        }
    }

    /// The regular expression that `pattern` spells.
    pub(crate) fn regex(&mut self, pattern: Symbol) -> Eval<Regex> {
        let text = self.str(pattern);
        match Regex::new(text) {
            Ok(regex) => Ok(regex),
            Err(fault) => {
                let message = format!("invalid regex '{text}': {fault}");
                Err(self.error_here(message))
            }
        }
    }

    fn fold_repr(&mut self, value: ValueId) -> Option<ValueId> {
        if !self.is_concrete(value) {
            return None;
        }
        let mut text = String::new();
        match self.store.value(value) {
            Value::Def(record) => {
                if self.building.iter().any(|b| b.record == Some(record)) {
                    return None;
                }
                self.store.write_record(&mut text, self.store.record(record));
            }
            _ => self.store.write_value(&mut text, value),
        }
        Some(self.new_text(&text, false))
    }

    /// Two strings as one; one operand may not be known yet.
    pub(crate) fn concat_strings(&mut self, left: ValueId, right: ValueId) -> Eval<ValueId> {
        let op = Op::Bang(BangOp::StrConcat);
        self.fold_op(op, TypeId::STRING, &[left, right], false)
    }

    fn fold_strconcat(&mut self, left: ValueId, right: ValueId) -> Eval<Option<ValueId>> {
        let (Some(a), Some(b)) = (self.text(left), self.text(right)) else { return Ok(None) };
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        let (a, b) = (self.str(a), self.str(b));
        if a.len() + b.len() > MAX_STRING {
            return Err(self.too_long());
        }
        text.push_str(a);
        text.push_str(b);
        let is_code = self.is_code(left) || self.is_code(right);
        let value = self.new_text(&text, is_code);
        self.text = text;
        Ok(Some(value))
    }

    pub(crate) fn too_long(&mut self) -> Reported {
        self.error_here(format!("string of more than {MAX_STRING} bytes"))
    }

    fn fold_interleave(&mut self, list: ValueId, delimiter: ValueId) -> Eval<Option<ValueId>> {
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
                // How the first one was written does not count.
                is_code |= i > 0 && self.is_code(element);
            } else {
                let Some(number) = self.to_int(element) else { return Ok(None) };
                text.push_str(&number.to_string());
            }
        }
        Ok(Some(self.new_text(&text, is_code)))
    }

    fn fold_subst(&mut self, ty: TypeId, args: &[ValueId]) -> Option<ValueId> {
        let [target, replacement, value] = [args[0], args[1], args[2]];
        if let [Some(target), Some(new), Some(text)] =
            [target, replacement, value].map(|v| self.text(v))
        {
            return Some(self.subst_text(target, new, text));
        }
        match [target, replacement, value].map(|v| self.store.value(v)) {
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
        }
    }

    fn subst_text(&mut self, target: Symbol, new: Symbol, text: Symbol) -> ValueId {
        let mut made = std::mem::take(&mut self.text);
        made.clear();
        let value = match replace(self.str(text), self.str(target), self.str(new), &mut made) {
            true => self.new_text(&made, false),
            false => self.store.values.string(text),
        };
        self.text = made;
        value
    }

    fn fold_substr(&mut self, args: &[ValueId]) -> Option<ValueId> {
        let text = self.text(args[0])?;
        let (Value::Int(start), Value::Int(length)) =
            (self.store.value(args[1]), self.store.value(args[2]))
        else {
            return None;
        };
        let text = self.str(text).to_owned();
        let size = text.len() as i64;
        if start < 0 || start > size {
            let message = format!("!substr start position is out of range 0...{size}: {start}");
            self.error_here(message);
        }
        if length < 0 {
            self.error_here("!substr length must be nonnegative");
        }
        let from = start.clamp(0, size) as usize;
        let to = from as i64 + length.clamp(0, size - from as i64);
        let bytes = &text.as_bytes()[from..to as usize];
        let part = String::from_utf8_lossy(bytes).into_owned();
        let is_code = self.is_code(args[0]);
        Some(self.new_text(&part, is_code))
    }

    fn fold_find(&mut self, args: &[ValueId]) -> Option<ValueId> {
        let (text, target) = (self.text(args[0])?, self.text(args[1])?);
        let Value::Int(start) = self.store.value(args[2]) else { return None };
        let size = self.str(text).len() as i64;
        if start < 0 || start > size {
            let message = format!("!find start position is out of range 0...{size}: {start}");
            self.error_here(message);
        }
        let from = start.clamp(0, size) as usize;
        let (text, target) = (self.str(text).as_bytes(), self.str(target).as_bytes());
        let place = match target.is_empty() {
            true => Some(0),
            false => text[from..].windows(target.len()).position(|w| w == target),
        };
        let number = place.map_or(-1, |place| (from + place) as i64);
        Some(self.store.values.int(number))
    }
}

/// Appends `text` with each `target` in it replaced; nothing where there is none, which is told.
pub(crate) fn replace(text: &str, target: &str, new: &str, out: &mut String) -> bool {
    if target.is_empty() || target.len() > text.len() {
        return false;
    }
    let mut rest = text;
    // A searcher made for the target would find it faster, but takes longer to make.
    while let Some(place) = memmem::find(rest.as_bytes(), target.as_bytes()) {
        out.push_str(&rest[..place]);
        out.push_str(new);
        rest = &rest[place + target.len()..];
    }
    let is_found = rest.len() < text.len();
    if is_found {
        out.push_str(rest);
    }
    is_found
}
