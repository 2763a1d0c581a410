//! Code templates: an intrinsic's code as a text with holes, so that intrinsics with the same text
//! can share it.
//!
//! A hole is a local variable or a *parameter*: a type, a number or an LLVM intrinsic that may
//! differ between intrinsics with shared code.

use rustc_hash::FxHashMap;

use tablewright_index::IndexVec;
use tablewright_syntax::symbol::{Interner, Symbol};
use tablewright_text::{Append, Hole, TextSink, append, fill_holes};

use super::computation::{BuilderId, CalleeId, Computations, MveOperation, OperationId, Scheduler};
use super::intrinsic::{MveCode, MveIntrinsic, MveIntrinsics};
use super::mve_type::{MveTypeId, MveTypes};
use crate::support::rows::{OutputRow, OutputRows};
use crate::vector_intrinsics::c_type::ElementKind;

/// The type of most parameters.
const LLVM_TYPE: &str = "llvm::Type *";

/// Texts, holes and parameters of all templates.
pub(super) struct Templates {
    /// Template texts, parameter types and parameter values.
    pub(super) texts: Interner,
    pub(super) holes: OutputRows<Hole<HoleKind>>,
    pub(super) parameters: OutputRows<MveParameter>,
}

/// An intrinsic's code.
#[derive(Clone, Copy)]
pub(super) struct MveTemplate {
    /// The statements without the contents of holes.
    pub(super) text: Symbol,
    /// Sorted by offset in the text.
    pub(super) holes: OutputRow<Hole<HoleKind>>,
    /// In the order of their holes.
    pub(super) parameters: OutputRow<MveParameter>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum HoleKind {
    /// A variable declaration. The next statement initializes the variable.
    Declaration {
        ty: VariableType,
        number: u32,
    },
    /// A mention of a variable.
    Variable {
        number: u32,
    },
    Parameter,
}

/// A variable's type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum VariableType {
    Value,
    Address,
    Type,
}

impl VariableType {
    fn name(self) -> &'static str {
        match self {
            VariableType::Value => "Value *",
            VariableType::Address => "Address",
            VariableType::Type => LLVM_TYPE,
        }
    }
}

/// A parameter in C++.
#[derive(Clone, Copy)]
pub(super) struct MveParameter {
    pub(super) ty: Symbol,
    pub(super) value: MveParameterValue,
}

/// A parameter value. For parameters with the same type, values are equal if their texts are equal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MveParameterValue {
    /// An LLVM type or intrinsic name.
    Text(Symbol),
    Number(u32),
    Bool(bool),
    /// The constant in the call argument with this number.
    Argument(u32),
}

/// Displays a parameter value in C++.
struct ValueText<'t> {
    texts: &'t Interner,
    parameter: MveParameter,
}

impl Append for ValueText<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        match self.parameter.value {
            MveParameterValue::Text(text) => out.push_str(self.texts.resolve(text)),
            MveParameterValue::Number(number) => append!(out, number),
            MveParameterValue::Bool(value) => append!(out, value),
            MveParameterValue::Argument(number) => {
                let ty = self.texts.resolve(self.parameter.ty);
                append!(out, "GetIntegerConstantValue<", ty, ">(E->getArg(", number);
                out.push_str("), getContext())");
            }
        }
    }
}

impl Templates {
    /// Returns a parameter value in C++.
    pub(super) fn value_text(&self, parameter: MveParameter) -> impl Append {
        ValueText { texts: &self.texts, parameter }
    }

    /// Fills a template. Each parameter is replaced by its variable, or by its value if it does not
    /// have one.
    pub(super) fn fill(&self, template: MveTemplate, variable_of: &[Option<usize>]) -> String {
        let text = self.texts.resolve(template.text);
        let mut code = String::with_capacity(2 * text.len());
        let mut parameters = self.parameters[template.parameters].iter().zip(variable_of);
        let holes = &self.holes[template.holes];
        fill_holes(text, holes, &mut code, |hole, code| match *hole {
            HoleKind::Declaration { ty, number } => {
                append!(code, MveCppType(ty.name()), "Val", number, " = ");
            }
            HoleKind::Variable { number } => append!(code, "Val", number),
            HoleKind::Parameter => match parameters.next() {
                Some((_, Some(variable))) => append!(code, "Param", variable),
                Some((parameter, None)) => append!(code, self.value_text(*parameter)),
                None => {}
            },
        });
        code
    }
}

