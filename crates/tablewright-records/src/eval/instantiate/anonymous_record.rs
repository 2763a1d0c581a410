//! Anonymous records: `CLASS<args>` as a value (ProgRef, "Simple values").

use smallvec::SmallVec;
use tablewright_syntax::source::{Pos, Span};

use crate::eval::construction::FieldPositions;
use crate::eval::{Eval, Evaluator};
use crate::ids::{ClassId, RecordId};
use crate::release::Feature;
use crate::value::{ArgKey, InstanceArg, Value, ValueId};

impl Evaluator {
    /// Returns the record for `CLASS<args>` if the arguments are known, or else the value that waits for them. `pos` is
    /// its position.
    pub(crate) fn make_instance(
        &mut self,
        class: ClassId,
        args: &[InstanceArg],
        pos: Pos,
    ) -> Eval<ValueId> {
        if args.iter().any(|a| self.heap.store.values.has_var(a.value)) {
            return Ok(self.heap.waiting_instance(class, args, pos));
        }
        let instance = self.heap.store.values.instance(class, args);
        if let Some(record) = self.heap.store.values.record_of_instance(instance) {
            return Ok(record);
        }
        self.enter()?;
        let record = self.instantiate(class, args, pos)?;
        self.leave();
        let record = self.heap.store.values.def(record);
        // From now on, the same class with the same arguments is this record.
        self.heap.store.values.set_record_of_instance(instance, record);
        Ok(record)
    }

    fn instantiate(&mut self, class: ClassId, args: &[InstanceArg], pos: Pos) -> Eval<RecordId> {
        let name = self.heap.new_anonymous_name();
        let sequence = self.heap.next_sequence();
        let is_at_use = self.heap.has(Feature::AnonymousRecordsAreAtTheirUse);
        let site = self.instance_site(pos);
        let data = self.heap.store.classes.get(class);
        let pos = if is_at_use { pos } else { data.pos };
        let mut bound: SmallVec<[_; 8]> = data.params.iter().map(|p| (p.name, p.default)).collect();
        for arg in args {
            match arg.key {
                ArgKey::Position(index) => bound[index as usize].1 = arg.value,
                ArgKey::Name(name) => {
                    let index = bound.iter().position(|(n, _)| *n == name);
                    bound[index.expect("arguments name parameters that exist")].1 = arg.value;
                }
            }
        }
        let mut prototype = self.construction.new_prototype(name, pos, sequence);
        let data = self.heap.store.classes.get(class);
        prototype.is_anonymous = true;
        prototype.history = self.tracer.new_history();
        prototype.assertions.clone_from(&data.assertions);
        prototype.dumps.clone_from(&data.dumps);
        prototype.field_positions = FieldPositions::Shared(data.field_positions);
        self.construction.push(prototype);
        let inherited = self.inherit_fields(class, Span::from(pos))?;

        let outer = self.resolver.push_bindings(&self.heap.store.values, bound.iter().copied());
        // The parameters' frame is kept while the record is resolved: values that mention both parameters and fields
        // wait for the fields, and are computed once.
        let params = self.resolver.current();
        let traced = self.trace_inheritance(class, site, &bound, inherited.slots.as_deref());
        self.resolve_waiting(&inherited.param_slots)?;
        let name = self.construction.current().name;
        let name_so_far = self.heap.name_so_far(name);
        self.resolve_record(name_so_far, None, Some(params))?;
        self.trace_arguments(traced);
        self.resolver.pop(outer);
        let prototype = self.construction.current();
        let id = prototype.record.expect("it was given an id to be resolved");
        let Value::String(name) = self.heap.store.value(prototype.name) else {
            unreachable!("resolving a record turns the name of an anonymous one into a string")
        };
        if prototype.assertions.is_empty() && prototype.dumps.is_empty() {
            self.store_record(name);
            return Ok(id);
        }
        // Asserted and dumped values may read the stored record.
        let last = Box::new(prototype.clone());
        self.store_record(name);
        self.construction.push(last);
        self.check_record_assertions()?;
        self.print_record_dumps()?;
        self.construction.pop();
        Ok(id)
    }
}
