//! Type resolution for operands and results in a format: some types are written, others are inferred.

use crate::model::format_text::FormatError;
use crate::model::operation::{AssemblyFormat, FormatElement, FormatVariable};
use crate::model::{Operation, Trait, TypeRelation};

/// The resolution of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TypeResolution<'s> {
    /// The type is written in the format.
    Written,
    /// The type is built without being written: an index into the built types.
    Buildable(usize),
    /// It is inferred from another entity.
    Follows { source: FormatVariable, transformer: Option<&'s str> },
}

/// The resolution of all types.
#[derive(Debug)]
pub(in crate::ops) struct FormatTypes<'s> {
    pub(super) operands: Vec<TypeResolution<'s>>,
    pub(super) results: Vec<TypeResolution<'s>>,
    /// Whether all operand types or all result types are written as a single list.
    pub(super) all_operands: bool,
    pub(super) all_results: bool,
    /// Whether all operands are written as a single list.
    pub(super) all_operand_values: bool,
    /// Whether a function infers the types of results.
    pub(super) infers_results: bool,
    /// The C++ that builds types.
    pub(super) buildable: Vec<&'s str>,
}

/// Entities that a format parses.
struct Seen {
    variables: Vec<FormatVariable>,
    types: Vec<FormatVariable>,
    all_operand_values: bool,
}

impl<'s> FormatTypes<'s> {
    /// Resolves all types.
    ///
    /// # Errors
    /// If an operand is not parsed, or a type cannot be inferred.
    pub(super) fn new(
        op: &Operation<'s>,
        format: &AssemblyFormat<'s>,
    ) -> Result<FormatTypes<'s>, FormatError> {
        let mut types = FormatTypes {
            operands: vec![TypeResolution::Written; op.arguments.operands.len()],
            results: vec![TypeResolution::Written; op.results.len()],
            all_operands: false,
            all_results: false,
            all_operand_values: false,
            infers_results: false,
            buildable: Vec::new(),
        };
        let mut seen = Seen { variables: Vec::new(), types: Vec::new(), all_operand_values: false };
        seen.variables.extend(format.variables());
        for element in format.walk() {
            types.collect(element, &mut seen);
        }
        types.all_operand_values = seen.all_operand_values;
        let followed = relations(op, &seen);
        types.resolve_results(op, format, &seen, &followed)?;
        types.resolve_operands(op, format, &seen, &followed)?;
        check_blocks(op, format, &seen)?;
        Ok(types)
    }

    fn collect(&mut self, element: &FormatElement<'s>, seen: &mut Seen) {
        if let FormatElement::Type(inner) = element {
            self.collect_type(inner, seen);
        } else if let FormatElement::FunctionalType { inputs, results } = element {
            self.collect_type(inputs, seen);
            self.collect_type(results, seen);
        } else if *element == FormatElement::Operands {
            seen.all_operand_values = true;
        }
    }

    fn collect_type(&mut self, element: &FormatElement<'s>, seen: &mut Seen) {
        seen.types.extend(element.variable());
        self.all_operands |= *element == FormatElement::Operands;
        self.all_results |= *element == FormatElement::Results;
    }

    fn buildable(&mut self, call: &'s str) -> TypeResolution<'s> {
        let known_index = self.buildable.iter().position(|one| *one == call);
        TypeResolution::Buildable(known_index.unwrap_or_else(|| {
            self.buildable.push(call);
            self.buildable.len() - 1
        }))
    }

    fn resolve_results(
        &mut self,
        op: &Operation<'s>,
        format: &AssemblyFormat<'s>,
        seen: &Seen,
        followed: &Followed<'s>,
    ) -> Result<(), FormatError> {
        if self.all_results || op.results.is_empty() {
            return Ok(());
        }
        let is_seen = |index| seen.types.contains(&FormatVariable::Result(index));
        let infers = |one: &Trait<'_>| match one {
            Trait::Interface(one) => one.interface.class_name == "InferTypeOpInterface",
            Trait::Native(_) | Trait::Effects(_) | Trait::Predicate(_) | Trait::Internal(_) => {
                false
            }
        };
        let can_infer = op.inferred_types.is_none() && op.traits.iter().any(infers);
        if can_infer && !(0..op.results.len()).any(is_seen) {
            self.infers_results = true;
            return Ok(());
        }
        for (index, result) in op.results.iter().enumerate() {
            if is_seen(index) {
                continue;
            }
            self.results[index] = match followed.find(result.name) {
                Some(resolution) => resolution,
                None => match result.constraint.builder_call {
                    Some(call) if !result.is_variable() => self.buildable(call),
                    Some(_) | None => {
                        return Err(not_buildable(format, "result", index, result.name));
                    }
                },
            };
        }
        Ok(())
    }

    fn resolve_operands(
        &mut self,
        op: &Operation<'s>,
        format: &AssemblyFormat<'s>,
        seen: &Seen,
        followed: &Followed<'s>,
    ) -> Result<(), FormatError> {
        for (index, operand) in op.arguments.operands.iter().enumerate() {
            let variable = FormatVariable::Operand(index);
            let name = operand.name;
            if !seen.all_operand_values && !seen.variables.contains(&variable) {
                return Err(not_found(format, "operand", index, name));
            }
            if self.all_operands || seen.types.contains(&variable) {
                continue;
            }
            self.operands[index] = match followed.find(name) {
                Some(resolution) => resolution,
                None => match operand.constraint.builder_call {
                    Some(call) if !(seen.all_operand_values && operand.is_variable()) => {
                        self.buildable(call)
                    }
                    Some(_) | None => return Err(not_buildable(format, "operand", index, name)),
                },
            };
        }
        Ok(())
    }
}

