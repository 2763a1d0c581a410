//! A dialect's types, attributes and operations in printed form.

use std::collections::HashSet;

use tablewright_records::{Dag, Feature, FieldError, Record, RecordStore, RecordView, Release};
use tablewright_syntax::diagnostic::Code;

use super::constraint::{self, ConstraintReader, DialectIrdlConstraint};
use super::names::{Dots, is_valid};
use crate::model::operation::OperationAttribute;
use crate::model::{Operation, dag_arguments};
use crate::record_views::attr_or_type::{AttrDefRecord, AttrOrTypeDefRecord, TypeDefRecord};
use crate::record_views::constraint::{
    AttrRecord, ConstraintRecord, OptionalRecord, TypeConstraintRecord, VariadicRecord,
};
use crate::record_views::operation::{OpVariableRecord, OperationRecord};

/// A dialect.
pub(super) struct IrdlDialect {
    pub(super) name: String,
    pub(super) variadicity: VariadicityStyle,
    dots: Dots,
    /// The symbols of the types: `!complex`.
    pub(super) types: Vec<String>,
    /// The symbols of the attributes: `#overflow`.
    pub(super) attributes: Vec<String>,
    /// In natural order of the names of their definitions.
    pub(super) operations: Vec<IrdlOperation>,
}

/// An operation: operations that create constraints, and lists of these.
pub(super) struct IrdlOperation {
    pub(super) name: String,
    /// Values in print order.
    pub(super) values: Vec<IrdlValue>,
    pub(super) operands: Vec<Element>,
    pub(super) results: Vec<Element>,
    pub(super) attributes: Vec<Element>,
    pub(super) regions: Vec<Element>,
}

/// An operation that creates a constraint. Numbers are positions among the values of the operation.
pub(super) enum IrdlValue {
    Any,
    Is(String),
    /// The attribute `unit`.
    IsUnit,
    BaseName(String),
    BaseSymbol(String),
    CppPredicate(String),
    AllOf(Vec<usize>),
    AnyOf(Vec<usize>),
    Region(Option<i64>),
}

/// An element of a list.
pub(super) struct Element {
    pub(super) name: String,
    pub(super) variadicity: Variadicity,
    /// Its constraint's position.
    pub(super) value: usize,
}

/// An element's value count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Variadicity {
    Single,
    Optional,
    Variadic,
}

/// The generic form's syntax for variadicity keywords.
#[derive(Clone, Copy)]
pub(super) enum VariadicityStyle {
    /// `[ single,  variadic]`
    Spaced,
    /// `[single, variadic]`
    Plain,
    /// `[<single>, <variadic>]`
    Bracketed,
}

impl VariadicityStyle {
    fn from_release(release: Release) -> VariadicityStyle {
        if release.has(Feature::VariadicityHasBrackets) {
            VariadicityStyle::Bracketed
        } else if release.has(Feature::VariadicityIsList) {
            VariadicityStyle::Plain
        } else {
            VariadicityStyle::Spaced
        }
    }
}

impl IrdlDialect {
    /// # Errors
    /// If a field in a definition has an unexpected type.
    pub(super) fn read(store: &RecordStore, name: &str) -> Result<IrdlDialect, FieldError> {
        let symbols = |class: &str, sigil: char| -> Result<Vec<String>, FieldError> {
            let mut symbols = Vec::new();
            for record in store.derived_if_defined(class) {
                if AttrOrTypeDefRecord::new(record).dialect()?.dialect_name()? == name {
                    symbols.push(format!("{sigil}{}", record.string("mnemonic")?));
                }
            }
            Ok(symbols)
        };
        let types = symbols(TypeDefRecord::CLASS, '!')?;
        let attributes = symbols(AttrDefRecord::CLASS, '#')?;
        let prefix = format!("{name}.");
        let models = Operation::all(store, |full| full.starts_with(&prefix))?;
        let mut operations = Vec::new();
        for record in OperationRecord::all_if_defined(store) {
            if record.dialect()?.dialect_name()? == name {
                let definition = Record::from(record).name();
                let model = models.iter().find(|model| model.names.definition == definition);
                let attributes = model.map_or(&[][..], |model| &model.arguments.attributes);
                operations.push(IrdlOperation::read(record, attributes, name)?);
            }
        }
        let release = store.release();
        Ok(IrdlDialect {
            name: name.to_owned(),
            variadicity: VariadicityStyle::from_release(release),
            dots: if release.has(Feature::IrdlNamesHaveDots) {
                Dots::Allowed
            } else {
                Dots::Refused
            },
            types,
            attributes,
            operations,
        })
    }

