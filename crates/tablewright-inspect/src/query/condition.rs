//! Evaluation of conditions on records.

use std::borrow::Cow;
use std::cell::Cell;
use std::cmp::Ordering;

use rustc_hash::FxHashSet;
use tablewright_records::{ClassId, Record, RecordId, RecordStore, Value, ValueId};

use super::error::{QueryError, QueryErrorKind, QueryPart};
use super::language::{Check, Choice, Comparison, Condition, Expr, Literal, Operand, Test};
use super::path::{PathReader, PathTarget};
use crate::value::QueryValue;

/// A kind of value. Only values of the same kind are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ComparedKind {
    Unset,
    Number,
    Text,
    Record,
    List,
    Dag,
    Unresolved,
}

impl ComparedKind {
    fn plural(self) -> &'static str {
        match self {
            ComparedKind::Unset => "unset",
            ComparedKind::Number => "numbers",
            ComparedKind::Text => "strings",
            ComparedKind::Record => "records",
            ComparedKind::List => "lists",
            ComparedKind::Dag => "dags",
            ComparedKind::Unresolved => "unresolved",
        }
    }
}

/// Whether a test has found a value of a suitable kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TestUse {
    Unused,
    /// No suitable value yet. Contains the kind of the first value.
    WrongKind(ComparedKind),
    /// The elements of lists and dags are of this kind, which differs from the kind of the value that is searched for.
    WrongElements(ComparedKind),
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
enum ConditionView<'v> {
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

