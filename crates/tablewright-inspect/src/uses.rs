//! Uses of a record: the records that refer to it, and the paths to it.

use rustc_hash::FxHashMap;
use tablewright_records::{Record, RecordId, RecordStore, Value, ValueId};

/// Path limit per record.
const MAX_PATHS: usize = 1000;

/// Finds references to a record.
pub(crate) struct UseFinder<'s> {
    store: &'s RecordStore,
    target: RecordId,
    /// Whether a compound value mentions the target.
    mentions: FxHashMap<ValueId, bool>,
}

impl<'s> UseFinder<'s> {
    pub(crate) fn new(store: &'s RecordStore, target: RecordId) -> UseFinder<'s> {
        UseFinder { store, target, mentions: FxHashMap::default() }
    }

    /// Whether a field of `record` mentions the target.
    pub(crate) fn is_user(&mut self, record: Record<'_>) -> bool {
        record.values().iter().any(|&value| self.mentions(value))
    }

    /// Returns the paths from `record` to the target in field order.
    pub(crate) fn paths(&mut self, record: Record<'_>) -> Vec<String> {
        let mut paths = Vec::new();
        for field in record.fields() {
            // Parts are visited in order. The next part is at the end of the stack.
            let mut stack = vec![(self.store.str(field.name).to_owned(), field.value)];
            while let Some((path, value)) = stack.pop() {
                if paths.len() == MAX_PATHS || !self.mentions(value) {
                    continue;
                }
                let parts = self.parts(value);
                if parts.is_empty() {
                    paths.push(path);
                    continue;
                }
                let parts = parts.into_iter().rev();
                stack.extend(parts.map(|(step, part)| (format!("{path}{step}"), part)));
            }
        }
        paths
    }

    /// Whether a value is the target or contains it.
    fn mentions(&mut self, value: ValueId) -> bool {
        if let Some(answer) = self.answer(value) {
            return answer;
        }
        // Without recursion, since values can be nested deeply.
        let mut stack = vec![value];
        while let Some(&value) = stack.last() {
            let parts = self.parts(value);
            let open = parts.iter().find(|(_, part)| self.answer(*part).is_none());
            if let Some(&(_, part)) = open
                && !parts.iter().any(|(_, part)| self.answer(*part) == Some(true))
            {
                stack.push(part);
                continue;
            }
            let answer = parts.iter().any(|(_, part)| self.answer(*part) == Some(true));
            self.mentions.insert(value, answer);
            stack.pop();
        }
        self.answer(value).unwrap_or(false)
    }

    /// Whether a value mentions the target; `None` if this depends on its parts.
    fn answer(&self, value: ValueId) -> Option<bool> {
        match self.store.value(value) {
            Value::Def(record) => Some(record == self.target),
            Value::Unset
            | Value::Refused
            | Value::Bit(_)
            | Value::Int(_)
            | Value::String(_)
            | Value::Code(_)
            | Value::AnonymousName(_)
            | Value::Var { .. } => Some(false),
            Value::Bits(bits) if bits.to_int().is_some() => Some(false),
            Value::Bits(_)
            | Value::List(_)
            | Value::Dag(_)
            | Value::VarBit { .. }
            | Value::Field { .. }
            | Value::Instance { .. }
            | Value::Op { .. } => self.mentions.get(&value).copied(),
        }
    }

    /// Returns a value's parts with their path steps.
    fn parts(&self, value: ValueId) -> Vec<(String, ValueId)> {
        let unnamed = |part: ValueId| (String::new(), part);
        match self.store.value(value) {
            Value::List(list) => {
                let elements = list.elements.iter().enumerate();
                elements.map(|(i, &element)| (format!("[{i}]"), element)).collect()
            }
            Value::Dag(dag) => {
                let mut parts = vec![(".operator".to_owned(), dag.operator)];
                for (i, argument) in dag.args.iter().enumerate() {
                    // A name finds the first argument with this name.
                    let is_first = |name| dag.args.iter().position(|a| a.name == Some(name));
                    let step = match argument.name.filter(|&name| is_first(name) == Some(i)) {
                        Some(name) => format!(".${}", self.store.str(name)),
                        None => format!("[{i}]"),
                    };
                    parts.push((step, argument.value));
                }
                parts
            }
            Value::Bits(bits) => bits.iter().map(unnamed).collect(),
            Value::VarBit { of, .. } | Value::Field { of, .. } => vec![unnamed(of)],
            Value::Instance { args, .. } => args.iter().map(|arg| unnamed(arg.value)).collect(),
            Value::Op { args, .. } => args.iter().map(|&arg| unnamed(arg)).collect(),
            Value::Unset
            | Value::Refused
            | Value::Bit(_)
            | Value::Int(_)
            | Value::String(_)
            | Value::Code(_)
            | Value::Def(_)
            | Value::AnonymousName(_)
            | Value::Var { .. } => Vec::new(),
        }
    }
}
