//! Checks by the steps on a path, each on a selection DAG node.
//!
//! In: steps in interpreter order. Out: numbered checks. If selection passes the steps, all checks have succeeded.
//! Equal checks on different paths have the same number.

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::RecordId;
use tablewright_selection::patterns::ComplexPatternId;
use tablewright_selection::sd_node_properties::SdNodeProperty;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::value_types::ValueType;

use super::BranchKey;
use crate::dag_isel::model::DagIsel;
use crate::dag_isel::model::matcher::{Matcher, MatcherType};
use crate::dag_isel::model::numbers::PredicateNumber;

define_index! {
    /// A selection DAG node, as a path: an operand's operand, up to the root.
    pub(super) struct OperandPathId;

    /// A check.
    pub(super) struct CheckId;

    /// A C++ condition in a pattern.
    pub(super) struct ConditionId;
}

/// A check on a node.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum PathCheck {
    /// The node has this operand.
    Operand(OperandPathId, u32),
    Opcode(OperandPathId, Symbol),
    /// A value of the node has this type.
    Type(OperandPathId, u32, MatcherType),
    Integer(OperandPathId, i64),
    /// Both nodes are the same value.
    Same(OperandPathId, OperandPathId),
    Condition(ConditionId),
    /// A C++ predicate is true. It may also read other nodes. Predicates with equal code are equal.
    Predicate(OperandPathId, PredicateNumber, Vec<OperandPathId>),
    ComplexPattern(OperandPathId, ComplexPatternId),
    CondCode(OperandPathId, RecordId),
    ValueType(OperandPathId, ValueType),
    AndImm(OperandPathId, i64),
    OrImm(OperandPathId, i64),
    AllOnes(OperandPathId),
    AllZeros(OperandPathId),
    /// Folding the node into the root creates no cycle.
    Foldable(OperandPathId),
    /// The chains in these nodes can be merged.
    Chains(Vec<OperandPathId>),
    /// A check of a value without a path. No two such checks are equal.
    Unknown(u32),
}

/// The checks and nodes that occur.
pub(super) struct PathChecks<'a> {
    pub(super) model: &'a DagIsel<'a>,
    paths: IndexVec<OperandPathId, (OperandPathId, u32)>,
    path_ids: FxHashMap<(OperandPathId, u32), OperandPathId>,
    checks: IndexVec<CheckId, PathCheck>,
    ids: FxHashMap<PathCheck, CheckId>,
    conditions: IndexVec<ConditionId, String>,
    condition_ids: FxHashMap<String, ConditionId>,
    unknown_count: u32,
}

/// The interpreter's position on a path.
pub(super) struct PathWalk {
    /// Ancestors of the current node, then the node itself.
    nodes: Vec<OperandPathId>,
    /// Recorded values. `None` for a value from a complex pattern.
    recorded: Vec<Option<OperandPathId>>,
    pub(super) checks: Vec<CheckId>,
}

impl<'a> PathChecks<'a> {
    pub(super) const ROOT: OperandPathId = OperandPathId::from_index(0);

