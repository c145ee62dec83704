// SPDX-License-Identifier: Apache-2.0
//! A second run of failed tests, alone: on a shared machine a test may exceed a time limit once.

use crate::suite::Test;
use crate::Failure;
use std::fmt;
use std::sync::{Mutex, PoisonError, RwLock};

/// Whether there are second runs, and the tests that needed one. Its text, for the end of the
/// output, has a line `flaky: NAME` and the failure of each.
#[derive(Debug, Default)]
pub struct SecondRun {
    wanted: bool,
    /// Held for reading while a test runs, for writing while one runs alone.
    alone: RwLock<()>,
    /// The name of a test that failed and then passed, and why it failed.
    flaky: Mutex<Vec<(String, Failure)>>,
}

impl SecondRun {
    /// There are second runs if `TEST_AGAIN` is 1.
    pub fn from_env() -> SecondRun {
        let wanted = std::env::var_os("TEST_AGAIN").is_some_and(|v| v == "1");
        SecondRun { wanted, ..SecondRun::default() }
    }

    /// Runs a test. If `TEST_AGAIN` is 1, a failed test runs once more, and that run decides.
    pub fn check(&self, test: &Test) -> Result<(), Failure> {
        let first = {
            let _beside_others = self.alone.read();
            (test.run)()
        };
        match first {
            Err(why) if self.wanted => {
                let _alone = self.alone.write();
                (test.run)()?;
                let mut flaky = self.flaky.lock().unwrap_or_else(PoisonError::into_inner);
                flaky.push((test.name.clone(), why));
                Ok(())
            }
            result => result,
        }
    }
}

impl fmt::Display for SecondRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, why) in self.flaky.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            writeln!(f, "flaky: {name}")?;
            writeln!(f, "it failed, and passed alone; the failure:\n{why}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// A test that fails as often as that.
    fn failing(times: u32) -> Test {
        let runs = AtomicU32::new(0);
        let run = move || match runs.fetch_add(1, Ordering::Relaxed) {
            done if done < times => Err(format!("run {done}")),
            _ => Ok(()),
        };
        Test { name: "late".into(), file: PathBuf::new(), run: Box::new(run) }
    }

    fn wanted() -> SecondRun {
        SecondRun { wanted: true, ..SecondRun::default() }
    }

    #[test]
    fn a_second_run_decides_and_the_first_is_told() {
        let second = wanted();
        assert_eq!(second.check(&failing(1)), Ok(()));
        let said = second.to_string();
        assert!(said.starts_with("flaky: late\n") && said.contains("run 0"), "{said}");
    }

    #[test]
    fn what_fails_twice_fails() {
        let second = wanted();
        assert_eq!(second.check(&failing(2)), Err("run 1".to_string()));
        assert_eq!(second.to_string(), "");
    }

    #[test]
    fn nothing_runs_again_unless_it_is_wanted() {
        assert_eq!(SecondRun::default().check(&failing(1)), Err("run 0".to_string()));
    }
}
