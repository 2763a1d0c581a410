//! Declarative rewrite patterns: trees to match and trees to build.

use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView, ValueId};
use tablewright_syntax::diagnostic::Code;

use super::element_memo::ElementMemo;
use super::operation::{Argument, Operation};
use super::{Constraint, dag_arguments};
use crate::record_views::constraint::{
    AttrConstraintRecord, AttrRecord, ConstantAttrRecord, ConstantPropRecord, ConstraintRecord,
    PropConstraintRecord, TypeConstraintRecord,
};
use crate::record_views::enum_attr::EnumCaseRecord;
use crate::record_views::operation::{OpVariableRecord, OperationRecord};
use crate::record_views::pattern::{NativeCodeCallRecord, PatternRecord};

/// A description's rewrite patterns.
#[derive(Clone, Debug, Default)]
pub struct PatternSet<'s> {
    /// The operations that patterns mention.
    pub operations: Vec<PatternOperation<'s>>,
    /// The patterns, in natural order by definition name.
    pub patterns: Vec<RewritePattern<'s>>,
}

/// An operation that patterns mention.
#[derive(Clone, Debug)]
pub struct PatternOperation<'s> {
    /// The operation.
    pub operation: Operation<'s>,
    /// Its argument constraint records, in argument order.
    pub(crate) constraints: Vec<RecordId>,
    record: RecordId,
}

/// A rewrite pattern.
#[doc(alias = "Pattern")]
#[derive(Clone, Debug)]
pub struct RewritePattern<'s> {
    /// The definition name; `None` for an unnamed pattern.
    pub definition: Option<&'s str>,
    /// The matched tree; its root is an operation.
    pub source: PatternNode<'s>,
    /// The built trees. The last trees replace the root's results.
    pub results: Vec<PatternNode<'s>>,
    /// Trees built after the results.
    pub supplements: Vec<PatternNode<'s>>,
    /// Constraints on matched entities.
    pub constraints: Vec<PatternConstraint<'s>>,
    /// The benefit: the number of matched operations, plus the description's adjustment.
    pub benefit: i64,
    /// The record that errors are about.
    pub(crate) record: RecordId,
}

/// A constraint on entities that a pattern matches.
#[derive(Clone, Debug)]
pub struct PatternConstraint<'s> {
    /// The kind of constrained entity.
    pub kind: PatternConstraintKind,
    /// The constraint.
    pub constraint: Constraint<'s>,
    /// The symbol of the entity that is `$_self` in the condition; may be empty.
    pub subject: &'s str,
    /// The symbols of the entities that are `$0`, `$1` and so on.
    pub entities: Vec<&'s str>,
}

/// The kind of entity that a pattern constrains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PatternConstraintKind {
    /// A value's type.
    Type,
    /// An attribute.
    Attribute,
    /// Any entities.
    Entities,
}

/// A pattern node.
#[doc(alias = "DagNode")]
#[derive(Clone, Debug)]
pub struct PatternNode<'s> {
    /// The symbol that is bound to it; may be empty.
    pub symbol: &'s str,
    /// Its kind.
    pub kind: PatternNodeKind<'s>,
    /// Its arguments.
    pub arguments: Vec<PatternArgument<'s>>,
    /// The value from which the node was read. Equal nodes have the same value.
    pub(crate) value: ValueId,
}

/// The kind of a pattern node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PatternNodeKind<'s> {
    /// An operation, as an index into the [`PatternSet`]'s operations.
    Operation(usize),
    /// A C++ call.
    Native {
        /// The C++ expression, with `$0` for the first argument.
        expression: &'s str,
        /// The number of returned values.
        return_count: i64,
    },
    /// `replaceWithValue`: an existing value.
    ReplaceWithValue,
    /// A built operation's location.
    Location,
    /// Result types for a built operation.
    ReturnType,
    /// Two operands that match in either order.
    Either,
    /// The values of a variadic operand.
    Variadic,
}

/// A node argument.
#[derive(Clone, Debug)]
pub struct PatternArgument<'s> {
    /// Argument name: the symbol that it binds or refers to; may be empty.
    pub name: &'s str,
    /// Its value.
    pub value: PatternValue<'s>,
}

