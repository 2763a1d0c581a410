//! What reading or writing one class of nodes, or one kind of value, consists of.

use tablewright_records::{FieldError, Record};
use tablewright_syntax::diagnostic::Code;

use super::rules::{Rules, node_name};
use super::{Direction, PropertyType};

/// The body of a method that reads or writes.
pub(super) struct Body<'s> {
    /// Code in front of a writer's properties.
    pub(super) helper: Option<&'s str>,
    pub(super) properties: Vec<PropertyCode<'s>>,
    /// The code by which a reader ends: it creates the object.
    pub(super) creation: Option<&'s str>,
}

/// How one property is read or written.
pub(super) struct PropertyCode<'s> {
    pub(super) name: &'s str,
    /// The type of the variable with the name of the property.
    pub(super) ty: String,
    /// The method, as it is called.
    pub(super) method: String,
    /// The types of the elements of a reader's buffers.
    pub(super) buffers: Vec<String>,
    /// The condition on which there is a value; empty if there always is one.
    pub(super) condition: &'s str,
    /// The expression by which a writer gets the value.
    pub(super) read: &'s str,
}

impl<'s> Body<'s> {
    pub(super) fn new(
        rules: &Rules<'s>,
        node: Record<'s>,
        direction: Direction,
    ) -> Result<Body<'s>, FieldError> {
        let error = |record, message| FieldError::new(Code::ClangSerialisation, record, message);
        let Some(of_node) = rules.of(node) else {
            let name = node_name(node)?;
            let message = format!("no information about how to deserialize \"{name}\"");
            return Err(error(node, message));
        };
        let mut body = Body { helper: None, properties: Vec::new(), creation: None };
        match (direction, of_node.creator) {
            (Direction::Write, _) => {
                let helper = of_node.read_helper.map(|rule| rule.string("Code"));
                body.helper = helper.transpose()?;
            }
            (Direction::Read, Some(rule)) => body.creation = Some(rule.string("Create")?),
            (Direction::Read, None) => {
                return Err(error(node, format!("no Creator for \"{}\"", node_name(node)?)));
            }
        }
        let ignored = match of_node.overriding {
            Some(rule) => rule.list_of_strings("IgnoredProperties")?,
            None => Vec::new(),
        };
        for property in rules.all_properties(node)? {
            let name = property.string("Name")?;
            if ignored.contains(&name) {
                continue;
            }
            if let (Some(rule), Some(code)) = (of_node.creator, body.creation)
                && !code.contains(name)
            {
                let node = node_name(node)?;
                let message =
                    format!("creation code for {node} doesn't refer to property \"{name}\"");
                return Err(error(rule, message));
            }
            body.properties.push(PropertyCode::of_property(property, direction)?);
        }
        Ok(body)
    }
}

impl<'s> PropertyCode<'s> {
    fn of_property(
        property: Record<'s>,
        direction: Direction,
    ) -> Result<PropertyCode<'s>, FieldError> {
        let ty = PropertyType(property.record("Type")?);
        let read = match direction {
            Direction::Read => "",
            Direction::Write => property.string("Read")?,
        };
        let mut code = PropertyCode::new(property.string("Name")?, ty, read, direction)?;
        code.condition = property.string("Conditional")?;
        Ok(code)
    }

    /// The code for a value of type `ty` that always exists.
    pub(super) fn new(
        name: &'s str,
        ty: PropertyType<'s>,
        read: &'s str,
        direction: Direction,
    ) -> Result<PropertyCode<'s>, FieldError> {
        let buffers = match direction {
            Direction::Read => ty.buffers()?,
            Direction::Write => Vec::new(),
        };
        Ok(PropertyCode {
            name,
            ty: ty.value_type(direction)?,
            method: ty.method(direction)?,
            buffers,
            condition: "",
            read,
        })
    }
}
