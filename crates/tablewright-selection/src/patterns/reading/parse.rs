//! Parser from dag values to trees.
//!
//! In: a dag from a pattern, a fragment or a result list. Out: a [`Draft`](crate::patterns::inference::draft::Draft)
//! with a tree, in which fragments are unexpanded and only stated types are known.

use tablewright_records::{Dag, Feature, FieldError, RecordId, RecordView, Value, ValueId};
use tablewright_syntax::symbol::Symbol;

use crate::intrinsics::IntrinsicReader;
use crate::patterns::forest::{
    ComplexPatternId, ForestOperation, IntrinsicNodeId, MAX_ARITY, NodeId,
};
use crate::patterns::inference::TypeInference;
use crate::patterns::inference::draft::MAX_DEPTH;
use crate::patterns::inference::inference_steps::InferenceRule;
use crate::patterns::inference::stop::PatternError;
use crate::patterns::vocabulary::fragment::patterns_of;
use crate::patterns::vocabulary::intrinsic_node::IntrinsicNode;
use crate::patterns::vocabulary::record_classes::PatternClass;
use crate::record_views::intrinsic::IntrinsicRecord;
use crate::record_views::selection_dag::PatFragsRecord;

/// Nodes that may occur in a pattern's result.
const NODES_IN_RESULTS: [&str; 13] = [
    "imm",
    "timm",
    "fpimm",
    "tglobaltlsaddr",
    "tconstpool",
    "tjumptable",
    "tframeindex",
    "texternalsym",
    "tblockaddress",
    "tglobaladdr",
    "bb",
    "vt",
    "mcsym",
];

impl<'s> TypeInference<'s> {
    /// Adds a value's tree to the trees in work.
    pub(crate) fn parse_tree(&mut self, value: ValueId) -> Result<(), PatternError> {
        let tree = self.parse(value, None, 0)?;
        self.draft.trees.push(tree);
        Ok(())
    }

    /// Parses a value, which may have a name in its dag.
    pub(crate) fn parse(
        &mut self,
        value: ValueId,
        name: Option<Symbol>,
        depth: usize,
    ) -> Result<NodeId, PatternError> {
        if depth > MAX_DEPTH {
            return Err(self.too_deep());
        }
        let node = match self.target.store.value(value) {
            Value::Def(record) => {
                let classes = self.target.classes.for_record(record);
                if classes.has(PatternClass::SdNode) || classes.is_fragment() {
                    return self.parse_operator(record, None, name, depth);
                }
                if Some(record) == self.vocabulary.special.node && name.is_some() {
                    self.draft.args.push(name);
                }
                self.forest.leaf(ForestOperation::Record(record))
            }
            Value::Unset => {
                if name.is_none() {
                    let message = "'?' argument requires a name to match with operand list";
                    return Err(self.error(message));
                }
                self.draft.args.push(name);
                self.forest.leaf(ForestOperation::Any)
            }
            Value::Int(number) => self.parse_int(number, name)?,
            Value::Bit(bit) => self.parse_int(i64::from(bit), name)?,
            Value::Bits(bits) => match bits.to_int() {
                Some(number) => self.parse_int(number, name)?,
                None => return Err(self.error("Bits value must be constants!")),
            },
            Value::Dag(dag) => return self.parse_dag(dag, name, depth),
            Value::Refused
            | Value::String(_)
            | Value::Code(_)
            | Value::List(_)
            | Value::AnonymousName(_)
            | Value::Var { .. }
            | Value::VarBit { .. }
            | Value::Field { .. }
            | Value::Instance { .. }
            | Value::Op { .. } => {
                let text = self.target.store.value_text(value);
                let error = self.error("Pattern has unexpected init kind!");
                return Err(error.note(format!("the value is {text}")));
            }
        };
        self.forest.set_name(node, name);
        Ok(node)
    }

    pub(crate) fn too_deep(&self) -> PatternError {
        let message = format!("the pattern is nested more than {MAX_DEPTH} levels deep");
        self.error(&message)
    }

    fn parse_int(&mut self, number: i64, name: Option<Symbol>) -> Result<NodeId, PatternError> {
        if name.is_some() {
            let message = "Constant int or bit argument should not have a name!";
            return Err(self.error(message));
        }
        Ok(self.forest.leaf(ForestOperation::Int(number)))
    }

