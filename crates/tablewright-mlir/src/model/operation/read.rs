//! Operations as records describe them.

use std::sync::Arc;

use tablewright_records::{Feature, FieldError, Record, RecordStore, RecordView, ValueId};
use tablewright_syntax::diagnostic::Code;

use super::FormatRules;
use super::{
    Argument, Arguments, DocGroup, Operation, OperationAttribute, OperationBlock, OperationBlocks,
    OperationBuilder, OperationBuilders, OperationDocs, OperationHooks, OperationNames,
    OperationProperty, OperationSyntax, OperationValue, checks, inference,
};
use crate::model::attr_or_type::check_builder;
use crate::model::element_memo::ElementMemo;
use crate::model::{
    BuilderParameter, ClassExtra, Constraint, Dialect, Property, SideEffect, Trait,
    ValueConstraint, dag_arguments,
};
use crate::record_views::constraint::{
    AttrRecord, ConstraintRecord, DerivedAttrRecord, TypeConstraintRecord, VariadicRegionRecord,
    VariadicSuccessorRecord,
};
use crate::record_views::operation::{OpVariableRecord, OperationRecord, SideEffectRecord};
use crate::record_views::property::PropertyRecord;

impl<'s> Operation<'s> {
    /// Returns all operations that `keeps` accepts by name, in byte order by definition name. May be empty.
    ///
    /// # Errors
    /// If a field has an unexpected type.
    pub fn all(
        store: &'s RecordStore,
        mut keeps: impl FnMut(&str) -> bool,
    ) -> Result<Vec<Operation<'s>>, FieldError> {
        let mut operations = Vec::new();
        let mut memo = ElementMemo::default();
        let mut records = OperationRecord::all_if_defined(store);
        records.sort_by_key(|&record| Record::from(record).name());
        for record in records {
            if keeps(&full_name(record)?) {
                operations.push(Operation::read(record, &mut memo)?);
            }
        }
        Ok(operations)
    }

    pub(crate) fn read(
        record: OperationRecord<'s>,
        memo: &mut ElementMemo<'s>,
    ) -> Result<Operation<'s>, FieldError> {
        let raw = Record::from(record);
        let store = raw.store();
        let arguments = Arguments::read(record, memo)?;
        let results = results(record, memo)?;
        let successors = blocks(record, BlockKind::Successor)?;
        let traits = Trait::read_all(raw, record.traits()?, memo)?;
        let blocks = OperationBlocks { regions: blocks(record, BlockKind::Region)?, successors };
        let builders = OperationBuilders {
            custom: builders(record)?,
            skips_default: record.skips_default_builders()?,
        };
        let mut operation = Operation {
            names: OperationNames::read(record)?,
            dialect: Dialect::read(record.dialect()?)?,
            docs: OperationDocs::read(record)?,
            arguments,
            results,
            blocks,
            traits,
            inferred_types: None,
            builders,
            syntax: match (record.assembly_format()?, record.has_custom_assembly_format()?) {
                (Some(format), _) => OperationSyntax::Format(format),
                (None, true) => OperationSyntax::Custom,
                (None, false) => OperationSyntax::Generic,
            },
            hooks: OperationHooks::read(record)?,
            extra: ClassExtra {
                declaration: record.extra_class_declaration()?.unwrap_or_default(),
                definition: record.extra_class_definition()?.unwrap_or_default(),
            },
        };
        checks::check_whole(raw, &operation)?;
        inference::infer(store, &mut operation, memo)?;
        Ok(operation)
    }
}

/// Returns the full name, including the dialect name.
fn full_name(record: OperationRecord<'_>) -> Result<String, FieldError> {
    let dialect = record.dialect()?.dialect_name()?;
    let name = record.op_name()?;
    Ok(match dialect {
        "" => name.to_owned(),
        dialect => format!("{dialect}.{name}"),
    })
}

