//! Groups the common checks in rules.
//!
//! Input: rules in order. Output: a tree with groups and switches. Rules with the same opcode are moved next to the
//! first such rule. Checks at the root move to the front of a rule: opcode, number of operands, intrinsic, types.
//! Adjacent rules with the same first check become a *group*, which does their common first checks once. Adjacent
//! rules whose first checks test the same property for different values become a *switch*, with a case for each
//! value. Within a group, rules are first sorted by the type of the root's first operand. The nesting depth depends
//! on the release.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use tablewright_records::{Feature, Release};
use tablewright_selection::global_isel::InsnId;
use tablewright_selection::global_isel::action::Action;
use tablewright_selection::global_isel::check::{
    Check, CxxPredicate, InstructionCheck, OperandCheck, PlacedCheck,
};
use tablewright_selection::global_isel::low_level_type::LowLevelType;
use tablewright_selection::global_isel::matcher::{InstructionMatcher, OperandMatcher};
use tablewright_selection::global_isel::rule::Rule;
use tablewright_target::instructions::InstructionId;

/// Rules in table order.
#[derive(Debug)]
pub(crate) enum MatchTableNode {
    Rule(Box<Rule>),
    Group(MatchTableGroup),
    Switch(MatchTableSwitch),
}

/// Rules with the same first checks.
#[doc(alias = "GroupMatcher")]
#[derive(Debug)]
pub(crate) struct MatchTableGroup {
    /// Common checks. Empty if a switch contains all of them.
    pub(super) conditions: Vec<PlacedCheck>,
    pub(super) nodes: Vec<MatchTableNode>,
}

/// Rules whose first checks test the same property for different values.
#[doc(alias = "SwitchMatcher")]
#[derive(Debug)]
pub(crate) struct MatchTableSwitch {
    pub(super) subject: SwitchSubject,
    /// Cases in number order.
    pub(super) cases: Vec<MatchTableCase>,
}

/// The property that a switch tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SwitchSubject {
    /// The root's opcode.
    Opcode,
    /// The type of the root operand with this index.
    Type(u32),
    /// The shape of the type, independent of the meaning of its bits.
    TypeShape(u32),
}

/// A switch case.
#[derive(Debug)]
pub(super) struct MatchTableCase {
    /// Number that the executor switches on.
    pub(super) number: u32,
    pub(super) answer: CaseValue,
    /// Rules to try in this case: a single node, unless groups are nested.
    pub(super) nodes: Vec<MatchTableNode>,
}

/// The value that a case requires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CaseValue {
    Opcode(InstructionId),
    Type(LowLevelType),
}

/// A check at an instruction or an operand.
#[derive(Clone, Copy)]
enum MatchTableCondition<'a> {
    Placed(&'a PlacedCheck),
    AtRootOperand(u32, &'a OperandCheck),
}

/// Sharing between rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sharing {
    /// Nothing.
    Nothing,
    /// Checks, in groups and switches.
    Groups(Grouping),
}

/// Grouping rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Grouping {
    /// Groups contain groups, at most two levels deep. All checks can be shared. An instruction does not check the
    /// type of the register that it defines, because the operand that uses the register already did.
    TwoLevels,
    /// As [`Grouping::TwoLevels`], but C++ predicates that use remembered operands are not shared.
    TwoLevelsIndependent,
    /// Groups nest as deep as rules have common checks. If a switch case collects several adjacent nodes, they are
    /// grouped again. Comparisons between operands, and C++ predicates that may use earlier matches, are not shared.
    /// An instruction checks a type with a known meaning, because the operand that uses the result may have a less
    /// precise type.
    Nested,
}

impl Sharing {
    /// Returns the sharing for a release.
    pub(crate) fn for_release(release: Release) -> Sharing {
        Sharing::Groups(if release.has(Feature::MatchTablesNestGroups) {
            Grouping::Nested
        } else if release.has(Feature::MatchTablesTestLeaves) {
            Grouping::TwoLevelsIndependent
        } else {
            Grouping::TwoLevels
        })
    }
}

/// Numbers of types in the table's enum.
struct TypeNumbers(FxHashMap<LowLevelType, u32>);

impl TypeNumbers {
    fn number(&self, ty: LowLevelType) -> Option<u32> {
        self.0.get(&ty).copied()
    }

