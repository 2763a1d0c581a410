//! Factoring: patterns with common first steps share them.
//!
//! In: all pattern chains in trial order. Out: an equivalent tree. A pattern may move before an earlier pattern if
//! the two cannot both match.

use rustc_hash::FxHashMap;
use tablewright_selection::patterns::PatternsToMatch;
use tablewright_target::value_types::ValueType;

use super::matcher::{Chain, CheckedValue, Matcher, MatcherType, MatcherValue};
use super::mode_types::ModeTypes;

use Matcher as M;

/// Joins common steps in chains.
pub(super) fn factor(
    options: Vec<Chain>,
    patterns: &PatternsToMatch,
    mode_types: &ModeTypes,
) -> Chain {
    Factor { patterns, mode_types }.scope(options)
}

struct Factor<'a> {
    patterns: &'a PatternsToMatch,
    mode_types: &'a ModeTypes,
}

impl Factor<'_> {
    /// Factors the scope at a chain's end, if there is one.
    fn chain(&self, mut chain: Chain) -> Chain {
        let Some(M::Scope(_)) = chain.last_mut() else { return chain };
        let mut before: Vec<Matcher> = Vec::new();
        while let Some(step) = chain.take_first() {
            if let M::Scope(branches) = step {
                chain = self.scope(branches);
                break;
            }
            before.push(step);
        }
        for step in before.into_iter().rev() {
            chain.put_first(step);
        }
        chain
    }

    /// Returns a chain that tries the options one after the other.
    fn scope(&self, scoped: Vec<Chain>) -> Chain {
        let mut options: Vec<Chain> = Vec::with_capacity(scoped.len());
        for option in scoped {
            let mut option = self.chain(option);
            if !matches!(option.first(), Some(M::Scope(_))) {
                options.push(option);
            } else if let Some(M::Scope(branches)) = option.take_first() {
                options.extend(branches);
            }
        }
        self.join_equal(&mut options);
        if options.len() <= 1 {
            return options.pop().unwrap_or_default();
        }
        let is_opcode = |option: &Chain| matches!(option.first(), Some(M::CheckOpcode { .. }));
        if options.iter().all(is_opcode) {
            return switch_opcode(options);
        }
        if options.iter().all(|option| self.leading_type(option).is_some()) {
            return self.switch_type(options);
        }
        Chain::new(vec![M::Scope(options)])
    }

    /// Joins each option with later options that begin with the same step.
    fn join_equal(&self, options: &mut Vec<Chain>) {
        let mut remaining: Vec<Option<Chain>> = options.drain(..).map(Some).collect();
        let mut run = FactorRun::default();
        for at in 0..remaining.len() {
            let Some(first) = remaining[at].take() else { continue };
            if at >= run.end {
                run = FactorRun::at(at, &first, &remaining);
            }
            let mut equal = vec![first];
            for index in run.take_equal(&equal[0]) {
                equal.extend(remaining[index].take());
            }
            for scanned in &mut remaining[run.end.max(at + 1)..] {
                let Some(option) = scanned else { continue };
                match self.compare(&equal[0], option) {
                    FactorComparison::Equal => equal.extend(scanned.take()),
                    // The two cannot both match, so that their order does not matter.
                    FactorComparison::Contradictory => {}
                    FactorComparison::Unknown => break,
                }
            }
            options.push(if equal.len() == 1 { equal.remove(0) } else { self.shared(equal) });
        }
    }

    /// Returns a chain with the first step of all `equal` chains, then a choice between the rests.
    fn shared(&self, mut equal: Vec<Chain>) -> Chain {
        let mut first_steps = equal.iter_mut().map(Chain::take_first);
        let first = first_steps.next().flatten();
        // The other first steps are dropped, since they are equal.
        first_steps.for_each(drop);
        let mut joined = match equal.first() {
            Some(first) if !first.is_empty() => self.scope(equal),
            _ => Chain::default(),
        };
        if let Some(first) = first {
            joined.put_first(first);
        }
        joined
    }

    /// Compares the first steps of `option` and `other`. May move another step in `other` to the front.
    fn compare(&self, option: &Chain, other: &mut Chain) -> FactorComparison {
        let (Some(first), Some(other_first)) = (option.first(), other.first()) else {
            return FactorComparison::Unknown;
        };
        if first.does_same(other_first) {
            return FactorComparison::Equal;
        }
        if self.contradict(first, other_first) {
            return FactorComparison::Contradictory;
        }
        if !first.is_simple_predicate_or_record() {
            return FactorComparison::Unknown;
        }
        // The other chain may contain a later step with the same kind that can move to the front.
        let Some(index) = other.iter().position(|step| step.is_same_kind(first)) else {
            return FactorComparison::Unknown;
        };
        let Some(found) = other.iter().nth(index).filter(|_| index > 0) else {
            return FactorComparison::Unknown;
        };
        let is_equal = found.does_same(first);
        let can_move = other.iter().take(index).all(|before| found.can_move_before(before));
        if !can_move || !is_equal && !self.contradict(found, first) {
            return FactorComparison::Unknown;
        }
        let later_step = other.take(index);
        other.put_first(later_step);
        if is_equal { FactorComparison::Equal } else { FactorComparison::Contradictory }
    }

    /// Whether two steps cannot both succeed.
    fn contradict(&self, a: &Matcher, b: &Matcher) -> bool {
        if let (Some(a), Some(b)) = (a.checked_value(), b.checked_value()) {
            return a.subject == b.subject && a.value != b.value;
        }
        if let (M::CheckOpcode { node, .. }, M::CheckType { ty, result })
        | (M::CheckType { ty, result }, M::CheckOpcode { node, .. }) = (a, b)
        {
            // A node has at most the results in its profile, with the types fixed there.
            return *result as usize >= self.patterns.sd_node(*node).result_count
                || self
                    .patterns
                    .known_type(*node)
                    .is_some_and(|fixed| self.differ(MatcherType::Simple(fixed), *ty));
        }
        if let (M::CheckType { ty: a, .. }, M::CheckType { ty: b, .. }) = (a, b) {
            return self.differ(*a, *b);
        }
        if let (M::CheckChildType { child, ty }, M::CheckChildType { child: c, ty: t }) = (a, b) {
            return child == c && self.differ(*ty, *t);
        }
        let vectors = [M::CheckImmAllOnesV, M::CheckImmAllZerosV];
        !a.is_same_kind(b)
            && vectors.iter().any(|vector| vector.is_same_kind(a))
            && vectors.iter().any(|vector| vector.is_same_kind(b))
    }

    /// Whether a value cannot have both types, in no mode of the hardware.
    fn differ(&self, a: MatcherType, b: MatcherType) -> bool {
        match (a, b) {
            (MatcherType::Simple(a), MatcherType::Simple(b)) => self.differ_in_mode(a, b),
            (MatcherType::ByHwMode(_), _) | (_, MatcherType::ByHwMode(_)) => {
                self.mode_types.all_modes(a, b).into_iter().all(|mode| {
                    let types = [a, b].map(|ty| self.mode_types.in_mode(ty, mode));
                    // Types are not compared if either is missing in some mode.
                    let [Some(a), Some(b)] = types else { return false };
                    self.differ_in_mode(a, b)
                })
            }
        }
    }

    /// Whether a value cannot have both types in one mode. `iPTR` may be any scalar integer.
    fn differ_in_mode(&self, a: ValueType, b: ValueType) -> bool {
        let pointer = self.patterns.pointer_type();
        let is_scalar_integer = |ty| self.patterns.is_integer(ty) && !self.patterns.is_vector(ty);
        if a == b {
            false
        } else if a == pointer {
            !is_scalar_integer(b)
        } else if b == pointer {
            !is_scalar_integer(a)
        } else {
            true
        }
    }

    /// Finds the first type check in a chain, if a switch can do it first.
    fn leading_type(&self, chain: &Chain) -> Option<usize> {
        let index = chain.iter().position(|step| matches!(step, M::CheckType { .. }))?;
        let check = chain.iter().nth(index)?;
        let M::CheckType { ty: MatcherType::Simple(ty), result: 0 } = check else { return None };
        let can_move = chain.iter().take(index).all(|before| check.can_move_before(before));
        (*ty != self.patterns.pointer_type() && can_move).then_some(index)
    }

    fn switch_type(&self, options: Vec<Chain>) -> Chain {
        let mut indices: FxHashMap<ValueType, usize> = FxHashMap::default();
        let mut cases: Vec<(ValueType, Chain)> = Vec::new();
        for mut option in options {
            let Some(index) = self.leading_type(&option) else { continue };
            let M::CheckType { ty: MatcherType::Simple(ty), .. } = option.take(index) else {
                continue;
            };
            let Some(&earlier) = indices.get(&ty) else {
                indices.insert(ty, cases.len());
                cases.push((ty, option));
                continue;
            };
            let case = &mut cases[earlier].1;
            if let Some(M::Scope(branches)) = case.first_mut() {
                branches.push(option);
            } else {
                *case = Chain::new(vec![M::Scope(vec![std::mem::take(case), option])]);
            }
        }
        for (_, case) in &mut cases {
            if matches!(case.first(), Some(M::Scope(_)))
                && let Some(M::Scope(branches)) = case.take_first()
            {
                *case = self.scope(branches);
            }
        }
        if cases.len() == 1
            && let Some((ty, mut case)) = cases.pop()
        {
            case.put_first(M::CheckType { ty: MatcherType::Simple(ty), result: 0 });
            return case;
        }
        Chain::new(vec![M::SwitchType(cases)])
    }
}

