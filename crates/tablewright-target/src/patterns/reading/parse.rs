//! Values of dag fields as trees.
//!
//! In: a dag of a pattern, a fragment or a list of results. Out: a [`Draft`] with a tree, in which
//! fragments are not expanded and of whose types only stated ones are known.

use tablewright_records::{Dag, RecordId, Value, ValueId};
use tablewright_syntax::symbol::Symbol;

use crate::patterns::forest::{ComplexPatternId, Forest, MAX_ARITY, NodeId, Operation};
use crate::patterns::inference::context::Context;
use crate::patterns::inference::draft::{Draft, MAX_DEPTH};
use crate::patterns::inference::inference_steps::Rule;
use crate::patterns::inference::stop::Stop;
use crate::patterns::vocabulary::fragment::patterns_of;
use crate::patterns::vocabulary::record_classes::PatternClass;

/// The nodes that may stand in the result of a pattern.
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

impl<'s> Context<'s> {
    /// An error in a draft.
    pub(crate) fn error(&self, draft: &Draft, message: &str) -> Stop {
        Stop::pattern(self.record(draft.record), message)
    }

    /// Adds the tree of a value to a draft.
    pub(crate) fn parse_tree(
        &mut self,
        forest: &mut Forest,
        draft: &mut Draft,
        value: ValueId,
    ) -> Result<(), Stop> {
        let tree = self.parse(forest, draft, value, None, 0)?;
        draft.trees.push(tree);
        Ok(())
    }

    /// The tree of a value that has a name where it stands.
    pub(crate) fn parse(
        &mut self,
        forest: &mut Forest,
        draft: &mut Draft,
        value: ValueId,
        name: Option<Symbol>,
        depth: usize,
    ) -> Result<NodeId, Stop> {
        if depth > MAX_DEPTH {
            return Err(self.too_deep(draft));
        }
        let node = match self.store.value(value) {
            Value::Def(record) => {
                let classes = self.classes.of(record);
                if classes.has(PatternClass::SdNode) || classes.is_fragment() {
                    return self.parse_operator(forest, draft, record, None, name, depth);
                }
                if Some(record) == self.classes.special.node && name.is_some() {
                    draft.args.push(name);
                }
                forest.leaf(Operation::Record(record))
            }
            Value::Unset => {
                if name.is_none() {
                    let message = "'?' argument requires a name to match with operand list";
                    return Err(self.error(draft, message));
                }
                draft.args.push(name);
                forest.leaf(Operation::Any)
            }
            Value::Int(number) => self.parse_int(forest, draft, number, name)?,
            Value::Bit(bit) => self.parse_int(forest, draft, i64::from(bit), name)?,
            Value::Bits(bits) => match bits.to_int() {
                Some(number) => self.parse_int(forest, draft, number, name)?,
                None => return Err(self.error(draft, "Bits value must be constants!")),
            },
            Value::Dag(dag) => return self.parse_dag(forest, draft, dag, name, depth),
            _ => {
                let text = self.store.value_text(value);
                let error = self.error(draft, "Pattern has unexpected init kind!");
                return Err(error.note(format!("the value is {text}")));
            }
        };
        forest.set_name(node, name);
        Ok(node)
    }

    pub(crate) fn too_deep(&self, draft: &Draft) -> Stop {
        let message = format!("the pattern is nested more than {MAX_DEPTH} levels deep");
        self.error(draft, &message)
    }

    fn parse_int(
        &self,
        forest: &mut Forest,
        draft: &Draft,
        number: i64,
        name: Option<Symbol>,
    ) -> Result<NodeId, Stop> {
        if name.is_some() {
            let message = "Constant int or bit argument should not have a name!";
            return Err(self.error(draft, message));
        }
        Ok(forest.leaf(Operation::Int(number)))
    }

    fn parse_dag(
        &mut self,
        forest: &mut Forest,
        draft: &mut Draft,
        dag: Dag<'s>,
        name: Option<Symbol>,
        depth: usize,
    ) -> Result<NodeId, Stop> {
        let Value::Def(operator) = self.store.value(dag.operator) else {
            return Err(self.error(draft, "Pattern has unexpected operator type!"));
        };
        if !self.classes.is(operator, PatternClass::ValueType) {
            return self.parse_operator(forest, draft, operator, Some(dag), name, depth);
        }
        let [arg] = dag.args else {
            return Err(self.error(draft, "Type cast only takes one operand!"));
        };
        let node = self.parse(forest, draft, arg.value, arg.name, depth + 1)?;
        let cast = self.types.set(self.record(operator), &mut self.sets)?;
        self.recorder.because(Rule::Stated);
        self.update(forest, draft, node, 0, cast)?;
        match name {
            Some(_) => Err(self.error(draft, "ValueType cast should not have a name!")),
            None => Ok(node),
        }
    }