    /// Returns the switch subject, case number and answer for an operand check. `None` if it cannot be a case.
    fn case(&self, index: u32, check: &OperandCheck) -> Option<(SwitchSubject, u32, CaseValue)> {
        let (subject, ty) = if let OperandCheck::Type(ty) = *check {
            (SwitchSubject::Type(index), ty)
        } else if let OperandCheck::TypeShape(ty) = *check {
            (SwitchSubject::TypeShape(index), ty)
        } else {
            return None;
        };
        Some((subject, self.number(ty)?, CaseValue::Type(ty)))
    }
}

/// Builds the tree for the rules. `types` lists all types in the rules, in the order of the table's enum.
pub(crate) fn layout(
    mut rules: Vec<Rule>,
    types: &[LowLevelType],
    sharing: Sharing,
) -> Vec<MatchTableNode> {
    let Sharing::Groups(grouping) = sharing else {
        return rules.into_iter().map(|rule| MatchTableNode::Rule(Box::new(rule))).collect();
    };
    sort_by_opcode(&mut rules);
    let move_checks = |mut rule: Rule| {
        move_checks_forward(&mut rule, grouping);
        MatchTableNode::Rule(Box::new(rule))
    };
    let nodes = rules.into_iter().map(move_checks).collect();
    let types = TypeNumbers(types.iter().copied().zip(0..).collect());
    MatchTableLayout { grouping, types }.share(nodes)
}

/// Grouping options.
struct MatchTableLayout {
    grouping: Grouping,
    types: TypeNumbers,
}

impl MatchTableLayout {
    /// Builds groups and switches from nodes, also inside groups.
    fn share(&self, nodes: Vec<MatchTableNode>) -> Vec<MatchTableNode> {
        let mut nodes = self.groups(nodes);
        if self.grouping != Grouping::Nested {
            for node in &mut nodes {
                if let MatchTableNode::Group(group) = node {
                    self.share_in(group);
                }
            }
        }
        self.switches(nodes)
    }

    /// Builds groups and switches inside a group. Rules that check the type of the same operand are made adjacent.
    fn share_in(&self, group: &mut MatchTableGroup) {
        sort_by_root_type(&mut group.nodes, &self.types);
        let nodes = self.groups(std::mem::take(&mut group.nodes));
        group.nodes = self.switches(nodes);
    }

    /// Groups adjacent nodes with the same first check. Each new group is then grouped inside.
    fn groups(&self, nodes: Vec<MatchTableNode>) -> Vec<MatchTableNode> {
        let grouping = self.grouping;
        let accepts = |current: &[MatchTableNode], candidate: &MatchTableNode| match candidate
            .first_condition()
        {
            None => false,
            Some(condition) => match current.first().and_then(MatchTableNode::first_condition) {
                None => condition.is_at_root() && condition.can_be_shared(grouping),
                Some(first) => condition.is_identical(first),
            },
        };
        gather(nodes, accepts, |nodes| MatchTableNode::Group(self.group(nodes)))
    }

    fn group(&self, nodes: Vec<MatchTableNode>) -> MatchTableGroup {
        let mut group = MatchTableGroup::new(nodes, self.grouping);
        if self.grouping == Grouping::Nested {
            self.share_in(&mut group);
        }
        group
    }

    /// Builds switches from adjacent nodes whose first checks are equal except for the value.
    fn switches(&self, nodes: Vec<MatchTableNode>) -> Vec<MatchTableNode> {
        // Case numbers collected so far.
        let mut numbers = BTreeSet::new();
        let accepts = |current: &[MatchTableNode], candidate: &MatchTableNode| {
            self.switch_accepts(current, &mut numbers, candidate)
        };
        gather(nodes, accepts, |nodes| MatchTableNode::Switch(self.switch(nodes)))
    }

    /// Returns whether a node can join the switch of the `current` nodes. Adds its case number to
    /// `numbers`.
    fn switch_accepts(
        &self,
        current: &[MatchTableNode],
        numbers: &mut BTreeSet<u32>,
        candidate: &MatchTableNode,
    ) -> bool {
        let Some((subject, number, _)) = self.first_case(candidate) else {
            return false;
        };
        if current.is_empty() {
            numbers.clear();
        }
        let is_same_subject =
            |node: &MatchTableNode| self.first_case(node).is_some_and(|other| other.0 == subject);
        let is_nested = self.grouping == Grouping::Nested;
        current.first().is_none_or(is_same_subject) && (numbers.insert(number) || is_nested)
    }

    /// Returns a node's case in a switch over its first condition.
    fn first_case(&self, node: &MatchTableNode) -> Option<(SwitchSubject, u32, CaseValue)> {
        node.first_condition().and_then(|first| first.case(&self.types))
    }

