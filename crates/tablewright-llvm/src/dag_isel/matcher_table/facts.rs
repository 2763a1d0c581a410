//! What the steps of a path check, as facts about the nodes at each place of the selection DAG.
//!
//! In: steps in the order in which the interpreter takes them. Out: facts, each with a number, which all hold
//! if selection gets through the steps.

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::RecordId;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::patterns::ComplexPatternId;
use tablewright_target::sd_node_properties::SdNodeProperty;
use tablewright_target::value_types::ValueType;

use super::BranchKey;
use crate::dag_isel::model::DagIsel;
use crate::dag_isel::model::matcher::Matcher;

define_index! {
    /// A place in the selection DAG: which operand of which operand of the root.
    pub(super) struct PlaceId;

    /// A fact.
    pub(super) struct FactId;

    /// A C++ condition that is one of those a pattern has.
    pub(super) struct ConditionId;
}

/// Something that is checked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Fact {
    /// The node has this operand.
    Operand(PlaceId, u32),
    Opcode(PlaceId, Symbol),
    /// A value of the node has this type.
    Type(PlaceId, u32, ValueType),
    Integer(PlaceId, i64),
    /// The same value stands in both places.
    Same(PlaceId, PlaceId),
    Condition(ConditionId),
    /// A C++ predicate holds, which may look at other places too. Predicates of equal code are the same.
    Predicate(PlaceId, (u32, bool), Vec<PlaceId>),
    ComplexPattern(PlaceId, ComplexPatternId),
    CondCode(PlaceId, RecordId),
    ValueType(PlaceId, ValueType),
    AndImm(PlaceId, i64),
    OrImm(PlaceId, i64),
    AllOnes(PlaceId),
    AllZeros(PlaceId),
    /// Folding the node into the root makes no cycle.
    Foldable(PlaceId),
    /// The chains of these nodes can become one.
    Chains(Vec<PlaceId>),
    /// What is checked is not known. No two are the same.
    Unknown(u32),
}

/// The facts and places that occur.
pub(super) struct Facts<'a> {
    pub(super) model: &'a DagIsel<'a>,
    places: IndexVec<PlaceId, (PlaceId, u32)>,
    place_ids: FxHashMap<(PlaceId, u32), PlaceId>,
    facts: IndexVec<FactId, Fact>,
    ids: FxHashMap<Fact, FactId>,
    conditions: IndexVec<ConditionId, String>,
    condition_ids: FxHashMap<String, ConditionId>,
    unknown_count: u32,
}

/// Where the interpreter is on a path.
pub(super) struct Walk {
    /// The current node, after those that it is below.
    nodes: Vec<PlaceId>,
    /// What was recorded; none for what a complex pattern found.
    recorded: Vec<Option<PlaceId>>,
    pub(super) facts: Vec<FactId>,
}

impl<'a> Facts<'a> {
    pub(super) const ROOT: PlaceId = PlaceId::from_index(0);