    /// Whether IRDL accepts the dialect.
    pub(super) fn verifies(&self) -> bool {
        let mut symbols = HashSet::new();
        let bare = |symbol: &str| is_valid(&symbol[1..], self.dots);
        let mut definitions = self.types.iter().chain(&self.attributes);
        is_valid(&self.name, Dots::Refused)
            && definitions.all(|symbol| bare(symbol) && symbols.insert(symbol))
            && self
                .operations
                .iter()
                .all(|one| one.verifies(self.dots) && symbols.insert(&one.name))
    }
}

impl IrdlOperation {
    /// `attributes` come from the model. Derived attributes are not arguments.
    fn read(
        record: OperationRecord<'_>,
        attributes: &[OperationAttribute<'_>],
        dialect: &str,
    ) -> Result<IrdlOperation, FieldError> {
        let mut reader = OperationReader {
            record: record.into(),
            constraints: ConstraintReader { dialect },
            values: Vec::new(),
            unnamed: Unnamed::new(record)?,
        };
        let arguments = reader.constraints_of(record.arguments()?)?;
        let of_class = |class| arguments.iter().filter(move |(one, _)| one.inherits(class));
        let operands = of_class(TypeConstraintRecord::CLASS)
            .map(|&(one, name)| reader.value(TypeConstraintRecord::new(one), name));
        let operands = operands.collect::<Result<Vec<_>, FieldError>>()?;
        let results = reader.constraints_of(record.results()?)?.into_iter();
        let results = results.map(|(one, name)| reader.value(TypeConstraintRecord::new(one), name));
        let results = results.collect::<Result<Vec<_>, FieldError>>()?;
        let derived = attributes.iter().filter(|one| one.constraint.is_derived());
        let mut attributes = Vec::new();
        for &(one, name) in of_class(AttrRecord::CLASS) {
            let attribute = AttrRecord::new(one);
            if !attribute.is_optional()? {
                let constraint = reader.constraints.attribute(attribute)?;
                attributes.push(reader.element(name, Variadicity::Single, constraint));
            }
        }
        for one in derived {
            let constraint = constraint::for_optional(one.constraint.constraint.predicate.as_ref());
            attributes.push(reader.element(Some(one.name), Variadicity::Single, constraint));
        }
        let mut regions = Vec::new();
        for (one, name) in reader.constraints_of(record.regions()?)? {
            let constraint = reader.constraints.region(ConstraintRecord::new(one))?;
            regions.push(reader.element(name, Variadicity::Single, constraint));
        }
        let name = record.op_name()?.to_owned();
        Ok(IrdlOperation { name, values: reader.values, operands, results, attributes, regions })
    }

    fn verifies(&self, dots: Dots) -> bool {
        let named = self.operands.iter().chain(&self.results).chain(&self.regions);
        let is_region = |one: &Element| matches!(self.values[one.value], IrdlValue::Region(_));
        is_valid(&self.name, dots)
            && named.map(|one| one.name.as_str()).all(|name| is_valid(name, dots))
            && self.regions.iter().all(is_region)
    }
}

struct OperationReader<'d, 's> {
    record: Record<'s>,
    constraints: ConstraintReader<'d>,
    values: Vec<IrdlValue>,
    unnamed: Unnamed<'s>,
}

impl<'s> OperationReader<'_, 's> {
    /// Returns the constraints in a dag with their names.
    fn constraints_of(
        &self,
        dag: Dag<'s>,
    ) -> Result<Vec<(Record<'s>, Option<&'s str>)>, FieldError> {
        let store = self.record.store();
        let mut constraints = Vec::new();
        for (value, name) in dag_arguments(store, dag) {
            let Some(record) = store.value(value).as_def().map(|id| store.record(id)) else {
                let message = "arguments of operations are constraints";
                return Err(FieldError::new(Code::Mlir, self.record, message));
            };
            constraints.push(match OpVariableRecord::from_record(record) {
                Some(variable) => (variable.constraint()?, name),
                None => (record, name),
            });
        }
        Ok(constraints)
    }

