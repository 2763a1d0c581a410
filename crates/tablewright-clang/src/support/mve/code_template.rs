//! The code of an intrinsic as text with holes, so that intrinsics with the same text can share it.
//!
//! A hole is a variable, or a *parameter*: a type, a number or the name of an intrinsic of LLVM that
//! may differ between intrinsics that share code.

use tablewright_index::IndexVec;
use tablewright_syntax::symbol::{Interner, Symbol};
use tablewright_text::{Append, TextSink, append};

use super::computation::{
    Arguments, BuilderId, CalleeId, Computations, Operation, OperationId, OverloadTypes, Scheduler,
};
use super::intrinsic::{Code, Intrinsic, Intrinsics};
use super::mve_type::{ScalarKind, TypeId, Types};

/// The type of most parameters.
const LLVM_TYPE: &str = "llvm::Type *";

pub(super) struct Template {
    /// The statements without what is in the holes.
    pub(super) text: Symbol,
    /// Sorted by place.
    pub(super) holes: Vec<Hole>,
    /// The parameters, in the order of their holes.
    pub(super) parameters: Vec<Parameter>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Hole {
    /// In bytes of the text.
    pub(super) at: u32,
    pub(super) kind: HoleKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum HoleKind {
    /// The declaration of a variable of that type, which the statement behind it initializes.
    Declaration {
        ty: VariableType,
        number: u32,
    },
    /// A variable.
    Variable {
        number: u32,
    },
    Parameter,
}

/// The type of a variable.
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

/// A parameter as C++: its type and its value.
#[derive(Clone, Copy)]
pub(super) struct Parameter {
    pub(super) ty: Symbol,
    pub(super) value: Symbol,
}

impl Template {
    /// The code, in which each parameter stands as its variable, or as its value if it has none.
    pub(super) fn fill(&self, texts: &Interner, variable_of: &[Option<usize>]) -> String {
        let text = texts.resolve(self.text);
        let mut code = String::with_capacity(2 * text.len());
        let mut from = 0;
        let mut parameters = self.parameters.iter().zip(variable_of);
        for hole in &self.holes {
            let at = hole.at as usize;
            code.push_str(&text[from..at]);
            from = at;
            match hole.kind {
                HoleKind::Declaration { ty, number } => {
                    append!(&mut code, CppType(ty.name()), "Val", number, " = ");
                }
                HoleKind::Variable { number } => append!(&mut code, "Val", number),
                HoleKind::Parameter => match parameters.next() {
                    Some((_, Some(variable))) => append!(&mut code, "Param", variable),
                    Some((parameter, None)) => code.push_str(texts.resolve(parameter.value)),
                    None => {}
                },
            }
        }
        code.push_str(&text[from..]);
        code
    }
}

/// A type of C++ before a name.
pub(super) struct CppType<'a>(pub(super) &'a str);

impl Append for CppType<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        append!(out, self.0, if self.0.ends_with('*') { "" } else { " " });
    }
}

/// Writes the templates of intrinsics.
pub(super) struct TemplateWriter<'i, 's> {
    computations: &'i Computations<'s>,
    types: &'i Types<'s>,
    /// The texts of templates and parameters.
    pub(super) texts: Interner,
    /// [`LLVM_TYPE`] among the texts.
    llvm_type: Symbol,
    /// The names in LLVM of the types that were used.
    llvm_names: IndexVec<TypeId, Option<Symbol>>,
    scheduler: Scheduler<'i, 's>,
    order: Vec<OperationId>,
    /// The variables that hold the values of operations.
    variables: IndexVec<OperationId, Option<u32>>,
    /// The text of the template that is written.
    text: String,
    holes: Vec<Hole>,
    parameters: Vec<Parameter>,
    /// The value of a parameter that is written.
    value: String,
}

