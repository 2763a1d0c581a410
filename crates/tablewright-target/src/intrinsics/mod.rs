//! The intrinsic functions of LLVM's IR: records of class `Intrinsic`.

mod attributes;
mod property;

use tablewright_records::{FieldError, Record, RecordStore};

pub use attributes::{ArgumentAttribute, ArgumentAttributeKind, FunctionAttributes, MemoryEffects};

use crate::sd_node_properties::SdNodeProperties;
use property::{Properties, Property};

/// All intrinsics, those of a target side by side.
pub struct Intrinsics<'s> {
    list: Vec<Intrinsic<'s>>,
    targets: Vec<TargetSet<'s>>,
}

/// The intrinsics of a target.
pub struct TargetSet<'s> {
    /// What their names begin with behind `llvm.`; empty for those of no target.
    pub prefix: &'s str,
    /// The index of the first.
    pub first: usize,
    /// How many.
    pub count: usize,
}

/// An intrinsic.
pub struct Intrinsic<'s> {
    /// Its record.
    pub record: Record<'s>,
    /// The name of the function: `llvm.bswap`.
    pub name: String,
    /// The name of its number: `bswap`.
    pub enum_name: &'s str,
    /// The builtin function of Clang that it stands for; empty for none.
    pub clang_builtin: &'s str,
    /// The builtin function of Microsoft's compiler that it stands for; empty for none.
    pub ms_builtin: &'s str,
    /// The prefix of its target; empty for none.
    pub target_prefix: &'s str,
    /// Whether there is one function for each of several types.
    pub is_overloaded: bool,
    /// The types of what it returns. Empty, as that of the parameters, where the description does
    /// not resolve types.
    pub return_types: Vec<Record<'s>>,
    /// The types of the parameters.
    pub param_types: Vec<Record<'s>>,
    /// Whether the first two arguments can be swapped.
    pub is_commutative: bool,
    /// What holds for calls of it.
    pub attributes: FunctionAttributes,
    /// What holds for the result (index 0) and the arguments (from index 1 on), sorted each.
    pub argument_attributes: Vec<Vec<ArgumentAttribute>>,
    /// What holds for its node in the selection DAG.
    pub sd_properties: SdNodeProperties,
}

/// Reads intrinsics one by one, for who needs to know few of them.
pub struct IntrinsicReader<'s> {
    /// The properties that intrinsics have unless they say otherwise.
    defaults: Vec<Record<'s>>,
    properties: Properties,
}

impl<'s> IntrinsicReader<'s> {
    /// A reader of a store's intrinsics.
    pub fn new(store: &'s RecordStore) -> Result<IntrinsicReader<'s>, FieldError> {
        let mut defaults = Vec::new();
        for property in store.derived_from_name("IntrinsicProperty")? {
            if property.bit("IsDefault")? {
                defaults.push(property);
            }
        }
        Ok(IntrinsicReader { defaults, properties: Properties::default() })
    }

    /// The intrinsic that `record` describes.
    pub fn read(&mut self, record: Record<'s>) -> Result<Intrinsic<'s>, FieldError> {
        Intrinsic::new(record, &self.defaults, &mut self.properties)
    }
}

impl<'s> Intrinsics<'s> {
    /// All intrinsics, ordered by target and name.
    pub fn collect(store: &'s RecordStore) -> Result<Intrinsics<'s>, FieldError> {
        let mut reader = IntrinsicReader::new(store)?;
        let records = store.derived_from_name("Intrinsic")?;
        let mut list =
            records.into_iter().map(|record| reader.read(record)).collect::<Result<Vec<_>, _>>()?;
        list.sort_by(|a, b| (a.target_prefix, &a.name).cmp(&(b.target_prefix, &b.name)));
        let targets = target_sets(&list);
        Ok(Intrinsics { list, targets })
    }

    /// The intrinsics.
    pub fn list(&self) -> &[Intrinsic<'s>] {
        &self.list
    }

    /// The targets by name, first that of no target, which may have no intrinsics.
    pub fn targets(&self) -> &[TargetSet<'s>] {
        &self.targets
    }

    /// The intrinsics of a target.
    pub fn of_target(&self, target: &TargetSet<'_>) -> &[Intrinsic<'s>] {
        &self.list[target.first..target.first + target.count]
    }
}

fn target_sets<'s>(list: &[Intrinsic<'s>]) -> Vec<TargetSet<'s>> {
    let mut targets = vec![TargetSet { prefix: "", first: 0, count: 0 }];
    for (i, intrinsic) in list.iter().enumerate() {
        let prefix = intrinsic.target_prefix;
        if targets.last().is_none_or(|last| last.prefix != prefix) {
            targets.push(TargetSet { prefix, first: i, count: 0 });
        }
        if let Some(last) = targets.last_mut() {
            last.count += 1;
        }
    }
    targets
}