    /// Builds a switch with a case for each number of its nodes.
    fn switch(&self, nodes: Vec<MatchTableNode>) -> MatchTableSwitch {
        let mut subject = SwitchSubject::Opcode;
        let mut cases: BTreeMap<u32, MatchTableCase> = BTreeMap::new();
        for mut node in nodes {
            let Some((of, number, answer)) = self.first_case(&node) else { continue };
            subject = of;
            node.remove_first_condition();
            let case = MatchTableCase { number, answer, nodes: Vec::new() };
            cases.entry(number).or_insert(case).nodes.push(node);
        }
        let mut cases: Vec<MatchTableCase> = cases.into_values().collect();
        if self.grouping == Grouping::Nested {
            for case in &mut cases {
                case.nodes = self.groups(std::mem::take(&mut case.nodes));
            }
        }
        MatchTableSwitch { subject, cases }
    }
}

/// Sorts rules by opcode, in order of first use, then by operand count.
fn sort_by_opcode(rules: &mut [Rule]) {
    let mut indices: FxHashMap<Option<InstructionId>, usize> = FxHashMap::default();
    for rule in &*rules {
        let next = indices.len();
        indices.entry(rule.root_opcode().map(|opcode| opcode.first)).or_insert(next);
    }
    rules.sort_by_key(|rule| {
        let opcode = rule.root_opcode().map(|opcode| opcode.first);
        let operands = rule.instructions.get(InsnId::ROOT).map(|root| root.operands.len());
        (indices.get(&opcode).copied(), operands)
    });
}

/// Moves the most widely shared checks to the front, and the slowest checks to the end.
fn move_checks_forward(rule: &mut Rule, grouping: Grouping) {
    let Rule { instructions, late_checks, .. } = rule;
    for (id, insn) in instructions.indices().zip(instructions.raw_mut()) {
        for operand in &mut insn.operands {
            let is_late =
                |check: &OperandCheck| matches!(check, OperandCheck::ComplexPattern { .. });
            let index = operand.index;
            let late = operand.checks.extract_if(.., |check| is_late(check));
            let late: Vec<OperandCheck> = late.collect();
            operand.is_hoisted |= !late.is_empty();
            late_checks.extend(late.into_iter().map(|check| placed(id, index, check)));
        }
        move_to_instruction(id, insn, grouping);
    }
    // All kinds are equal here.
    let index = |check: &PlacedCheck| match check.check {
        Check::Operand { index, .. } => (check.insn, index),
        Check::Instruction(_) => (check.insn, u32::MAX),
    };
    late_checks.sort_by_key(index);
    erase_once(&mut rule.actions);
}

fn placed(insn: InsnId, index: u32, check: OperandCheck) -> PlacedCheck {
    PlacedCheck { insn, check: Check::Operand { index, check } }
}

/// Moves checks from the operands to their instruction.
fn move_to_instruction(id: InsnId, insn: &mut InstructionMatcher, grouping: Grouping) {
    let mut front = Vec::new();
    let is_opcode = |check: &PlacedCheck| {
        matches!(check.check, Check::Instruction(InstructionCheck::Opcode(_)))
    };
    if !insn.checks.is_empty() {
        let count = insn.implied_operand_count();
        let is_variadic = insn.opcode().is_some_and(|opcode| opcode.is_variadic);
        let first = insn.checks.remove(0);
        let begins_with_opcode = is_opcode(&first);
        front.push(first);
        if begins_with_opcode {
            if let Some(count) = count.filter(|&count| is_variadic && count != 0) {
                let check = Check::Instruction(InstructionCheck::OperandCount(count));
                front.push(PlacedCheck { insn: id, check });
            }
            insn.checks_operand_count = false;
            for operand in &mut insn.operands {
                let is_intrinsic =
                    |check: &OperandCheck| matches!(check, OperandCheck::Intrinsic(_));
                if let Some(index) = operand.checks.iter().position(is_intrinsic) {
                    operand.is_hoisted = true;
                    front.push(placed(id, operand.index, operand.checks.remove(index)));
                }
            }
        }
    }
    // The operand that uses this register has already checked its type.
    if id != InsnId::ROOT
        && let Some(defined) = insn.operands.first_mut()
    {
        defined.is_hoisted |= !defined.checks.is_empty();
        let stays =
            |check: &OperandCheck| matches!(check, OperandCheck::Type(ty) if !ty.is_generic());
        defined.checks.retain(|check| grouping == Grouping::Nested && stays(check));
    }
    for operand in &mut insn.operands {
        let is_type = |check: &mut OperandCheck| {
            matches!(check, OperandCheck::Type(_) | OperandCheck::TypeShape(_))
        };
        let types: Vec<OperandCheck> = operand.checks.extract_if(.., is_type).collect();
        operand.is_hoisted |= !types.is_empty();
        front.extend(types.into_iter().map(|check| placed(id, operand.index, check)));
    }
    insn.checks.splice(0..0, front);
}

