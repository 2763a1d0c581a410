//! Shares what rules have in common.
//!
//! Rules of the same opcode stand together, in the order of the first of each. Checks at the root move to
//! the front of a rule: opcode, number of operands, intrinsic, types. Neighbours whose first check is the
//! same become a *group*, which makes their common first checks once. Neighbours whose first checks ask
//! the same become a *switch*, with a case for each value. Within a group, rules are sorted by the type of the
//! root's first operand first. How deep groups are nested depends on the release.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use tablewright_records::{Feature, Release};
use tablewright_target::global_isel::InsnId;
use tablewright_target::global_isel::action::Action;
use tablewright_target::global_isel::check::{
    Check, CxxPredicate, InstructionCheck, OperandCheck, PlacedCheck,
};
use tablewright_target::global_isel::low_level_type::LowLevelType;
use tablewright_target::global_isel::matcher::{InstructionMatcher, OperandMatcher};
use tablewright_target::global_isel::rule::Rule;
use tablewright_target::instructions::InstructionId;

/// Rules as the table tries them.
#[derive(Debug)]
pub(crate) enum Node {
    Rule(Box<Rule>),
    Group(Group),
    Switch(Switch),
}

/// Rules that begin with the same checks.
#[doc(alias = "GroupMatcher")]
#[derive(Debug)]
pub(crate) struct Group {
    /// The checks. A switch may have taken all of them.
    pub(super) conditions: Vec<PlacedCheck>,
    pub(super) nodes: Vec<Node>,
}

/// Rules that begin with the same question.
#[doc(alias = "SwitchMatcher")]
#[derive(Debug)]
pub(crate) struct Switch {
    pub(super) subject: Subject,
    /// In the order of their numbers.
    pub(super) cases: Vec<Case>,
}

/// What a switch looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Subject {
    /// The root's opcode.
    Opcode,
    /// The type of the operand of the root with this index.
    Type(u32),
    /// The shape of that type, whatever its bits mean.
    TypeShape(u32),
}

/// A case of a switch.
#[derive(Debug)]
pub(super) struct Case {
    /// The number that the executor switches on.
    pub(super) number: u32,
    pub(super) answer: Answer,
    /// What is tried then: one node, unless groups are nested.
    pub(super) nodes: Vec<Node>,
}

/// What a case demands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    Opcode(InstructionId),
    Type(LowLevelType),
}

/// A check, wherever it is kept.
#[derive(Clone, Copy)]
enum Condition<'a> {
    Placed(&'a PlacedCheck),
    AtRootOperand(u32, &'a OperandCheck),
}

/// What rules share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sharing {
    /// Nothing.
    Nothing,
    /// Checks, in groups and switches.
    Groups(Grouping),
}

/// How groups are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Grouping {
    /// There are groups in groups, but not in those. All checks can be shared, and an instruction does not check
    /// the type of what it defines: the operand where it is used did.
    TwoLevels,
    /// As [`Grouping::TwoLevels`], but C++ that looks at operands that the rule remembers is not shared.
    TwoLevelsIndependent,
    /// Groups are as deep as rules have checks in common, and those that a case of a switch gathers from several
    /// neighbours are grouped again. Comparisons of operands, and C++ that may look at what a rule found before, are
    /// not shared. An instruction checks types that say what their bits mean: the
    /// operand where it is used may have a type that says less.
    Nested,
}

impl Sharing {
    /// What rules share in tables of a release.
    pub(crate) fn of(release: Release) -> Sharing {
        Sharing::Groups(if release.has(Feature::MatchTablesNestGroups) {
            Grouping::Nested
        } else if release.has(Feature::MatchTablesTestLeaves) {
            Grouping::TwoLevelsIndependent
        } else {
            Grouping::TwoLevels
        })
    }
}

/// The numbers of types in the table's enum.
struct TypeNumbers(FxHashMap<LowLevelType, u32>);

impl TypeNumbers {
    fn number(&self, ty: LowLevelType) -> Option<u32> {
        self.0.get(&ty).copied()
    }