/// The value of a node argument.
#[derive(Clone, Debug)]
pub enum PatternValue<'s> {
    /// A node.
    Node(PatternNode<'s>),
    /// A leaf.
    Leaf(PatternLeaf<'s>),
}

/// An argument without child nodes.
#[doc(alias = "DagLeaf")]
#[derive(Clone, Debug)]
pub enum PatternLeaf<'s> {
    /// Any value: `?`.
    Any,
    /// A text.
    Text(&'s str),
    /// A call of C++ with the argument's symbol as `$_self`.
    Native(&'s str),
    /// An operand that fulfils a constraint.
    Operand(LeafConstraint<'s>),
    /// An attribute that fulfils a constraint.
    Attribute(LeafConstraint<'s>, Option<ConstantAttribute<'s>>),
    /// A property that fulfils a constraint.
    Property(LeafConstraint<'s>, PropertyLeaf<'s>),
}

/// An argument constraint.
#[derive(Clone, Debug)]
pub struct LeafConstraint<'s> {
    /// The constraint.
    pub constraint: Constraint<'s>,
    pub(crate) record: RecordId,
}

/// The only attribute that fulfils a constraint.
#[derive(Clone, Debug)]
pub struct ConstantAttribute<'s> {
    /// The attribute's definition name.
    pub definition: &'s str,
    /// The C++ that creates the attribute from the value `$0`.
    pub builder_call: Option<&'s str>,
    /// The C++ value.
    pub value: String,
}

/// A property as an argument.
#[derive(Clone, Copy, Debug)]
pub struct PropertyLeaf<'s> {
    /// The C++ type; empty for any.
    pub interface_type: &'s str,
    /// The only C++ value that fulfils the constraint.
    pub value: Option<&'s str>,
}

/// Maximum depth to which nodes may be nested.
const MAX_DEPTH: u32 = 100;

impl<'s> PatternSet<'s> {
    /// Reads the rewrite patterns.
    ///
    /// # Errors
    /// If the description lacks the class, or a pattern is malformed.
    pub fn read(store: &'s RecordStore) -> Result<PatternSet<'s>, FieldError> {
        let mut set = PatternSet::default();
        for record in PatternRecord::all(store)? {
            let pattern = set.read_pattern(record)?;
            set.patterns.push(pattern);
        }
        Ok(set)
    }

    fn read_pattern(
        &mut self,
        record: PatternRecord<'s>,
    ) -> Result<RewritePattern<'s>, FieldError> {
        let raw = Record::from(record);
        let source = self.read_node(raw, record.source()?, MAX_DEPTH)?;
        if !matches!(source.kind, PatternNodeKind::Operation(_)) {
            let root = store_root(raw, record.source()?);
            return Err(root.map_or_else(
                || error(raw, "the root of a source pattern is an operation"),
                |root| not_an_operation(raw, root),
            ));
        }
        let mut nodes = |values: &[ValueId]| {
            let nodes = values.iter().map(|&value| self.read_node(raw, value, MAX_DEPTH));
            nodes.collect::<Result<Vec<_>, _>>()
        };
        let (results, supplements) = (nodes(record.results()?)?, nodes(record.supplements()?)?);
        let constraints = record.constraints()?.iter();
        let constraints = constraints.map(|&value| PatternConstraint::read(raw, value));
        Ok(RewritePattern {
            definition: (!raw.is_anonymous()).then(|| raw.name()),
            benefit: source.operation_count() as i64 + benefit(record)?,
            source,
            results,
            supplements,
            constraints: constraints.collect::<Result<_, _>>()?,
            record: raw.id(),
        })
    }