/// Keeps a single erase action for each instruction. The root is erased last, because a single operation erases it
/// and ends the rule.
fn erase_once(actions: &mut Vec<Action>) {
    let mut erased = Vec::new();
    actions.retain(|action| {
        let Action::Erase(insn) = action else { return true };
        let is_first = !erased.contains(insn);
        erased.push(*insn);
        is_first
    });
    let is_root = |action: &Action| matches!(action, Action::Erase(InsnId::ROOT));
    if let Some(index) = actions.iter().position(is_root) {
        let erase = actions.remove(index);
        actions.push(erase);
    }
}

/// Sorts runs of rules that check the type of the root's first operand by this type. Rules that check its shape stay
/// in order.
fn sort_by_root_type(nodes: &mut [MatchTableNode], types: &TypeNumbers) {
    let checks_type = |node: &MatchTableNode| root_type(node).is_some();
    for run in nodes.chunk_by_mut(|a, b| checks_type(a) && checks_type(b)) {
        run.sort_by_key(|node| root_type(node).and_then(|ty| types.number(ty)));
    }
}

/// Returns the type of the root's first operand, if it is checked first.
fn root_type(node: &MatchTableNode) -> Option<LowLevelType> {
    let MatchTableCondition::Placed(PlacedCheck {
        insn: InsnId::ROOT,
        check: Check::Operand { index: 0, check: OperandCheck::Type(ty) },
    }) = node.first_condition()?
    else {
        return None;
    };
    Some(*ty)
}

/// Joins adjacent nodes while `accepts` returns true for the next node and the nodes before it. A single node is not
/// joined.
fn gather(
    nodes: Vec<MatchTableNode>,
    mut accepts: impl FnMut(&[MatchTableNode], &MatchTableNode) -> bool,
    join: impl Fn(Vec<MatchTableNode>) -> MatchTableNode,
) -> Vec<MatchTableNode> {
    let mut joined = Vec::new();
    let mut current: Vec<MatchTableNode> = Vec::new();
    let finish =
        |current: &mut Vec<MatchTableNode>, joined: &mut Vec<MatchTableNode>| match current.len() {
            0 | 1 => joined.append(current),
            _ => joined.push(join(std::mem::take(current))),
        };
    for node in nodes {
        if accepts(&current, &node) {
            current.push(node);
            continue;
        }
        finish(&mut current, &mut joined);
        if accepts(&current, &node) {
            current.push(node);
        } else {
            joined.push(node);
        }
    }
    finish(&mut current, &mut joined);
    joined
}

impl MatchTableGroup {
    /// Builds a group: removes the common first checks from all nodes.
    fn new(mut nodes: Vec<MatchTableNode>, grouping: Grouping) -> MatchTableGroup {
        let mut conditions = Vec::new();
        while have_same_first_condition(&nodes, grouping) {
            let mut removed = nodes.iter_mut().filter_map(MatchTableNode::remove_first_condition);
            conditions.extend(removed.next());
            removed.for_each(drop);
        }
        MatchTableGroup { conditions, nodes }
    }
}

fn have_same_first_condition(nodes: &[MatchTableNode], grouping: Grouping) -> bool {
    let Some((first, others)) = nodes.split_first() else {
        return false;
    };
    let is_same = |node: &MatchTableNode, first| {
        node.first_condition().is_some_and(|c| c.is_identical(first))
    };
    first.first_condition().is_some_and(|first| {
        first.can_be_shared(grouping) && others.iter().all(|node| is_same(node, first))
    })
}

