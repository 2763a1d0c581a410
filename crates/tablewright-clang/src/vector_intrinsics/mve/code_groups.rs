//! Groups of intrinsics that share code, and the variables in which their code differs.
//!
//! Intrinsics whose templates have the same text form a *family*. A parameter with the same value
//! in the whole family becomes part of the code. Parameters with equal values in each member share
//! a variable. Intrinsics with the same code and the same variable types form a group.

use rustc_hash::FxHashMap;

use tablewright_index::{IndexVec, define_index};
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::symbol::Symbol;
use tablewright_text::Append;

use super::code_template::{HoleKind, MveParameter, MveTemplate, TemplateWriter, Templates};
use super::error::{while_reading, without_position};
use super::intrinsic::{MveIntrinsic, MveIntrinsics};

define_index! {
    /// A family.
    struct FamilyId;
}

pub(super) struct CodeGroups<'i> {
    templates: Templates,
    families: IndexVec<FamilyId, MveFamily<'i>>,
    /// By their code.
    pub(super) groups: Vec<CodeGroup<'i>>,
}

/// Intrinsics with the same code.
#[doc(alias = "MergeableGroup")]
pub(super) struct CodeGroup<'i> {
    pub(super) code: String,
    /// The types of the variables for differing parameters.
    variables: Vec<Symbol>,
    /// By name.
    pub(super) members: Vec<MveMember<'i>>,
}

#[derive(Clone, Copy)]
pub(super) struct MveMember<'i> {
    pub(super) intrinsic: MveIntrinsic<'i>,
    template: MveTemplate,
    family: FamilyId,
}

/// Intrinsics whose templates have the same text, with parameters of the same types at the same
/// offsets.
#[derive(Default)]
struct MveFamily<'i> {
    members: Vec<MveMember<'i>>,
    /// The variable for each parameter; `None` if it has the same value in the whole family.
    variable_of: Vec<Option<usize>>,
    /// Each variable's first parameter.
    representatives: Vec<usize>,
}

/// The text of a template, followed by the offset and the type of each parameter.
type FamilyKey = Vec<(u32, Symbol)>;

impl<'i> CodeGroups<'i> {
    pub(super) fn new(
        intrinsics: &'i MveIntrinsics,
        store: &'i RecordStore,
    ) -> Result<CodeGroups<'i>, Diagnostic> {
        let (templates, mut families) = families(intrinsics, store)?;
        let mut groups = Vec::new();
        for family in families.raw_mut() {
            family.assign_variables(&templates);
            family.split(&templates, &mut groups);
        }
        let groups = joined(groups, &templates);
        Ok(CodeGroups { templates, families, groups })
    }

    /// Iterates over a group's variable types.
    pub(super) fn variable_types(&self, group: &CodeGroup<'_>) -> impl Iterator<Item = &str> {
        group.variables.iter().map(|&ty| self.templates.texts.resolve(ty))
    }

    /// Iterates over the variable values for a member of a group.
    pub(super) fn values(&self, member: MveMember<'_>) -> impl Iterator<Item = impl Append> {
        let parameters = &self.templates.parameters[member.template.parameters];
        let representatives = self.families[member.family].representatives.iter();
        representatives.map(|&at| self.templates.value_text(parameters[at]))
    }
}

/// Writes the templates of all intrinsics, and groups them into families.
fn families<'i>(
    intrinsics: &'i MveIntrinsics,
    store: &'i RecordStore,
) -> Result<(Templates, IndexVec<FamilyId, MveFamily<'i>>), Diagnostic> {
    let mut writer = TemplateWriter::new(intrinsics);
    let mut families: IndexVec<FamilyId, MveFamily<'i>> = IndexVec::new();
    let mut by_key: FxHashMap<FamilyKey, FamilyId> = FxHashMap::default();
    let mut key = FamilyKey::new();
    for intrinsic in intrinsics.with_builtin(store) {
        let template = match writer.write(intrinsic) {
            Ok(template) => template,
            Err(message) => {
                let problem = without_position(Code::IntrinsicBodies, message);
                let parameter = intrinsics.types.c_name(intrinsic.parameter());
                return Err(while_reading(problem, intrinsic.record(), parameter));
            }
        };
        let templates = &writer.templates;
        let holes = templates.holes[template.holes].iter();
        let holes = holes.filter(|hole| hole.value == HoleKind::Parameter);
        key.clear();
        key.push((0, template.text));
        key.extend(
            holes
                .zip(&templates.parameters[template.parameters])
                .map(|(hole, p)| (hole.offset, p.ty)),
        );
        let family = match by_key.get(&key) {
            Some(&family) => family,
            None => {
                let family = families.push(MveFamily::default());
                by_key.insert(key.clone(), family);
                family
            }
        };
        families[family].members.push(MveMember { intrinsic, template, family });
    }
    Ok((writer.templates, families))
}

