//! The statements that create an operation of a result pattern.

use tablewright_records::FieldError;

use super::rewriting::{Directives, Rewriter};
use super::statement::{RewriterStatement, block, statement};
use super::symbols::split_index;
use super::template::{Holes, fill};
use crate::model::operation::Argument;
use crate::model::{PatternArgument, PatternLeaf, PatternNode, PatternNodeKind, PatternValue};
use crate::support::cpp;

const SAME_TYPES: [&str; 2] =
    ["::mlir::OpTrait::SameOperandsAndResultType", "::mlir::OpTrait::FirstAttrDerivedResultType"];
const SAME_SIZES: &str = "::mlir::OpTrait::SameVariadicOperandSize";

type Statements = Vec<RewriterStatement>;

/// An operation that is created.
struct RewriterCreation<'n, 's> {
    /// Its index among the operations of patterns.
    operation: usize,
    arguments: &'n [PatternArgument<'s>],
    /// For each argument the symbol of the node that it is.
    children: Vec<Option<String>>,
    /// The C++ variable and class.
    variable: String,
    class: String,
    location: String,
}

impl<'s> Rewriter<'_, '_, 's> {
    /// Creates an operation, and returns the symbol for its results.
    pub(super) fn build_operation(
        &mut self,
        node: &PatternNode<'s>,
        index: usize,
        result_index: i64,
        depth: usize,
        out: &mut Statements,
    ) -> Result<String, FieldError> {
        let directives = self.directives(node)?;
        let operation = self.context.operation(index);
        let (found, expected) =
            (directives.argument_count, operation.operation.arguments.order.len());
        if found != expected {
            return Err(self.context.error(format!(
                "resultant op '{}' argument number mismatch: {found} in pattern vs. {expected} in \
                 definition",
                operation.operation.names.full
            )));
        }
        let location = self.location(&directives)?;
        let arguments = &node.arguments[..directives.argument_count];
        let children = self.build_children(arguments, index, depth, out)?;
        let symbol = match node.symbol {
            "" => format!("tblgen_{}_{}", operation.operation.names.class, self.next_variable()),
            symbol => symbol.to_owned(),
        };
        let variable = split_index(&symbol).0.to_owned();
        let class = operation.operation.qualified_class();
        out.push(statement(format!("{class} {variable};")));
        let uses_part = variable != symbol;
        let creation =
            RewriterCreation { operation: index, arguments, children, variable, class, location };
        let infers_types = SAME_TYPES.iter().any(|name| operation.operation.has_trait(name));
        let body = if directives.return_type.is_none() && infers_types {
            self.create_of_lists(&creation, None)?
        } else if directives.return_type.is_none() && (uses_part || depth > 0 || result_index < 0) {
            self.create_of_arguments(&creation)?
        } else {
            let types = self.result_types(&directives, index, result_index, depth)?;
            self.create_of_lists(&creation, Some(types))?
        };
        out.push(block("", body));
        Ok(symbol)
    }