impl<'s> OperationNames<'s> {
    fn read(record: OperationRecord<'s>) -> Result<OperationNames<'s>, FieldError> {
        let raw = Record::from(record);
        let definition = raw.name();
        // `TEST_AddOp` is the class `AddOp`; a name with a leading underscore is itself the class name.
        let class = match definition.split_once('_') {
            Some(("", _)) | None => definition,
            Some((class, "")) => class,
            Some((_, class)) => class,
        };
        // The dialect is read first, as in the reference: a class `Op` of another project may lack it.
        let full = full_name(record)?;
        Ok(OperationNames {
            definition,
            mnemonic: record.op_name()?,
            full,
            class,
            cpp_namespace: record.cpp_namespace()?,
            pos: raw.pos(),
            sequence: raw.sequence(),
        })
    }
}

impl<'s> OperationDocs<'s> {
    fn read(record: OperationRecord<'s>) -> Result<OperationDocs<'s>, FieldError> {
        let group = record.doc_group()?.map(|group| {
            Ok(DocGroup {
                definition: Record::from(group).name(),
                summary: group.summary()?.unwrap_or_default(),
                description: group.description()?.unwrap_or_default(),
            })
        });
        Ok(OperationDocs {
            summary: record.summary()?.unwrap_or_default(),
            description: record.description()?.unwrap_or_default(),
            group: group.transpose()?,
        })
    }
}

impl OperationHooks {
    fn read(record: OperationRecord<'_>) -> Result<OperationHooks, FieldError> {
        Ok(OperationHooks {
            verifier: record.has_verifier()?,
            region_verifier: record.has_region_verifier()?,
            canonicalizer: record.has_canonicalizer()?,
            canonicalize_method: record.has_canonicalize_method()?,
            properties_printer: record.has_custom_properties_printer()?,
            folder: record.has_folder()?,
            properties_encoding: record.has_custom_properties_encoding()?,
        })
    }
}

/// Returns an argument's or a result's constraint, and its decorators.
fn variable<'s>(
    operation: Record<'s>,
    value: ValueId,
    (role, index): (&str, usize),
) -> Result<(Record<'s>, Option<OpVariableRecord<'s>>), FieldError> {
    let store = operation.store();
    let Some(record) = store.value(value).as_def().map(|id| store.record(id)) else {
        let message = format!("undefined type for {role} #{index}");
        return Err(FieldError::new(Code::Mlir, operation, message));
    };
    match OpVariableRecord::from_record(record) {
        Some(variable) => Ok((variable.constraint()?, Some(variable))),
        None => Ok((record, None)),
    }
}

fn effects<'s>(
    decorators: Option<OpVariableRecord<'s>>,
) -> Result<Vec<SideEffect<'s>>, FieldError> {
    let Some(variable) = decorators else { return Ok(Vec::new()) };
    let effects = variable.decorators()?.into_iter().filter_map(SideEffectRecord::from_record);
    effects.map(SideEffect::read).collect()
}

fn value_of<'s>(
    constraint: Arc<ValueConstraint<'s>>,
    decorators: Option<OpVariableRecord<'s>>,
    name: Option<&'s str>,
) -> Result<OperationValue<'s>, FieldError> {
    let summary = decorators.map(|one| one.summary()).transpose()?.flatten();
    Ok(OperationValue {
        name: name.unwrap_or_default(),
        constraint,
        summary: summary.unwrap_or_default(),
        effects: effects(decorators)?,
    })
}

/// Returns an operation's results.
fn results<'s>(
    record: OperationRecord<'s>,
    memo: &mut ElementMemo<'s>,
) -> Result<Vec<OperationValue<'s>>, FieldError> {
    let raw = Record::from(record);
    let list = record.results()?;
    checks::check_operator(raw, list, "results", "outs")?;
    let mut results = Vec::with_capacity(list.args.len());
    for (index, (value, name)) in dag_arguments(raw.store(), list).enumerate() {
        let (constraint, decorators) = variable(raw, value, ("result", index))?;
        if !constraint.inherits(TypeConstraintRecord::CLASS) {
            let message =
                format!("Record `{}' does not have a field named `cppType'!", constraint.name());
            let error = FieldError::new(Code::Mlir, constraint, message);
            let label = "a result of this operation, which has to be a type constraint";
            return Err(error.label_record(raw, label));
        }
        let constraint = memo.value(TypeConstraintRecord::new(constraint))?;
        results.push(value_of(constraint, decorators, name)?);
    }
    Ok(results)
}

