//! Method bodies that read or write a node class or a kind of value.

use tablewright_records::FieldError;
use tablewright_syntax::diagnostic::Code;

use super::rules::{Rules, node_name};
use super::{Direction, PropertyType};
use crate::record_views::ast_node::{
    HasPropertiesRecord, OverrideRecord, PropertyRecord, ReadHelperRecord,
};

/// The body of a read or write method.
pub(super) struct AstPropertyBody<'s> {
    /// Code before a writer's properties.
    pub(super) helper: Option<&'s str>,
    pub(super) properties: Vec<PropertyAccessCode<'s>>,
    /// A reader's last statement, which creates the object.
    pub(super) creation: Option<&'s str>,
}

/// Code that reads or writes a property.
pub(super) struct PropertyAccessCode<'s> {
    pub(super) name: &'s str,
    /// The type of the variable with the property's name.
    pub(super) ty: String,
    /// The called method.
    pub(super) method: String,
    /// The element types for a reader's buffers.
    pub(super) buffers: Vec<String>,
    /// The condition for a value; empty for always.
    pub(super) condition: &'s str,
    /// The expression with which a writer gets the value.
    pub(super) read: &'s str,
}

impl<'s> AstPropertyBody<'s> {
    pub(super) fn new(
        rules: &Rules<'s>,
        node: HasPropertiesRecord<'s>,
        direction: Direction,
    ) -> Result<AstPropertyBody<'s>, FieldError> {
        let Some(of_node) = rules.for_node(node) else {
            let name = node_name(node)?;
            let message = format!("no information about how to deserialize \"{name}\"");
            return Err(FieldError::new(Code::PropertyRules, node, message));
        };
        let mut body = AstPropertyBody { helper: None, properties: Vec::new(), creation: None };
        match (direction, of_node.creator) {
            (Direction::Write, _) => {
                body.helper = of_node.read_helper.map(ReadHelperRecord::code).transpose()?;
            }
            (Direction::Read, Some(creator)) => body.creation = Some(creator.create()?),
            (Direction::Read, None) => {
                let message = format!("no Creator for \"{}\"", node_name(node)?);
                return Err(FieldError::new(Code::PropertyRules, node, message));
            }
        }
        let ignored = of_node.overriding.map(OverrideRecord::ignored_properties).transpose()?;
        let ignored = ignored.unwrap_or_default();
        for property in rules.all_properties(node)? {
            let name = property.property_name()?;
            if ignored.contains(&name) {
                continue;
            }
            if let (Some(rule), Some(code)) = (of_node.creator, body.creation)
                && !code.contains(name)
            {
                let node = node_name(node)?;
                let message =
                    format!("creation code for {node} doesn't refer to property \"{name}\"");
                return Err(FieldError::new(Code::PropertyRules, rule, message));
            }
            body.properties.push(PropertyAccessCode::from_property(property, direction)?);
        }
        Ok(body)
    }
}

impl<'s> PropertyAccessCode<'s> {
    fn from_property(
        property: PropertyRecord<'s>,
        direction: Direction,
    ) -> Result<PropertyAccessCode<'s>, FieldError> {
        let ty = PropertyType(property.ty()?);
        let read = match direction {
            Direction::Read => "",
            Direction::Write => property.read()?,
        };
        let mut code = PropertyAccessCode::new(property.property_name()?, ty, read, direction)?;
        code.condition = property.conditional()?;
        Ok(code)
    }

    /// Creates the code for an unconditional value of type `ty`.
    pub(super) fn new(
        name: &'s str,
        ty: PropertyType<'s>,
        read: &'s str,
        direction: Direction,
    ) -> Result<PropertyAccessCode<'s>, FieldError> {
        let buffers = match direction {
            Direction::Read => ty.buffers()?,
            Direction::Write => Vec::new(),
        };
        Ok(PropertyAccessCode {
            name,
            ty: ty.value_type(direction)?,
            method: ty.method(direction)?,
            buffers,
            condition: "",
            read,
        })
    }
}