/// A C++ type before a name.
pub(super) struct MveCppType<'a>(pub(super) &'a str);

impl Append for MveCppType<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        append!(out, self.0, if self.0.ends_with('*') { "" } else { " " });
    }
}

/// Writes code templates of intrinsics.
pub(super) struct TemplateWriter<'i> {
    intrinsics: &'i MveIntrinsics,
    computations: &'i Computations,
    types: &'i MveTypes,
    pub(super) templates: Templates,
    names: InternedNames,
    scheduler: Scheduler<'i>,
    order: Vec<OperationId>,
    /// The variables for the values of operations.
    variables: IndexVec<OperationId, Option<u32>>,
    /// The unfinished template's text.
    text: String,
}

/// Interned texts of types and intrinsics.
struct InternedNames {
    llvm_type: Symbol,
    bool: Symbol,
    intrinsic_id: Symbol,
    /// LLVM names of types used so far.
    of_llvm_types: IndexVec<MveTypeId, Option<Symbol>>,
    /// C names of types used so far.
    of_c_types: IndexVec<MveTypeId, Option<Symbol>>,
    of_callees: FxHashMap<(CalleeId, Option<ElementKind>), Symbol>,
}

impl<'i> TemplateWriter<'i> {
    pub(super) fn new(intrinsics: &'i MveIntrinsics) -> TemplateWriter<'i> {
        let computations = &intrinsics.computations;
        let mut texts = Interner::new();
        let names = InternedNames {
            llvm_type: texts.intern(LLVM_TYPE),
            bool: texts.intern("bool"),
            intrinsic_id: texts.intern("Intrinsic::ID"),
            of_llvm_types: intrinsics.types.none_for_each(),
            of_c_types: intrinsics.types.none_for_each(),
            of_callees: FxHashMap::default(),
        };
        TemplateWriter {
            intrinsics,
            computations,
            types: &intrinsics.types,
            // Capacity estimate: an operation needs about three holes and a parameter.
            templates: Templates {
                texts,
                holes: OutputRows::with_capacity(3 * computations.len()),
                parameters: OutputRows::with_capacity(computations.len()),
            },
            names,
            scheduler: Scheduler::new(computations),
            order: Vec::new(),
            variables: computations.none_for_each(),
            text: String::new(),
        }
    }

    /// Writes an intrinsic's template.
    ///
    /// # Errors
    /// A message, if Clang does not have a name for a type.
    pub(super) fn write(&mut self, intrinsic: MveIntrinsic<'_>) -> Result<MveTemplate, String> {
        self.text.clear();
        let holes = self.templates.holes.start();
        let parameters = self.templates.parameters.start();
        match intrinsic.code() {
            MveCode::Custom(code) => {
                for (name, value) in self.intrinsics.custom_code(code) {
                    append!(&mut self.text, "  ", name, " = ", value, ";\n");
                }
                // Clang continues after the `switch` that contains the code.
                self.text.push_str("  break;\n");
            }
            MveCode::Computed(result) => {
                let mut order = std::mem::take(&mut self.order);
                self.scheduler.schedule(result, &mut order);
                self.number_variables(&order);
                for &id in &order {
                    self.write_statement(id, id == result)?;
                }
                self.order = order;
            }
        }
        Ok(MveTemplate {
            text: self.templates.texts.intern(&self.text),
            holes: self.templates.holes.row_from(holes),
            parameters: self.templates.parameters.row_from(parameters),
        })
    }

    /// Numbers the operations whose values other operations mention.
    fn number_variables(&mut self, order: &[OperationId]) {
        for &id in order {
            let variables = &mut self.variables;
            self.computations.for_each_value(id, |of| variables[of] = Some(0));
        }
        let mut next = 0;
        for &id in order {
            if let Some(number) = &mut self.variables[id] {
                *number = next;
                next += 1;
            }
        }
    }

    fn llvm_name(&mut self, ty: MveTypeId) -> Result<Symbol, String> {
        if let Some(name) = self.names.of_llvm_types[ty] {
            return Ok(name);
        }
        let name = self.templates.texts.intern(&self.types.llvm_name(ty)?);
        self.names.of_llvm_types[ty] = Some(name);
        Ok(name)
    }

    fn c_name(&mut self, ty: MveTypeId) -> Symbol {
        let texts = &mut self.templates.texts;
        *self.names.of_c_types[ty].get_or_insert_with(|| texts.intern(self.types.c_name(ty)))
    }

    /// Returns an LLVM intrinsic's name in C++.
    fn callee_name(&mut self, callee: CalleeId, kind: Option<ElementKind>) -> Symbol {
        if let Some(&name) = self.names.of_callees.get(&(callee, kind)) {
            return name;
        }
        let mut name = "Intrinsic::".to_owned();
        name.push_str(&self.computations.callees[callee].name);
        if let Some(kind) = kind {
            append!(&mut name, "_", kind.letters("s"));
        }
        let name = self.templates.texts.intern(&name);
        self.names.of_callees.insert((callee, kind), name);
        name
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn push_hole(&mut self, kind: HoleKind) {
        let offset = self.text.len() as u32;
        self.templates.holes.add(Hole { offset, value: kind });
    }

    fn push_parameter(&mut self, ty: Symbol, value: MveParameterValue) {
        self.templates.parameters.add(MveParameter { ty, value });
        self.push_hole(HoleKind::Parameter);
    }

    fn push_type_parameter(&mut self, ty: MveTypeId) -> Result<(), String> {
        let name = self.llvm_name(ty)?;
        self.push_parameter(self.names.llvm_type, MveParameterValue::Text(name));
        Ok(())
    }

    /// Adds a type to the text itself. Intrinsics that differ in this type cannot share code.
    fn push_type(&mut self, ty: MveTypeId) -> Result<(), String> {
        let name = self.llvm_name(ty)?;
        self.text.push_str(self.templates.texts.resolve(name));
        Ok(())
    }

    fn push_variable(&mut self, of: OperationId) {
        if let Some(number) = self.variables[of] {
            self.push_hole(HoleKind::Variable { number });
        }
    }

    /// Adds the variable; for an address, its pointer.
    fn push_value(&mut self, of: OperationId) {
        if let MveOperation::Argument { is_pointer: true, .. } = self.computations.operation(of) {
            self.push("(");
            self.push_variable(of);
            self.push(".emitRawPointer(*this))");
        } else {
            self.push_variable(of);
        }
    }

    fn write_statement(&mut self, id: OperationId, is_result: bool) -> Result<(), String> {
        let operation = self.computations.operation(id);
        self.push("  ");
        if is_result {
            self.push("return ");
        } else if let Some(number) = self.variables[id] {
            let ty = match operation {
                MveOperation::Argument { is_pointer: true, .. } | MveOperation::Address { .. } => {
                    VariableType::Address
                }
                MveOperation::Type(_) => VariableType::Type,
                MveOperation::Argument { is_pointer: false, .. }
                | MveOperation::Integer { .. }
                | MveOperation::IntegerCast { .. }
                | MveOperation::PointerCast { .. }
                | MveOperation::BuilderCall { .. }
                | MveOperation::IntrinsicCall { .. }
                | MveOperation::StrictFpAlternative { .. } => VariableType::Value,
            };
            self.push_hole(HoleKind::Declaration { ty, number });
        }
        self.write_operation(operation)?;
        self.push(";\n");
        Ok(())
    }

    fn write_operation(&mut self, operation: MveOperation) -> Result<(), String> {
        match operation {
            MveOperation::Argument { number, is_pointer, .. } => {
                let function =
                    if is_pointer { "EmitPointerWithAlignment" } else { "EmitScalarExpr" };
                append!(&mut self.text, function, "(E->getArg(", number, "))");
            }
            MveOperation::Integer { ty, value } => {
                self.push("llvm::ConstantInt::get(");
                self.push_type_parameter(ty)?;
                self.push(", ");
                let c_type = self.c_name(ty);
                self.push_parameter(c_type, MveParameterValue::Number(value));
                self.push(")");
            }
            MveOperation::IntegerCast { ty, of } => {
                self.push("Builder.CreateIntCast(");
                self.push_variable(of);
                self.push(", ");
                self.push_type_parameter(ty)?;
                self.push(", ");
                let scalar = self.types.scalar(ty);
                let is_signed = scalar.is_some_and(|scalar| scalar.kind == ElementKind::Signed);
                self.push_parameter(self.names.bool, MveParameterValue::Bool(is_signed));
                self.push(")");
            }
            MveOperation::PointerCast { ty, of } => {
                self.push("Builder.CreatePointerCast(");
                self.push_value(of);
                self.push(", ");
                self.push_type_parameter(ty)?;
                self.push(")");
            }
            MveOperation::Address { of, pointee, alignment } => {
                self.push("Address(");
                self.push_variable(of);
                self.push(", ");
                self.push_type(pointee)?;
                append!(&mut self.text, ", CharUnits::fromQuantity(", alignment, "))");
            }
            MveOperation::BuilderCall { builder, arguments } => {
                self.write_builder_call(builder, arguments);
            }
            MveOperation::IntrinsicCall { callee, kind, types, arguments } => {
                self.write_intrinsic_call(callee, kind, types, arguments)?;
            }
            MveOperation::Type(ty) => self.push_type(ty)?,
            MveOperation::StrictFpAlternative { standard, strict } => {
                self.push("!Builder.getIsFPConstrained() ? ");
                self.write_call(standard)?;
                self.push(" : ");
                self.write_call(strict)?;
            }
        }
        Ok(())
    }

    /// Writes a call. Other operations write nothing.
    fn write_call(&mut self, id: OperationId) -> Result<(), String> {
        match self.computations.operation(id) {
            MveOperation::BuilderCall { builder, arguments } => {
                self.write_builder_call(builder, arguments);
                Ok(())
            }
            MveOperation::IntrinsicCall { callee, kind, types, arguments } => {
                self.write_intrinsic_call(callee, kind, types, arguments)
            }
            MveOperation::Argument { .. }
            | MveOperation::Integer { .. }
            | MveOperation::IntegerCast { .. }
            | MveOperation::PointerCast { .. }
            | MveOperation::Address { .. }
            | MveOperation::StrictFpAlternative { .. }
            | MveOperation::Type(_) => Ok(()),
        }
    }

    fn write_builder_call(&mut self, builder: BuilderId, arguments: OutputRow<OperationId>) {
        let computations = self.computations;
        let builder = &computations.builders[builder];
        self.push(&builder.prefix);
        for (i, &argument) in computations.arguments[arguments].iter().enumerate() {
            self.push(if i > 0 { ", " } else { "" });
            match builder.number_type(i) {
                Some(ty) => self.write_number(ty, argument),
                None => self.push_variable(argument),
            }
        }
        self.push(")");
    }

    /// Writes a number of type `ty`. As in the reference, nothing is written if the operation is
    /// not a number.
    fn write_number(&mut self, ty: &str, of: OperationId) {
        match self.computations.operation(of) {
            MveOperation::Integer { value, .. } => {
                append!(&mut self.text, "static_cast<", ty, ">(");
                let ty = self.templates.texts.intern(ty);
                self.push_parameter(ty, MveParameterValue::Number(value));
                self.push(")");
            }
            MveOperation::Argument { number, is_immediate: true, .. } => {
                let ty = self.templates.texts.intern(ty);
                self.push_parameter(ty, MveParameterValue::Argument(number));
            }
            MveOperation::Argument { is_immediate: false, .. }
            | MveOperation::IntegerCast { .. }
            | MveOperation::PointerCast { .. }
            | MveOperation::Address { .. }
            | MveOperation::BuilderCall { .. }
            | MveOperation::IntrinsicCall { .. }
            | MveOperation::StrictFpAlternative { .. }
            | MveOperation::Type(_) => {}
        }
    }

    fn write_intrinsic_call(
        &mut self,
        callee: CalleeId,
        kind: Option<ElementKind>,
        types: OutputRow<MveTypeId>,
        arguments: OutputRow<OperationId>,
    ) -> Result<(), String> {
        let computations = self.computations;
        self.push("Builder.CreateCall(CGM.getIntrinsic(");
        let name = self.callee_name(callee, kind);
        self.push_parameter(self.names.intrinsic_id, MveParameterValue::Text(name));
        let types = &computations.overload_types[types];
        for (i, &ty) in types.iter().enumerate() {
            self.push(if i > 0 { ", " } else { ", {" });
            self.push_type_parameter(ty)?;
        }
        self.push(if types.is_empty() { "), {" } else { "}), {" });
        for (i, &argument) in computations.arguments[arguments].iter().enumerate() {
            self.push(if i > 0 { ", " } else { "" });
            self.push_value(argument);
        }
        self.push("})");
        Ok(())
    }
}
