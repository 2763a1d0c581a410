//! Interfaces of operations, attributes, types and dialects.

use tablewright_records::{FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;

use crate::record_views::interface::{
    AttrInterfaceRecord, DeclareAttrMethodsRecord, DeclareOpMethodsRecord,
    DeclareTypeMethodsRecord, DialectInterfaceRecord, InterfaceMethodRecord, InterfaceRecord,
    InterfaceTraitRecord, MethodDeclarationRecord, OpInterfaceRecord, OpInterfaceTraitRecord,
    PureVirtualMethodRecord, StaticInterfaceMethodRecord, TypeInterfaceRecord,
};

/// The entity kind that implements an interface.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InterfaceKind {
    /// An operation.
    Op,
    /// An attribute.
    Attr,
    /// A type.
    Type,
    /// A dialect.
    Dialect,
}

/// An interface.
#[derive(Clone, Debug)]
pub struct Interface<'s> {
    /// Its definition name.
    pub definition: &'s str,
    /// Its C++ class name.
    pub class_name: &'s str,
    /// The C++ namespace; may be empty.
    pub cpp_namespace: &'s str,
    /// A Markdown description; may be empty.
    pub description: &'s str,
    /// Its functions.
    pub methods: Vec<InterfaceMethod<'s>>,
    /// Interfaces that it extends, directly or indirectly; each comes after its own bases.
    pub bases: Vec<Interface<'s>>,
    /// Additional C++ for its class and trait.
    pub extra: InterfaceExtra<'s>,
    /// The definition's rank in the description.
    pub sequence: u32,
}

/// Extra C++ for an interface's class and trait; each may be empty. `$_op`, `$_attr` and `$_type` are the entity.
#[derive(Clone, Copy, Default, Debug)]
pub struct InterfaceExtra<'s> {
    /// Class members, without replacements.
    pub class: &'s str,
    /// Members of class and trait.
    pub shared: &'s str,
    /// Members of the trait.
    pub in_trait: &'s str,
    /// Statements that decide whether an entity with the interface is an instance.
    pub class_of: &'s str,
    /// Statements that verify an operation.
    pub verify: &'s str,
    /// Whether its regions are verified before.
    pub verifies_regions: bool,
}

/// An interface method.
#[derive(Clone, Debug)]
pub struct InterfaceMethod<'s> {
    /// Its name.
    pub name: &'s str,
    /// A Markdown description; may be empty.
    pub description: &'s str,
    /// Its C++ result.
    pub return_type: &'s str,
    /// Its parameters.
    pub parameters: Vec<MethodParameter<'s>>,
    /// The implementation kind.
    pub kind: MethodKind,
    /// Its C++ statements, for all entities.
    pub body: Option<&'s str>,
    /// C++ statements that an entity can inherit.
    pub default_body: Option<&'s str>,
}

/// An interface method's parameter.
#[derive(Clone, Copy, Debug)]
pub struct MethodParameter<'s> {
    /// Its C++ type.
    pub cpp_type: &'s str,
    /// Its name.
    pub name: &'s str,
}

/// An interface method's implementation kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MethodKind {
    /// By the interface or the entity.
    Normal,
    /// The same, without an object.
    Static,
    /// Overridden by classes that derive from the interface class.
    PureVirtual,
    /// Elsewhere.
    Declaration,
}

/// Maximum depth to which interfaces may extend others.
const MAX_DEPTH: u32 = 100;

