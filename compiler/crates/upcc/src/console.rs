// SPDX-License-Identifier: Apache-2.0
//! Standard error: messages at once, or all of them as one JSON array at the end of the command.

use std::io::Write;
use std::sync::Mutex;

use crate::json;

/// The messages under `-fdiagnostics-format=json`; `None`: messages are shown at once.
static SAID: Mutex<Option<Vec<u8>>> = Mutex::new(None);

fn said() -> std::sync::MutexGuard<'static, Option<Vec<u8>>> {
    SAID.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Messages are kept for one array if the last `-fdiagnostics-format=` of `words` is JSON. This
/// also holds for messages about the other words.
pub fn obey(words: &[String]) {
    let form = words
        .iter()
        .rev()
        .find_map(|w| w.trim_start_matches('-').strip_prefix("fdiagnostics-format="));
    let json = matches!(form, Some("json" | "json-stderr"));
    let kept = said().take();
    *said() = json.then(|| kept.unwrap_or_default());
}

/// Shows messages: lines, also those of other programs. A closed standard error is no error.
pub fn say(messages: &[u8]) {
    match said().as_mut() {
        Some(kept) => kept.extend(messages),
        None => show(messages),
    }
}

/// Messages of upcc itself, of one severity.
pub fn report(severity: &str, messages: &[String]) {
    let text: String = messages.iter().map(|m| format!("upcc: {severity}: {m}\n")).collect();
    say(text.as_bytes());
}

/// Shows bytes that are no messages: commands, versions.
pub fn show(bytes: &[u8]) {
    let _ = std::io::stderr().write_all(bytes);
}

/// Shows the array under JSON, at the end of a command that compiled or linked (`always`), or that
/// has messages. The array of a failed command contains the reason.
pub fn finish(always: bool, code: i32) {
    if let Some(kept) = said().take() {
        if always || code != 0 || !kept.is_empty() {
            show(json::array(&String::from_utf8_lossy(&kept), code).as_bytes());
        }
    }
}