    /// What a switch looks at that has a check of an operand as a case, with the number of the case.
    fn case(&self, index: u32, check: &OperandCheck) -> Option<(Subject, u32, Answer)> {
        let (subject, ty) = match *check {
            OperandCheck::Type(ty) => (Subject::Type(index), ty),
            OperandCheck::TypeShape(ty) => (Subject::TypeShape(index), ty),
            OperandCheck::Immediate(_)
            | OperandCheck::Leaf(_)
            | OperandCheck::IsImmediate
            | OperandCheck::SameOperand(_)
            | OperandCheck::ComplexPattern { .. }
            | OperandCheck::Intrinsic(_)
            | OperandCheck::ComparePredicate(_)
            | OperandCheck::Instruction { .. }
            | OperandCheck::ConstantInt(_)
            | OperandCheck::LiteralInt(_)
            | OperandCheck::PointerToAny { .. }
            | OperandCheck::RegisterBank(_)
            | OperandCheck::BasicBlock
            | OperandCheck::RecordNamed { .. }
            | OperandCheck::RecordType(_) => return None,
        };
        Some((subject, self.number(ty)?, Answer::Type(ty)))
    }
}

/// Lays rules out in their order. `types` are all types
/// that rules mention, in the order of the table's enum.
pub(crate) fn layout(mut rules: Vec<Rule>, types: &[LowLevelType], sharing: Sharing) -> Vec<Node> {
    let Sharing::Groups(grouping) = sharing else {
        return rules.into_iter().map(|rule| Node::Rule(Box::new(rule))).collect();
    };
    sort_by_opcode(&mut rules);
    let move_checks = |mut rule: Rule| {
        move_checks_forward(&mut rule, grouping);
        Node::Rule(Box::new(rule))
    };
    let nodes = rules.into_iter().map(move_checks).collect();
    let types = TypeNumbers(types.iter().copied().zip(0..).collect());
    Layout { grouping, types }.share(nodes)
}

/// How nodes are joined.
struct Layout {
    grouping: Grouping,
    types: TypeNumbers,
}

impl Layout {
    /// Makes groups and switches of nodes, also of those in groups.
    fn share(&self, nodes: Vec<Node>) -> Vec<Node> {
        let mut nodes = self.groups(nodes);
        if self.grouping != Grouping::Nested {
            for node in &mut nodes {
                if let Node::Group(group) = node {
                    self.share_in(group);
                }
            }
        }
        self.switches(nodes)
    }

    /// Makes groups and switches of the nodes of a group. Rules that check the type of the same operand stand
    /// together.
    fn share_in(&self, group: &mut Group) {
        sort_by_root_type(&mut group.nodes, &self.types);
        let nodes = self.groups(std::mem::take(&mut group.nodes));
        group.nodes = self.switches(nodes);
    }

    /// Makes groups of neighbours with the same first check. Nested ones are made within each at once.
    fn groups(&self, nodes: Vec<Node>) -> Vec<Node> {
        let grouping = self.grouping;
        let accepts = |current: &[Node], candidate: &Node| match candidate.first_condition() {
            None => false,
            Some(condition) => match current.first().and_then(Node::first_condition) {
                None => condition.is_at_root() && condition.can_be_shared(grouping),
                Some(first) => condition.is_identical(first),
            },
        };
        let join = |nodes| {
            let mut group = Group::of(nodes, grouping);
            if grouping == Grouping::Nested {
                self.share_in(&mut group);
            }
            Node::Group(group)
        };
        gather(nodes, accepts, join)
    }

    /// Makes switches of neighbours whose first checks differ in the value at most.
    fn switches(&self, nodes: Vec<Node>) -> Vec<Node> {
        let case = |node: &Node| node.first_condition().and_then(|first| first.case(&self.types));
        let is_nested = self.grouping == Grouping::Nested;
        // The numbers of the cases gathered so far.
        let mut numbers = BTreeSet::new();
        let accepts = |current: &[Node], candidate: &Node| {
            let Some((subject, number, _)) = case(candidate) else {
                return false;
            };
            if current.is_empty() {
                numbers.clear();
            }
            let is_same_subject = |node: &Node| case(node).is_some_and(|other| other.0 == subject);
            current.first().is_none_or(is_same_subject) && (numbers.insert(number) || is_nested)
        };
        let join = |nodes: Vec<Node>| {
            let mut subject = Subject::Opcode;
            let mut cases: BTreeMap<u32, Case> = BTreeMap::new();
            for mut node in nodes {
                let Some((of, number, answer)) = case(&node) else { continue };
                subject = of;
                node.remove_first_condition();
                let case = Case { number, answer, nodes: Vec::new() };
                cases.entry(number).or_insert(case).nodes.push(node);
            }
            let mut cases: Vec<Case> = cases.into_values().collect();
            if is_nested {
                for case in &mut cases {
                    case.nodes = self.groups(std::mem::take(&mut case.nodes));
                }
            }
            Node::Switch(Switch { subject, cases })
        };
        gather(nodes, accepts, join)
    }
}