    fn read_node(
        &mut self,
        pattern: Record<'s>,
        value: ValueId,
        depth: u32,
    ) -> Result<PatternNode<'s>, FieldError> {
        let store = pattern.store();
        let depth = depth.checked_sub(1);
        let depth = depth.ok_or_else(|| error(pattern, "patterns are nested too deeply"))?;
        let dag = store.value(value).as_dag();
        let dag = dag.ok_or_else(|| error(pattern, "a pattern consists of dags"))?;
        let operator = store.value(dag.operator).as_def().map(|id| store.record(id));
        let operator = operator.ok_or_else(|| error(pattern, "an operator is a definition"))?;
        let mut arguments = Vec::with_capacity(dag.args.len());
        for (value, name) in dag_arguments(store, dag) {
            let value = match store.value(value).as_dag() {
                Some(_) => PatternValue::Node(self.read_node(pattern, value, depth)?),
                None => PatternValue::Leaf(PatternLeaf::read(pattern, value)?),
            };
            arguments.push(PatternArgument { name: name.unwrap_or_default(), value });
        }
        Ok(PatternNode {
            symbol: dag.operator_name.map(|name| store.str(name)).unwrap_or_default(),
            kind: self.read_kind(pattern, operator)?,
            arguments,
            value,
        })
    }

    fn read_kind(
        &mut self,
        pattern: Record<'s>,
        operator: Record<'s>,
    ) -> Result<PatternNodeKind<'s>, FieldError> {
        if let Some(call) = NativeCodeCallRecord::from_record(operator) {
            return Ok(PatternNodeKind::Native {
                expression: call.expression()?,
                return_count: call.return_count()?,
            });
        }
        if let Some(operation) = OperationRecord::from_record(operator) {
            return self.operation_index(operation).map(PatternNodeKind::Operation);
        }
        Ok(match operator.name() {
            "replaceWithValue" => PatternNodeKind::ReplaceWithValue,
            "location" => PatternNodeKind::Location,
            "returnType" => PatternNodeKind::ReturnType,
            "either" => PatternNodeKind::Either,
            "variadic" => PatternNodeKind::Variadic,
            _ => return Err(not_an_operation(pattern, operator)),
        })
    }

    fn operation_index(&mut self, record: OperationRecord<'s>) -> Result<usize, FieldError> {
        let raw = Record::from(record);
        let known_index = self.operations.iter().position(|one| one.record == raw.id());
        if let Some(index) = known_index {
            return Ok(index);
        }
        let operation = Operation::read(record, &mut ElementMemo::default())?;
        let store = raw.store();
        let constraints = record.arguments()?.args.iter();
        let constraints = constraints.filter_map(|argument| store.value(argument.value).as_def());
        let unwrap = |id: RecordId| match OpVariableRecord::from_record(store.record(id)) {
            Some(variable) => variable.constraint().map(Record::id),
            None => Ok(id),
        };
        let constraints = constraints.map(unwrap).collect::<Result<_, _>>()?;
        self.operations.push(PatternOperation { operation, constraints, record: raw.id() });
        Ok(self.operations.len() - 1)
    }
}

/// Returns the description's adjustment to a pattern's benefit.
fn benefit(record: PatternRecord<'_>) -> Result<i64, FieldError> {
    let raw = Record::from(record);
    let store = raw.store();
    let delta = record.benefit()?;
    let operator = store.value(delta.operator).as_def().map(|id| store.record(id).name());
    let [argument] = delta.args else {
        return Err(error(raw, "The 'addBenefit' takes and only takes one integer value"));
    };
    let number = store.value(argument.value).as_int();
    match (operator, number) {
        (Some("addBenefit"), Some(number)) => Ok(number),
        _ => Err(error(raw, "The 'addBenefit' takes and only takes one integer value")),
    }
}

/// Returns a node's operator.
fn store_root(pattern: Record<'_>, value: ValueId) -> Option<Record<'_>> {
    let store = pattern.store();
    let dag = store.value(value).as_dag()?;
    store.value(dag.operator).as_def().map(|id| store.record(id))
}

/// Returns the error for an operator that should be an operation.
fn not_an_operation(pattern: Record<'_>, operator: Record<'_>) -> FieldError {
    let name = operator.name();
    let message = format!("Record `{name}' does not have a field named `opDialect'!");
    error(operator, &message)
        .in_words(format!("'{name}' is not an operation, as this place in a pattern needs"))
        .label_record(pattern, "in this pattern")
}

fn error(record: Record<'_>, message: &str) -> FieldError {
    FieldError::new(Code::Mlir, record, message)
}

impl<'s> PatternConstraint<'s> {
    fn read(pattern: Record<'s>, value: ValueId) -> Result<PatternConstraint<'s>, FieldError> {
        let store = pattern.store();
        let dag = store.value(value).as_dag();
        let dag = dag.ok_or_else(|| error(pattern, "a constraint of a pattern is a dag"))?;
        let operator = store.value(dag.operator).as_def().map(|id| store.record(id));
        let constraint = operator.and_then(ConstraintRecord::from_record).ok_or_else(|| {
            error(pattern, "a constraint of a pattern begins with a definition of a constraint")
        })?;
        let kind = if TypeConstraintRecord::from_record(constraint).is_some() {
            PatternConstraintKind::Type
        } else if AttrConstraintRecord::from_record(constraint).is_some() {
            PatternConstraintKind::Attribute
        } else {
            PatternConstraintKind::Entities
        };
        let is_symbol =
            |value: ValueId| matches!(store.value(value), tablewright_records::Value::Unset);
        if !dag.args.iter().all(|argument| is_symbol(argument.value)) {
            let message = "operands to additional constraints can only be symbol references";
            return Err(error(pattern, message));
        }
        let names = dag.args.iter().map(|argument| argument.name);
        let names = names.map(|name| name.map(|name| store.str(name)).unwrap_or_default());
        Ok(PatternConstraint {
            kind,
            constraint: Constraint::read(constraint)?,
            subject: dag.operator_name.map(|name| store.str(name)).unwrap_or_default(),
            entities: names.collect(),
        })
    }
}

impl<'s> PatternNode<'s> {
    /// Counts the operations in this tree.
    pub fn operation_count(&self) -> usize {
        let own = usize::from(matches!(self.kind, PatternNodeKind::Operation(_)));
        own + self.nodes().map(PatternNode::operation_count).sum::<usize>()
    }

    /// Iterates over the arguments that are nodes.
    pub fn nodes(&self) -> impl Iterator<Item = &PatternNode<'s>> {
        self.arguments.iter().filter_map(PatternArgument::node)
    }
}

impl<'s> PatternArgument<'s> {
    /// Returns the node, if the argument is a node.
    pub fn node(&self) -> Option<&PatternNode<'s>> {
        match &self.value {
            PatternValue::Node(node) => Some(node),
            PatternValue::Leaf(_) => None,
        }
    }

    /// Returns the symbol that the argument binds. `_` binds nothing.
    pub fn bound_symbol(&self) -> Option<&'s str> {
        Some(self.name).filter(|name| !name.is_empty() && *name != "_")
    }
}