    pub(super) fn new(model: &'a DagIsel<'a>) -> Facts<'a> {
        let mut places = IndexVec::new();
        places.push((Facts::ROOT, 0));
        Facts {
            model,
            places,
            place_ids: FxHashMap::default(),
            facts: IndexVec::new(),
            ids: FxHashMap::default(),
            conditions: IndexVec::new(),
            condition_ids: FxHashMap::default(),
            unknown_count: 0,
        }
    }

    /// The number of a fact.
    pub(super) fn id(&mut self, fact: Fact) -> FactId {
        if let Some(&id) = self.ids.get(&fact) {
            return id;
        }
        let id = self.facts.push(fact.clone());
        self.ids.insert(fact, id);
        id
    }

    /// The number of a fact, if it occurs anywhere.
    pub(super) fn find(&self, fact: &Fact) -> Option<FactId> {
        self.ids.get(fact).copied()
    }

    pub(super) fn get(&self, id: FactId) -> &Fact {
        &self.facts[id]
    }

    /// How many facts there are.
    pub(super) fn len(&self) -> usize {
        self.facts.len()
    }

    /// An operand of a place.
    pub(super) fn operand(&mut self, place: PlaceId, operand: u32) -> PlaceId {
        *self
            .place_ids
            .entry((place, operand))
            .or_insert_with(|| self.places.push((place, operand)))
    }

    /// The number of a condition.
    pub(super) fn condition(&mut self, text: &str) -> ConditionId {
        if let Some(&id) = self.condition_ids.get(text) {
            return id;
        }
        let id = self.conditions.push(text.to_owned());
        self.condition_ids.insert(text.to_owned(), id);
        id
    }

    fn unknown(&mut self) -> Fact {
        self.unknown_count += 1;
        Fact::Unknown(self.unknown_count)
    }

    /// A place in words: `the root`, `operand 1.0`.
    fn place_text(&self, place: PlaceId) -> String {
        let mut operands = Vec::new();
        let mut at = place;
        while at != Facts::ROOT {
            let (parent, operand) = self.places[at];
            operands.push(operand.to_string());
            at = parent;
        }
        operands.reverse();
        match operands.is_empty() {
            true => "the root".to_owned(),
            false => format!("operand {}", operands.join(".")),
        }
    }

    /// A fact in words.
    pub(super) fn text(&self, fact: FactId) -> String {
        let model = self.model;
        let record = |id| model.store.record(id).name();
        let ty = |ty| model.types.name(model.store, ty).unwrap_or("?");
        let at = |place| self.place_text(place);
        match *self.get(fact) {
            Fact::Operand(place, operand) => format!("{} has operand {operand}", at(place)),
            Fact::Opcode(place, opcode) => format!("{} is {}", at(place), model.store.str(opcode)),
            Fact::Type(place, 0, of) => format!("{} has type {}", at(place), ty(of)),
            Fact::Type(place, value, of) => {
                format!("value {value} of {} has type {}", at(place), ty(of))
            }
            Fact::Integer(place, number) => format!("{} is {number}", at(place)),
            Fact::Same(a, b) => format!("{} is the same as {}", at(b), at(a)),
            Fact::Condition(condition) => self.conditions[condition].clone(),
            Fact::Predicate(place, (number, uses_operands), _) => {
                let numbers = &model.numbers;
                let list = match uses_operands {
                    true => &numbers.predicates_with_operands,
                    false => &numbers.predicates,
                };
                let name = list.get(number as usize).and_then(|of| of.fragments.first());
                let name = name.map_or("?", |&id| record(model.patterns.fragment(id).record));
                format!("{} satisfies {name}", at(place))
            }
            Fact::ComplexPattern(place, pattern) => {
                let name = record(model.patterns.complex_pattern(pattern).record);
                format!("{} matches {name}", at(place))
            }
            Fact::CondCode(place, code) => format!("{} is {}", at(place), record(code)),
            Fact::ValueType(place, of) => format!("{} is the type {}", at(place), ty(of)),
            Fact::AndImm(place, mask) => format!("{} is an `and` with {mask}", at(place)),
            Fact::OrImm(place, mask) => format!("{} is an `or` with {mask}", at(place)),
            Fact::AllOnes(place) => format!("{} is a vector of ones", at(place)),
            Fact::AllZeros(place) => format!("{} is a vector of zeros", at(place)),
            Fact::Foldable(place) => format!("{} can be folded", at(place)),
            Fact::Chains(_) => "the chains can be joined".to_owned(),
            Fact::Unknown(_) => "something that is not known".to_owned(),
        }
    }
}

impl Walk {
    pub(super) fn new() -> Walk {
        Walk { nodes: vec![Facts::ROOT], recorded: Vec::new(), facts: Vec::new() }
    }

    fn node(&self) -> PlaceId {
        self.nodes.last().copied().unwrap_or(Facts::ROOT)
    }

    fn add(&mut self, facts: &mut Facts<'_>, fact: Fact) {
        let id = facts.id(fact);
        self.facts.push(id);
    }

    /// An operand of the current node, which has to be there.
    fn child(&mut self, facts: &mut Facts<'_>, child: u32) -> PlaceId {
        let node = self.node();
        self.add(facts, Fact::Operand(node, child));
        facts.operand(node, child)
    }

    fn recorded_at(&self, slot: u32) -> Option<PlaceId> {
        self.recorded.get(slot as usize).copied().flatten()
    }

    fn recorded_all(&self, slots: &[u32]) -> Option<Vec<PlaceId>> {
        slots.iter().map(|&slot| self.recorded_at(slot)).collect()
    }

    /// The same value as one that was recorded.
    fn same(&mut self, facts: &mut Facts<'_>, place: PlaceId, slot: u32) {
        let fact = match self.recorded_at(slot) {
            Some(known) => Fact::Same(known, place),
            None => facts.unknown(),
        };
        self.add(facts, fact);
    }

