//! A program with wrappers of `arith`, `func` and `scf`: it builds operations and reads them.

use melior::ir::attribute::{Attribute, StringAttribute, TypeAttribute};
use melior::ir::{Block, Location, Operation, Region, Type, Value};
use melior::{Context, Error};
use std::marker::PhantomData;

include!("arith.rs");
include!("func.rs");
include!("scf.rs");
include!("cmath.rs");

fn main() -> Result<(), Error> {
    let context = Context;
    let location = Location::numbered(0);
    let value = |number: u32| Value::numbered(number);
    let region = |number: u32| Region(number, PhantomData);

    // Types of results are inferred; attributes that may be missing are set later or never.
    let mut add = arith::addi(&context, value(1), value(2), location);
    assert_eq!(arith::AddIOperation::name(), "arith.addi");
    assert_eq!((add.lhs()?.0, add.rhs()?.0, add.result()?.0), (1, 2, 1));
    assert_eq!(add.overflow_flags(), Err(Error::AttributeNotFound("overflowFlags".to_owned())));
    add.set_overflow_flags(Attribute::unit(&context));
    assert_eq!(add.overflow_flags(), Ok(Attribute::unit(&context)));
    add.remove_overflow_flags()?;
    assert!(add.overflow_flags().is_err());

    // The order of a builder's calls is not that of the operands.
    let builder = arith::AddFOperation::builder(&context, location);
    let add: arith::AddFOperation = builder.rhs(value(2)).lhs(value(1)).build();
    assert_eq!((add.lhs()?.0, add.rhs()?.0), (1, 2));
    let add = Operation::from(add);
    let add = arith::AddIOperation::try_from(add).err().expect("it adds floating-point numbers");
    assert!(arith::AddFOperation::try_from(add).is_ok());

    // A list of operands has any length, and keywords are raw identifiers.
    let returned = func::r#return(&context, &[value(1), value(2)], location);
    let values = returned.operands()?;
    assert_eq!(values.iter().map(|one| one.0).collect::<Vec<_>>(), [1, 2]);
    let name = StringAttribute::new(&context, &[7]);
    let ty = TypeAttribute::new(&context, &[8]);
    let mut function = func::func(&context, region(3), name, ty, location);
    assert_eq!((function.body()?.0, function.sym_name()?, function.function_type()?), (3, name, ty));
    assert!(!function.no_inline());
    function.set_no_inline(&context, true);
    assert!(function.no_inline());
    function.set_no_inline(&context, false);
    assert!(!function.no_inline());

    // Operands of one value come before a list.
    let types = [Type::numbered(5), Type::numbered(6)];
    let inits = [value(4), value(5)];
    let one = value(1);
    let body = region(9);
    let each = scf::r#for(&context, &types, one, value(2), value(3), &inits, body, location);
    assert_eq!((each.lower_bound()?.0, each.upper_bound()?.0, each.step()?.0), (1, 2, 3));
    assert_eq!(each.init_args()?.len(), 2);
    assert_eq!(each.results()?.iter().map(|one| one.0).collect::<Vec<_>>(), [5, 6]);
    assert_eq!(each.region()?.0, 9);

    // An attribute holds the lengths of several lists.
    let block = Block(8, PhantomData);
    let more = vec![region(4), region(5)];
    let builder = cmath::FoldOperation::builder(&context, location).others(&[value(2), value(3)]);
    let builder = builder.first(value(1)).sym_name(name).body(region(3)).more(more).next(&block);
    let fold = builder.results(&types).build();
    assert_eq!((fold.first()?.0, fold.others()?.len()), (1, 2));
    assert_eq!(fold.initial(), Err(Error::OperandNotFound("initial")));
    assert_eq!((fold.body()?.0, fold.more()?.len(), fold.next()?.0), (3, 2, 8));
    let builder = cmath::FoldOperation::builder(&context, location).first(value(1)).sym_name(name);
    let fold = builder.body(region(3)).next(&block).initial(value(6)).build();
    assert_eq!((fold.initial()?.0, fold.others()?.len(), fold.results()?.len()), (6, 0, 0));
    Ok(())
}