impl<'s> Intrinsic<'s> {
    fn new(
        record: Record<'s>,
        defaults: &[Record<'s>],
        properties: &mut Properties,
    ) -> Result<Intrinsic<'s>, FieldError> {
        let fault =
            |what: &str| FieldError::new(record, format!("Intrinsic '{}{what}", record.name()));
        let enum_name = record.name().strip_prefix("int_").filter(|name| !name.is_empty());
        let enum_name = enum_name.ok_or_else(|| fault("' does not start with 'int_'!"))?;
        let clang_builtin = text_if_declared(record, "ClangBuiltinName")?;
        let ms_builtin = text_if_declared(record, "MSBuiltinName")?;
        let target_prefix = record.string("TargetPrefix")?;
        let name = match record.string("LLVMName")? {
            "" => format!("llvm.{}", enum_name.replace('_', ".")),
            name => name.to_owned(),
        };
        let rest = name.strip_prefix("llvm.").filter(|rest| !rest.is_empty());
        let rest = rest.ok_or_else(|| fault("'s name does not start with 'llvm.'!"))?;
        let is_of_target = rest.strip_prefix(target_prefix).is_some_and(|r| r.starts_with('.'));
        if !target_prefix.is_empty() && !is_of_target {
            return Err(fault(&format!("' does not start with 'llvm.{target_prefix}.'!")));
        }
        let mut intrinsic = Intrinsic {
            record,
            name,
            enum_name,
            clang_builtin,
            ms_builtin,
            target_prefix,
            is_overloaded: false,
            return_types: Vec::new(),
            param_types: Vec::new(),
            is_commutative: false,
            attributes: FunctionAttributes::default(),
            argument_attributes: Vec::new(),
            sd_properties: SdNodeProperties::default(),
        };
        intrinsic.set_types()?;
        for property in record.list_of_records("IntrProperties")? {
            intrinsic.apply(properties.of(property, record)?)?;
        }
        if !record.bit("DisableDefaultAttributes")? {
            for &property in defaults {
                intrinsic.apply(properties.of(property, record)?)?;
            }
        }
        intrinsic.sd_properties = SdNodeProperties::of(record)?;
        intrinsic.argument_attributes.iter_mut().for_each(|attributes| attributes.sort_unstable());
        Ok(intrinsic)
    }

    /// The field `Types` lists the types of the results, of which `RetTypes` knows how many there
    /// are, and of the parameters.
    fn set_types(&mut self) -> Result<(), FieldError> {
        if self.record.field("Types").is_none() {
            return Ok(());
        }
        let mut types = self.record.list_of_records("Types")?;
        self.is_overloaded = self.record.bit("isOverloaded")?;
        let returned = self.record.list("RetTypes")?.len();
        if returned > types.len() {
            let name = self.record.name();
            let message = format!("Intrinsic '{name}' has more RetTypes than Types");
            return Err(FieldError::new(self.record, message));
        }
        self.param_types = types.split_off(returned);
        self.return_types = types;
        Ok(())
    }

    fn apply(&mut self, property: Property) -> Result<(), FieldError> {
        let fault = |message: &str| Err(FieldError::new(self.record, message));
        let memory = &mut self.attributes.memory;
        match property {
            Property::Memory(effects) => *memory = memory.and(effects),
            Property::ReadMem if memory.only_writes() => {
                return fault(
                    "IntrReadMem cannot be used after IntrNoMem or IntrWriteMem. \
                     Default is ReadWrite",
                );
            }
            Property::ReadMem => *memory = memory.and(MemoryEffects::READ_ONLY),
            Property::WriteMem if memory.only_reads() => {
                return fault(
                    "IntrWriteMem cannot be used after IntrNoMem or IntrReadMem. \
                     Default is ReadWrite",
                );
            }
            Property::WriteMem => *memory = memory.and(MemoryEffects::WRITE_ONLY),
            Property::Commutative => self.is_commutative = true,
            // Which of the two comes first decides.
            Property::WillReturn => self.attributes.will_return = !self.attributes.no_return,
            Property::Function(flag) => *flag(&mut self.attributes) = true,
            Property::Argument { index, attribute } => {
                let index = usize::from(index);
                if index >= self.argument_attributes.len() {
                    self.argument_attributes.resize_with(index + 1, Vec::new);
                }
                self.argument_attributes[index].push(attribute);
            }
        }
        Ok(())
    }

    /// Whether parameter `index` is a pointer.
    pub fn is_pointer_param(&self, index: usize) -> bool {
        self.param_types.get(index).is_some_and(|ty| {
            ty.inherits("LLVMQualPointerType") || ty.inherits("LLVMAnyPointerType")
        })
    }

    /// Whether the argument of parameter `index` has to be a constant.
    pub fn is_immediate_param(&self, index: usize) -> bool {
        let wanted = ArgumentAttribute { kind: ArgumentAttributeKind::ImmArg, value: 0 };
        self.argument_attributes.get(index + 1).is_some_and(|all| all.contains(&wanted))
    }
}

/// The text of a field that older descriptions do not have; empty there.
fn text_if_declared<'s>(record: Record<'s>, field: &str) -> Result<&'s str, FieldError> {
    if record.field(field).is_some() { record.string(field) } else { Ok("") }
}
