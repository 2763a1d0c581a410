//! Recording of inherited classes.

use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree;

use crate::eval::Evaluator;
use crate::eval::definitions::ParamOwner;
use crate::ids::ClassId;
use crate::trace::{ArgumentSite, Binding, Cause, InheritanceId, SiteId, SiteRole, Template};
use crate::value::{ArgKey, InstanceArg, ValueId};

/// A recorded inheritance, and the field values before the arguments were substituted.
pub(crate) struct TracedInheritance {
    id: InheritanceId,
    before: Vec<ValueId>,
}

/// The arguments in `NAME<args>`.
#[derive(Clone, Copy)]
pub(crate) struct WrittenArgs<'a> {
    pub(crate) trees: tree::PartList<tree::TemplateArg>,
    /// The evaluated arguments, in the same order.
    pub(crate) args: &'a [InstanceArg],
}

impl Evaluator {
    /// Records `NAME<args>` each time it is evaluated.
    #[inline]
    pub(crate) fn trace_site(
        &mut self,
        owner: ParamOwner,
        role: SiteRole,
        span: Span,
        written: WrittenArgs<'_>,
    ) -> Option<SiteId> {
        self.tracer.is_on().then(|| self.add_site(owner, role, span, written))?
    }

    fn add_site(
        &mut self,
        owner: ParamOwner,
        role: SiteRole,
        span: Span,
        written: WrittenArgs<'_>,
    ) -> Option<SiteId> {
        let params = self.params(owner);
        let sites: Vec<ArgumentSite> = written
            .trees
            .iter()
            .zip(written.args)
            .map(|(tree, arg)| {
                let parameter = match arg.key {
                    ArgKey::Position(index) => params[index as usize].name,
                    ArgKey::Name(name) => name,
                };
                ArgumentSite { parameter, span: self.node(tree).value.span }
            })
            .collect();
        let template = match owner {
            ParamOwner::Class(class) => Template::Class(class),
            ParamOwner::Multiclass(id) => {
                Template::Multiclass(self.definitions.multiclasses[id].name)
            }
        };
        let trace = self.tracer.trace.as_deref_mut()?;
        Some(trace.add_site(template, role, span, sites))
    }

    /// Records the position of a `CLASS<args>` value. `span` is the class name.
    #[inline]
    pub(crate) fn trace_instance_site(
        &mut self,
        class: ClassId,
        span: Span,
        written: WrittenArgs<'_>,
    ) {
        if let Some(site) =
            self.trace_site(ParamOwner::Class(class), SiteRole::Instance, span, written)
        {
            self.tracer.instance_sites.insert(span.lo, site);
        }
    }

    /// Returns the site of a `CLASS<args>` value.
    #[inline]
    pub(crate) fn instance_site(&self, pos: Pos) -> Option<SiteId> {
        if self.tracer.is_on() { self.tracer.instance_sites.get(&pos).copied() } else { None }
    }

    /// Records that the current prototype inherited the fields of `class`. The current frame binds the parameters, and
    /// no value was resolved in it yet.
    #[inline]
    pub(crate) fn trace_inheritance(
        &mut self,
        class: ClassId,
        site: Option<SiteId>,
        bound: &[(Symbol, ValueId)],
        slots: Option<&[u32]>,
    ) -> Option<TracedInheritance> {
        let site = site?;
        let bindings: Vec<Binding> =
            bound.iter().map(|&(name, value)| Binding { name, value }).collect();
        let id = self.add_inheritance(class, site, &bindings)?;
        self.add_inherited_fields(class, slots, id);
        Some(TracedInheritance { id, before: self.construction.current().values.clone() })
    }

    /// Records the fields that the arguments changed.
    #[inline]
    pub(crate) fn trace_arguments(&mut self, traced: Option<TracedInheritance>) {
        if let Some(TracedInheritance { id, before }) = traced {
            self.trace_changes(Some(before), Cause::Arguments(id));
        }
    }

    fn add_inheritance(
        &mut self,
        class: ClassId,
        site: SiteId,
        bindings: &[Binding],
    ) -> Option<InheritanceId> {
        let trace = self.tracer.trace.as_deref()?;
        let parents = trace.class(class).map_or(&[][..], |origin| trace.parents(origin)).to_vec();
        let parents = self.resolved_inheritances(&parents);
        let trace = self.tracer.trace.as_deref_mut()?;
        let id = trace.add_inheritance(site, bindings, &parents);
        self.construction.current_mut().history.as_deref_mut()?.parents.push(id);
        Some(id)
    }

    /// Resolves the names in inheritances with the current frame.
    pub(super) fn resolved_inheritances(&mut self, ids: &[InheritanceId]) -> Vec<InheritanceId> {
        ids.iter().map(|&id| self.resolved_inheritance(id).unwrap_or(id)).collect()
    }

    fn resolved_inheritance(&mut self, id: InheritanceId) -> Option<InheritanceId> {
        let trace = self.tracer.trace.as_deref()?;
        if !trace.is_inheritance_open(id) {
            return None;
        }
        let inheritance = *trace.inheritance(id);
        let bindings = trace.inheritance_bindings(&inheritance).to_vec();
        let parents = trace.inheritance_parents(&inheritance).to_vec();
        let (new_bindings, new_parents) =
            (self.resolved_bindings(&bindings), self.resolved_inheritances(&parents));
        if new_bindings == bindings && new_parents == parents {
            return None;
        }
        let trace = self.tracer.trace.as_deref_mut()?;
        Some(trace.add_inheritance(inheritance.site, &new_bindings, &new_parents))
    }

    pub(super) fn resolved_bindings(&mut self, bindings: &[Binding]) -> Vec<Binding> {
        let resolved =
            bindings.iter().map(|&Binding { name, value }| (name, self.substituted(value)));
        resolved.map(|(name, value)| Binding { name, value }).collect()
    }
}
