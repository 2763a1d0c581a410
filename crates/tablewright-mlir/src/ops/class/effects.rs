//! The functions that return the effects of an operation.

use tablewright_backend::string_map_order;

use super::{ClassContext, OpClass, OpMethod, getter};
use crate::model::operation::{Argument, OperationAttribute};
use crate::model::{Operation, SideEffect, Trait};

/// An effect's target.
enum EffectTarget<'o, 's> {
    /// Anything.
    All,
    Operand(usize),
    Result(usize),
    /// The symbol that an attribute names.
    Symbol(&'o OperationAttribute<'s>),
}

/// Adds a function for each kind of effects that the operation has, and the interfaces that return them.
pub(super) fn add(class: &mut OpClass<'_, '_>, context: &ClassContext<'_, '_>) {
    let op = class.op;
    let located = located_effects(op);
    let mut order = string_map_order(context.store);
    let mut bases: Vec<&str> = Vec::new();
    for base in trait_bases(op).chain(located.iter().map(|(_, effect)| effect.base)) {
        if order.insert(base) == bases.len() {
            bases.push(base);
        }
    }
    for (_, effect) in &located {
        let (namespace, interface) = effect.interface;
        let interface = match namespace {
            "" => interface.to_owned(),
            namespace => format!("{namespace}::{interface}"),
        };
        if !class.traits.contains(&interface) {
            class.traits.push(interface);
        }
    }
    for base in order.indices().map(|index| bases[index]) {
        let body = || {
            let of_base = located.iter().filter(|(_, effect)| effect.base == base);
            of_base.map(|(target, effect)| statements(target, effect)).collect()
        };
        let ty = format!("::llvm::SmallVectorImpl<::mlir::SideEffects::EffectInstance<{base}>> &");
        let get = OpMethod::new("void", "getEffects").parameter(&ty, "effects");
        class.methods.add(get.outside_in(class.part, body));
    }
}

fn trait_bases<'s>(op: &Operation<'s>) -> impl Iterator<Item = &'s str> {
    let effects = op.traits.iter().filter_map(|one| match one {
        Trait::Effects(one) => one.effects.as_ref(),
        Trait::Native(_) | Trait::Interface(_) | Trait::Predicate(_) | Trait::Internal(_) => None,
    });
    effects.map(|effects| effects.base)
}

/// Returns the effects of traits, arguments and results with their targets.
fn located_effects<'o, 's>(op: &'o Operation<'s>) -> Vec<(EffectTarget<'o, 's>, SideEffect<'s>)> {
    let mut located = Vec::new();
    for one in &op.traits {
        let Trait::Effects(one) = one else { continue };
        for effect in one.effects.iter().flat_map(|effects| &effects.effects) {
            located.push((EffectTarget::All, *effect));
        }
    }
    let arguments = &op.arguments;
    for argument in &arguments.order {
        match *argument {
            Argument::Operand(index) => {
                let effects = arguments.operands[index].effects.iter();
                located.extend(effects.map(|effect| (EffectTarget::Operand(index), *effect)));
            }
            Argument::Attribute(index) => {
                let attribute = &arguments.attributes[index];
                let effects = attribute.effects.iter();
                located.extend(effects.map(|effect| (EffectTarget::Symbol(attribute), *effect)));
            }
            Argument::Property(_) => {}
        }
    }
    for (index, result) in op.results.iter().enumerate() {
        located.extend(result.effects.iter().map(|effect| (EffectTarget::Result(index), *effect)));
    }
    located
}

fn statements(target: &EffectTarget<'_, '_>, effect: &SideEffect<'_>) -> String {
    let SideEffect { effect, resource, stage, is_full, .. } = effect;
    let add = |value: &str| {
        format!(
            "effects.emplace_back({effect}::get(), {value}{stage}, {is_full}, {resource}::get());\n"
        )
    };
    let for_all = |kind: &str, value: &str| {
        let add = add(value);
        format!(
            "{{
  auto valueRange = getODS{kind}IndexAndLength({});
  for (unsigned idx = valueRange.first; idx < valueRange.first + valueRange.second; idx++) {{
    {add}  }}
}}
",
            match *target {
                EffectTarget::Operand(index) | EffectTarget::Result(index) => index,
                EffectTarget::All | EffectTarget::Symbol(_) => 0,
            }
        )
    };
    match target {
        EffectTarget::All => add(""),
        EffectTarget::Operand(_) => for_all("Operand", "&getOperation()->getOpOperand(idx), "),
        EffectTarget::Result(_) => for_all("Result", "getOperation()->getOpResult(idx), "),
        EffectTarget::Symbol(attribute) => {
            let getter = getter(attribute.name);
            if attribute.constraint.is_optional {
                format!("if (auto symbolRef = {getter}Attr())\n  {}", add("symbolRef, "))
            } else {
                add(&format!("{getter}Attr(), "))
            }
        }
    }
}