impl ConditionView<'_> {
    fn kind(&self) -> ComparedKind {
        match self {
            ConditionView::Unset => ComparedKind::Unset,
            ConditionView::Int(_) | ConditionView::OpenBits(_) => ComparedKind::Number,
            ConditionView::Text(_) => ComparedKind::Text,
            ConditionView::Record(_) => ComparedKind::Record,
            ConditionView::List(_) => ComparedKind::List,
            ConditionView::Dag(_) => ComparedKind::Dag,
            ConditionView::Unresolved(_) => ComparedKind::Unresolved,
        }
    }

    fn is_equal(&self, other: &ConditionView<'_>) -> bool {
        match (self, other) {
            (ConditionView::Unset, ConditionView::Unset) => true,
            (ConditionView::Int(a), ConditionView::Int(b)) => a == b,
            (ConditionView::OpenBits(a), ConditionView::OpenBits(b)) => a == b,
            (ConditionView::Text(a), ConditionView::Text(b)) => a == b,
            (ConditionView::Record(a), ConditionView::Record(b)) => a == b,
            (ConditionView::List(a), ConditionView::List(b)) => a == b,
            (ConditionView::Dag(a), ConditionView::Dag(b))
            | (ConditionView::Unresolved(a), ConditionView::Unresolved(b)) => a == b,
            (
                ConditionView::Unset
                | ConditionView::Int(_)
                | ConditionView::OpenBits(_)
                | ConditionView::Text(_)
                | ConditionView::Record(_)
                | ConditionView::List(_)
                | ConditionView::Dag(_)
                | ConditionView::Unresolved(_),
                _,
            ) => false,
        }
    }

    /// Compares two numbers or two strings.
    fn order(&self, other: &ConditionView<'_>) -> Option<Ordering> {
        if let (ConditionView::Int(a), ConditionView::Int(b)) = (self, other) {
            return Some(a.cmp(b));
        }
        if let (ConditionView::Text(a), ConditionView::Text(b)) = (self, other) {
            return Some(a.cmp(b));
        }
        None
    }

    fn compares(&self, comparison: Comparison, other: &ConditionView<'_>) -> bool {
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
        let mut stack = vec![&self.condition.expr];
        while let Some(expr) = stack.pop() {
            match expr {
                Expr::Or(terms) | Expr::And(terms) => stack.extend(terms.iter().rev()),
                Expr::Not(inner) => stack.push(inner),
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
        let mut stack = vec![&self.condition.expr];
        while let Some(expr) = stack.pop() {
            match expr {
                Expr::Or(terms) | Expr::And(terms) => stack.extend(terms.iter().rev()),
                Expr::Not(inner) => stack.push(inner),
                Expr::Test(test) => match (self.uses[test.number].get(), &test.check) {
                    (TestUse::WrongKind(kind), _) => return Err(self.wrong_kind(test, kind)),
                    (TestUse::WrongElements(kind), Check::Contains(literal)) => {
                        return Err(self.wrong_elements(test, kind, literal));
                    }
                    (TestUse::Unused | TestUse::Used | TestUse::WrongElements(_), _) => {}
                },
            }
        }
        Ok(())
    }

    fn wrong_kind(&self, test: &Test, kind: ComparedKind) -> QueryError {
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
            (ComparedKind::List | ComparedKind::Dag, Check::Compare(..) | Check::In(_)) => Some(
                "'contains' looks for a value in a list or dag; [*] after a path goes through the \
                 elements",
            ),
            (ComparedKind::Record, _) => Some("a record is compared with its name, without quotes"),
            (
                ComparedKind::Unset
                | ComparedKind::Number
                | ComparedKind::Text
                | ComparedKind::List
                | ComparedKind::Dag
                | ComparedKind::Unresolved,
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

    fn wrong_elements(&self, test: &Test, kind: ComparedKind, literal: &Literal) -> QueryError {
        let (path, elements, values) =
            (&test.path.text, kind.plural(), literal_kind(literal).plural());
        let message = format!("the elements of '{path}' are {elements}, never {values}");
        let error =
            QueryError::syntax(QueryPart::Where, &self.condition.text, test.span.clone(), message);
        let store = self.paths.store;
        match (kind, literal) {
            (ComparedKind::Record, Literal::Text(text)) if store.find_record(text).is_some() => {
                error.with_note(format!("write the record's name without quotes: `{path} contains {text}`"))
            }
            (ComparedKind::Record, Literal::Text(text)) => error.with_note(format!(
                "`{path} contains NAME` finds a record by its name, without quotes; `{path} matches \"{text}\"` finds a \
                 text in the printed value"
            )),
            (ComparedKind::Record, _) => error.with_note(format!(
                "`{path} contains NAME` finds a record by its name, without quotes"
            )),
            (ComparedKind::Text, Literal::Record(_) | Literal::Int(_)) => {
                error.with_note(format!("a string is written in quotes: `{path} contains \"TEXT\"`"))
            }
            (ComparedKind::Number, Literal::Text(_)) => {
                error.with_note(format!("a number is written without quotes: `{path} contains 1`"))
            }
            (
                ComparedKind::Unset
                | ComparedKind::Number
                | ComparedKind::Text
                | ComparedKind::List
                | ComparedKind::Dag
                | ComparedKind::Unresolved,
                _,
            ) => error,
        }
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
        let views: Vec<ConditionView<'_>> = reached.iter().map(|found| self.view(found)).collect();
        if self.uses[test.number].get() != TestUse::Used {
            self.remember(test, &views);
        }
        let any = |is_true: &dyn Fn(&ConditionView<'_>) -> bool| views.iter().any(is_true);
        match &test.check {
            Check::IsTrue => {
                any(&|view| matches!(view, ConditionView::Int(number) if *number != 0))
            }
            Check::Compare(comparison, operand) => {
                let holds = match operand {
                    Operand::Literal(literal) => {
                        any(&|view| self.compares_with_literal(*comparison, view, literal))
                    }
                    Operand::Path(path) => {
                        let others = self.paths.read(path, record).values;
                        let others: Vec<ConditionView<'_>> =
                            others.iter().map(|f| self.view(f)).collect();
                        any(&|view| others.iter().any(|other| view.compares(*comparison, other)))
                    }
                };
                // A path without values is neither equal nor unequal.
                if *comparison == Comparison::NotEqual {
                    !holds && !views.is_empty()
                } else {
                    holds
                }
            }
            Check::In(choices) => any(&|view| choices.iter().any(|c| self.is_choice(view, c))),
            Check::Matches(regex) => any(&|view| regex.is_match(&self.text(view))),
            Check::Contains(literal) => any(&|view| self.contains(view, literal)),
            Check::IsUnset => any(&|view| {
                let are_unset = |bits: &[ValueId]| bits.iter().all(|&bit| bit == ValueId::UNSET);
                view.kind() == ComparedKind::Unset
                    || matches!(view, ConditionView::OpenBits(bits) if are_unset(bits))
            }),
            Check::Inherits(class) => {
                let class = self.paths.bindings.class(*class);
                let inherits = |record: RecordId, class: ClassId| {
                    self.paths.store.record(record).superclasses().contains(&class)
                };
                any(&|view| match (view, class) {
                    (ConditionView::Record(record), Some(class)) => inherits(*record, class),
                    _ => false,
                })
            }
        }
    }

    /// Records whether these values are of a suitable kind.
    fn remember(&self, test: &Test, views: &[ConditionView<'_>]) {
        let use_ = &self.uses[test.number];
        for (view, kind) in views.iter().map(|view| (view, view.kind())) {
            if let Check::Contains(literal) = &test.check
                && matches!(kind, ComparedKind::List | ComparedKind::Dag)
            {
                match self.searched_kinds(view, literal) {
                    TestUse::Unused => {}
                    TestUse::Used => return use_.set(TestUse::Used),
                    wrong @ (TestUse::WrongKind(_) | TestUse::WrongElements(_)) => {
                        if use_.get() == TestUse::Unused {
                            use_.set(wrong);
                        }
                    }
                }
                continue;
            }
            match kind {
                // These values do not determine the kind of the field.
                ComparedKind::Unset | ComparedKind::Unresolved => {}
                _ if is_about(&test.check, kind) => return use_.set(TestUse::Used),
                ComparedKind::Number
                | ComparedKind::Text
                | ComparedKind::Record
                | ComparedKind::List
                | ComparedKind::Dag => {
                    if use_.get() == TestUse::Unused {
                        use_.set(TestUse::WrongKind(kind));
                    }
                }
            }
        }
    }

    /// Returns whether a list or dag has a value of a literal's kind, at any depth. `Unused` if it is empty.
    fn searched_kinds(&self, view: &ConditionView<'_>, literal: &Literal) -> TestUse {
        let wanted = literal_kind(literal);
        let mut result = TestUse::Unused;
        let mut waiting: Vec<ValueId> = parts(view, self.paths.store);
        while let Some(value) = waiting.pop() {
            let view = self.view_of(value);
            let kind = view.kind();
            if kind == wanted || [wanted, kind].contains(&ComparedKind::Unresolved) {
                return TestUse::Used;
            }
            // Nothing is said about elements of several kinds, as in most dags.
            let inner = parts(&view, self.paths.store);
            if inner.is_empty() && kind != ComparedKind::Unset {
                let found = TestUse::WrongElements(kind);
                if result != TestUse::Unused && result != found {
                    return TestUse::Used;
                }
                result = found;
            }
            waiting.extend(inner);
        }
        // An unset value or a list may be in any list.
        let is_decided =
            matches!(wanted, ComparedKind::Number | ComparedKind::Text | ComparedKind::Record);
        if is_decided { result } else { TestUse::Used }
    }

    fn view(&self, target: &PathTarget) -> ConditionView<'s> {
        match target {
            PathTarget::Record(record) => ConditionView::Record(*record),
            PathTarget::NameOf(record) => {
                ConditionView::Text(self.paths.store.record(*record).name())
            }
            PathTarget::Value(value) => self.view_of(*value),
            PathTarget::Bits(bits) => view_of_bits(bits.clone()),
        }
    }

    fn view_of(&self, id: ValueId) -> ConditionView<'s> {
        let store = self.paths.store;
        match store.value(id) {
            Value::Unset => ConditionView::Unset,
            Value::Bit(bit) => ConditionView::Int(i64::from(bit)),
            Value::Int(number) => ConditionView::Int(number),
            Value::String(text) | Value::Code(text) => ConditionView::Text(store.str(text)),
            Value::Bits(bits) => match bits.to_int() {
                Some(number) if bits.len() <= 64 => ConditionView::Int(number),
                _ => ConditionView::OpenBits(bits.iter().rev().collect()),
            },
            Value::List(list) => ConditionView::List(list.elements),
            Value::Dag(_) => ConditionView::Dag(id),
            Value::Def(record) => ConditionView::Record(record),
            Value::Refused
            | Value::AnonymousName(_)
            | Value::Var { .. }
            | Value::VarBit { .. }
            | Value::Field { .. }
            | Value::Instance { .. }
            | Value::Op { .. } => ConditionView::Unresolved(id),
        }
    }

    fn compares_with_literal(
        &self,
        comparison: Comparison,
        view: &ConditionView<'_>,
        literal: &Literal,
    ) -> bool {
        match (self.literal(literal), literal, view) {
            (Some(other), ..) => view.compares(comparison, &other),
            (None, Literal::List(expected), ConditionView::List(elements)) => {
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
    fn literal<'l>(&self, literal: &'l Literal) -> Option<ConditionView<'l>> {
        match literal {
            Literal::Unset => Some(ConditionView::Unset),
            Literal::Int(number) => Some(ConditionView::Int(*number)),
            Literal::Text(text) => Some(ConditionView::Text(text)),
            Literal::Record(name) => self.paths.bindings.record(*name).map(ConditionView::Record),
            Literal::List(_) => None,
        }
    }

    fn is_choice(&self, view: &ConditionView<'_>, choice: &Choice) -> bool {
        match choice {
            Choice::Value(literal) => self.compares_with_literal(Comparison::Equal, view, literal),
            Choice::Range(first, last) => {
                matches!(view, ConditionView::Int(number) if (first..=last).contains(&number))
            }
        }
    }

    /// Returns the text for a regular expression match.
    fn text<'v>(&self, view: &ConditionView<'v>) -> Cow<'v, str>
    where
        's: 'v,
    {
        let store = self.paths.store;
        match view {
            ConditionView::Text(text) => Cow::Borrowed(text),
            ConditionView::Record(record) => Cow::Borrowed(store.record(*record).name()),
            ConditionView::Unset => Cow::Borrowed("?"),
            ConditionView::Int(number) => Cow::Owned(number.to_string()),
            ConditionView::OpenBits(bits) => {
                Cow::Owned(QueryValue::from_bits(bits.iter().copied()).to_string())
            }
            ConditionView::List(elements) => {
                let texts: Vec<String> = elements.iter().map(|&e| store.value_text(e)).collect();
                Cow::Owned(format!("[{}]", texts.join(", ")))
            }
            ConditionView::Dag(value) | ConditionView::Unresolved(value) => {
                Cow::Owned(store.value_text(*value))
            }
        }
    }

    /// Whether a string contains a string, bits contain a bit, or a list or dag contains a value at
    /// any depth.
    fn contains(&self, view: &ConditionView<'_>, literal: &Literal) -> bool {
        let store = self.paths.store;
        let mut stack: Vec<ValueId> = match (view, literal) {
            (ConditionView::Text(text), Literal::Text(part)) => {
                return text.contains(part.as_str());
            }
            (ConditionView::OpenBits(bits), _) => bits.clone(),
            (ConditionView::List(elements), _) => elements.to_vec(),
            (ConditionView::Dag(dag), _) => vec![*dag],
            _ => return false,
        };
        let mut seen = FxHashSet::default();
        while let Some(value) = stack.pop() {
            // Parts of values may be shared, so that each is visited once.
            if !seen.insert(value) {
                continue;
            }
            let view = self.view_of(value);
            if self.compares_with_literal(Comparison::Equal, &view, literal) {
                return true;
            }
            if let ConditionView::List(elements) = view {
                stack.extend(elements);
            }
            if let Some(dag) = store.value(value).as_dag() {
                stack.push(dag.operator);
                stack.extend(dag.args.iter().map(|argument| argument.value));
            }
        }
        false
    }
}

/// Returns the parts of a list or dag.
fn parts(view: &ConditionView<'_>, store: &RecordStore) -> Vec<ValueId> {
    match view {
        ConditionView::List(elements) => elements.to_vec(),
        ConditionView::Dag(dag) => {
            let dag = store.value(*dag).as_dag();
            dag.into_iter().flat_map(|dag| dag.values()).collect()
        }
        ConditionView::Unset
        | ConditionView::Int(_)
        | ConditionView::Text(_)
        | ConditionView::Record(_)
        | ConditionView::OpenBits(_)
        | ConditionView::Unresolved(_) => Vec::new(),
    }
}

fn view_of_bits<'v>(bits: Vec<ValueId>) -> ConditionView<'v> {
    let mut number = 0u64;
    for &bit in &bits {
        if bits.len() > 64 || (bit != ValueId::TRUE && bit != ValueId::FALSE) {
            return ConditionView::OpenBits(bits);
        }
        number = number << 1 | u64::from(bit == ValueId::TRUE);
    }
    ConditionView::Int(number as i64)
}

fn literal_kind(literal: &Literal) -> ComparedKind {
    match literal {
        Literal::Unset => ComparedKind::Unset,
        Literal::Int(_) => ComparedKind::Number,
        Literal::Text(_) => ComparedKind::Text,
        Literal::Record(_) => ComparedKind::Record,
        Literal::List(_) => ComparedKind::List,
    }
}

/// Whether a check can be true for values of a kind.
fn is_about(check: &Check, kind: ComparedKind) -> bool {
    let is_like = |literal: &Literal| [kind, ComparedKind::Unset].contains(&literal_kind(literal));
    match check {
        Check::IsTrue => kind == ComparedKind::Number,
        Check::Compare(_, Operand::Literal(literal)) => is_like(literal),
        Check::Compare(_, Operand::Path(_)) | Check::Matches(_) | Check::IsUnset => true,
        Check::In(choices) => choices.iter().any(|choice| match choice {
            Choice::Value(literal) => is_like(literal),
            Choice::Range(..) => kind == ComparedKind::Number,
        }),
        Check::Contains(literal) => match kind {
            ComparedKind::List | ComparedKind::Dag => true,
            ComparedKind::Text | ComparedKind::Number => is_like(literal),
            ComparedKind::Unset | ComparedKind::Record | ComparedKind::Unresolved => false,
        },
        Check::Inherits(_) => kind == ComparedKind::Record,
    }
}
