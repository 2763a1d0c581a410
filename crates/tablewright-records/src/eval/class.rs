//! `class` and inheriting from one (ProgRef, "class — define an abstract record class").

use tablewright_syntax::source::Pos;
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree;

use super::args::{GivenArgs, ParamOwner};
use super::scope::Scope;
use super::{Eval, Evaluator, Reported};
use crate::ids::{ClassId, ShapeId, TypeId};
use crate::record::{ClassData, PosRow};
use crate::value::{InstanceArg, NameSet};

impl Evaluator {
    pub(crate) fn class(&mut self, tree: &tree::Class<'_>) -> Eval<()> {
        let name = self.symbol(tree.name.name);
        let pos = tree.name.span.lo;
        let class = match self.store.classes.by_name.get(&name) {
            Some(&class) => {
                let data = self.store.classes.get_mut(class);
                let is_declared_only =
                    data.values.is_empty() && data.supers.is_empty() && data.params.is_empty();
                if !is_declared_only {
                    let message = format!("Class '{}' already defined", self.str(name));
                    return Err(self.error(pos, message));
                }
                let forward = std::mem::replace(&mut data.pos, pos);
                self.store.forward_positions.push((class, forward));
                self.shapes.forget_parent(class);
                class
            }
            None => self.new_class(name, pos),
        };
        if self.type_aliases.contains_key(&name) {
            let name = self.str(name);
            let message = format!("there is already a defined type alias '{name}'");
            return Err(self.error(pos, message));
        }
        let name_value = self.store.values.string(name);
        let sequence = self.next_sequence();
        let mut building = self.new_prototype(name_value, pos, sequence);
        building.class = Some(class);
        self.building.push(building);
        self.in_scope(Scope::record(), |this| {
            this.declare_params(ParamOwner::Class(class), tree.params.unwrap_or_default())?;
            this.object_body(tree.parents, tree.body)
        })?;
        self.warn_unused_params(ParamOwner::Class(class));
        self.store_class();
        self.building.pop();
        Ok(())
    }

    fn new_class(&mut self, name: Symbol, pos: Pos) -> ClassId {
        let qualified = format!("{}:NAME", self.str(name));
        let name_param = self.intern(&qualified);
        self.store.values.declare_param(name_param);
        let class = ClassId::from_index(self.store.classes.list.len());
        let ty = self.store.types.record(&[class]);
        self.store.classes.list.push(ClassData {
            name,
            pos,
            name_param,
            params: Vec::new(),
            shape: ShapeId::EMPTY,
            supers: Box::default(),
            values: Vec::new(),
            param_slots: Box::default(),
            field_positions: PosRow(0),
            assertions: Vec::new(),
            dumps: Vec::new(),
            ty,
        });
        self.store.classes.by_name.insert(name, class);
        class
    }

    /// Writes the class under construction, as far as it is, to the classes.
    pub(crate) fn store_class(&mut self) {
        self.settle_shape();
        let row = self.settle_positions();
        let building = self.building.last().expect("a class is under construction");
        let class = building.class.expect("it is a class");
        let supers = building.supers(&self.store).into();
        let data = self.store.classes.get(class);
        let params = data.params.iter().map(|param| param.name).chain([data.name_param]);
        let params = params
            .fold(NameSet::default(), |names, name| names.with(self.store.values.name_set(name)));
        let mentions_params = |value| self.store.values.names_in(value).meets(params);
        let slots = building.values.iter().zip(0..);
        let param_slots =
            slots.filter(|&(&value, _)| mentions_params(value)).map(|(_, slot)| slot).collect();
        let data = self.store.classes.get_mut(class);
        data.param_slots = param_slots;
        data.shape = building.shape;
        data.supers = supers;
        data.values.clone_from(&building.values);
        data.field_positions = row;
        data.assertions.clone_from(&building.assertions);
        data.dumps.clone_from(&building.dumps);
    }

    /// Makes what is known of `class` available though it is being defined: a class can mention
    /// itself.
    pub(crate) fn sync_class(&mut self, class: ClassId) {
        if self.building.last().is_some_and(|b| b.class == Some(class)) {
            self.store_class();
        }
    }

    pub(crate) fn find_class(&mut self, name: tree::Ident) -> Eval<ClassId> {
        let symbol = self.symbol(name.name);
        if let Some(&class) = self.store.classes.by_name.get(&symbol) {
            self.sync_class(class);
            return Ok(class);
        }
        if self.poisoned.contains(&symbol) {
            return Err(Reported);
        }
        let text = self.str(symbol);
        let mut message = format!("Couldn't find class '{text}'");
        if self.multiclass_by_name.contains_key(&symbol) {
            message += &format!(". Use 'defm' if you meant to use multiclass '{text}'");
        }
        Err(self.error(name.span.lo, message))
    }

    /// The class and arguments that a parent clause names.
    pub(crate) fn class_parent(
        &mut self,
        parent: &tree::ParentRef<'_>,
    ) -> Eval<(ClassId, GivenArgs)> {
        let class = self.find_class(parent.name)?;
        let owner = ParamOwner::Class(class);
        let args = self.args(parent.args, owner)?;
        let args = self.check_args(args, owner, parent.span.lo)?;
        Ok((class, args))
    }

    /// Parents, the `let`s around, then the body of a class or def under construction.
    pub(crate) fn object_body(
        &mut self,
        parents: &[tree::ParentRef<'_>],
        body: &[tree::BodyItem<'_>],
    ) -> Eval<()> {
        for parent in parents {
            let (class, args) = self.class_parent(parent)?;
            self.inherit(class, &args, parent.span.lo)?;
        }
        self.apply_lets()?;
        for item in body {
            self.body_item(item)?;
        }
        Ok(())
    }

    /// Makes what is under construction inherit from `class`.
    pub(crate) fn inherit(&mut self, class: ClassId, args: &[InstanceArg], pos: Pos) -> Eval<()> {
        let own = self.current().class;
        if own.is_some_and(|own| self.store.classes.is_or_inherits(class, own)) {
            let name = self.store.class(class).name().to_owned();
            return Err(self.error(pos, format!("class inherits from itself through '{name}'")));
        }
        let bound = self.bind_args(ParamOwner::Class(class), args, pos)?;
        let inherited = self.inherit_fields(class, pos)?;
        let data = self.store.classes.get(class);
        let building = self.building.last_mut().expect("a class or record is under construction");
        building.assertions.extend_from_slice(&data.assertions);
        building.dumps.extend_from_slice(&data.dumps);
        let name = match building.class {
            Some(own) => {
                let own = self.store.classes.get(own).name_param;
                self.store.values.var(own, TypeId::STRING)
            }
            None => building.name,
        };
        let name_param = self.store.classes.get(class).name_param;
        let outer = self.push_bindings(bound.into_iter().chain([(name_param, name)]));
        self.resolve_inherited(&inherited.param_slots)?;
        self.pop_pass(outer);
        if let Some(own) = self.current().class {
            // Conversions to the class being defined must know what it inherits from.
            let supers = self.current_supers();
            self.store.classes.get_mut(own).supers = supers;
        }
        Ok(())
    }

    fn current_supers(&self) -> Box<[ClassId]> {
        let building = self.building.last().expect("a class or record is under construction");
        building.supers(&self.store).into()
    }
}