impl<'i> MveFamily<'i> {
    fn assign_variables(&mut self, templates: &Templates) {
        let members = self.members.iter();
        let rows: Vec<&[MveParameter]> =
            members.map(|member| &templates.parameters[member.template.parameters]).collect();
        let first = rows[0];
        for at in 0..first.len() {
            if rows.iter().all(|row| row[at].value == first[at].value) {
                self.variable_of.push(None);
                continue;
            }
            let same = self.representatives.iter().position(|&other| {
                first[other].ty == first[at].ty
                    && rows.iter().all(|row| row[other].value == row[at].value)
            });
            self.variable_of.push(Some(same.unwrap_or(self.representatives.len())));
            if same.is_none() {
                self.representatives.push(at);
            }
        }
    }

    /// Splits the family into groups. Its members may differ in the local variables that their code
    /// mentions.
    fn split(&self, templates: &Templates, groups: &mut Vec<CodeGroup<'i>>) {
        let first_group = groups.len();
        for &member in &self.members {
            let holes = &templates.holes[member.template.holes];
            let group = groups[first_group..].iter_mut().find(|group| {
                let MveMember { template, .. } = group.members[0];
                templates.holes[template.holes] == *holes
            });
            if let Some(group) = group {
                group.members.push(member);
                continue;
            }
            let code = templates.fill(member.template, &self.variable_of);
            let parameters = &templates.parameters[member.template.parameters];
            let variables = self.representatives.iter().map(|&at| parameters[at].ty).collect();
            groups.push(CodeGroup { code, variables, members: vec![member] });
        }
    }
}

/// Sorts groups by code. Groups from several families with the same code and variable types are
/// merged.
fn joined<'i>(mut groups: Vec<CodeGroup<'i>>, templates: &Templates) -> Vec<CodeGroup<'i>> {
    let types = |group: &CodeGroup<'_>| -> Vec<&str> {
        group.variables.iter().map(|&ty| templates.texts.resolve(ty)).collect()
    };
    groups.sort_by(|a, b| {
        let by_types =
            || a.variables.len().cmp(&b.variables.len()).then_with(|| types(a).cmp(&types(b)));
        a.code.cmp(&b.code).then_with(by_types)
    });
    groups.dedup_by(|next, kept| kept.absorb(next));
    groups
}

