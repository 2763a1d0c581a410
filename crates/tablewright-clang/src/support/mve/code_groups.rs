//! Which intrinsics share code, and by which variables their code differs.
//!
//! Intrinsics whose templates have the same text make a *family*. A parameter that is the same in a whole
//! family becomes part of the code; parameters that agree in each intrinsic of it share a variable. Then
//! intrinsics with the same code and the same types of variables are a group.

use rustc_hash::FxHashMap;

use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_syntax::symbol::{Interner, Symbol};

use super::code_template::{HoleKind, Parameter, Template, TemplateWriter};
use super::error::{while_reading, without_place};
use super::intrinsic::{Intrinsic, Intrinsics};

pub(super) struct CodeGroups<'i, 's> {
    /// The texts of types and values.
    pub(super) texts: Interner,
    /// By their code.
    pub(super) groups: Vec<CodeGroup<'i, 's>>,
}

/// Intrinsics with the same code.
pub(super) struct CodeGroup<'i, 's> {
    pub(super) code: String,
    /// The types of the variables that hold what differs.
    pub(super) variables: Vec<Symbol>,
    /// By name.
    pub(super) members: Vec<Member<'i, 's>>,
}

pub(super) struct Member<'i, 's> {
    pub(super) intrinsic: &'i Intrinsic<'s>,
    /// The values of the variables.
    pub(super) values: Vec<Symbol>,
}

/// What intrinsics of a family have in common.
#[derive(PartialEq, Eq, Hash)]
struct FamilyKey {
    text: Symbol,
    /// The place and the type of each parameter.
    parameters: Vec<(u32, Symbol)>,
}

impl FamilyKey {
    fn of(template: &Template) -> FamilyKey {
        let holes = template.holes.iter().filter(|hole| hole.kind == HoleKind::Parameter);
        let parameters = holes.zip(&template.parameters).map(|(hole, p)| (hole.at, p.ty));
        FamilyKey { text: template.text, parameters: parameters.collect() }
    }
}

type Family<'i, 's> = Vec<(&'i Intrinsic<'s>, Template)>;

impl<'i, 's> CodeGroups<'i, 's> {
    pub(super) fn of(intrinsics: &'i Intrinsics<'s>) -> Result<CodeGroups<'i, 's>, Diagnostic> {
        let mut writer = TemplateWriter::new(intrinsics);
        let mut families: Vec<Family<'i, 's>> = Vec::new();
        let mut by_key: FxHashMap<FamilyKey, usize> = FxHashMap::default();
        for intrinsic in intrinsics.with_builtin() {
            let template = writer.write(intrinsic).map_err(|message| {
                let parameter = intrinsics.types.c_name(intrinsic.parameter);
                while_reading(without_place(message), intrinsic.record, parameter)
            })?;
            let family = *by_key.entry(FamilyKey::of(&template)).or_insert_with(|| {
                families.push(Vec::new());
                families.len() - 1
            });
            families[family].push((intrinsic, template));
        }
        let texts = writer.texts;
        let groups = families.iter().flat_map(|family| split(family, &texts)).collect();
        Ok(CodeGroups { groups: joined(groups, &texts), texts })
    }
}

/// Which variable a parameter is in; `None` if it is the same in the whole family.
type VariableOfParameter = Vec<Option<usize>>;

/// The groups that intrinsics of a family make: they may name other variables of the code.
fn split<'i, 's>(family: &Family<'i, 's>, texts: &Interner) -> Vec<CodeGroup<'i, 's>> {
    let templates: Vec<&Template> = family.iter().map(|(_, template)| template).collect();
    let (variable_of, representatives) = assign_variables(&templates);
    let types = |template: &Template| parameters_at(template, &representatives, |p| p.ty);
    let mut groups: Vec<(&Template, CodeGroup<'i, 's>)> = Vec::new();
    for (intrinsic, template) in family {
        let values = parameters_at(template, &representatives, |p| p.value);
        let member = Member { intrinsic, values };
        if let Some((_, group)) = groups.iter_mut().find(|(of, _)| of.holes == template.holes) {
            group.members.push(member);
            continue;
        }
        let code = template.fill(texts, &variable_of);
        let group = CodeGroup { code, variables: types(template), members: vec![member] };
        groups.push((template, group));
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn parameters_at(
    template: &Template,
    places: &[usize],
    part: impl Fn(&Parameter) -> Symbol,
) -> Vec<Symbol> {
    places.iter().map(|&at| part(&template.parameters[at])).collect()
}

/// The variable of each parameter, and the first parameter of each variable.
fn assign_variables(family: &[&Template]) -> (VariableOfParameter, Vec<usize>) {
    let value = |template: &Template, at: usize| template.parameters[at].value;
    let mut representatives: Vec<usize> = Vec::new();
    let variable_of = (0..family[0].parameters.len()).map(|at| {
        let first = value(family[0], at);
        if family.iter().all(|template| value(template, at) == first) {
            return None;
        }
        let same = representatives.iter().position(|&other| {
            family[0].parameters[other].ty == family[0].parameters[at].ty
                && family.iter().all(|template| value(template, other) == value(template, at))
        });
        Some(same.unwrap_or_else(|| {
            representatives.push(at);
            representatives.len() - 1
        }))
    });
    (variable_of.collect(), representatives)
}

/// Sorted by code; groups of several families with the same code and types of variables become one.
fn joined<'i, 's>(mut groups: Vec<CodeGroup<'i, 's>>, texts: &Interner) -> Vec<CodeGroup<'i, 's>> {
    let types = |group: &CodeGroup<'_, '_>| -> Vec<&str> {
        group.variables.iter().map(|&ty| texts.resolve(ty)).collect()
    };
    groups.sort_by(|a, b| {
        let by_types =
            || a.variables.len().cmp(&b.variables.len()).then_with(|| types(a).cmp(&types(b)));
        a.code.cmp(&b.code).then_with(by_types)
    });
    groups.dedup_by(|next, kept| {
        let is_same = next.code == kept.code && next.variables == kept.variables;
        if is_same {
            kept.members.append(&mut next.members);
            kept.members.sort_by(|a, b| a.intrinsic.full_name.cmp(&b.intrinsic.full_name));
        }
        is_same
    });
    groups
}