    fn parse_dag(
        &mut self,
        dag: Dag<'s>,
        name: Option<Symbol>,
        depth: usize,
    ) -> Result<NodeId, PatternError> {
        let lists_types = self.target.store.release().has(Feature::CastsListTypes);
        let operator = self.target.store.value(dag.operator);
        let list = if let Value::Def(operator) = operator {
            if !self.target.classes.is(operator, PatternClass::ValueType) {
                return self.parse_operator(operator, Some(dag), name, depth);
            }
            None
        } else if let Value::List(list) = operator
            && lists_types
        {
            Some(list)
        } else {
            return Err(self.error("Pattern has unexpected operator type!"));
        };
        let [arg] = dag.args else {
            return Err(self.error("Type cast only takes one operand!"));
        };
        let node = self.parse(arg.value, arg.name, depth + 1)?;
        let types = match list {
            // A cast to an empty type list is not a cast.
            Some(list)
                if list.elements.is_empty()
                    || list.elements.len() != self.forest.types(node).len() =>
            {
                return Err(self.error("Invalid number of type casts!"));
            }
            Some(list) => list.elements,
            None if self.forest.types(node).len() != 1 => {
                let cast = if lists_types { "ValueType cast" } else { "Type cast" };
                return Err(self.error(&format!("{cast} can only have one type!")));
            }
            None => std::slice::from_ref(&dag.operator),
        };
        for (value, &ty) in types.iter().enumerate() {
            let Value::Def(ty) = self.target.store.value(ty) else {
                return Err(self.error("Pattern has unexpected operator type!"));
            };
            let cast = self.target.types.set(self.target.record(ty), &mut self.sets)?;
            self.recorder.because(InferenceRule::Stated);
            self.update(node, value, cast)?;
        }
        match name {
            Some(_) if lists_types => Err(self.error("Type cast should not have a name!")),
            Some(_) => Err(self.error("ValueType cast should not have a name!")),
            None => Ok(node),
        }
    }

    /// Builds an operator's tree with a dag's arguments, or without arguments.
    fn parse_operator(
        &mut self,
        record: RecordId,
        dag: Option<Dag<'s>>,
        name: Option<Symbol>,
        depth: usize,
    ) -> Result<NodeId, PatternError> {
        let operation = self.operator(record)?;
        let args = dag.map_or(&[][..], |dag| dag.args);
        if args.len() >= MAX_ARITY {
            return Err(self.error("the node has too many operands"));
        }
        let mut children = Vec::with_capacity(args.len() + 1);
        if matches!(operation, ForestOperation::IntrinsicNumber(_)) {
            children.push(self.forest.leaf(operation));
        }
        for arg in args {
            children.push(self.parse(arg.value, arg.name, depth + 1)?);
        }
        let result_count = self.result_count(record, operation, depth)?;
        let operation = match operation {
            ForestOperation::IntrinsicNumber(intrinsic) => {
                let kind = self.vocabulary.intrinsics[intrinsic].node;
                ForestOperation::Node(self.vocabulary.intrinsic_node(kind))
            }
            ForestOperation::ComplexPattern(pattern) => {
                self.check_complex_operands(pattern, &children)?;
                operation
            }
            operation @ (ForestOperation::Record(_)
            | ForestOperation::Int(_)
            | ForestOperation::Any
            | ForestOperation::Node(_)
            | ForestOperation::Fragment(_)
            | ForestOperation::Instruction(_)
            | ForestOperation::Transform(_)
            | ForestOperation::Set
            | ForestOperation::Implicit) => operation,
        };
        let node = self.forest.add(operation, &children, result_count);
        self.forest.set_name(node, dag.and_then(|dag| dag.operator_name).or(name));
        Ok(node)
    }

    /// Returns the operation that a record represents as an operator, or an error if it is not allowed in this place.
    fn operator(&mut self, record: RecordId) -> Result<ForestOperation, PatternError> {
        let classes = self.target.classes.for_record(record);
        let name = self.target.record(record).name();
        let operation = if let Some(operation) = self.vocabulary.for_record(record) {
            operation
        } else if classes.is_fragment() {
            // Fragments for results are read after instructions, and are unknown before.
            return Err(self.error(&format!("'{name}' fragment is only for results")));
        } else if let Some(instruction) = self.target.instructions.id(record) {
            ForestOperation::Instruction(instruction)
        } else if classes.has(PatternClass::Intrinsic) {
            ForestOperation::IntrinsicNumber(self.read_intrinsic(record)?)
        } else if Some(record) == self.vocabulary.special.set {
            ForestOperation::Set
        } else if Some(record) == self.vocabulary.special.implicit {
            ForestOperation::Implicit
        } else {
            return Err(self.error(&format!("Unrecognized node '{name}'!")));
        };
        let is_allowed = match operation {
            ForestOperation::Instruction(_) | ForestOperation::Transform(_) => !self.draft.is_input,
            ForestOperation::IntrinsicNumber(_) => self.draft.is_input,
            ForestOperation::Node(_) => self.draft.is_input || NODES_IN_RESULTS.contains(&name),
            ForestOperation::Record(_)
            | ForestOperation::Int(_)
            | ForestOperation::Any
            | ForestOperation::Fragment(_)
            | ForestOperation::ComplexPattern(_)
            | ForestOperation::Set
            | ForestOperation::Implicit => true,
        };
        if !is_allowed {
            let kind = if self.draft.is_input { "input" } else { "output" };
            return Err(self.error(&format!("Cannot use '{name}' in an {kind} pattern!")));
        }
        Ok(operation)
    }

