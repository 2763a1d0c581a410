//! OpenMP: `--gen-openmp-clause-ops`, `--verify-openmp-ops`.

pub(crate) mod openmp_clause_ops;
pub(crate) mod verify_openmp_ops;