/// Adjacent options that begin with single-value checks on the same subject: two such checks are equal or contradict
/// each other. With intrinsic numbers, there may be thousands.
#[derive(Default)]
struct FactorRun {
    /// Option indices by value. Joined options are empty.
    by_value: FxHashMap<MatcherValue, Vec<usize>>,
    /// The index after the last option.
    end: usize,
}

impl FactorRun {
    /// Returns the run that starts at an index. `first` is the option that was removed there.
    fn at(at: usize, first: &Chain, options: &[Option<Chain>]) -> FactorRun {
        let mut run = FactorRun { by_value: FxHashMap::default(), end: at };
        let Some(first) = first.first().and_then(Matcher::checked_value) else { return run };
        run.end = at + 1;
        for option in &options[at + 1..] {
            // A removed chain does not separate the chains around it.
            if let Some(option) = option {
                match option.first().and_then(Matcher::checked_value) {
                    Some(CheckedValue { subject, value }) if subject == first.subject => {
                        run.by_value.entry(value).or_default().push(run.end);
                    }
                    Some(_) | None => break,
                }
            }
            run.end += 1;
        }
        run
    }

    /// Removes and returns the indices of the options that first check the same value as `first`.
    fn take_equal(&mut self, first: &Chain) -> Vec<usize> {
        let checked = first.first().and_then(Matcher::checked_value);
        checked.and_then(|checked| self.by_value.remove(&checked.value)).unwrap_or_default()
    }
}

