// SPDX-License-Identifier: Apache-2.0
//! What the test programs of libtest-mimic have in common: how they start, and numbers from the
//! environment.

use crate::tools::Tools;
use libtest_mimic::Arguments;
use std::env;
use std::process::ExitCode;
use std::sync::Arc;

/// The command line, two tests at once unless it says otherwise, and the tools; the status to end
/// with, after a message, when a tool is missing and more is asked for than a list.
pub fn start() -> Result<(Arguments, Arc<Tools>), ExitCode> {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = arguments.test_threads.or(Some(2));
    let tools = Arc::new(Tools::from_env());
    if let (Some(why), false) = (tools.missing(), arguments.list) {
        eprintln!("{why}");
        return Err(ExitCode::from(101));
    }
    Ok((arguments, tools))
}

/// The number in a variable, which is taken away: the runtime would ask what it means.
pub fn number(variable: &str, default: u64) -> u64 {
    let value = env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    env::remove_var(variable);
    value
}