impl<'s> Interface<'s> {
    /// Returns all interfaces of a kind, without uses that only declare methods, sorted by definition name. May be
    /// empty.
    ///
    /// # Errors
    /// If a field has an unexpected type.
    pub fn all(
        store: &'s RecordStore,
        kind: InterfaceKind,
    ) -> Result<Vec<Interface<'s>>, FieldError> {
        Interface::read_all(interface_records(store, kind))
    }

    /// Returns the entries of [`all`](Self::all) that the main file defines.
    ///
    /// # Errors
    /// If a field has an unexpected type.
    pub fn in_main_file(
        store: &'s RecordStore,
        kind: InterfaceKind,
    ) -> Result<Vec<Interface<'s>>, FieldError> {
        let mut records = interface_records(store, kind);
        records.retain(|&record| super::is_in_main_file(record.into()));
        Interface::read_all(records)
    }

    /// Reads the same interfaces as [`in_main_file`](Self::in_main_file), and requires their class.
    ///
    /// # Errors
    /// If the description lacks the class, or a field has an unexpected type.
    pub(crate) fn for_main_file_with_class(
        store: &'s RecordStore,
        kind: InterfaceKind,
    ) -> Result<Vec<Interface<'s>>, FieldError> {
        store.expect_class(match kind {
            InterfaceKind::Op => OpInterfaceRecord::CLASS,
            InterfaceKind::Attr => AttrInterfaceRecord::CLASS,
            InterfaceKind::Type => TypeInterfaceRecord::CLASS,
            InterfaceKind::Dialect => DialectInterfaceRecord::CLASS,
        })?;
        Interface::in_main_file(store, kind)
    }

    fn read_all(records: Vec<InterfaceRecord<'s>>) -> Result<Vec<Interface<'s>>, FieldError> {
        records.into_iter().map(|record| Interface::read(record, MAX_DEPTH)).collect()
    }

    pub(crate) fn read_one(record: InterfaceRecord<'s>) -> Result<Interface<'s>, FieldError> {
        Interface::read(record, MAX_DEPTH)
    }

    fn read(record: InterfaceRecord<'s>, depth: u32) -> Result<Interface<'s>, FieldError> {
        let depth = depth.checked_sub(1).ok_or_else(|| {
            FieldError::new(Code::Mlir, record, "interfaces extend each other too deeply")
        })?;
        let mut bases: Vec<Interface<'s>> = Vec::new();
        for base in record.base_interfaces()? {
            let base = Interface::read(base, depth)?;
            let is_new = |bases: &[Interface<'s>], one: &Interface<'s>| {
                !bases.iter().any(|base| base.qualified_class() == one.qualified_class())
            };
            for inner in &base.bases {
                if is_new(&bases, inner) {
                    bases.push(inner.clone());
                }
            }
            if is_new(&bases, &base) {
                bases.push(base);
            }
        }
        let methods = record.methods()?.into_iter().map(InterfaceMethod::read);
        Ok(Interface {
            definition: Record::from(record).name(),
            class_name: record.interface_name()?,
            cpp_namespace: record.cpp_namespace()?,
            description: record.description()?.unwrap_or_default(),
            methods: methods.collect::<Result<_, _>>()?,
            bases,
            extra: InterfaceExtra::read(record)?,
            sequence: Record::from(record).sequence(),
        })
    }

    /// Returns the C++ class with its namespace.
    pub fn qualified_class(&self) -> String {
        match self.cpp_namespace {
            "" => self.class_name.to_owned(),
            namespace => format!("{namespace}::{}", self.class_name),
        }
    }
}

/// Returns the records with a kind, without uses that declare functions.
fn interface_records(store: &RecordStore, kind: InterfaceKind) -> Vec<InterfaceRecord<'_>> {
    let (class, use_class) = match kind {
        InterfaceKind::Op => (OpInterfaceRecord::CLASS, Some(DeclareOpMethodsRecord::CLASS)),
        InterfaceKind::Attr => (AttrInterfaceRecord::CLASS, Some(DeclareAttrMethodsRecord::CLASS)),
        InterfaceKind::Type => (TypeInterfaceRecord::CLASS, Some(DeclareTypeMethodsRecord::CLASS)),
        InterfaceKind::Dialect => (DialectInterfaceRecord::CLASS, None),
    };
    let is_use = |record: Record<'_>| use_class.is_some_and(|class| record.inherits(class));
    let records = store.derived_if_defined(class).into_iter();
    records.filter(|&record| !is_use(record)).map(InterfaceRecord::new).collect()
}

impl<'s> InterfaceExtra<'s> {
    fn read(record: InterfaceRecord<'s>) -> Result<InterfaceExtra<'s>, FieldError> {
        let mut extra = InterfaceExtra {
            class: record.extra_class_declaration()?.unwrap_or_default(),
            shared: record.extra_shared_class_declaration()?.unwrap_or_default(),
            class_of: record.extra_class_of()?.unwrap_or_default(),
            ..InterfaceExtra::default()
        };
        if let Some(one) = InterfaceTraitRecord::from_record(record) {
            extra.in_trait = one.extra_trait_class_declaration()?.unwrap_or_default();
        }
        if let Some(one) = OpInterfaceTraitRecord::from_record(record) {
            extra.verify = one.verify()?.unwrap_or_default();
            extra.verifies_regions = one.verify_with_regions()?;
        }
        Ok(extra)
    }
}

impl<'s> InterfaceMethod<'s> {
    fn read(record: InterfaceMethodRecord<'s>) -> Result<InterfaceMethod<'s>, FieldError> {
        let store = Record::from(record).store();
        let mut parameters = Vec::new();
        for (index, (value, name)) in super::dag_arguments(store, record.arguments()?).enumerate() {
            let name = name.unwrap_or_default();
            let Some(cpp_type) = store.value(value).as_text() else {
                let message = format!(
                    "expected string type for interface method argument #{index} ('{name}') in \
                     '{}', but got '{}'",
                    Record::from(record).name(),
                    store.value_text(value)
                );
                let error = FieldError::new(Code::Mlir, record, message);
                let advice = format!("write the C++ type of argument '{name}' in quotes");
                return Err(error.note(advice));
            };
            parameters.push(MethodParameter { cpp_type: store.str(cpp_type), name });
        }
        let code = |text: Option<&'s str>| text.filter(|text| !text.trim().is_empty());
        Ok(InterfaceMethod {
            name: record.method_name()?,
            description: record.description()?.unwrap_or_default(),
            return_type: record.return_type()?,
            parameters,
            kind: if StaticInterfaceMethodRecord::from_record(record).is_some() {
                MethodKind::Static
            } else if PureVirtualMethodRecord::from_record(record).is_some() {
                MethodKind::PureVirtual
            } else if MethodDeclarationRecord::from_record(record).is_some() {
                MethodKind::Declaration
            } else {
                MethodKind::Normal
            },
            body: code(record.body()?),
            default_body: code(record.default_body()?),
        })
    }
}
