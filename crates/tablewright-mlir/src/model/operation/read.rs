//! Operations as records describe them.

use std::sync::Arc;

use tablewright_records::{Dag, FieldError, Record, RecordStore, RecordView, ValueId};
use tablewright_syntax::diagnostic::Code;

use super::{
    Argument, Arguments, DocGroup, Operation, OperationAttribute, OperationBlock, OperationBlocks,
    OperationBuilder, OperationBuilders, OperationDocs, OperationHooks, OperationNames,
    OperationProperty, OperationSyntax, OperationValue, inference,
};
use crate::model::element_memo::ElementMemo;
use crate::model::{
    BuilderParameter, ClassExtra, Constraint, Dialect, Property, SideEffect, Trait,
    ValueConstraint, dag_arguments,
};
use crate::record_views::constraint::{
    AttrRecord, ConstraintRecord, DerivedAttrRecord, TypeConstraintRecord, VariadicRegionRecord,
    VariadicSuccessorRecord,
};
use crate::record_views::operation::{
    OpBuilderRecord, OpVariableRecord, OperationRecord, SideEffectRecord,
};
use crate::record_views::property::PropertyRecord;

impl<'s> Operation<'s> {
    /// All operations of a description in byte order of the names of their definitions, without those whose
    /// names `keeps` refuses. A description need not have any.
    ///
    /// # Errors
    /// Where a field of one holds something else than it should.
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
        let arguments = Arguments::read(record, memo)?;
        let store = raw.store();
        let results = dag_arguments(store, record.results()?);
        let results = results.map(|(value, name)| {
            let (constraint, decorators) = variable(raw, value)?;
            if !constraint.inherits(TypeConstraintRecord::CLASS) {
                let message = "results are constraints of types";
                return Err(FieldError::new(Code::Mlir, raw, message));
            }
            value_of(memo.value(TypeConstraintRecord::new(constraint))?, decorators, name)
        });
        let results = results.collect::<Result<Vec<_>, _>>()?;
        let blocks = OperationBlocks {
            regions: blocks(raw, record.regions()?, VariadicRegionRecord::CLASS)?,
            successors: blocks(raw, record.successors()?, VariadicSuccessorRecord::CLASS)?,
        };
        check_names(raw, &arguments, &results, &blocks)?;
        let mut operation = Operation {
            names: OperationNames::read(record)?,
            dialect: Dialect::read(record.dialect()?)?,
            docs: OperationDocs::read(record)?,
            arguments,
            results,
            blocks,
            traits: Trait::read_all(raw, record.traits()?, memo)?,
            inferred_types: None,
            builders: OperationBuilders {
                custom: builders(record)?,
                skips_default: record.skips_default_builders()?,
            },
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
        inference::infer(store, &mut operation, memo)?;
        Ok(operation)
    }
}

/// The name with that of the dialect.
fn full_name(record: OperationRecord<'_>) -> Result<String, FieldError> {
    let dialect = record.dialect()?;
    let name = record.op_name()?;
    Ok(match dialect.dialect_name()? {
        "" => name.to_owned(),
        dialect => format!("{dialect}.{name}"),
    })
}

impl<'s> OperationNames<'s> {
    fn read(record: OperationRecord<'s>) -> Result<OperationNames<'s>, FieldError> {
        let raw = Record::from(record);
        let definition = raw.name();
        // `TEST_AddOp` is the class `AddOp`; a name that begins with an underscore is that of the class.
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
            folder: record.has_folder()?,
            properties_encoding: record.has_custom_properties_encoding()?,
        })
    }
}

/// The constraint of an argument or a result, and what else the description says of it.
fn variable<'s>(
    operation: Record<'s>,
    value: ValueId,
) -> Result<(Record<'s>, Option<OpVariableRecord<'s>>), FieldError> {
    let store = operation.store();
    let Some(record) = store.value(value).as_def().map(|id| store.record(id)) else {
        let message = format!("undefined type for argument of operation '{}'", operation.name());
        return Err(FieldError::new(Code::Mlir, operation, message));
    };
    match OpVariableRecord::of(record) {
        Some(variable) => Ok((variable.constraint()?, Some(variable))),
        None => Ok((record, None)),
    }
}

fn effects<'s>(
    decorators: Option<OpVariableRecord<'s>>,
) -> Result<Vec<SideEffect<'s>>, FieldError> {
    let Some(variable) = decorators else { return Ok(Vec::new()) };
    let effects = variable.decorators()?.into_iter().filter_map(SideEffectRecord::of);
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