    /// The tree of an operator with the arguments of a dag, or without any.
    fn parse_operator(
        &mut self,
        forest: &mut Forest,
        draft: &mut Draft,
        record: RecordId,
        dag: Option<Dag<'s>>,
        name: Option<Symbol>,
        depth: usize,
    ) -> Result<NodeId, Stop> {
        let operation = self.operator(draft, record)?;
        let args = dag.map_or(&[][..], |dag| dag.args);
        if args.len() >= MAX_ARITY {
            return Err(self.error(draft, "the node has too many operands"));
        }
        let mut children = Vec::with_capacity(args.len() + 1);
        if matches!(operation, Operation::IntrinsicNumber(_)) {
            children.push(forest.leaf(operation));
        }
        for arg in args {
            children.push(self.parse(forest, draft, arg.value, arg.name, depth + 1)?);
        }
        let result_count = self.result_count(draft, record, operation, depth)?;
        let operation = match operation {
            Operation::IntrinsicNumber(intrinsic) => {
                let kind = self.intrinsics.nodes[intrinsic].node;
                Operation::Node(self.operators.intrinsic_node(kind))
            }
            Operation::ComplexPattern(pattern) => {
                self.check_complex_operands(forest, draft, pattern, &children)?;
                operation
            }
            _ => operation,
        };
        let node = forest.add(operation, &children, result_count);
        forest.set_name(node, dag.and_then(|dag| dag.operator_name).or(name));
        Ok(node)
    }

    /// What a record is as an operator, if it may stand there.
    fn operator(&mut self, draft: &Draft, record: RecordId) -> Result<Operation, Stop> {
        let classes = self.classes.of(record);
        let name = self.record(record).name();
        let operation = if let Some(operation) = self.operators.of_record(record) {
            operation
        } else if classes.is_fragment() {
            // Fragments for results are read after instructions, and are unknown before.
            return Err(self.error(draft, &format!("'{name}' fragment is only for results")));
        } else if let Some(instruction) = self.instructions.id(record) {
            Operation::Instruction(instruction)
        } else if classes.has(PatternClass::Intrinsic) {
            Operation::IntrinsicNumber(self.intrinsics.get(record, &mut self.sets)?)
        } else if Some(record) == self.classes.special.set {
            Operation::Set
        } else if Some(record) == self.classes.special.implicit {
            Operation::Implicit
        } else {
            return Err(self.error(draft, &format!("Unrecognized node '{name}'!")));
        };
        let is_allowed = match operation {
            Operation::Instruction(_) | Operation::Transform(_) => !draft.is_input,
            Operation::IntrinsicNumber(_) => draft.is_input,
            Operation::Node(_) => draft.is_input || NODES_IN_RESULTS.contains(&name),
            _ => true,
        };
        if !is_allowed {
            let kind = if draft.is_input { "input" } else { "output" };
            return Err(self.error(draft, &format!("Cannot use '{name}' in an {kind} pattern!")));
        }
        Ok(operation)
    }

    /// How many values a node with that operator has.
    fn result_count(
        &mut self,
        draft: &Draft,
        record: RecordId,
        operation: Operation,
        depth: usize,
    ) -> Result<usize, Stop> {
        Ok(match operation {
            Operation::Set | Operation::Implicit => 0,
            Operation::IntrinsicNumber(intrinsic) => {
                self.intrinsics.nodes[intrinsic].result_types.len()
            }
            Operation::Node(node) => self.operators.sd_nodes[node].result_count,
            Operation::Fragment(fragment) if self.operators.fragments[fragment].is_read => {
                let trees = &self.operators.fragments[fragment].trees;
                let counts = trees.iter().map(|&tree| self.fragment_trees.types(tree).len());
                counts.max().unwrap_or(0)
            }
            Operation::Fragment(_) => self.fragment_result_count(draft, record, depth)?,
            Operation::Instruction(instruction) => {
                let operands = self.operands_of(instruction);
                let outputs = self.rules.output_count(operands);
                let mut count = outputs;
                for place in 0..outputs {
                    let operand = self.operand_record(instruction, place);
                    count -= usize::from(self.default_operands.has(operand));
                }
                count + usize::from(self.implicit_def_type(instruction)?.is_some())
            }
            _ => 1,
        })
    }

    /// The largest number of values of the patterns that a fragment stands for, before it was read.
    fn fragment_result_count(
        &mut self,
        draft: &Draft,
        record: RecordId,
        depth: usize,
    ) -> Result<usize, Stop> {
        if depth > MAX_DEPTH {
            return Err(self.too_deep(draft));
        }
        let mut most = 0;
        for &value in &patterns_of(self.record(record))? {
            let operator = match self.store.value(value) {
                Value::Dag(dag) => match self.store.value(dag.operator) {
                    Value::Def(operator) => Some(operator),
                    _ => None,
                },
                _ => None,
            };
            let Some(operator) = operator else {
                return Err(Stop::fatal(self.record(record), "Invalid Fragment"));
            };
            let count = if self.classes.is(operator, PatternClass::ValueType) {
                1
            } else {
                let operation = self.operator(draft, operator)?;
                self.result_count(draft, operator, operation, depth + 1)?
            };
            most = most.max(count);
        }
        Ok(most)
    }

    /// An operand of a complex pattern has a name, and is the same operand of the same pattern wherever
    /// it occurs.
    fn check_complex_operands(
        &self,
        forest: &Forest,
        draft: &mut Draft,
        pattern: ComplexPatternId,
        children: &[NodeId],
    ) -> Result<(), Stop> {
        for (place, &child) in children.iter().enumerate() {
            let Some(name) = forest.name(child) else {
                return Err(self.error(draft, "All arguments to a ComplexPattern must be named"));
            };
            let operand = (pattern, place);
            let known = draft.complex_operands.iter().find(|(known, _)| *known == name);
            if known.is_some_and(|&(_, known)| known != operand) {
                let message = "All ComplexPattern operands must appear consistently: \
                               in the same order in just one ComplexPattern instance.";
                return Err(self.error(draft, message));
            }
            draft.complex_operands.push((name, operand));
        }
        Ok(())
    }
}