/// Opcodes stay in the order in which rules first name them; rules of one are sorted by their number of
/// operands.
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

/// Moves the checks that are shared best to the front, and those that take longest to the end.
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
    // The kinds are all the same.
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

/// Moves checks from the operands of an instruction to the instruction.
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
    // The register that another instruction defines was checked where it is used.
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

/// An instruction is erased once. The root is erased last, since one operation does this and ends the rule.
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

/// Sorts runs of rules that check the type of the root's first operand by that type. Rules that check its shape stay
/// in order.
fn sort_by_root_type(nodes: &mut [Node], types: &TypeNumbers) {
    let checks_type = |node: &Node| root_type(node).is_some();
    for run in nodes.chunk_by_mut(|a, b| checks_type(a) && checks_type(b)) {
        run.sort_by_key(|node| root_type(node).and_then(|ty| types.number(ty)));
    }
}

/// The type of the root's first operand, if it is checked first.
fn root_type(node: &Node) -> Option<LowLevelType> {
    let Condition::Placed(PlacedCheck {
        insn: InsnId::ROOT,
        check: Check::Operand { index: 0, check: OperandCheck::Type(ty) },
    }) = node.first_condition()?
    else {
        return None;
    };
    Some(*ty)
}

/// Joins neighbours as long as `accepts` says that a node fits with those gathered before. Only two and more
/// are joined.
fn gather(
    nodes: Vec<Node>,
    mut accepts: impl FnMut(&[Node], &Node) -> bool,
    join: impl Fn(Vec<Node>) -> Node,
) -> Vec<Node> {
    let mut joined = Vec::new();
    let mut current: Vec<Node> = Vec::new();
    let finish = |current: &mut Vec<Node>, joined: &mut Vec<Node>| match current.len() {
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

impl Group {
    /// Takes the checks that all nodes begin with from them.
    fn of(mut nodes: Vec<Node>, grouping: Grouping) -> Group {
        let mut conditions = Vec::new();
        while have_same_first_condition(&nodes, grouping) {
            let mut removed = nodes.iter_mut().filter_map(Node::remove_first_condition);
            conditions.extend(removed.next());
            removed.for_each(drop);
        }
        Group { conditions, nodes }
    }
}

fn have_same_first_condition(nodes: &[Node], grouping: Grouping) -> bool {
    let Some((first, others)) = nodes.split_first() else {
        return false;
    };
    let is_same =
        |node: &Node, first| node.first_condition().is_some_and(|c| c.is_identical(first));
    first.first_condition().is_some_and(|first| {
        first.can_be_shared(grouping) && others.iter().all(|node| is_same(node, first))
    })
}

impl Node {
    /// The check that is made first, if it can be shared: that of an operand only if nothing is left at the
    /// instruction, and none that looks at another instruction.
    fn first_condition(&self) -> Option<Condition<'_>> {
        match self {
            Node::Rule(rule) => {
                let root = rule.instructions.get(InsnId::ROOT)?;
                if let Some(first) = root.checks.first() {
                    return Some(Condition::Placed(first));
                }
                let (operand, check) = first_operand_check(&root.operands)?;
                let operand = &root.operands[operand];
                Some(Condition::AtRootOperand(operand.index, &operand.checks[check]))
            }
            Node::Group(group) => group.conditions.first().map(Condition::Placed),
            Node::Switch(_) => None,
        }
    }

    /// Removes the check that is made first.
    fn remove_first_condition(&mut self) -> Option<PlacedCheck> {
        match self {
            Node::Rule(rule) => {
                let root = rule.instructions.get_mut(InsnId::ROOT)?;
                if !root.checks.is_empty() {
                    return Some(root.checks.remove(0));
                }
                let (operand, check) = first_operand_check(&root.operands)?;
                let operand = &mut root.operands[operand];
                operand.is_hoisted = true;
                Some(placed(InsnId::ROOT, operand.index, operand.checks.remove(check)))
            }
            Node::Group(group) if !group.conditions.is_empty() => Some(group.conditions.remove(0)),
            Node::Group(_) | Node::Switch(_) => None,
        }
    }
}

/// The indices of an operand and of its check.
fn first_operand_check(operands: &[OperandMatcher]) -> Option<(usize, usize)> {
    let is_shared = |check: &OperandCheck| !matches!(check, OperandCheck::Instruction { .. });
    let index = |operand: &OperandMatcher| operand.checks.iter().position(is_shared);
    operands.iter().enumerate().find_map(|(o, operand)| Some((o, index(operand)?)))
}

impl Condition<'_> {
    fn is_at_root(self) -> bool {
        match self {
            Condition::Placed(check) => check.insn == InsnId::ROOT,
            Condition::AtRootOperand(..) => true,
        }
    }

    /// Whether a group may make the check for its rules.
    fn can_be_shared(self, grouping: Grouping) -> bool {
        // An operand of another instruction is there only after the rule has remembered that.
        let compares = |check: &OperandCheck| matches!(check, OperandCheck::SameOperand(same) if same.other_insn != InsnId::ROOT);
        let looks_at_others = match self {
            Condition::Placed(PlacedCheck { check: Check::Instruction(check), .. }) => {
                match check {
                    InstructionCheck::Cxx(CxxPredicate::Fragment { uses_operands, .. }) => {
                        *uses_operands
                    }
                    InstructionCheck::Cxx(CxxPredicate::Enumerator(_)) => {
                        grouping == Grouping::Nested
                    }
                    InstructionCheck::Opcode(_)
                    | InstructionCheck::OperandCount(_)
                    | InstructionCheck::OperandCountAtLeast(_)
                    | InstructionCheck::OperandCountAtMost(_)
                    | InstructionCheck::Immediate(_)
                    | InstructionCheck::AtomicOrdering { .. }
                    | InstructionCheck::MemorySize { .. }
                    | InstructionCheck::MemorySizeOfType { .. }
                    | InstructionCheck::MemoryAddressSpaces { .. }
                    | InstructionCheck::MemoryAlignment { .. }
                    | InstructionCheck::VectorSplat(_)
                    | InstructionCheck::NoUse
                    | InstructionCheck::OneUse
                    | InstructionCheck::Flags { .. } => false,
                }
            }
            Condition::Placed(PlacedCheck { check: Check::Operand { check, .. }, .. })
            | Condition::AtRootOperand(_, check) => grouping == Grouping::Nested && compares(check),
        };
        grouping == Grouping::TwoLevels || !looks_at_others
    }

    fn is_identical(self, other: Condition<'_>) -> bool {
        match (self, other) {
            (Condition::Placed(left), Condition::Placed(right)) => left.is_identical(right),
            (Condition::AtRootOperand(i, left), Condition::AtRootOperand(j, right)) => {
                i == j && left == right && !matches!(left, OperandCheck::ComplexPattern { .. })
            }
            (Condition::Placed(left), Condition::AtRootOperand(index, check))
            | (Condition::AtRootOperand(index, check), Condition::Placed(left)) => {
                *left == placed(InsnId::ROOT, index, check.clone())
            }
        }
    }

    /// What a switch that has it as a case looks at, with the number and the value of the case.
    fn case(self, types: &TypeNumbers) -> Option<(Subject, u32, Answer)> {
        if let Condition::AtRootOperand(index, check) = self {
            return types.case(index, check);
        }
        let Condition::Placed(PlacedCheck { insn: InsnId::ROOT, check }) = self else {
            return None;
        };
        if let Check::Operand { index, check } = check {
            return types.case(*index, check);
        }
        let Check::Instruction(InstructionCheck::Opcode(opcode)) = check else { return None };
        let number = opcode.first.index() as u32;
        let case = (Subject::Opcode, number, Answer::Opcode(opcode.first));
        opcode.second.is_none().then_some(case)
    }
}