impl CodeGroup<'_> {
    /// Moves the members of `next` to this group if both groups have the same code and variables;
    /// returns whether they do.
    fn absorb(&mut self, next: &mut Self) -> bool {
        let is_same = next.code == self.code && next.variables == self.variables;
        if is_same {
            self.members.append(&mut next.members);
            self.members.sort_by_key(|member| member.intrinsic.full_name());
        }
        is_same
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_test_support::store_of;
    use tablewright_text::append;

    use super::*;

    /// The classes in `arm_mve_defs.td`, reduced to the fields that the tests need.
    const CLASSES: &str = r#"
class Type;
def Void : Type;
class PrimitiveType<string k, int s> : Type { string kind = k; int size = s; string nameOverride = ""; }
def s8 : PrimitiveType<"s", 8>;
def u8 : PrimitiveType<"u", 8>;
def s16 : PrimitiveType<"s", 16>;
def u32 : PrimitiveType<"u", 32>;
class ComplexType<dag d> : Type { dag spec = d; }
class ComplexTypeOp;
def CTO_Parameter : ComplexTypeOp;
def CTO_Vec : ComplexTypeOp;
def Scalar : ComplexType<(CTO_Parameter)>;
def Vector : ComplexType<(CTO_Vec Scalar)>;
class IRBuilderParam<int i> { int index = i; }
class IRBuilderIntParam<int i, string t> : IRBuilderParam<i> { string type = t; }
class IRBuilderBase<string f, list<IRBuilderParam> p = []> {
  string prefix = "Builder." # f # "(";
  list<IRBuilderParam> special_params = p;
}
class IRIntBase<string n, list<Type> p> { string intname = n; list<Type> params = p; bit appendKind = 0; }
class PolymorphicNameType { int NumTypeSuffixesToDiscard = 0; string ExtraSuffixToDiscard = ?; }
def Plain : PolymorphicNameType;
class Intrinsic<dag operands, dag operations, list<Type> p> {
  list<Type> params = p; Type ret = Vector; dag args = operands; dag codegen = operations;
  PolymorphicNameType pnt = Plain; bit polymorphicOnly = 0; bit nonEvaluating = 0; bit headerOnly = 0;
  string overrideKindLetter = ""; string builtinExtension = "mve";
}
def args;
def add : IRBuilderBase<"CreateAdd">;
def shift : IRBuilderBase<"CreateShift", [IRBuilderIntParam<1, "unsigned">]>;
def bitsize;
"#;

    /// Prints the members of each group with their variable values, and the group's code.
    fn check(input: &str, expected: Expect) {
        let store = store_of(&format!("{CLASSES}{input}"));
        let intrinsics = MveIntrinsics::read(&store).expect("no error");
        let groups = CodeGroups::new(&intrinsics, &store).expect("no error");
        let mut text = String::new();
        for group in &groups.groups {
            for &member in &group.members {
                append!(&mut text, member.intrinsic.full_name());
                groups.values(member).for_each(|value| append!(&mut text, " | ", value));
                text.push('\n');
            }
            append!(&mut text, &group.code[..]);
        }
        expected.assert_eq(&text);
    }

    #[test]
    fn intrinsics_with_the_same_code_are_a_group() {
        check(
            r#"
def vadd : Intrinsic<(args Vector:$a, Vector:$b), (add $a, $b), [s8, s16]>;
def vsum : Intrinsic<(args Vector:$x, Vector:$y), (add $x, $y), [u8]>;
def vrev : Intrinsic<(args Vector:$x, Vector:$y), (add $y, $x), [u8]>;
"#,
            expect![[r#"
                vadd_s16
                vadd_s8
                vsum_u8
                  Value *Val0 = EmitScalarExpr(E->getArg(0));
                  Value *Val1 = EmitScalarExpr(E->getArg(1));
                  return Builder.CreateAdd(Val0, Val1);
                vrev_u8
                  Value *Val0 = EmitScalarExpr(E->getArg(1));
                  Value *Val1 = EmitScalarExpr(E->getArg(0));
                  return Builder.CreateAdd(Val0, Val1);
            "#]],
        );
    }

    #[test]
    fn a_parameter_that_differs_becomes_a_variable() {
        check(
            r#"
def vabs_predicated : IRIntBase<"vabs", [Vector]>;
def vabs : Intrinsic<(args Vector:$a), (vabs_predicated $a), [s8, s16]>;
"#,
            expect![[r#"
                vabs_s16 | llvm::FixedVectorType::get(Int16Ty, 8)
                vabs_s8 | llvm::FixedVectorType::get(Int8Ty, 16)
                  Value *Val0 = EmitScalarExpr(E->getArg(0));
                  return Builder.CreateCall(CGM.getIntrinsic(Intrinsic::vabs, {Param0}), {Val0});
            "#]],
        );
    }

    #[test]
    fn a_parameter_that_is_the_same_in_the_family_is_part_of_the_code() {
        check(
            r#"
def vabs_predicated : IRIntBase<"vabs", [Vector]>;
def vabs : Intrinsic<(args Vector:$a), (vabs_predicated $a), [s8]>;
def vabs_again : Intrinsic<(args Vector:$a), (vabs_predicated $a), [u8]>;
"#,
            expect![[r#"
                vabs_again_u8
                vabs_s8
                  Value *Val0 = EmitScalarExpr(E->getArg(0));
                  return Builder.CreateCall(CGM.getIntrinsic(Intrinsic::vabs, {llvm::FixedVectorType::get(Int8Ty, 16)}), {Val0});
            "#]],
        );
    }

    #[test]
    fn parameters_that_agree_in_each_intrinsic_share_a_variable() {
        check(
            r#"
def both : IRIntBase<"both", [Vector, Vector]>;
def vboth : Intrinsic<(args Vector:$a), (both $a), [s8, s16]>;
def vshift : Intrinsic<(args Vector:$a), (shift $a, (bitsize Scalar)), [s8, s16]>;
"#,
            expect![[r#"
                vboth_s16 | llvm::FixedVectorType::get(Int16Ty, 8)
                vboth_s8 | llvm::FixedVectorType::get(Int8Ty, 16)
                  Value *Val0 = EmitScalarExpr(E->getArg(0));
                  return Builder.CreateCall(CGM.getIntrinsic(Intrinsic::both, {Param0, Param0}), {Val0});
                vshift_s16 | 16
                vshift_s8 | 8
                  Value *Val0 = EmitScalarExpr(E->getArg(0));
                  return Builder.CreateShift(Val0, static_cast<unsigned>(Param0));
            "#]],
        );
    }
}
