//! Evaluation of conditions on records.

use std::borrow::Cow;
use std::cell::Cell;
use std::cmp::Ordering;

use rustc_hash::FxHashSet;
use tablewright_records::{ClassId, Record, RecordId, Value, ValueId};

use super::error::{QueryError, QueryErrorKind, QueryPart};
use super::language::{Check, Choice, Comparison, Condition, Expr, Literal, Operand, Test};
use super::path::{Found, PathReader};
use crate::value::QueryValue;

/// A kind of value. Only values of the same kind are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Unset,
    Number,
    Text,
    Record,
    List,
    Dag,
    Unresolved,
}

impl Kind {
    fn plural(self) -> &'static str {
        match self {
            Kind::Unset => "unset",
            Kind::Number => "numbers",
            Kind::Text => "strings",
            Kind::Record => "records",
            Kind::List => "lists",
            Kind::Dag => "dags",
            Kind::Unresolved => "unresolved",
        }
    }
}

/// Whether a test has found a value of a suitable kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TestUse {
    Unused,
    /// No suitable value yet. Contains the kind of the first value.
    WrongKind(Kind),
    Used,
}

/// Evaluates a condition on records of a description.
pub(super) struct ConditionReader<'q, 's> {
    paths: &'q PathReader<'q, 's>,
    condition: &'q Condition,
    /// By test number.
    uses: Vec<Cell<TestUse>>,
}

/// A value at the end of a path, in a form for comparison.
enum View<'v> {
    Unset,
    Int(i64),
    /// Bits, highest first, that are not a number: some are unset, or there are too many.
    OpenBits(Vec<ValueId>),
    Text(&'v str),
    Record(RecordId),
    List(&'v [ValueId]),
    Dag(ValueId),
    Unresolved(ValueId),
}

impl View<'_> {
    fn kind(&self) -> Kind {
        match self {
            View::Unset => Kind::Unset,
            View::Int(_) | View::OpenBits(_) => Kind::Number,
            View::Text(_) => Kind::Text,
            View::Record(_) => Kind::Record,
            View::List(_) => Kind::List,
            View::Dag(_) => Kind::Dag,
            View::Unresolved(_) => Kind::Unresolved,
        }
    }

    fn is_equal(&self, other: &View<'_>) -> bool {
        match (self, other) {
            (View::Unset, View::Unset) => true,
            (View::Int(a), View::Int(b)) => a == b,
            (View::OpenBits(a), View::OpenBits(b)) => a == b,
            (View::Text(a), View::Text(b)) => a == b,
            (View::Record(a), View::Record(b)) => a == b,
            (View::List(a), View::List(b)) => a == b,
            (View::Dag(a), View::Dag(b)) | (View::Unresolved(a), View::Unresolved(b)) => a == b,
            (
                View::Unset
                | View::Int(_)
                | View::OpenBits(_)
                | View::Text(_)
                | View::Record(_)
                | View::List(_)
                | View::Dag(_)
                | View::Unresolved(_),
                _,
            ) => false,
        }
    }

    /// Compares two numbers or two strings.
    fn order(&self, other: &View<'_>) -> Option<Ordering> {
        if let (View::Int(a), View::Int(b)) = (self, other) {
            return Some(a.cmp(b));
        }
        if let (View::Text(a), View::Text(b)) = (self, other) {
            return Some(a.cmp(b));
        }
        None
    }

    fn compares(&self, comparison: Comparison, other: &View<'_>) -> bool {
        let order = || self.order(other);
        match comparison {
            // Inequality is decided over all values of a path by the caller.
            Comparison::Equal | Comparison::NotEqual => self.is_equal(other),
            Comparison::Less => order().is_some_and(Ordering::is_lt),
            Comparison::LessOrEqual => order().is_some_and(Ordering::is_le),
            Comparison::Greater => order().is_some_and(Ordering::is_gt),
            Comparison::GreaterOrEqual => order().is_some_and(Ordering::is_ge),
        }
    }
}

impl<'q, 's> ConditionReader<'q, 's> {
    pub(super) fn new(
        paths: &'q PathReader<'q, 's>,
        condition: &'q Condition,
    ) -> ConditionReader<'q, 's> {
        let uses = vec![Cell::new(TestUse::Unused); condition.tests];
        ConditionReader { paths, condition, uses }
    }