    /// Returns an operand or a result.
    fn value(
        &mut self,
        record: TypeConstraintRecord<'s>,
        name: Option<&'s str>,
    ) -> Result<Element, FieldError> {
        let variadicity = if VariadicRecord::from_record(record).is_some() {
            Variadicity::Variadic
        } else if OptionalRecord::from_record(record).is_some() {
            Variadicity::Optional
        } else {
            Variadicity::Single
        };
        let one = match variadicity {
            Variadicity::Single => record,
            Variadicity::Optional | Variadicity::Variadic => record.base_type()?.unwrap_or(record),
        };
        let constraint = self.constraints.value(one)?;
        Ok(self.element(name, variadicity, constraint))
    }

    fn element(
        &mut self,
        name: Option<&str>,
        variadicity: Variadicity,
        constraint: DialectIrdlConstraint,
    ) -> Element {
        let name = name.filter(|name| !name.is_empty()).map(str::to_owned);
        let name = name.unwrap_or_else(|| self.unnamed.next());
        Element { name, variadicity, value: self.push(constraint) }
    }

    /// Adds a constraint's values; returns the position of the constraint itself.
    fn push(&mut self, constraint: DialectIrdlConstraint) -> usize {
        let value = match constraint {
            DialectIrdlConstraint::Any => IrdlValue::Any,
            DialectIrdlConstraint::Is(text) => IrdlValue::Is(text),
            DialectIrdlConstraint::IsUnit => IrdlValue::IsUnit,
            DialectIrdlConstraint::BaseName(name) => IrdlValue::BaseName(name),
            DialectIrdlConstraint::BaseSymbol(symbol) => IrdlValue::BaseSymbol(symbol),
            DialectIrdlConstraint::CppPredicate(text) => IrdlValue::CppPredicate(text),
            DialectIrdlConstraint::Region(blocks) => IrdlValue::Region(blocks),
            DialectIrdlConstraint::AllOf(parts) => {
                IrdlValue::AllOf(parts.into_iter().map(|part| self.push(part)).collect())
            }
            DialectIrdlConstraint::AnyOf(parts) => {
                IrdlValue::AnyOf(parts.into_iter().map(|part| self.push(part)).collect())
            }
        };
        self.values.push(value);
        self.values.len() - 1
    }
}

/// Names for unnamed elements.
struct Unnamed<'s> {
    taken: HashSet<&'s str>,
    count: usize,
}

impl<'s> Unnamed<'s> {
    fn new(record: OperationRecord<'s>) -> Result<Unnamed<'s>, FieldError> {
        let store = Record::from(record).store();
        let mut taken = HashSet::new();
        for dag in [record.arguments()?, record.results()?, record.regions()?] {
            taken.extend(dag_arguments(store, dag).filter_map(|(_, name)| name));
        }
        Ok(Unnamed { taken, count: 0 })
    }

    /// Returns the next name that no element has.
    fn next(&mut self) -> String {
        loop {
            let name = format!("unnamed{}", self.count);
            self.count += 1;
            if !self.taken.contains(name.as_str()) {
                return name;
            }
        }
    }
}