    /// Builds the arguments that are nodes, and returns their symbols.
    fn build_children(
        &mut self,
        arguments: &[PatternArgument<'s>],
        operation: usize,
        depth: usize,
        out: &mut Statements,
    ) -> Result<Vec<Option<String>>, FieldError> {
        let mut children = Vec::with_capacity(arguments.len());
        for (position, argument) in arguments.iter().enumerate() {
            let Some(child) = argument.node() else {
                children.push(None);
                continue;
            };
            let fits_variadic = matches!(
                child.kind,
                PatternNodeKind::Native { .. }
                    | PatternNodeKind::Variadic
                    | PatternNodeKind::ReplaceWithValue
            );
            if self.is_variadic_operand(operation, position) && !fits_variadic {
                let name = self.context.operation(operation).argument_name(position);
                return Err(self.context.error(format!(
                    "op expects variadic operand `{name}`, while provided is non-variadic"
                )));
            }
            children.push(Some(self.build(child, position as i64, depth + 1, out)?));
        }
        Ok(children)
    }

    /// Returns the statements that list the result types.
    fn result_types(
        &mut self,
        directives: &Directives<'_, 's>,
        operation: usize,
        result_index: i64,
        depth: usize,
    ) -> Result<Statements, FieldError> {
        let list = "::llvm::SmallVector<::mlir::Type, 4> tblgen_types; (void)tblgen_types;";
        let mut out = vec![statement(list)];
        let Some(node) = directives.return_type else {
            let count = self.context.operation(operation).operation.results.len() as i64;
            for index in result_index..result_index + count {
                out.push(block(
                    format!("for (auto v: castedOp0.getODSResults({index}))"),
                    vec![statement("tblgen_types.push_back(v.getType());")],
                ));
            }
            return Ok(out);
        };
        if depth == 0 && result_index >= 0 {
            let message = "Cannot specify explicit return types in an op whose return values \
                           replace the source pattern's root op";
            return Err(self.context.error(message));
        }
        for argument in &node.arguments {
            let ty = self.return_type(argument, depth + 1, &mut out)?;
            out.push(statement(format!("tblgen_types.push_back({ty});")));
        }
        Ok(out)
    }

    fn return_type(
        &mut self,
        argument: &PatternArgument<'s>,
        depth: usize,
        out: &mut Statements,
    ) -> Result<String, FieldError> {
        match &argument.value {
            PatternValue::Node(node) => match node.kind {
                PatternNodeKind::Native { .. } => self.build(node, 0, depth, out),
                PatternNodeKind::Operation(_)
                | PatternNodeKind::ReplaceWithValue
                | PatternNodeKind::Location
                | PatternNodeKind::ReturnType
                | PatternNodeKind::Either
                | PatternNodeKind::Variadic => {
                    Err(self.context.error("nested DAG in `returnType` must be a native code call"))
                }
            },
            PatternValue::Leaf(PatternLeaf::Text(text)) => Ok(fill(text, &Holes::default())),
            PatternValue::Leaf(leaf) => {
                Ok(format!("{}.getType()", self.argument(leaf, argument.name)?))
            }
        }
    }

    /// Creates an operation from lists: operands, properties and result types.
    fn create_of_lists(
        &self,
        creation: &RewriterCreation<'_, 's>,
        types: Option<Statements>,
    ) -> Result<Statements, FieldError> {
        let RewriterCreation { variable, class, location, .. } = creation;
        let operation = self.context.operation(creation.operation);
        let in_dictionary = operation.operation.attribute_storage().is_set_in_dictionary();
        let (list, definition) = if in_dictionary {
            (
                "tblgen_attrs",
                "::llvm::SmallVector<::mlir::NamedAttribute, 4> tblgen_attrs; (void)tblgen_attrs;"
                    .to_owned(),
            )
        } else {
            ("tblgen_props", format!("{class}::Properties tblgen_props; (void)tblgen_props;"))
        };
        let mut out = vec![
            statement("::llvm::SmallVector<::mlir::Value, 4> tblgen_values; (void)tblgen_values;"),
            statement(definition),
        ];
        let mut sizes = Vec::new();
        let mut variadic_count = 0;
        for (position, argument) in creation.arguments.iter().enumerate() {
            let child = creation.children[position].as_deref();
            let name = operation.argument_name(position);
            match operation.argument(position) {
                Some(Argument::Attribute(_)) => {
                    let value = self.attribute(argument, child, "attribute")?;
                    out.push(if in_dictionary {
                        add_to_dictionary(name, &value)
                    } else {
                        statement(format!(
                            "tblgen_props.{name} = \
                             ::llvm::dyn_cast_if_present<decltype(tblgen_props.{name})>({value});"
                        ))
                    });
                }
                Some(Argument::Property(_)) => {
                    let value = self.attribute(argument, child, "property")?;
                    let setter = cpp::camel_case(name, true);
                    out.push(statement(format!("tblgen_props.set{setter}({value});")));
                }
                Some(Argument::Operand(_)) | None => {
                    let is_variadic = self.is_variadic_operand(creation.operation, position);
                    let value = self.operand(argument, child)?;
                    if is_variadic {
                        variadic_count += 1;
                        sizes.push(format!("static_cast<int32_t>({value}.size())"));
                        out.push(push_all(&value, "tblgen_values"));
                    } else {
                        sizes.push("1".to_owned());
                        out.push(statement(format!("tblgen_values.push_back({value});")));
                    }
                }
            }
        }
        let has_sizes = (0..creation.arguments.len())
            .any(|position| operation.argument_name(position) == "operandSegmentSizes");
        if variadic_count > 1 && !has_sizes && !operation.operation.has_trait(SAME_SIZES) {
            let sizes = sizes.join(", ");
            out.push(statement(if in_dictionary {
                format!(
                    "tblgen_attrs.emplace_back(rewriter.getStringAttr(\"operandSegmentSizes\"), \
                     rewriter.getDenseI32ArrayAttr({{ {sizes} }}));"
                )
            } else {
                format!("tblgen_props.operandSegmentSizes = {{ {sizes} }};")
            }));
        }
        let types_argument = if types.is_some() { "tblgen_types, " } else { "" };
        out.extend(types.into_iter().flatten());
        out.push(statement(format!(
            "{variable} = {class}::create(rewriter, {location}, {types_argument}tblgen_values, \
             {list});"
        )));
        Ok(out)
    }

    /// Creates an operation from separate arguments.
    fn create_of_arguments(
        &self,
        creation: &RewriterCreation<'_, 's>,
    ) -> Result<Statements, FieldError> {
        let RewriterCreation { variable, class, location, .. } = creation;
        let operation = self.context.operation(creation.operation);
        let mut out = Vec::new();
        let mut values = Vec::with_capacity(creation.arguments.len());
        let mut number = 0;
        for (position, argument) in creation.arguments.iter().enumerate() {
            let child = creation.children[position].as_deref();
            let created = match operation.argument(position) {
                Some(Argument::Operand(_)) => None,
                Some(Argument::Property(_)) => Some("property"),
                Some(Argument::Attribute(_)) | None => Some("attribute"),
            };
            if let Some(created) = created {
                values.push(self.attribute(argument, child, created)?);
                continue;
            }
            let value = self.operand(argument, child)?;
            if self.is_variadic_operand(creation.operation, position) {
                let list = format!("tblgen_values_{number}");
                out.push(statement(format!("::llvm::SmallVector<::mlir::Value, 4> {list};")));
                out.push(push_all(&value, &list));
                values.push(list);
            } else {
                let one = format!("tblgen_value_{number}");
                out.push(statement(format!("::mlir::Value {one} = {value};")));
                values.push(one);
            }
            number += 1;
        }
        let values: String = values.iter().map(|value| format!(", {value}")).collect();
        out.push(statement(format!("{variable} = {class}::create(rewriter, {location}{values});")));
        Ok(out)
    }
}

/// Returns the statement that adds an attribute to a list, unless it is missing.
fn add_to_dictionary(name: &str, value: &str) -> RewriterStatement {
    let add = format!("tblgen_attrs.emplace_back(rewriter.getStringAttr(\"{name}\"), tmpAttr);");
    block(format!("if (auto tmpAttr = {value})"), vec![statement(add)])
}

/// Returns the statement that adds a value range to a list.
fn push_all(range: &str, list: &str) -> RewriterStatement {
    block(format!("for (auto v: {range})"), vec![statement(format!("{list}.push_back(v);"))])
}
