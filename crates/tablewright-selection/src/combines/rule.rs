//! `GICombineRule`: a matched pattern list and its replacement.

use tablewright_records::{Dag, Record, RecordId, RecordView};

use super::Name;
use super::fragment::FRAGMENT_CLASS;
use super::pattern::{
    CombineFragmentId, CombinePatternId, InstructionKind, InstructionPattern, Pattern, PatternBody,
};
use super::pattern_list::PatternList;
use super::reader::{RuleError, RuleReader};
use crate::record_views::global_isel::{
    GiCombineActionsRecord, GiCombineRuleRecord, GiDefMatchDataRecord,
};

/// A rule.
#[derive(Debug)]
pub struct CombineRule {
    /// Its record.
    pub record: RecordId,
    /// Its number among the rules of its combiner.
    pub id: u32,
    /// The root name: a pattern, or an operand that a pattern defines.
    pub root: Name,
    /// Data that match code passes to apply code.
    pub match_data: Vec<MatchData>,
    /// The fragments that it uses, each once.
    pub fragments: Vec<CombineFragmentId>,
    /// The matched patterns.
    pub matches: PatternList,
    /// The replacement patterns.
    pub applies: PatternList,
    /// The pattern at which matching starts.
    pub match_root: CombinePatternId,
    /// The applied patterns that define the root's definitions; empty if the apply list only contains code.
    pub apply_roots: Vec<CombinePatternId>,
    /// Each choice of alternatives for the used fragments; a single empty choice without fragments.
    pub permutations: Vec<Permutation>,
}

/// For each fragment use, the number of its alternative.
pub type Permutation = Vec<(CombinePatternId, usize)>;

/// Data that is handed on from matching to applying.
#[derive(Debug)]
pub struct MatchData {
    /// The variable name in the code.
    pub symbol: Name,
    /// Its C++ type.
    pub ty: Box<str>,
}

/// The lists in a rule that is being read.
#[derive(Default)]
pub(super) struct Lists {
    pub(super) matches: PatternList,
    pub(super) applies: PatternList,
}