impl<'i, 's> TemplateWriter<'i, 's> {
    pub(super) fn new(intrinsics: &'i Intrinsics<'s>) -> TemplateWriter<'i, 's> {
        let computations = &intrinsics.computations;
        let mut texts = Interner::new();
        TemplateWriter {
            computations,
            types: &intrinsics.types,
            llvm_type: texts.intern(LLVM_TYPE),
            texts,
            llvm_names: intrinsics.types.none_for_each(),
            scheduler: Scheduler::new(computations),
            order: Vec::new(),
            variables: computations.none_for_each(),
            text: String::new(),
            holes: Vec::new(),
            parameters: Vec::new(),
            value: String::new(),
        }
    }

    /// The template of an intrinsic.
    ///
    /// # Errors
    /// A message, if it has a type that Clang has no name for.
    pub(super) fn write(&mut self, intrinsic: &Intrinsic<'s>) -> Result<Template, String> {
        self.text.clear();
        self.holes.clear();
        self.parameters.clear();
        match &intrinsic.code {
            Code::Custom(variables) => {
                for (name, value) in variables {
                    append!(&mut self.text, "  ", name, " = ", value, ";\n");
                }
                // Clang goes on behind the `switch` that the code stands in.
                self.text.push_str("  break;\n");
            }
            Code::Computed(result) => {
                let mut order = std::mem::take(&mut self.order);
                self.scheduler.schedule(*result, &mut order);
                self.number_variables(&order);
                for &id in &order {
                    self.write_statement(id, id == *result)?;
                }
                self.order = order;
            }
        }
        Ok(Template {
            text: self.texts.intern(&self.text),
            // The buffers keep their room, and templates take no more than they need.
            holes: self.holes.clone(),
            parameters: self.parameters.clone(),
        })
    }

    /// Gives variables to the operations whose values others mention.
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