    /// Returns the value count for a node with this operator.
    fn result_count(
        &mut self,
        record: RecordId,
        operation: ForestOperation,
        depth: usize,
    ) -> Result<usize, PatternError> {
        Ok(match operation {
            ForestOperation::Set | ForestOperation::Implicit => 0,
            ForestOperation::IntrinsicNumber(intrinsic) => {
                self.vocabulary.intrinsics[intrinsic].result_types.len()
            }
            ForestOperation::Node(node) => self.vocabulary.sd_nodes[node].result_count,
            ForestOperation::Fragment(fragment) if self.vocabulary.fragments[fragment].is_read => {
                let trees = &self.vocabulary.fragments[fragment].trees;
                let counts =
                    trees.iter().map(|&tree| self.vocabulary.fragment_trees.types(tree).len());
                counts.max().unwrap_or(0)
            }
            ForestOperation::Fragment(_) => self.fragment_result_count(record, depth)?,
            ForestOperation::Instruction(instruction) => {
                self.instruction_result_count(instruction)?
            }
            ForestOperation::Record(_)
            | ForestOperation::Int(_)
            | ForestOperation::Any
            | ForestOperation::Transform(_)
            | ForestOperation::ComplexPattern(_) => 1,
        })
    }

    /// Reads a record's intrinsic when a pattern first mentions it: there are thousands, and a target's patterns use
    /// only hundreds.
    fn read_intrinsic(&mut self, record: RecordId) -> Result<IntrinsicNodeId, FieldError> {
        let reader = match &mut self.intrinsic_reader {
            Some(reader) => reader,
            none => none.insert(IntrinsicReader::new(self.target.store)?),
        };
        let record = IntrinsicRecord::new(self.target.record(record));
        let types = self.target.types.types;
        let intrinsic = IntrinsicNode::read(record, reader, types, &mut self.sets)?;
        Ok(self.vocabulary_mut().add_intrinsic(intrinsic))
    }

    /// Returns the largest value count among a fragment's patterns, before the fragment is read.
    fn fragment_result_count(
        &mut self,
        record: RecordId,
        depth: usize,
    ) -> Result<usize, PatternError> {
        if depth > MAX_DEPTH {
            return Err(self.too_deep());
        }
        let mut most = 0;
        for &value in &patterns_of(PatFragsRecord::new(self.target.record(record)))? {
            let store = self.target.store;
            let operator = if let Value::Dag(dag) = store.value(value)
                && let Value::Def(operator) = store.value(dag.operator)
            {
                Some(operator)
            } else {
                None
            };
            let Some(operator) = operator else {
                return Err(PatternError::fatal(self.target.record(record), "Invalid Fragment"));
            };
            let count = if self.target.classes.is(operator, PatternClass::ValueType) {
                1
            } else {
                let operation = self.operator(operator)?;
                self.result_count(operator, operation, depth + 1)?
            };
            most = most.max(count);
        }
        Ok(most)
    }

    /// Checks that a complex pattern operand has a name, and is the same operand in the same pattern at each
    /// occurrence.
    fn check_complex_operands(
        &mut self,
        pattern: ComplexPatternId,
        children: &[NodeId],
    ) -> Result<(), PatternError> {
        for (index, &child) in children.iter().enumerate() {
            let Some(name) = self.forest.name(child) else {
                return Err(self.error("All arguments to a ComplexPattern must be named"));
            };
            let operand = (pattern, index);
            let mut earlier = self.draft.complex_operands.iter();
            if earlier.find(|(of, _)| *of == name).is_some_and(|&(_, of)| of != operand) {
                let message = "All ComplexPattern operands must appear consistently: \
                               in the same order in just one ComplexPattern instance.";
                return Err(self.error(message));
            }
            self.draft.complex_operands.push((name, operand));
        }
        Ok(())
    }
}