impl<'s> Arguments<'s> {
    fn read(
        record: OperationRecord<'s>,
        memo: &mut ElementMemo<'s>,
    ) -> Result<Arguments<'s>, FieldError> {
        let raw = Record::from(record);
        let release = raw.store().release();
        let mut arguments = Arguments {
            format_rules: FormatRules {
                optional_attributes_need_groups: release.has(Feature::OptionalAttributesNeedGroups),
                has_enum_directives: release.has(Feature::FormatsHaveEnumDirectives),
            },
            ..Arguments::default()
        };
        for (index, (value, name)) in dag_arguments(raw.store(), record.arguments()?).enumerate() {
            let (constraint, decorators) = variable(raw, value, ("argument", index))?;
            arguments.add(raw, (constraint, decorators), name, memo)?;
        }
        for field in raw.fields() {
            let store = raw.store();
            let Some(value) = store.value(field.value).as_def() else { continue };
            let Some(attribute) = AttrRecord::from_record(store.record(value)) else { continue };
            let Some(derived) = DerivedAttrRecord::from_record(attribute) else {
                let name = store.str(field.name);
                return Err(checks::attribute_field(raw, name));
            };
            arguments.attributes.push(OperationAttribute {
                name: store.str(field.name),
                constraint: memo.attribute(AttrRecord::new(derived.into()))?,
                effects: Vec::new(),
            });
        }
        Ok(arguments)
    }

    fn add(
        &mut self,
        operation: Record<'s>,
        (constraint, decorators): (Record<'s>, Option<OpVariableRecord<'s>>),
        name: Option<&'s str>,
        memo: &mut ElementMemo<'s>,
    ) -> Result<(), FieldError> {
        let error = |message: &str| {
            let error = FieldError::new(Code::Mlir, constraint, message);
            Err(error.label_record(operation, "an argument of this operation"))
        };
        if let Some(ty) = TypeConstraintRecord::from_record(constraint) {
            self.order.push(Argument::Operand(self.operands.len()));
            self.operands.push(value_of(memo.value(ty)?, decorators, name)?);
        } else if let Some(attribute) = AttrRecord::from_record(constraint) {
            let Some(name) = name.filter(|name| !name.is_empty()) else {
                return error("attributes must be named");
            };
            if DerivedAttrRecord::from_record(attribute).is_some() {
                return error("derived attributes not allowed in argument list");
            }
            self.order.push(Argument::Attribute(self.attributes.len()));
            let effects = effects(decorators)?;
            let constraint = memo.attribute(attribute)?;
            self.attributes.push(OperationAttribute { name, constraint, effects });
        } else if let Some(property) = PropertyRecord::from_record(constraint) {
            let Some(name) = name.filter(|name| !name.is_empty()) else {
                return error("properties must be named");
            };
            self.order.push(Argument::Property(self.properties.len()));
            self.properties.push(OperationProperty { name, property: Property::read(property)? });
        } else {
            let message = "unexpected def type; only defs deriving from TypeConstraint or Attr or Property are allowed";
            let error = FieldError::new(Code::Mlir, operation, message);
            return Err(error.label_record(constraint, "this definition is an argument"));
        }
        Ok(())
    }
}

/// The kind of block list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BlockKind {
    Region,
    Successor,
}

/// Returns an operation's regions or successors.
fn blocks<'s>(
    record: OperationRecord<'s>,
    kind: BlockKind,
) -> Result<Vec<OperationBlock<'s>>, FieldError> {
    let operation = Record::from(record);
    let (list, field, role, variadic) = match kind {
        BlockKind::Region => (record.regions()?, "regions", "region", VariadicRegionRecord::CLASS),
        BlockKind::Successor => {
            (record.successors()?, "successors", "successor", VariadicSuccessorRecord::CLASS)
        }
    };
    let error = |message: String| Err(FieldError::new(Code::Mlir, operation, message));
    checks::check_operator(operation, list, field, role)?;
    let store = operation.store();
    let count = list.args.len();
    let mut blocks = Vec::new();
    for (index, (value, name)) in dag_arguments(store, list).enumerate() {
        let Some(record) = store.value(value).as_def().map(|id| store.record(id)) else {
            return error(format!("undefined kind for {role} #{index}"));
        };
        let name = name.unwrap_or_default();
        let is_variadic = record.inherits(variadic);
        if is_variadic && index + 1 < count {
            return error(format!("only the last {role} can be variadic"));
        }
        if is_variadic && name.is_empty() && kind == BlockKind::Region {
            return error("variadic regions must be named".to_owned());
        }
        let constraint = Constraint::read(ConstraintRecord::new(record))?;
        blocks.push(OperationBlock { name, constraint, is_variadic });
    }
    Ok(blocks)
}

fn builders<'s>(record: OperationRecord<'s>) -> Result<Vec<OperationBuilder<'s>>, FieldError> {
    let mut builders = Vec::new();
    for builder in record.builders()?.unwrap_or_default() {
        let parameters = builder.parameters()?;
        check_builder(builder.into(), record.into(), parameters)?;
        let parameters = BuilderParameter::all(builder.into(), parameters)?;
        builders.push(OperationBuilder {
            parameters,
            body: builder.body()?.filter(|body| !body.is_empty()),
            deprecated: builder.deprecated()?,
        });
    }
    Ok(builders)
}
