// SPDX-License-Identifier: Apache-2.0
//! Shared by the test programs of libtest-mimic: their start, and numbers from the environment.

use crate::tools::Tools;
use libtest_mimic::Arguments;
use std::env;
use std::process::ExitCode;
use std::sync::Arc;

/// The command line, with two tests at once by default, and the tools. The exit status, after a
/// message, if a tool is missing and more than a list is requested.
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

/// The number in a variable, which is removed: the runtime would warn that it is unknown.
pub fn number(variable: &str, default: u64) -> u64 {
    let value = env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    env::remove_var(variable);
    value
}
