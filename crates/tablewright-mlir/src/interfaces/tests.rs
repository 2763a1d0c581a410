use expect_test::{Expect, expect};
use tablewright_test_support::{item, lines};

use super::{op_interface, type_interface};
use crate::test_support::output;

/// Returns the declarations of an operation interface with these fields.
fn declarations(fields: &str) -> String {
    let text = format!(
        "include \"mlir.inc\"
def Base : OpInterface<\"Base\">;
def Sized : OpInterface<\"Sized\"> {{ {fields} }}
def Derived : OpInterface<\"Derived\", [Base]>;"
    );
    output(&op_interface::DECLS_BACKEND, &text)
}

/// Checks the item whose head contains `head`.
fn check(fields: &str, head: &str, expected: Expect) {
    expected.assert_eq(&item(&declarations(fields), head));
}

#[test]
fn overloads_have_numbers_in_the_table_of_functions() {
    let fields = "let methods = [InterfaceMethod<\"\", \"int\", \"size\">,
                                 InterfaceMethod<\"\", \"int\", \"size\", (ins \"int\":$unit)>];";
    check(
        fields,
        "struct SizedInterfaceTraits {",
        expect![[r#"
        struct SizedInterfaceTraits {
          struct Concept {
            int (*size)(const Concept *impl, ::mlir::Operation *);
            int (*size_1)(const Concept *impl, ::mlir::Operation *, int);
          };
          template<typename ConcreteOp>
          class Model : public Concept {
          public:
            using Interface = ::toy::Sized;
            Model() : Concept{size, size_1} {}
            static inline int size(const Concept *impl, ::mlir::Operation *tablegen_opaque_val);
            static inline int size_1(const Concept *impl, ::mlir::Operation *tablegen_opaque_val, int unit);
          };
          template<typename ConcreteOp>
          class FallbackModel : public Concept {
          public:
            using Interface = ::toy::Sized;
            FallbackModel() : Concept{size, size_1} {}
            static inline int size(const Concept *impl, ::mlir::Operation *tablegen_opaque_val);
            static inline int size_1(const Concept *impl, ::mlir::Operation *tablegen_opaque_val, int unit);
          };
          template<typename ConcreteModel, typename ConcreteOp>
          class ExternalModel : public FallbackModel<ConcreteModel> {
          public:
            using ConcreteEntity = ConcreteOp;
          };
        };
    "#]],
    );
}

#[test]
fn a_static_method_gets_no_operation() {
    let fields =
        "let methods = [StaticInterfaceMethod<\"\", \"int\", \"count\", (ins \"int\":$x)>];";
    let count = lines(&declarations(fields), &["count("]);
    expect![[r#"
        static inline int count(int x);
        static inline int count(int x);
        int count(int x);
        int detail::SizedInterfaceTraits::Model<ConcreteOp>::count(int x) {
        return ConcreteOp::count(x);
        int detail::SizedInterfaceTraits::FallbackModel<ConcreteOp>::count(int x) {
        return ConcreteOp::count(x);
    "#]]
    .assert_eq(&count);
}

#[test]
fn a_method_with_a_default_body_is_in_the_trait() {
    let fields = "let methods = [InterfaceMethod<\"\", \"int\", \"size\", (ins), \"\", \"return $_op.n();\">];";
    check(
        fields,
        "struct SizedTrait :",
        expect![[r#"
        struct SizedTrait : public ::mlir::OpInterface<Sized, detail::SizedInterfaceTraits>::Trait<ConcreteOp> {
          int size() {
        return (*static_cast<ConcreteOp *>(this)).n();
          }
        };
    "#]],
    );
    check(
        fields,
        "class ExternalModel :",
        expect![[r#"
        class ExternalModel : public FallbackModel<ConcreteModel> {
        public:
          using ConcreteEntity = ConcreteOp;
        };
    "#]],
    );
}

#[test]
fn a_verifier_is_called_through_the_trait() {
    check(
        "let verify = \"return check($_op);\";",
        "struct SizedTrait :",
        expect![[r#"
        struct SizedTrait : public ::mlir::OpInterface<Sized, detail::SizedInterfaceTraits>::Trait<ConcreteOp> {
          static ::llvm::LogicalResult verifyTrait(::mlir::Operation *op) {
        return check(op);
          }
        };
    "#]],
    );
}

#[test]
fn a_derived_interface_finds_its_base_at_registration() {
    let output = declarations("");
    expect![[r#"
        struct DerivedInterfaceTraits {
          struct Concept {
            const ::toy::Base::Concept *implBase = nullptr;
            void initializeInterfaceConcept(::mlir::detail::InterfaceMap &interfaceMap) {
              implBase = interfaceMap.lookup<::toy::Base>();
              assert(implBase && "`::toy::Derived` expected its base interface `::toy::Base` to be registered");
            }
          };
          template<typename ConcreteOp>
          class Model : public Concept {
          public:
            using Interface = ::toy::Derived;
            Model() : Concept{} {}
          };
          template<typename ConcreteOp>
          class FallbackModel : public Concept {
          public:
            using Interface = ::toy::Derived;
            FallbackModel() : Concept{} {}
          };
          template<typename ConcreteModel, typename ConcreteOp>
          class ExternalModel : public FallbackModel<ConcreteModel> {
          public:
            using ConcreteEntity = ConcreteOp;
          };
        };
    "#]].assert_eq(&item(&output, "struct DerivedInterfaceTraits {"));
    expect![[r#"
        operator ::toy::Base () const {
    "#]]
    .assert_eq(&lines(&output, &["operator ::toy::Base"]));
}

#[test]
fn an_interface_of_types_is_a_type() {
    let text = "include \"mlir.inc\"
def Sized : TypeInterface<\"Sized\"> { let methods = [InterfaceMethod<\"\", \"int\", \"size\">]; }";
    let output = output(&type_interface::DECLS_BACKEND, text);
    expect![[r#"
        class Sized : public ::mlir::TypeInterface<Sized, detail::SizedInterfaceTraits> {
        public:
          using ::mlir::TypeInterface<Sized, detail::SizedInterfaceTraits>::TypeInterface;
          template <typename ConcreteType>
          struct Trait : public detail::SizedTrait<ConcreteType> {};
          int size() const;
        };
    "#]]
    .assert_eq(&item(&output, "class Sized :"));
}