    /// Whether the condition is true for a record.
    pub(super) fn holds(&self, record: Record<'_>) -> bool {
        self.expr(&self.condition.expr, record)
    }

    /// Returns the tests that are false for a record, or all tests if none is false.
    pub(super) fn false_tests(&self, record: Record<'_>) -> Vec<&'q Test> {
        let mut tests = Vec::new();
        let mut rest = vec![&self.condition.expr];
        while let Some(expr) = rest.pop() {
            match expr {
                Expr::Or(terms) | Expr::And(terms) => rest.extend(terms.iter().rev()),
                Expr::Not(inner) => rest.push(inner),
                Expr::Test(test) => tests.push(test),
            }
        }
        if tests.iter().any(|test| !self.test(test, record)) {
            tests.retain(|test| !self.test(test, record));
        }
        tests
    }

    /// Checks that each test has found a value of a suitable kind.
    ///
    /// # Errors
    /// If all values for a test are of another kind.
    pub(super) fn check_kinds(&self) -> Result<(), QueryError> {
        let mut rest = vec![&self.condition.expr];
        while let Some(expr) = rest.pop() {
            match expr {
                Expr::Or(terms) | Expr::And(terms) => rest.extend(terms.iter().rev()),
                Expr::Not(inner) => rest.push(inner),
                Expr::Test(test) => {
                    if let TestUse::WrongKind(kind) = self.uses[test.number].get() {
                        return Err(self.wrong_kind(test, kind));
                    }
                }
            }
        }
        Ok(())
    }

    fn wrong_kind(&self, test: &Test, kind: Kind) -> QueryError {
        let expected = match &test.check {
            Check::IsTrue => "a number other than zero".to_owned(),
            Check::Compare(_, Operand::Literal(literal)) => {
                format!("compared with {}", literal_kind(literal).plural())
            }
            Check::Compare(_, Operand::Path(path)) => format!("compared with '{}'", path.text),
            Check::In(_) => "one of these".to_owned(),
            Check::Matches(_) | Check::IsUnset => "tested so".to_owned(),
            Check::Contains(_) => "searched for this".to_owned(),
            Check::Inherits(_) => "records with superclasses".to_owned(),
        };
        let values = kind.plural();
        let message = format!("the values of '{}' are {values}, never {expected}", test.path.text);
        let note = match (kind, &test.check) {
            (Kind::List | Kind::Dag, Check::Compare(..) | Check::In(_)) => Some(
                "'contains' looks for a value in a list or dag; [*] after a path goes through the \
                 elements",
            ),
            (Kind::Record, _) => Some("a record is compared with its name, without quotes"),
            (
                Kind::Unset | Kind::Number | Kind::Text | Kind::List | Kind::Dag | Kind::Unresolved,
                _,
            ) => None,
        };
        let error = QueryError {
            part: QueryPart::Where,
            kind: QueryErrorKind::Syntax,
            text: self.condition.text.to_string(),
            span: test.span.clone(),
            message,
            suggestion: None,
            note: None,
        };
        note.map_or(error.clone(), |note| error.with_note(note))
    }

    fn expr(&self, expr: &Expr, record: Record<'_>) -> bool {
        match expr {
            Expr::Or(terms) => terms.iter().any(|term| self.expr(term, record)),
            Expr::And(terms) => terms.iter().all(|term| self.expr(term, record)),
            Expr::Not(inner) => !self.expr(inner, record),
            Expr::Test(test) => self.test(test, record),
        }
    }

    fn test(&self, test: &Test, record: Record<'_>) -> bool {
        let reached = self.paths.read(&test.path, record).values;
        let views: Vec<View<'_>> = reached.iter().map(|found| self.view(found)).collect();
        if self.uses[test.number].get() != TestUse::Used {
            self.remember(test, &views);
        }
        let any = |is_true: &dyn Fn(&View<'_>) -> bool| views.iter().any(is_true);
        match &test.check {
            Check::IsTrue => any(&|view| matches!(view, View::Int(number) if *number != 0)),
            Check::Compare(comparison, operand) => {
                let found = match operand {
                    Operand::Literal(literal) => {
                        any(&|view| self.compares_with_literal(*comparison, view, literal))
                    }
                    Operand::Path(path) => {
                        let others = self.paths.read(path, record).values;
                        let others: Vec<View<'_>> = others.iter().map(|f| self.view(f)).collect();
                        any(&|view| others.iter().any(|other| view.compares(*comparison, other)))
                    }
                };
                // A path without values is neither equal nor unequal.
                if *comparison == Comparison::NotEqual {
                    !found && !views.is_empty()
                } else {
                    found
                }
            }
            Check::In(choices) => any(&|view| choices.iter().any(|c| self.is_choice(view, c))),
            Check::Matches(regex) => any(&|view| regex.is_match(&self.text(view))),
            Check::Contains(literal) => any(&|view| self.contains(view, literal)),
            Check::IsUnset => any(&|view| {
                let are_unset = |bits: &[ValueId]| bits.iter().all(|&bit| bit == ValueId::UNSET);
                view.kind() == Kind::Unset
                    || matches!(view, View::OpenBits(bits) if are_unset(bits))
            }),
            Check::Inherits(class) => {
                let class = self.paths.bindings.class(*class);
                let inherits = |record: RecordId, class: ClassId| {
                    self.paths.store.record(record).superclasses().contains(&class)
                };
                any(&|view| match (view, class) {
                    (View::Record(record), Some(class)) => inherits(*record, class),
                    _ => false,
                })
            }
        }
    }

    /// Records whether these values are of a suitable kind.
    fn remember(&self, test: &Test, views: &[View<'_>]) {
        let use_ = &self.uses[test.number];
        for kind in views.iter().map(View::kind) {
            match kind {
                // These values do not determine the kind of the field.
                Kind::Unset | Kind::Unresolved => {}
                _ if is_about(&test.check, kind) => return use_.set(TestUse::Used),
                Kind::Number | Kind::Text | Kind::Record | Kind::List | Kind::Dag => {
                    if use_.get() == TestUse::Unused {
                        use_.set(TestUse::WrongKind(kind));
                    }
                }
            }
        }
    }

    fn view(&self, found: &Found) -> View<'s> {
        match found {
            Found::Record(record) => View::Record(*record),
            Found::NameOf(record) => View::Text(self.paths.store.record(*record).name()),
            Found::Value(value) => self.view_of(*value),
            Found::Bits(bits) => view_of_bits(bits.clone()),
        }
    }

    fn view_of(&self, id: ValueId) -> View<'s> {
        let store = self.paths.store;
        match store.value(id) {
            Value::Unset => View::Unset,
            Value::Bit(bit) => View::Int(i64::from(bit)),
            Value::Int(number) => View::Int(number),
            Value::String(text) | Value::Code(text) => View::Text(store.str(text)),
            Value::Bits(bits) => match bits.to_int() {
                Some(number) if bits.len() <= 64 => View::Int(number),
                _ => View::OpenBits(bits.iter().rev().collect()),
            },
            Value::List(list) => View::List(list.elements),
            Value::Dag(_) => View::Dag(id),
            Value::Def(record) => View::Record(record),
            Value::Refused
            | Value::AnonymousName(_)
            | Value::Var { .. }
            | Value::VarBit { .. }
            | Value::Field { .. }
            | Value::Instance { .. }
            | Value::Op { .. } => View::Unresolved(id),
        }
    }

    fn compares_with_literal(
        &self,
        comparison: Comparison,
        view: &View<'_>,
        literal: &Literal,
    ) -> bool {
        match (self.literal(literal), literal, view) {
            (Some(other), ..) => view.compares(comparison, &other),
            (None, Literal::List(expected), View::List(elements)) => {
                let is_equal = |(&element, expected): (&ValueId, &Literal)| {
                    self.compares_with_literal(Comparison::Equal, &self.view_of(element), expected)
                };
                matches!(comparison, Comparison::Equal | Comparison::NotEqual)
                    && elements.len() == expected.len()
                    && elements.iter().zip(expected).all(is_equal)
            }
            (None, ..) => false,
        }
    }

    /// Converts a literal to a value; `None` for a list.
    fn literal<'l>(&self, literal: &'l Literal) -> Option<View<'l>> {
        match literal {
            Literal::Unset => Some(View::Unset),
            Literal::Int(number) => Some(View::Int(*number)),
            Literal::Text(text) => Some(View::Text(text)),
            Literal::Record(name) => self.paths.bindings.record(*name).map(View::Record),
            Literal::List(_) => None,
        }
    }

    fn is_choice(&self, view: &View<'_>, choice: &Choice) -> bool {
        match choice {
            Choice::Value(literal) => self.compares_with_literal(Comparison::Equal, view, literal),
            Choice::Range(first, last) => {
                matches!(view, View::Int(number) if (first..=last).contains(&number))
            }
        }
    }

    /// Returns the text for a regular expression match.
    fn text<'v>(&self, view: &View<'v>) -> Cow<'v, str>
    where
        's: 'v,
    {
        let store = self.paths.store;
        match view {
            View::Text(text) => Cow::Borrowed(text),
            View::Record(record) => Cow::Borrowed(store.record(*record).name()),
            View::Unset => Cow::Borrowed("?"),
            View::Int(number) => Cow::Owned(number.to_string()),
            View::OpenBits(bits) => {
                Cow::Owned(QueryValue::from_bits(bits.iter().copied()).to_string())
            }
            View::List(elements) => {
                let texts: Vec<String> = elements.iter().map(|&e| store.value_text(e)).collect();
                Cow::Owned(format!("[{}]", texts.join(", ")))
            }
            View::Dag(value) | View::Unresolved(value) => Cow::Owned(store.value_text(*value)),
        }
    }

    /// Whether a string contains a string, bits contain a bit, or a list or dag contains a value at
    /// any depth.
    fn contains(&self, view: &View<'_>, literal: &Literal) -> bool {
        let store = self.paths.store;
        let mut rest: Vec<ValueId> = match (view, literal) {
            (View::Text(text), Literal::Text(part)) => return text.contains(part.as_str()),
            (View::OpenBits(bits), _) => bits.clone(),
            (View::List(elements), _) => elements.to_vec(),
            (View::Dag(dag), _) => vec![*dag],
            _ => return false,
        };
        let mut seen = FxHashSet::default();
        while let Some(value) = rest.pop() {
            // Parts of values may be shared, so that each is visited once.
            if !seen.insert(value) {
                continue;
            }
            let view = self.view_of(value);
            if self.compares_with_literal(Comparison::Equal, &view, literal) {
                return true;
            }
            if let View::List(elements) = view {
                rest.extend(elements);
            }
            if let Some(dag) = store.value(value).as_dag() {
                rest.push(dag.operator);
                rest.extend(dag.args.iter().map(|argument| argument.value));
            }
        }
        false
    }
}