    pub(super) fn new(model: &'a DagIsel<'a>) -> PathChecks<'a> {
        let mut paths = IndexVec::new();
        paths.push((PathChecks::ROOT, 0));
        PathChecks {
            model,
            paths,
            path_ids: FxHashMap::default(),
            checks: IndexVec::new(),
            ids: FxHashMap::default(),
            conditions: IndexVec::new(),
            condition_ids: FxHashMap::default(),
            unknown_count: 0,
        }
    }

    /// Returns a check's number.
    pub(super) fn id(&mut self, check: PathCheck) -> CheckId {
        if let Some(&id) = self.ids.get(&check) {
            return id;
        }
        let id = self.checks.push(check.clone());
        self.ids.insert(check, id);
        id
    }

    /// Returns the number of a check, if it occurs anywhere.
    pub(super) fn find(&self, check: &PathCheck) -> Option<CheckId> {
        self.ids.get(check).copied()
    }

    pub(super) fn get(&self, id: CheckId) -> &PathCheck {
        &self.checks[id]
    }

    /// Returns the check count.
    pub(super) fn len(&self) -> usize {
        self.checks.len()
    }

    /// Returns a node's operand.
    pub(super) fn operand(&mut self, path: OperandPathId, operand: u32) -> OperandPathId {
        *self.path_ids.entry((path, operand)).or_insert_with(|| self.paths.push((path, operand)))
    }

    /// Returns a condition's number.
    pub(super) fn condition(&mut self, text: &str) -> ConditionId {
        if let Some(&id) = self.condition_ids.get(text) {
            return id;
        }
        let id = self.conditions.push(text.to_owned());
        self.condition_ids.insert(text.to_owned(), id);
        id
    }

    fn unknown(&mut self) -> PathCheck {
        self.unknown_count += 1;
        PathCheck::Unknown(self.unknown_count)
    }

    /// Returns a node in words: `the root`, `operand 1.0`.
    fn path_text(&self, path: OperandPathId) -> String {
        let mut operands = Vec::new();
        let mut at = path;
        while at != PathChecks::ROOT {
            let (parent, operand) = self.paths[at];
            operands.push(operand.to_string());
            at = parent;
        }
        operands.reverse();
        if operands.is_empty() {
            "the root".to_owned()
        } else {
            format!("operand {}", operands.join("."))
        }
    }

    /// Returns a check in words.
    pub(super) fn text(&self, check: CheckId) -> String {
        let model = self.model;
        let record = |id| model.store.record(id).name();
        let ty = |ty| model.types.all.name(model.store, ty).unwrap_or("?");
        let at = |path| self.path_text(path);
        match *self.get(check) {
            PathCheck::Operand(path, operand) => format!("{} has operand {operand}", at(path)),
            PathCheck::Opcode(path, opcode) => {
                format!("{} is {}", at(path), model.store.str(opcode))
            }
            PathCheck::Type(path, 0, of) => {
                format!("{} has type {}", at(path), model.type_name(of))
            }
            PathCheck::Type(path, value, of) => {
                format!("value {value} of {} has type {}", at(path), model.type_name(of))
            }
            PathCheck::Integer(path, number) => format!("{} is {number}", at(path)),
            PathCheck::Same(a, b) => format!("{} is the same as {}", at(b), at(a)),
            PathCheck::Condition(condition) => self.conditions[condition].clone(),
            PathCheck::Predicate(path, number, _) => {
                let predicate = model.numbers.predicate_of(number);
                let name = predicate.and_then(|predicate| predicate.fragments.first());
                let name = name.map_or("?", |&id| record(model.patterns.fragment(id).record));
                format!("{} satisfies {name}", at(path))
            }
            PathCheck::ComplexPattern(path, pattern) => {
                let name = record(model.patterns.complex_pattern(pattern).record);
                format!("{} matches {name}", at(path))
            }
            PathCheck::CondCode(path, code) => format!("{} is {}", at(path), record(code)),
            PathCheck::ValueType(path, of) => format!("{} is the type {}", at(path), ty(of)),
            PathCheck::AndImm(path, mask) => format!("{} is an `and` with {mask}", at(path)),
            PathCheck::OrImm(path, mask) => format!("{} is an `or` with {mask}", at(path)),
            PathCheck::AllOnes(path) => format!("{} is a vector of ones", at(path)),
            PathCheck::AllZeros(path) => format!("{} is a vector of zeros", at(path)),
            PathCheck::Foldable(path) => format!("{} can be folded", at(path)),
            PathCheck::Chains(_) => "the chains can be joined".to_owned(),
            PathCheck::Unknown(_) => "something that is not known".to_owned(),
        }
    }
}

impl PathWalk {
    pub(super) fn new() -> PathWalk {
        PathWalk { nodes: vec![PathChecks::ROOT], recorded: Vec::new(), checks: Vec::new() }
    }

    fn node(&self) -> OperandPathId {
        self.nodes.last().copied().unwrap_or(PathChecks::ROOT)
    }

    fn add(&mut self, checks: &mut PathChecks<'_>, check: PathCheck) {
        let id = checks.id(check);
        self.checks.push(id);
    }

    /// Returns an operand of the current node. The operand must exist.
    fn child(&mut self, checks: &mut PathChecks<'_>, child: u32) -> OperandPathId {
        let node = self.node();
        self.add(checks, PathCheck::Operand(node, child));
        checks.operand(node, child)
    }

    fn recorded_at(&self, slot: u32) -> Option<OperandPathId> {
        self.recorded.get(slot as usize).copied().flatten()
    }

    fn recorded_all(&self, slots: &[u32]) -> Option<Vec<OperandPathId>> {
        slots.iter().map(|&slot| self.recorded_at(slot)).collect()
    }

    /// Requires a value to equal a recorded value.
    fn same(&mut self, checks: &mut PathChecks<'_>, path: OperandPathId, slot: u32) {
        let check = match self.recorded_at(slot) {
            Some(recorded) => PathCheck::Same(recorded, path),
            None => checks.unknown(),
        };
        self.add(checks, check);
    }

    /// Follows a switch branch.
    pub(super) fn take(&mut self, checks: &mut PathChecks<'_>, key: Option<BranchKey>) {
        let node = self.node();
        match key {
            Some(BranchKey::Opcode(opcode)) => self.add(checks, PathCheck::Opcode(node, opcode)),
            Some(BranchKey::Type(ty)) => {
                self.add(checks, PathCheck::Type(node, 0, MatcherType::Simple(ty)));
            }
            None => {}
        }
    }