    /// Takes a branch of a switch.
    pub(super) fn take(&mut self, facts: &mut Facts<'_>, key: Option<BranchKey>) {
        let node = self.node();
        match key {
            Some(BranchKey::Opcode(opcode)) => self.add(facts, Fact::Opcode(node, opcode)),
            Some(BranchKey::Type(ty)) => self.add(facts, Fact::Type(node, 0, ty)),
            None => {}
        }
    }

    /// Takes a step. `conditions` are those that the pattern's conditions, by their numbers, consist of.
    pub(super) fn step(
        &mut self,
        facts: &mut Facts<'_>,
        matcher: &Matcher,
        conditions: &dyn Fn(u32) -> Vec<ConditionId>,
    ) {
        use Matcher as M;
        let node = self.node();
        match matcher {
            M::RecordNode { .. } => self.recorded.push(Some(node)),
            M::RecordChild { child, .. } => {
                let place = self.child(facts, *child);
                self.recorded.push(Some(place));
            }
            M::MoveChild(child) => {
                let place = self.child(facts, *child);
                self.nodes.push(place);
            }
            M::MoveSibling(child) => {
                self.nodes.pop();
                let place = self.child(facts, *child);
                self.nodes.push(place);
            }
            M::MoveParent => drop(self.nodes.pop()),
            M::CheckSame(slot) => self.same(facts, node, *slot),
            M::CheckChildSame { child, slot } => {
                let place = self.child(facts, *child);
                self.same(facts, place, *slot);
            }
            M::CheckPatternPredicate(number) => {
                for condition in conditions(*number) {
                    self.add(facts, Fact::Condition(condition));
                }
            }
            M::CheckPredicate { fragment, operands } => {
                let number = facts.model.numbers.predicate(*fragment);
                let fact = match self.recorded_all(operands) {
                    Some(places) => Fact::Predicate(node, number, places),
                    None => facts.unknown(),
                };
                self.add(facts, fact);
            }
            M::CheckOpcode { opcode, .. } => self.add(facts, Fact::Opcode(node, *opcode)),
            M::CheckType { ty, result } => self.add(facts, Fact::Type(node, *result, *ty)),
            M::CheckChildType { child, ty } => {
                let place = self.child(facts, *child);
                self.add(facts, Fact::Type(place, 0, *ty));
            }
            M::CheckInteger(value) => self.add(facts, Fact::Integer(node, *value)),
            M::CheckChildInteger { child, value } => {
                let place = self.child(facts, *child);
                self.add(facts, Fact::Integer(place, *value));
            }
            M::CheckCondCode(code) => self.add(facts, Fact::CondCode(node, *code)),
            M::CheckChild2CondCode(code) => {
                let place = self.child(facts, 2);
                self.add(facts, Fact::CondCode(place, *code));
            }
            M::CheckValueType(ty) => self.add(facts, Fact::ValueType(node, *ty)),
            M::CheckComplexPat { pattern, slot, .. } => {
                self.complex_pattern(facts, *pattern, *slot)
            }
            M::CheckAndImm(mask) => self.add(facts, Fact::AndImm(node, *mask)),
            M::CheckOrImm(mask) => self.add(facts, Fact::OrImm(node, *mask)),
            M::CheckImmAllOnesV => self.add(facts, Fact::AllOnes(node)),
            M::CheckImmAllZerosV => self.add(facts, Fact::AllZeros(node)),
            M::CheckFoldableChainNode => self.add(facts, Fact::Foldable(node)),
            M::EmitMergeInputChains(slots) => {
                let fact = match self.recorded_all(slots) {
                    // The chain of the matched node alone is always usable.
                    Some(places) if places.iter().all(|&place| place == Facts::ROOT) => return,
                    Some(places) => Fact::Chains(places),
                    None => facts.unknown(),
                };
                self.add(facts, fact);
            }
            // Nothing of this can fail.
            _ => {}
        }
    }

    fn complex_pattern(&mut self, facts: &mut Facts<'_>, pattern: ComplexPatternId, slot: u32) {
        let fact = match self.recorded_at(slot) {
            Some(place) => Fact::ComplexPattern(place, pattern),
            None => facts.unknown(),
        };
        self.add(facts, fact);
        let described = facts.model.patterns.complex_pattern(pattern);
        let has_chain = described.properties.has(SdNodeProperty::HasChain);
        let count = described.operand_count + usize::from(has_chain);
        self.recorded.extend(std::iter::repeat_n(None, count));
    }
}
