// SPDX-License-Identifier: Apache-2.0
//! Runs UPC programs as a user would, and compares the results with the directives in their
//! comments.
//!
//! - [`directives`]: the `// key: value` lines at the head of a program and the `/* error: text */`
//!   marks in it.
//! - [`matrix`]: which (mode, THREADS environment, thread count) cases of a program are run.
//! - [`program`]: finding programs, compiling each variant once, running and judging one case.
//! - [`rejected`]: programs that the compiler must refuse, and those that it must accept.
//! - [`example`]: the programs of `examples/`, compared with their plain C references.
//! - [`applications`]: the programs of `bench/apps/`.
//! - [`gallery`]: the mistakes of `tests/errors/` and the messages about them, shown in
//!   docs/errors.md.
//! - [`process`]: a child process with a time limit on its whole process group.
//! - [`script`]: the scripts of `tests/tools/`, which use the tools as a user types.
//! - [`second_run`]: a failed test runs once more, alone (`TEST_AGAIN=1`).
//! - [`suite`]: all of these, one test a case.
//! - [`conformance`]: the requirements of the language and the tests that name them.
//! - [`tools`]: where `upcc`, `upcrun` and the C compiler are.

pub mod applications;
pub mod conformance;
pub mod directives;
pub mod example;
pub mod gallery;
pub mod matrix;
pub mod process;
pub mod program;
pub mod rejected;
pub mod runner;
pub mod script;
pub mod second_run;
pub mod suite;
pub mod tools;

/// Why a case failed, as shown to the person who reads the test log.
pub type Failure = String;