    fn llvm_name(&mut self, ty: TypeId) -> Result<Symbol, String> {
        if let Some(name) = self.llvm_names[ty] {
            return Ok(name);
        }
        let name = self.texts.intern(&self.types.llvm_name(ty)?);
        self.llvm_names[ty] = Some(name);
        Ok(name)
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn push_hole(&mut self, kind: HoleKind) {
        let at = self.text.len() as u32;
        self.holes.push(Hole { at, kind });
    }

    fn push_parameter(&mut self, ty: Symbol, value: Symbol) {
        self.parameters.push(Parameter { ty, value });
        self.push_hole(HoleKind::Parameter);
    }

    /// A parameter of the type `ty`, with the value that `write` writes.
    fn push_written_parameter(&mut self, ty: &str, write: impl FnOnce(&mut String)) {
        self.value.clear();
        write(&mut self.value);
        let value = self.texts.intern(&self.value);
        let ty = self.texts.intern(ty);
        self.push_parameter(ty, value);
    }

    fn push_type_parameter(&mut self, ty: TypeId) -> Result<(), String> {
        let name = self.llvm_name(ty)?;
        self.push_parameter(self.llvm_type, name);
        Ok(())
    }

    /// The type that is part of the text: intrinsics that differ in it share no code.
    fn push_type(&mut self, ty: TypeId) -> Result<(), String> {
        let name = self.llvm_name(ty)?;
        self.text.push_str(self.texts.resolve(name));
        Ok(())
    }

    fn push_variable(&mut self, of: OperationId) {
        if let Some(number) = self.variables[of] {
            self.push_hole(HoleKind::Variable { number });
        }
    }

    /// The variable; of an address, the pointer in it.
    fn push_value(&mut self, of: OperationId) {
        match self.computations.operation(of) {
            Operation::Argument { is_pointer: true, .. } => {
                self.push("(");
                self.push_variable(of);
                self.push(".emitRawPointer(*this))");
            }
            _ => self.push_variable(of),
        }
    }

    fn write_statement(&mut self, id: OperationId, is_result: bool) -> Result<(), String> {
        let operation = self.computations.operation(id);
        self.push("  ");
        if is_result {
            self.push("return ");
        } else if let Some(number) = self.variables[id] {
            let ty = match operation {
                Operation::Argument { is_pointer: true, .. } | Operation::Address { .. } => {
                    VariableType::Address
                }
                Operation::Type(_) => VariableType::Type,
                _ => VariableType::Value,
            };
            self.push_hole(HoleKind::Declaration { ty, number });
        }
        self.write_operation(operation)?;
        self.push(";\n");
        Ok(())
    }

    fn write_operation(&mut self, operation: Operation) -> Result<(), String> {
        match operation {
            Operation::Argument { number, is_pointer, .. } => {
                let function =
                    if is_pointer { "EmitPointerWithAlignment" } else { "EmitScalarExpr" };
                append!(&mut self.text, function, "(E->getArg(", number, "))");
            }
            Operation::Integer { ty, value } => {
                self.push("llvm::ConstantInt::get(");
                self.push_type_parameter(ty)?;
                self.push(", ");
                self.push_written_parameter(self.types.c_name(ty), |text| append!(text, value));
                self.push(")");
            }
            Operation::IntegerCast { ty, of } => {
                self.push("Builder.CreateIntCast(");
                self.push_variable(of);
                self.push(", ");
                self.push_type_parameter(ty)?;
                self.push(", ");
                let scalar = self.types.scalar(ty);
                let is_signed = scalar.is_some_and(|scalar| scalar.kind == ScalarKind::Signed);
                self.push_written_parameter("bool", |text| append!(text, is_signed));
                self.push(")");
            }
            Operation::PointerCast { ty, of } => {
                self.push("Builder.CreatePointerCast(");
                self.push_value(of);
                self.push(", ");
                self.push_type_parameter(ty)?;
                self.push(")");
            }
            Operation::Address { of, pointee, alignment } => {
                self.push("Address(");
                self.push_variable(of);
                self.push(", ");
                self.push_type(pointee)?;
                append!(&mut self.text, ", CharUnits::fromQuantity(", alignment, "))");
            }
            Operation::BuilderCall { builder, arguments } => {
                self.write_builder_call(builder, arguments);
            }
            Operation::IntrinsicCall { callee, kind, types, arguments } => {
                self.write_intrinsic_call(callee, kind, types, arguments)?;
            }
            Operation::Type(ty) => self.push_type(ty)?,
        }
        Ok(())
    }

    fn write_builder_call(&mut self, builder: BuilderId, arguments: Arguments) {
        let computations = self.computations;
        let builder = &computations.builders[builder];
        self.push(builder.prefix);
        for (i, &argument) in computations.arguments(arguments).iter().enumerate() {
            self.push(if i > 0 { ", " } else { "" });
            match builder.number_type(i) {
                Some(ty) => self.write_number(ty, argument),
                None => self.push_variable(argument),
            }
        }
        self.push(")");
    }

    /// A number of type `ty`. As in the reference, it is left out if the operation is no number.
    fn write_number(&mut self, ty: &str, of: OperationId) {
        match self.computations.operation(of) {
            Operation::Integer { value, .. } => {
                append!(&mut self.text, "static_cast<", ty, ">(");
                self.push_written_parameter(ty, |text| append!(text, value));
                self.push(")");
            }
            Operation::Argument { number, is_immediate: true, .. } => {
                self.push_written_parameter(ty, |text| {
                    append!(text, "GetIntegerConstantValue<", ty, ">(E->getArg(", number);
                    append!(text, "), getContext())");
                });
            }
            _ => {}
        }
    }

    fn write_intrinsic_call(
        &mut self,
        callee: CalleeId,
        kind: Option<ScalarKind>,
        types: OverloadTypes,
        arguments: Arguments,
    ) -> Result<(), String> {
        let computations = self.computations;
        let name = computations.callees[callee].name;
        self.push("Builder.CreateCall(CGM.getIntrinsic(");
        self.push_written_parameter("Intrinsic::ID", |text| {
            append!(text, "Intrinsic::", name);
            if let Some(kind) = kind {
                append!(text, "_", kind.letter());
            }
        });
        let types = computations.overload_types(types);
        for (i, &ty) in types.iter().enumerate() {
            self.push(if i > 0 { ", " } else { ", {" });
            self.push_type_parameter(ty)?;
        }
        self.push(if types.is_empty() { "), {" } else { "}), {" });
        for (i, &argument) in computations.arguments(arguments).iter().enumerate() {
            self.push(if i > 0 { ", " } else { "" });
            self.push_value(argument);
        }
        self.push("})");
        Ok(())
    }
}