impl<'s> RuleReader<'s, '_> {
    /// Reads the rule in `record`, number `id` in its combiner.
    ///
    /// # Errors
    /// Fails if the rule is invalid.
    pub fn read(&mut self, record: Record<'s>, id: u32) -> Result<CombineRule, RuleError> {
        let (root, match_data) = self.defs(record)?;
        let mut lists = self.lists(record)?;
        for (list, which) in [(&mut lists.matches, "match"), (&mut lists.applies, "apply")] {
            self.fill_operands(list, which, record)?;
        }
        self.infer_types(&mut lists, record)?;
        let (match_root, apply_roots) = self.roots(&lists, root, record)?;
        self.check_rule(&lists, match_root, &match_data, record)?;
        let permutations = self.permutations(&lists.matches, record)?;
        let Lists { matches, applies } = lists;
        let mut fragments: Vec<CombineFragmentId> = Vec::new();
        for (_, pattern) in matches.instructions() {
            if let InstructionKind::Fragment(fragment) = pattern.kind
                && !fragments.contains(&fragment)
            {
                fragments.push(fragment);
            }
        }
        let record = record.id();
        Ok(CombineRule {
            record,
            id,
            root,
            match_data,
            fragments,
            matches,
            applies,
            match_root,
            apply_roots,
            permutations,
        })
    }

    /// Returns the pattern lists in a rule. `(combine …)` combines both lists: its C++ code is applied.
    fn lists(&mut self, rule: Record<'s>) -> Result<Lists, RuleError> {
        let mut lists = Lists::default();
        let [first, second] = if GiCombineActionsRecord::has_fields(rule) {
            let view = GiCombineActionsRecord::new(rule);
            [view.action0()?, view.action1()?]
        } else {
            let view = GiCombineRuleRecord::new(rule);
            let [matches, applies] = [view.match_list()?, view.apply_list()?];
            self.add_matches(&mut lists, matches, rule)?;
            self.add_applies(&mut lists, applies, rule)?;
            return Ok(lists);
        };
        match [self.operator(first, rule)?.name(), self.operator(second, rule)?.name()] {
            ["match", "apply"] => {
                self.add_matches(&mut lists, first, rule)?;
                self.add_applies(&mut lists, second, rule)?;
            }
            ["combine", "empty_action"] => self.add_combines(&mut lists, first, rule)?,
            _ => {
                let message = "expected both a 'match' and 'apply' action in combine rule, or a \
                               single 'combine' action";
                return Err(self.error(rule, message));
            }
        }
        Ok(lists)
    }

    fn add_matches(
        &mut self,
        lists: &mut Lists,
        list: Dag<'s>,
        rule: Record<'s>,
    ) -> Result<(), RuleError> {
        let prefix = format!("{}_match", rule.name());
        for (index, arg) in self.pattern_list(list, "match", rule)?.iter().enumerate() {
            let pattern = self.pattern(arg, &prefix, index, rule)?;
            self.add_match(&mut lists.matches, pattern, rule)?;
        }
        Ok(())
    }

    fn add_applies(
        &mut self,
        lists: &mut Lists,
        list: Dag<'s>,
        rule: Record<'s>,
    ) -> Result<(), RuleError> {
        let prefix = format!("{}_apply", rule.name());
        for (index, arg) in self.pattern_list(list, "apply", rule)?.iter().enumerate() {
            let pattern = self.pattern(arg, &prefix, index, rule)?;
            self.add_apply(&mut lists.applies, pattern, rule)?;
        }
        Ok(())
    }

    fn add_combines(
        &mut self,
        lists: &mut Lists,
        list: Dag<'s>,
        rule: Record<'s>,
    ) -> Result<(), RuleError> {
        let prefix = format!("{}_combine", rule.name());
        for (index, arg) in self.pattern_list(list, "combine", rule)?.iter().enumerate() {
            let pattern = self.pattern(arg, &prefix, index, rule)?;
            match pattern.body {
                PatternBody::Code(_) => self.add_apply(&mut lists.applies, pattern, rule)?,
                PatternBody::AnyOpcode(_) | PatternBody::Instruction(_) => {
                    self.add_match(&mut lists.matches, pattern, rule)?;
                }
            }
        }
        if lists.matches.patterns.is_empty() || lists.applies.patterns.is_empty() {
            let message = "'combine' action needs at least one pattern to match, and C++ code to \
                           apply";
            return Err(self.error(rule, message));
        }
        Ok(())
    }

    /// Reads the root name, and the data passed from match code to apply code.
    fn defs(&mut self, rule: Record<'s>) -> Result<(Name, Vec<MatchData>), RuleError> {
        let defs = GiCombineRuleRecord::new(rule).defs()?;
        if self.operator(defs, rule)?.name() != "defs" {
            return Err(self.error(rule, "Expected defs operator"));
        }
        let mut roots = Vec::new();
        let mut match_data = Vec::new();
        for arg in defs.args {
            let symbol = self.names.intern(arg.name.map_or("", |name| self.store.str(name)));
            let kind = self.def(arg.value);
            match kind {
                Some(kind) if kind.name() == "root" => roots.push(symbol),
                Some(kind) if kind.inherits(GiDefMatchDataRecord::CLASS) => {
                    let ty = GiDefMatchDataRecord::new(kind).ty()?.into();
                    match_data.push(MatchData { symbol, ty });
                }
                _ => {
                    let inherits = |class| kind.is_some_and(|kind| kind.inherits(class));
                    let message = if inherits("GIDefKind") {
                        "This GIDefKind not implemented in tablegen"
                    } else if inherits("GIDefKindWithArgs") {
                        "This GIDefKindWithArgs not implemented in tablegen"
                    } else {
                        "Expected a subclass of GIDefKind or a sub-dag whose operator is of type \
                         GIDefKindWithArgs"
                    };
                    return Err(self.error(rule, message));
                }
            }
        }
        match roots[..] {
            [root] => Ok((root, match_data)),
            _ => Err(self.error(rule, "Combine rules must have exactly one root")),
        }
    }

    fn add_match(
        &mut self,
        list: &mut PatternList,
        pattern: Pattern,
        rule: Record<'s>,
    ) -> Result<(), RuleError> {
        if list.named(pattern.name).is_some() {
            let name = self.names.text(pattern.name);
            let message = format!("'{name}' match pattern defined more than once!");
            return Err(self.error(rule, message));
        }
        if let Some(instruction) = pattern.instruction()
            && let InstructionKind::Builtin(builtin) = instruction.kind
            && !builtin.is_check()
        {
            let name = self.store.record(instruction.record).name();
            return Err(self.error(rule, format!("'{name}' cannot be used in a 'match' pattern")));
        }
        list.patterns.push(pattern);
        Ok(())
    }

    fn add_apply(
        &mut self,
        list: &mut PatternList,
        pattern: Pattern,
        rule: Record<'s>,
    ) -> Result<(), RuleError> {
        if let Some(instruction) = pattern.instruction()
            && let InstructionKind::Builtin(builtin) = instruction.kind
            && builtin.is_check()
        {
            let name = self.store.record(instruction.record).name();
            return Err(self.error(rule, format!("'{name}' cannot be used in a 'apply' pattern")));
        }
        let is_fragment =
            |pattern: &InstructionPattern| matches!(pattern.kind, InstructionKind::Fragment(_));
        let problem = if list.named(pattern.name).is_some() {
            " apply pattern defined more than once!".to_owned()
        } else if matches!(pattern.body, PatternBody::AnyOpcode(_)) {
            ": wip_match_opcode is not supported in apply patterns".to_owned()
        } else if pattern.instruction().is_some_and(is_fragment) {
            format!(": using {FRAGMENT_CLASS} is not supported in apply patterns")
        } else {
            list.patterns.push(pattern);
            return Ok(());
        };
        let message = format!("'{}'{problem}", self.names.text(pattern.name));
        Err(self.error(rule, message))
    }

    fn fill_operands(
        &mut self,
        list: &mut PatternList,
        which: &str,
        rule: Record<'s>,
    ) -> Result<(), RuleError> {
        for (id, pattern) in list.patterns.iter_enumerated() {
            let Some(instruction) = pattern.instruction() else { continue };
            if let Err(name) = list.operands.add(id, instruction) {
                let name = self.names.text(name);
                let message =
                    format!("Operand '{name}' is defined multiple times in the '{which}' patterns");
                return Err(self.error(rule, message));
            }
        }
        Ok(())
    }

    /// Returns each choice of alternatives for the fragments, with the last use varying fastest.
    fn permutations(
        &mut self,
        matches: &PatternList,
        rule: Record<'s>,
    ) -> Result<Vec<Permutation>, RuleError> {
        let mut uses = Vec::new();
        for (id, pattern) in matches.instructions() {
            if let InstructionKind::Fragment(fragment) = pattern.kind {
                uses.push((id, self.fragments[fragment].alternatives.len()));
            }
        }
        let counts = uses.iter().map(|&(_, count)| count as u128);
        let count = counts.fold(1_u128, u128::saturating_mul);
        let most = GiCombineRuleRecord::new(rule).max_permutations()?;
        if most > 0 && count > most as u128 || count > MOST_PERMUTATIONS {
            let most = if most > 0 { most as u128 } else { MOST_PERMUTATIONS };
            let message = format!(
                "cannot emit rule '{}'; {count} permutations would be emitted, but the max is {most}",
                rule.name()
            );
            return Err(self.error(rule, message));
        }
        let mut all: Vec<Permutation> = vec![Vec::new()];
        for (id, alternatives) in uses {
            let mut longer = Vec::with_capacity(all.len() * alternatives);
            for permutation in &all {
                for alternative in 0..alternatives {
                    longer.push(permutation.iter().copied().chain([(id, alternative)]).collect());
                }
            }
            all = longer;
        }
        // A fragment without alternatives leaves no choices. The rule is then read as if it had no fragments.
        if all.is_empty() {
            all.push(Vec::new());
        }
        Ok(all)
    }
}

/// More ways to match a rule than anyone can wish for.
const MOST_PERMUTATIONS: u128 = 1 << 16;