fn not_found(format: &AssemblyFormat<'_>, kind: &str, index: usize, name: &str) -> FormatError {
    let message = format!("{kind} #{index}, named '{name}', not found");
    let note = format!("suggest adding a '${name}' directive to the custom assembly format");
    format.error(&message, note)
}

fn not_buildable(format: &AssemblyFormat<'_>, kind: &str, index: usize, name: &str) -> FormatError {
    let message = format!(
        "type of {kind} #{index}, named '{name}', is not buildable and a buildable type cannot be inferred"
    );
    let note = format!(
        "suggest adding a type constraint to the operation or adding a 'type(${name})' directive to the custom assembly format"
    );
    format.error(&message, note)
}

/// Checks that all regions and successors are read.
fn check_blocks(
    op: &Operation<'_>,
    format: &AssemblyFormat<'_>,
    seen: &Seen,
) -> Result<(), FormatError> {
    let elements = format.walk();
    let has = |directive: &FormatElement<'_>| elements.contains(&directive);
    let (regions, successors) = (&op.blocks.regions, &op.blocks.successors);
    if !has(&FormatElement::Regions) {
        for (index, region) in regions.iter().enumerate() {
            if !seen.variables.contains(&FormatVariable::Region(index)) {
                return Err(not_found(format, "region", index, region.name));
            }
        }
    }
    if !has(&FormatElement::Successors) {
        for (index, successor) in successors.iter().enumerate() {
            if !seen.variables.contains(&FormatVariable::Successor(index)) {
                return Err(not_found(format, "successor", index, successor.name));
            }
        }
    }
    Ok(())
}

/// The types that follow from others, by the names of the operands and results that have them.
struct Followed<'s> {
    entries: Vec<(&'s str, TypeResolution<'s>)>,
}

impl<'s> Followed<'s> {
    fn find(&self, name: &str) -> Option<TypeResolution<'s>> {
        let mut entries = self.entries.iter();
        entries.find(|(one, _)| *one == name).map(|(_, resolution)| *resolution)
    }

    fn set(&mut self, name: &'s str, source: FormatVariable, transformer: Option<&'s str>) {
        let resolution = TypeResolution::Follows { source, transformer };
        match self.entries.iter_mut().find(|(one, _)| *one == name) {
            Some((_, old)) => *old = resolution,
            None => self.entries.push((name, resolution)),
        }
    }
}

/// Returns the trait type relations that start from parsed entities.
fn relations<'s>(op: &Operation<'s>, seen: &Seen) -> Followed<'s> {
    let mut followed = Followed { entries: Vec::new() };
    for one in &op.traits {
        match one {
            Trait::Predicate(condition) => match &condition.types {
                Some(TypeRelation::Same(names)) => {
                    for name in names {
                        let Some(source) = find_seen(op, seen, name) else { continue };
                        for other in names.iter().filter(|other| *other != name) {
                            followed.set(other, source, None);
                        }
                    }
                }
                Some(TypeRelation::Transformed { from, to, transformer }) => {
                    if let Some(source) = find_seen(op, seen, from) {
                        followed.set(to, source, Some(transformer));
                    }
                }
                Some(TypeRelation::Shaped { elements, shaped }) => {
                    if let Some(source) = find_seen(op, seen, shaped) {
                        followed.set(
                            elements,
                            source,
                            Some(crate::model::operation::ELEMENT_TYPES),
                        );
                    }
                }
                None => {}
            },
            Trait::Native(native) => match native.definition {
                "SameTypeOperands" => same_types(op, seen, &mut followed, false),
                "SameOperandsAndResultType" => same_types(op, seen, &mut followed, true),
                _ => {}
            },
            Trait::Interface(_) | Trait::Effects(_) | Trait::Internal(_) => {}
        }
    }
    followed
}

/// Returns the named operand, result or attribute, if the format parses its type.
fn find_seen(op: &Operation<'_>, seen: &Seen, name: &str) -> Option<FormatVariable> {
    let arguments = &op.arguments;
    let of_type = |variable| seen.types.contains(&variable).then_some(variable);
    if let Some(index) = arguments.operands.iter().position(|one| one.name == name) {
        return of_type(FormatVariable::Operand(index));
    }
    if let Some(index) = op.results.iter().position(|one| one.name == name) {
        return of_type(FormatVariable::Result(index));
    }
    let index = arguments.attributes.iter().position(|one| one.name == name)?;
    let variable = FormatVariable::Attribute(index);
    seen.variables.contains(&variable).then_some(variable)
}

fn same_types<'s>(
    op: &Operation<'s>,
    seen: &Seen,
    followed: &mut Followed<'s>,
    with_results: bool,
) {
    let operands = (0..op.arguments.operands.len()).map(FormatVariable::Operand);
    let results = (0..op.results.len()).map(FormatVariable::Result);
    let results = results.filter(|_| with_results);
    let all: Vec<FormatVariable> = operands.chain(results).collect();
    let Some(&source) = all.iter().find(|one| seen.types.contains(one)) else { return };
    for one in all.into_iter().filter(|one| !seen.types.contains(one)) {
        followed.set(op.variable_name(one), source, None);
    }
}