impl<'s> PatternLeaf<'s> {
    fn read(pattern: Record<'s>, value: ValueId) -> Result<PatternLeaf<'s>, FieldError> {
        let store = pattern.store();
        let value = store.value(value);
        if let Some(text) = value.as_text() {
            return Ok(PatternLeaf::Text(store.str(text)));
        }
        if matches!(value, tablewright_records::Value::Unset) {
            return Ok(PatternLeaf::Any);
        }
        let record = value.as_def().map(|id| store.record(id));
        let invalid = || error(pattern, "an argument is a constraint, a call, a text or a name");
        let record = record.ok_or_else(invalid)?;
        if let Some(call) = NativeCodeCallRecord::from_record(record) {
            return call.expression().map(PatternLeaf::Native);
        }
        let constraint = ConstraintRecord::from_record(record).ok_or_else(invalid)?;
        let constraint =
            LeafConstraint { constraint: Constraint::read(constraint)?, record: record.id() };
        if let Some(property) = PropConstraintRecord::from_record(record) {
            let value =
                ConstantPropRecord::from_record(record).map(|one| one.value()).transpose()?;
            let interface_type = property.interface_type()?;
            return Ok(PatternLeaf::Property(constraint, PropertyLeaf { interface_type, value }));
        }
        if TypeConstraintRecord::from_record(record).is_some() {
            return Ok(PatternLeaf::Operand(constraint));
        }
        if AttrConstraintRecord::from_record(record).is_none() {
            return Err(invalid());
        }
        Ok(PatternLeaf::Attribute(constraint, ConstantAttribute::read(record)?))
    }
}

impl<'s> ConstantAttribute<'s> {
    /// Returns the attribute in a constraint that exactly one attribute satisfies.
    fn read(record: Record<'s>) -> Result<Option<ConstantAttribute<'s>>, FieldError> {
        let (attribute, value) = if let Some(constant) = ConstantAttrRecord::from_record(record) {
            (constant.attribute()?, constant.value()?.to_owned())
        } else if let Some(case) = EnumCaseRecord::from_record(record) {
            (AttrRecord::new(record), case.value()?.to_string())
        } else {
            return Ok(None);
        };
        let builder_call = attribute.builder_call()?.map(str::trim).filter(|call| !call.is_empty());
        let definition = Record::from(attribute).name();
        Ok(Some(ConstantAttribute { definition, builder_call, value }))
    }
}

impl PatternOperation<'_> {
    /// Returns the argument at an index.
    pub fn argument(&self, index: usize) -> Option<Argument> {
        self.operation.arguments.order.get(index).copied()
    }

    /// Returns the argument name at an index; may be empty.
    pub fn argument_name(&self, index: usize) -> &str {
        let arguments = &self.operation.arguments;
        match self.argument(index) {
            Some(Argument::Operand(index)) => arguments.operands[index].name,
            Some(Argument::Attribute(index)) => arguments.attributes[index].name,
            Some(Argument::Property(index)) => arguments.properties[index].name,
            None => "",
        }
    }
}