fn view_of_bits<'v>(bits: Vec<ValueId>) -> View<'v> {
    let mut number = 0u64;
    for &bit in &bits {
        if bits.len() > 64 || (bit != ValueId::TRUE && bit != ValueId::FALSE) {
            return View::OpenBits(bits);
        }
        number = number << 1 | u64::from(bit == ValueId::TRUE);
    }
    View::Int(number as i64)
}

fn literal_kind(literal: &Literal) -> Kind {
    match literal {
        Literal::Unset => Kind::Unset,
        Literal::Int(_) => Kind::Number,
        Literal::Text(_) => Kind::Text,
        Literal::Record(_) => Kind::Record,
        Literal::List(_) => Kind::List,
    }
}

/// Whether a check can be true for values of a kind.
fn is_about(check: &Check, kind: Kind) -> bool {
    let is_like = |literal: &Literal| [kind, Kind::Unset].contains(&literal_kind(literal));
    match check {
        Check::IsTrue => kind == Kind::Number,
        Check::Compare(_, Operand::Literal(literal)) => is_like(literal),
        Check::Compare(_, Operand::Path(_)) | Check::Matches(_) | Check::IsUnset => true,
        Check::In(choices) => choices.iter().any(|choice| match choice {
            Choice::Value(literal) => is_like(literal),
            Choice::Range(..) => kind == Kind::Number,
        }),
        Check::Contains(literal) => match kind {
            Kind::List | Kind::Dag => true,
            Kind::Text | Kind::Number => is_like(literal),
            Kind::Unset | Kind::Record | Kind::Unresolved => false,
        },
        Check::Inherits(_) => kind == Kind::Record,
    }
}