/// Relation between the first steps of two chains.
enum FactorComparison {
    Equal,
    Contradictory,
    Unknown,
}

fn switch_opcode(options: Vec<Chain>) -> Chain {
    let mut cases = Vec::with_capacity(options.len());
    for mut option in options {
        if let Some(M::CheckOpcode { node, .. }) = option.take_first() {
            cases.push((node, option));
        }
    }
    Chain::new(vec![M::SwitchOpcode(cases)])
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use expect_test::{Expect, expect};
    use tablewright_test_support::{analysis, store_of, td};

    use super::*;

    /// A target with a single pattern; tests add further chains.
    const DESCRIPTION: &str = r##"
def R0 : Register<"r0">;
def GPR : RegisterClass<"T", [i32], 32, (add R0)>;
def SUB : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (sub GPR:$a, GPR:$b))]>;
def Y1 : Instruction;
def Y2 : Instruction;
"##;

    /// Prints a chain, the branches of its last step indented.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only scopes and switches have branches")]
    fn write_chain(chain: &Chain, indentation: usize, text: &mut String) {
        for step in chain.iter() {
            write!(text, "{:indentation$}", "").expect("a string takes any text");
            let mut branches: Vec<(String, &Chain)> = Vec::new();
            match step {
                M::Scope(scope) => {
                    text.push_str("Scope\n");
                    branches.extend(scope.iter().map(|branch| ("-".to_owned(), branch)));
                }
                M::SwitchType(cases) => {
                    text.push_str("SwitchType\n");
                    branches.extend(cases.iter().map(|(ty, case)| (format!("{ty:?}"), case)));
                }
                step => writeln!(text, "{step:?}").expect("a string takes any text"),
            }
            for (key, branch) in branches {
                writeln!(text, "{:indentation$}{key}", "").expect("a string takes any text");
                write_chain(branch, indentation + 2, text);
            }
        }
    }

    fn check(options: Vec<Vec<Matcher>>, expected: &Expect) {
        let store = store_of(&td::patterns(DESCRIPTION));
        let options = options.into_iter().map(Chain::new).collect();
        let mut text = String::new();
        write_chain(&factor(options, analysis(&store), &ModeTypes::default()), 0, &mut text);
        expected.assert_eq(&text);
    }

    /// Builds a pattern's last step.
    fn end(pattern: u32) -> Matcher {
        M::CompleteMatch { results: Box::default(), pattern }
    }

    fn simple(number: i64) -> MatcherType {
        MatcherType::Simple(ValueType(number))
    }

    #[test]
    fn what_chains_begin_with_is_checked_once() {
        check(
            vec![
                vec![M::CheckPatternPredicate(0), M::CheckAndImm(1), end(0)],
                vec![M::CheckPatternPredicate(0), M::CheckAndImm(2), end(1)],
            ],
            &expect![[r#"
                CheckPatternPredicate(0)
                Scope
                -
                  CheckAndImm(1)
                  CompleteMatch { results: [], pattern: 0 }
                -
                  CheckAndImm(2)
                  CompleteMatch { results: [], pattern: 1 }
            "#]],
        );
    }

    #[test]
    fn chains_change_places_where_their_first_steps_contradict_each_other() {
        check(
            vec![
                vec![M::CheckInteger(1), end(0)],
                vec![M::CheckInteger(2), end(1)],
                vec![M::CheckInteger(1), M::CheckAndImm(1), end(2)],
            ],
            &expect![[r#"
                Scope
                -
                  CheckInteger(1)
                  Scope
                  -
                    CompleteMatch { results: [], pattern: 0 }
                  -
                    CheckAndImm(1)
                    CompleteMatch { results: [], pattern: 2 }
                -
                  CheckInteger(2)
                  CompleteMatch { results: [], pattern: 1 }
            "#]],
        );
    }

    #[test]
    fn chains_keep_their_order_where_both_may_match() {
        check(
            vec![
                vec![M::CheckAndImm(1), end(0)],
                vec![M::CheckAndImm(2), end(1)],
                vec![M::CheckAndImm(1), end(2)],
            ],
            &expect![[r#"
                Scope
                -
                  CheckAndImm(1)
                  CompleteMatch { results: [], pattern: 0 }
                -
                  CheckAndImm(2)
                  CompleteMatch { results: [], pattern: 1 }
                -
                  CheckAndImm(1)
                  CompleteMatch { results: [], pattern: 2 }
            "#]],
        );
    }

    #[test]
    fn a_check_moves_before_others_to_be_shared_but_not_before_a_move() {
        let first = || vec![M::CheckInteger(1), end(0)];
        check(
            vec![first(), vec![M::CheckAndImm(3), M::CheckInteger(1), end(1)]],
            &expect![[r#"
                CheckInteger(1)
                Scope
                -
                  CompleteMatch { results: [], pattern: 0 }
                -
                  CheckAndImm(3)
                  CompleteMatch { results: [], pattern: 1 }
            "#]],
        );
        check(
            vec![first(), vec![M::MoveChild(0), M::CheckInteger(1), end(1)]],
            &expect![[r#"
                Scope
                -
                  CheckInteger(1)
                  CompleteMatch { results: [], pattern: 0 }
                -
                  MoveChild(0)
                  CheckInteger(1)
                  CompleteMatch { results: [], pattern: 1 }
            "#]],
        );
    }

    #[test]
    fn checks_of_different_types_become_a_switch() {
        check(
            vec![
                vec![M::CheckType { ty: simple(5), result: 0 }, end(0)],
                vec![M::CheckType { ty: simple(7), result: 0 }, end(1)],
                vec![M::CheckAndImm(1), M::CheckType { ty: simple(5), result: 0 }, end(2)],
            ],
            &expect![[r#"
                SwitchType
                ValueType(5)
                  Scope
                  -
                    CompleteMatch { results: [], pattern: 0 }
                  -
                    CheckAndImm(1)
                    CompleteMatch { results: [], pattern: 2 }
                ValueType(7)
                  CompleteMatch { results: [], pattern: 1 }
            "#]],
        );
    }
}