impl<'s> Arguments<'s> {
    fn read(
        record: OperationRecord<'s>,
        memo: &mut ElementMemo<'s>,
    ) -> Result<Arguments<'s>, FieldError> {
        let raw = Record::from(record);
        let mut arguments = Arguments::default();
        for (value, name) in dag_arguments(raw.store(), record.arguments()?) {
            let (constraint, decorators) = variable(raw, value)?;
            arguments.add(raw, (constraint, decorators), name, memo)?;
        }
        for field in raw.fields() {
            let store = raw.store();
            let Some(value) = store.value(field.value).as_def() else { continue };
            if let Some(derived) = DerivedAttrRecord::of(store.record(value)) {
                arguments.attributes.push(OperationAttribute {
                    name: store.str(field.name),
                    constraint: memo.attribute(AttrRecord::new(derived.into()))?,
                    effects: Vec::new(),
                });
            }
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
        let error = |message: &str| Err(FieldError::new(Code::Mlir, operation, message));
        if let Some(ty) = TypeConstraintRecord::of(constraint) {
            self.order.push(Argument::Operand(self.operands.len()));
            self.operands.push(value_of(memo.value(ty)?, decorators, name)?);
        } else if let Some(attribute) = AttrRecord::of(constraint) {
            let Some(name) = name.filter(|name| !name.is_empty()) else {
                return error("attributes must be named");
            };
            if DerivedAttrRecord::of(attribute).is_some() {
                return error("derived attributes not allowed in argument list");
            }
            self.order.push(Argument::Attribute(self.attributes.len()));
            let effects = effects(decorators)?;
            let constraint = memo.attribute(attribute)?;
            self.attributes.push(OperationAttribute { name, constraint, effects });
        } else if let Some(property) = PropertyRecord::of(constraint) {
            let Some(name) = name.filter(|name| !name.is_empty()) else {
                return error("properties must be named");
            };
            self.order.push(Argument::Property(self.properties.len()));
            self.properties.push(OperationProperty { name, property: Property::read(property)? });
        } else {
            return error(
                "unexpected def type; only defs deriving from TypeConstraint or Attr or Property or OpVariable are allowed",
            );
        }
        Ok(())
    }
}

/// The regions or successors of a list. Those of a class can be any number.
fn blocks<'s>(
    operation: Record<'s>,
    list: Dag<'s>,
    variadic: &str,
) -> Result<Vec<OperationBlock<'s>>, FieldError> {
    let store = operation.store();
    let count = list.args.len();
    let mut blocks = Vec::new();
    for (index, (value, name)) in dag_arguments(store, list).enumerate() {
        let Some(record) = store.value(value).as_def().map(|id| store.record(id)) else {
            let message = "undefined kind for a region or successor";
            return Err(FieldError::new(Code::Mlir, operation, message));
        };
        let is_variadic = record.inherits(variadic);
        if is_variadic && index + 1 < count {
            let what = if variadic == VariadicRegionRecord::CLASS { "region" } else { "successor" };
            let message = format!("only the last {what} can be variadic");
            return Err(FieldError::new(Code::Mlir, operation, message));
        }
        blocks.push(OperationBlock {
            name: name.unwrap_or_default(),
            constraint: Constraint::read(ConstraintRecord::new(record))?,
            is_variadic,
        });
    }
    Ok(blocks)
}

fn builders<'s>(record: OperationRecord<'s>) -> Result<Vec<OperationBuilder<'s>>, FieldError> {
    let read = |builder: OpBuilderRecord<'s>| {
        let parameters = builder.parameters()?;
        let raw = Record::from(record);
        let store = raw.store();
        let error = |message: &str| Err(FieldError::new(Code::Mlir, raw, message));
        let operator = store.value(parameters.operator).as_def();
        if operator.is_none_or(|operator| store.record(operator).name() != "ins") {
            return error("expected 'ins'");
        }
        let parameters = BuilderParameter::all(builder.into(), parameters)?;
        let first_default = parameters.iter().position(|one| one.default.is_some());
        let after = first_default.map_or(&[][..], |first| &parameters[first..]);
        if after.iter().any(|one| one.default.is_none()) {
            return error(
                "expected an argument with default value after other arguments with default values",
            );
        }
        Ok(OperationBuilder {
            parameters,
            body: builder.body()?.filter(|body| !body.is_empty()),
            deprecated: builder.deprecated()?,
        })
    };
    record.builders()?.unwrap_or_default().into_iter().map(read).collect()
}

/// Checks that no two operands, attributes, properties, results, regions or successors have the same name.
fn check_names(
    operation: Record<'_>,
    arguments: &Arguments<'_>,
    results: &[OperationValue<'_>],
    blocks: &OperationBlocks<'_>,
) -> Result<(), FieldError> {
    let of_arguments = arguments.order.iter().map(|argument| match *argument {
        Argument::Operand(index) => ("operands", arguments.operands[index].name),
        Argument::Attribute(index) => ("attributes", arguments.attributes[index].name),
        Argument::Property(index) => ("properties", arguments.properties[index].name),
    });
    let of_results = results.iter().map(|result| ("results", result.name));
    let of_regions = blocks.regions.iter().map(|region| ("regions", region.name));
    let of_successors = blocks.successors.iter().map(|one| ("successors", one.name));
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for (kind, name) in of_arguments.chain(of_results).chain(of_regions).chain(of_successors) {
        if name.is_empty() {
            continue;
        }
        if let Some((other, _)) = seen.iter().find(|(_, seen)| *seen == name) {
            let message = match *other == kind {
                true => format!("op has a conflict with two {kind} having the same name '{name}'"),
                false => format!(
                    "op has a conflict with {other} and {kind} both having an entry with the name '{name}'"
                ),
            };
            return Err(FieldError::new(Code::Mlir, operation, message));
        }
        seen.push((kind, name));
    }
    Ok(())
}
