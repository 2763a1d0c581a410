//! Side effects of a pattern: memory reads and writes, and others.
//!
//! In: the tree that a pattern matches. Out: its [`Effects`], the union over all nodes.

use crate::patterns::forest::{ForestOperation, NodeId};
use crate::patterns::reading::list::Patterns;
use crate::sd_node_properties::{SdNodeProperties, SdNodeProperty};
use tablewright_records::RecordStore;

/// Something that a pattern does or is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum InstructionEffect {
    HasSideEffects,
    MayStore,
    MayLoad,
    Variadic,
    HasChain,
    /// It only reinterprets the same bits as another type.
    Bitcast,
}

/// A pattern's side effects.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Effects(u8);

/// The effect that each node property implies.
const OF_PROPERTIES: [(SdNodeProperty, InstructionEffect); 5] = [
    (SdNodeProperty::SideEffect, InstructionEffect::HasSideEffects),
    (SdNodeProperty::MayStore, InstructionEffect::MayStore),
    (SdNodeProperty::MayLoad, InstructionEffect::MayLoad),
    (SdNodeProperty::Variadic, InstructionEffect::Variadic),
    (SdNodeProperty::HasChain, InstructionEffect::HasChain),
];

impl Effects {
    pub(crate) fn has(self, effect: InstructionEffect) -> bool {
        self.0 & 1 << effect as u8 != 0
    }

    fn add(&mut self, effect: InstructionEffect, is_there: bool) {
        self.0 |= u8::from(is_there) << effect as u8;
    }

    fn add_properties(
        &mut self,
        properties: SdNodeProperties,
        of: &[(SdNodeProperty, InstructionEffect)],
    ) {
        for &(property, effect) in of {
            self.add(effect, properties.has(property));
        }
    }
}

impl Patterns {
    /// Returns a matched tree's effects.
    pub(crate) fn effects(&self, store: &RecordStore, source: NodeId) -> Effects {
        let mut effects = Effects::default();
        self.add_effects(source, &mut effects);
        let hindered = [
            InstructionEffect::HasSideEffects,
            InstructionEffect::MayStore,
            InstructionEffect::MayLoad,
            InstructionEffect::Variadic,
        ];
        if !hindered.iter().any(|&effect| effects.has(effect)) {
            effects.add(InstructionEffect::Bitcast, self.is_bitcast(store, source));
        }
        effects
    }

    fn add_effects(&self, node: NodeId, effects: &mut Effects) {
        let forest = self.forest();
        match forest.operation(node) {
            // A complex pattern with arguments counts for nothing by itself.
            ForestOperation::Record(record) => {
                if let Some(pattern) =
                    self.vocabulary.complex_pattern_of(ForestOperation::Record(record))
                {
                    let properties = self.vocabulary.complex_patterns[pattern].properties;
                    effects.add_properties(properties, &OF_PROPERTIES[..3]);
                }
                return;
            }
            ForestOperation::Node(id) => {
                let of_node = self.vocabulary.sd_nodes[id].properties;
                match forest.called_intrinsic(node).map(|id| &self.vocabulary.intrinsics[id]) {
                    None => effects.add_properties(of_node, &OF_PROPERTIES),
                    Some(intrinsic) => {
                        effects.add_properties(intrinsic.properties, &OF_PROPERTIES[..4]);
                        effects.add(
                            InstructionEffect::HasChain,
                            of_node.has(SdNodeProperty::HasChain),
                        );
                        effects.add(InstructionEffect::MayLoad, intrinsic.may_load);
                        effects.add(InstructionEffect::MayStore, intrinsic.may_store);
                        effects.add(InstructionEffect::HasSideEffects, intrinsic.has_side_effects);
                    }
                }
            }
            ForestOperation::Int(_)
            | ForestOperation::Any
            | ForestOperation::IntrinsicNumber(_)
            | ForestOperation::Fragment(_)
            | ForestOperation::Instruction(_)
            | ForestOperation::Transform(_)
            | ForestOperation::ComplexPattern(_)
            | ForestOperation::Set
            | ForestOperation::Implicit => {}
        }
        for &child in forest.children(node) {
            self.add_effects(child, effects);
        }
    }

    /// Returns whether a tree casts a leaf.
    fn is_bitcast(&self, store: &RecordStore, source: NodeId) -> bool {
        let forest = self.forest();
        let ForestOperation::Node(id) = forest.operation(source) else { return false };
        let node = &self.vocabulary.sd_nodes[id];
        let is_unary = node.result_count == 1 && node.operand_count == Some(1);
        let is_leaf = matches!(forest.children(source), [child] if forest.is_leaf(*child));
        is_unary && is_leaf && store.str(node.opcode) == "ISD::BITCAST"
    }

    /// Adds the instructions that a result creates.
    pub(crate) fn instructions_in(
        &self,
        node: NodeId,
        made: &mut Vec<tablewright_target::instructions::InstructionId>,
    ) {
        if let ForestOperation::Instruction(instruction) = self.forest().operation(node) {
            made.push(instruction);
        }
        for &child in self.forest().children(node) {
            self.instructions_in(child, made);
        }
    }
}
