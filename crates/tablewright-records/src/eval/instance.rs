//! Anonymous records: `CLASS<args>` as a value (ProgRef, "Simple values").

use smallvec::SmallVec;
use tablewright_syntax::tree;

use super::args::ParamOwner;
use super::build::FieldPositions;
use super::{Eval, Evaluator, Reported};
use crate::ids::{ClassId, RecordId, TypeId};
use crate::value::{ArgKey, InstanceArg, Value, ValueId};

impl Evaluator {
    pub(crate) fn instance_expr(&mut self, tree: &tree::InstanceExpr<'_>) -> Eval<ValueId> {
        let name = self.symbol(tree.class.name);
        let pos = tree.class.span.lo;
        let Some(&class) = self.store.classes.by_name.get(&name) else {
            if self.poisoned.contains(&name) {
                return Err(Reported);
            }
            let message = format!("Expected a class name, got '{}'", self.str(name));
            return Err(self.error(pos, message));
        };
        self.sync_class(class);
        let owner = ParamOwner::Class(class);
        let args = self.args(tree.args, owner)?;
        let args = self.check_args(args, owner, pos)?;
        self.bind_args(owner, &args, pos)?;
        self.make_instance(class, &args)
    }

    /// `CLASS<args>`: its record, if the arguments are known, else the value that waits for them.
    pub(crate) fn make_instance(&mut self, class: ClassId, args: &[InstanceArg]) -> Eval<ValueId> {
        let instance = self.store.values.instance(class, args);
        if args.iter().any(|a| self.store.values.has_var(a.value)) {
            return Ok(instance);
        }
        if let Some(record) = self.store.values.made_of(instance) {
            return Ok(record);
        }
        self.enter()?;
        let record = self.instantiate(class, args)?;
        self.leave();
        let record = self.store.values.def(record);
        self.store.values.set_made(instance, record);
        Ok(record)
    }

    fn instantiate(&mut self, class: ClassId, args: &[InstanceArg]) -> Eval<RecordId> {
        let name = self.new_anonymous_name();
        let sequence = self.next_sequence();
        let data = self.store.classes.get(class);
        let pos = data.pos;
        let mut bound: SmallVec<[_; 8]> = data.params.iter().map(|p| (p.name, p.default)).collect();
        for arg in args {
            match arg.key {
                ArgKey::Position(index) => bound[index as usize].1 = arg.value,
                ArgKey::Name(name) => {
                    let place = bound.iter().position(|(n, _)| *n == name);
                    bound[place.expect("arguments name parameters that exist")].1 = arg.value;
                }
            }
        }
        let mut building = self.new_prototype(name, pos, sequence);
        let data = self.store.classes.get(class);
        building.is_anonymous = true;
        building.assertions.clone_from(&data.assertions);
        building.dumps.clone_from(&data.dumps);
        building.field_positions = FieldPositions::Shared(data.field_positions);
        self.building.push(building);
        let inherited = self.inherit_fields(class, pos)?;

        let outer = self.push_bindings(bound);
        let params = self.current_pass();
        self.resolve_waiting(&inherited.param_slots)?;
        let name = self.current().name;
        let name_so_far = self.name_so_far(name);
        self.complete(name_so_far, None, Some(params))?;
        self.pop_pass(outer);
        let building = self.building.last().expect("the record is under construction");
        let id = building.record.expect("it was given an id to be resolved");
        let Value::String(name) = self.store.value(building.name) else {
            unreachable!("the last pass turns the name of an anonymous record into a string")
        };
        if building.assertions.is_empty() && building.dumps.is_empty() {
            self.store_record(name);
            return Ok(id);
        }
        // What is asserted and dumped may look at the record as it is stored.
        let last = building.clone();
        self.store_record(name);
        self.building.push(last);
        self.check_record_assertions()?;
        self.print_record_dumps()?;
        self.building.pop();
        Ok(id)
    }

    /// The type of `CLASS<…>`.
    pub(crate) fn class_type(&self, class: ClassId) -> TypeId {
        self.store.classes.get(class).ty
    }
}