impl MatchTableNode {
    /// Returns the first check, if it can be shared. An operand check is returned only if the instruction has no
    /// checks left; a check that uses another instruction is never returned.
    fn first_condition(&self) -> Option<MatchTableCondition<'_>> {
        match self {
            MatchTableNode::Rule(rule) => {
                let root = rule.instructions.get(InsnId::ROOT)?;
                if let Some(first) = root.checks.first() {
                    return Some(MatchTableCondition::Placed(first));
                }
                let (operand, check) = first_operand_check(&root.operands)?;
                let operand = &root.operands[operand];
                Some(MatchTableCondition::AtRootOperand(operand.index, &operand.checks[check]))
            }
            MatchTableNode::Group(group) => {
                group.conditions.first().map(MatchTableCondition::Placed)
            }
            MatchTableNode::Switch(_) => None,
        }
    }

    /// Removes the first check.
    fn remove_first_condition(&mut self) -> Option<PlacedCheck> {
        match self {
            MatchTableNode::Rule(rule) => {
                let root = rule.instructions.get_mut(InsnId::ROOT)?;
                if !root.checks.is_empty() {
                    return Some(root.checks.remove(0));
                }
                let (operand, check) = first_operand_check(&root.operands)?;
                let operand = &mut root.operands[operand];
                operand.is_hoisted = true;
                Some(placed(InsnId::ROOT, operand.index, operand.checks.remove(check)))
            }
            MatchTableNode::Group(group) if !group.conditions.is_empty() => {
                Some(group.conditions.remove(0))
            }
            MatchTableNode::Group(_) | MatchTableNode::Switch(_) => None,
        }
    }
}

/// Finds the first operand with a check, and the index of the check.
fn first_operand_check(operands: &[OperandMatcher]) -> Option<(usize, usize)> {
    let is_shared = |check: &OperandCheck| !matches!(check, OperandCheck::Instruction { .. });
    let index = |operand: &OperandMatcher| operand.checks.iter().position(is_shared);
    operands.iter().enumerate().find_map(|(o, operand)| Some((o, index(operand)?)))
}

impl MatchTableCondition<'_> {
    fn is_at_root(self) -> bool {
        match self {
            MatchTableCondition::Placed(check) => check.insn == InsnId::ROOT,
            MatchTableCondition::AtRootOperand(..) => true,
        }
    }

    /// Whether a group may do the check for its rules.
    fn can_be_shared(self, grouping: Grouping) -> bool {
        // An operand in another instruction exists only after the rule has remembered the instruction.
        let compares = |check: &OperandCheck| matches!(check, OperandCheck::SameOperand(same) if same.other_insn != InsnId::ROOT);
        let looks_at_others = match self {
            MatchTableCondition::Placed(PlacedCheck {
                check: Check::Instruction(check), ..
            }) => {
                if let InstructionCheck::Cxx(CxxPredicate::Fragment { uses_operands, .. }) = check {
                    *uses_operands
                } else if let InstructionCheck::Cxx(CxxPredicate::Enumerator(_)) = check {
                    grouping == Grouping::Nested
                } else {
                    false
                }
            }
            MatchTableCondition::Placed(PlacedCheck {
                check: Check::Operand { check, .. },
                ..
            })
            | MatchTableCondition::AtRootOperand(_, check) => {
                grouping == Grouping::Nested && compares(check)
            }
        };
        grouping == Grouping::TwoLevels || !looks_at_others
    }

    fn is_identical(self, other: MatchTableCondition<'_>) -> bool {
        match (self, other) {
            (MatchTableCondition::Placed(left), MatchTableCondition::Placed(right)) => {
                left.is_identical(right)
            }
            (
                MatchTableCondition::AtRootOperand(i, left),
                MatchTableCondition::AtRootOperand(j, right),
            ) => i == j && left == right && !matches!(left, OperandCheck::ComplexPattern { .. }),
            (
                MatchTableCondition::Placed(left),
                MatchTableCondition::AtRootOperand(index, check),
            )
            | (
                MatchTableCondition::AtRootOperand(index, check),
                MatchTableCondition::Placed(left),
            ) => *left == placed(InsnId::ROOT, index, check.clone()),
        }
    }

    /// Returns the switch subject, case number and case value for this check. `None` if it cannot be a switch case.
    fn case(self, types: &TypeNumbers) -> Option<(SwitchSubject, u32, CaseValue)> {
        if let MatchTableCondition::AtRootOperand(index, check) = self {
            return types.case(index, check);
        }
        let MatchTableCondition::Placed(PlacedCheck { insn: InsnId::ROOT, check }) = self else {
            return None;
        };
        if let Check::Operand { index, check } = check {
            return types.case(*index, check);
        }
        let Check::Instruction(InstructionCheck::Opcode(opcode)) = check else { return None };
        let number = opcode.first.index() as u32;
        let case = (SwitchSubject::Opcode, number, CaseValue::Opcode(opcode.first));
        opcode.second.is_none().then_some(case)
    }
}
