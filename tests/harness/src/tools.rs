//! Where the tools under test are.

use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The commands and folders of one test run.
#[derive(Debug, Clone)]
pub struct Tools {
    /// The UPC compiler: `UPCC`, or `build/bin/upcc`.
    pub upcc: PathBuf,
    /// The launcher: `UPCRUN`, or `build/bin/upcrun`.
    pub upcrun: PathBuf,
    /// The C compiler of the references: `CC`, or `cc`.
    pub cc: String,
    /// The project's root.
    pub root: PathBuf,
    /// Where executables and outputs go; emptied by whoever creates it.
    pub scratch: PathBuf,
    /// The longest one compilation or one run may take: `UPC_TEST_TIMEOUT` seconds, or 120.
    pub limit: Duration,
    /// Whether every case is run, not a sample: `UPC_TEST_FULL=1`.
    pub full: bool,
}

impl Tools {
    /// Reads the environment.
    pub fn from_env() -> Tools {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let root = root.canonicalize().unwrap_or(root);
        let tool = |variable: &str, name: &str| match env::var_os(variable) {
            Some(path) => PathBuf::from(path),
            None => root.join("build/bin").join(name),
        };
        let seconds = env::var("UPC_TEST_TIMEOUT").ok().and_then(|s| s.parse().ok());
        Tools {
            upcc: tool("UPCC", "upcc"),
            upcrun: tool("UPCRUN", "upcrun"),
            cc: env::var("CC").unwrap_or_else(|_| "cc".to_owned()),
            scratch: env::temp_dir().join(format!("upc-test-{}", std::process::id())),
            limit: Duration::from_secs(seconds.unwrap_or(120)),
            full: env::var_os("UPC_TEST_FULL").is_some_and(|v| v != "0" && !v.is_empty()),
            root,
        }
    }

    /// The command to type when a tool is not there, or `None` when both are.
    pub fn missing(&self) -> Option<String> {
        [("UPCC", &self.upcc), ("UPCRUN", &self.upcrun)]
            .into_iter()
            .find(|(_, path)| !path.is_file())
            .map(|(variable, path)| format!("{} is not there: run `make` first, or set {variable}", path.display()))
    }
}