    /// Interprets a step. `conditions` maps each pattern condition number to its parts.
    pub(super) fn step(
        &mut self,
        checks: &mut PathChecks<'_>,
        matcher: &Matcher,
        conditions: &dyn Fn(u32) -> Vec<ConditionId>,
    ) {
        use Matcher as M;
        let node = self.node();
        match matcher {
            M::RecordNode { .. } => self.recorded.push(Some(node)),
            M::RecordChild { child, .. } => {
                let path = self.child(checks, *child);
                self.recorded.push(Some(path));
            }
            M::MoveChild(child) => {
                let path = self.child(checks, *child);
                self.nodes.push(path);
            }
            M::MoveSibling(child) => {
                self.nodes.pop();
                let path = self.child(checks, *child);
                self.nodes.push(path);
            }
            M::MoveParent => drop(self.nodes.pop()),
            M::CheckSame(slot) => self.same(checks, node, *slot),
            M::CheckChildSame { child, slot } => {
                let path = self.child(checks, *child);
                self.same(checks, path, *slot);
            }
            M::CheckPatternPredicate(number) => {
                for condition in conditions(*number) {
                    self.add(checks, PathCheck::Condition(condition));
                }
            }
            M::CheckPredicate { fragment, operands } => {
                let number = checks.model.numbers.find_predicate(*fragment);
                let check = match (number, self.recorded_all(operands)) {
                    (Some(number), Some(paths)) => PathCheck::Predicate(node, number, paths),
                    (None, _) | (_, None) => checks.unknown(),
                };
                self.add(checks, check);
            }
            M::CheckUndef(opcode) => self.add(checks, PathCheck::Opcode(node, *opcode)),
            M::CheckOpcode { opcode, .. } => self.add(checks, PathCheck::Opcode(node, *opcode)),
            M::CheckType { ty, result } => self.add(checks, PathCheck::Type(node, *result, *ty)),
            M::CheckChildType { child, ty } => {
                let path = self.child(checks, *child);
                self.add(checks, PathCheck::Type(path, 0, *ty));
            }
            M::CheckInteger(value) => self.add(checks, PathCheck::Integer(node, *value)),
            M::CheckChildInteger { child, value } => {
                let path = self.child(checks, *child);
                self.add(checks, PathCheck::Integer(path, *value));
            }
            M::CheckCondCode(code) => self.add(checks, PathCheck::CondCode(node, *code)),
            M::CheckChild2CondCode(code) => {
                let path = self.child(checks, 2);
                self.add(checks, PathCheck::CondCode(path, *code));
            }
            M::CheckValueType(ty) => self.add(checks, PathCheck::ValueType(node, *ty)),
            M::CheckComplexPat { pattern, slot, .. } => {
                self.complex_pattern(checks, *pattern, *slot)
            }
            M::CheckAndImm(mask) => self.add(checks, PathCheck::AndImm(node, *mask)),
            M::CheckOrImm(mask) => self.add(checks, PathCheck::OrImm(node, *mask)),
            M::CheckImmAllOnesV => self.add(checks, PathCheck::AllOnes(node)),
            M::CheckImmAllZerosV => self.add(checks, PathCheck::AllZeros(node)),
            M::CheckFoldableChainNode => self.add(checks, PathCheck::Foldable(node)),
            M::EmitMergeInputChains(slots) => {
                let check = match self.recorded_all(slots) {
                    // The matched node's own chain is always usable.
                    Some(paths) if paths.iter().all(|&path| path == PathChecks::ROOT) => return,
                    Some(paths) => PathCheck::Chains(paths),
                    None => checks.unknown(),
                };
                self.add(checks, check);
            }
            // These steps cannot fail.
            M::Scope(_)
            | M::SwitchOpcode(_)
            | M::SwitchType(_)
            | M::RecordMemRef
            | M::CaptureGlueInput
            | M::EmitInteger(_)
            | M::EmitStringInteger { .. }
            | M::EmitRegister { .. }
            | M::EmitConvertToTarget(_)
            | M::EmitCopyToReg { .. }
            | M::EmitNode(_)
            | M::EmitNodeXForm { .. }
            | M::CompleteMatch { .. }
            | M::MorphNodeTo { .. } => {}
        }
    }

    fn complex_pattern(
        &mut self,
        checks: &mut PathChecks<'_>,
        pattern: ComplexPatternId,
        slot: u32,
    ) {
        let check = match self.recorded_at(slot) {
            Some(path) => PathCheck::ComplexPattern(path, pattern),
            None => checks.unknown(),
        };
        self.add(checks, check);
        let described = checks.model.patterns.complex_pattern(pattern);
        let has_chain = described.properties.has(SdNodeProperty::HasChain);
        let count = described.operand_count + usize::from(has_chain);
        self.recorded.extend(std::iter::repeat_n(None, count));
    }
}
