// SPDX-License-Identifier: Apache-2.0
//! The protocol: requests in, answers out, and diagnostics a moment after the last change.

use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument,
    Notification as _, PublishDiagnostics,
};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentHighlightRequest, DocumentSymbolRequest, GotoDefinition,
    HoverRequest, InlayHintRequest, PrepareRenameRequest, References, Rename, Request as _,
    SignatureHelpRequest,
};
use lsp_types::{
    CodeActionParams, CodeActionProviderCapability, CompletionOptions, CompletionParams,
    Diagnostic, DiagnosticSeverity, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DocumentHighlight, DocumentHighlightParams, DocumentSymbolParams,
    GotoDefinitionParams, HoverParams, HoverProviderCapability, InlayHintParams, OneOf, Position,
    PublishDiagnosticsParams, Range, ReferenceParams, RenameOptions, RenameParams,
    ServerCapabilities, SignatureHelpOptions, SignatureHelpParams, TextDocumentPositionParams,
    TextDocumentSyncCapability, TextDocumentSyncKind,
};
use serde_json::{json, Value};

use crate::features::{complete, diagnose, hints, hover, navigate, rename, signature, symbols};
use crate::place;
use crate::unit::{Buffers, Entity, Setting, Unit};
use crate::workspace::{Closed, Workspace};

/// How long after a change the document is analysed, unless a request needs it before.
const PAUSE: Duration = Duration::from_millis(150);

/// The most changes between two attempts to analyse a document without its wrong lines.
const MOST_CHANGES: u32 = 63;

type Failed = Box<dyn Error + Sync + Send>;

/// Serves one editor until it leaves.
pub fn run() -> Result<(), Failed> {
    let (connection, threads) = Connection::stdio();
    let given = connection.initialize(serde_json::to_value(capabilities())?).map_err(|e| {
        format!(
            "standard input does not speak the Language Server Protocol ({e}): an editor starts \
             upc-lsp, see docs/editors.md"
        )
    })?;
    let arguments =
        given["initializationOptions"]["arguments"].as_array().cloned().unwrap_or_default();
    let setting = Setting {
        program: std::env::current_exe()?,
        arguments: arguments.iter().filter_map(|word| word.as_str().map(String::from)).collect(),
    };
    let mut server = Server {
        connection,
        setting,
        workspace: Workspace::of(&given),
        buffers: Buffers::default(),
        units: HashMap::new(),
        whole: HashMap::new(),
        repairs: HashMap::new(),
        stale: Vec::new(),
        said: HashMap::new(),
    };
    server.serve()?;
    // The connection's end lets the threads of standard input and output finish.
    drop(server);
    Ok(threads.join()?)
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![".".into(), ">".into()]),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(vec!["(".into(), ",".into()]),
            ..SignatureHelpOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

struct Server {
    connection: Connection,
    setting: Setting,
    workspace: Workspace,
    buffers: Buffers,
    /// The last analysis of each open document.
    units: HashMap<PathBuf, Unit>,
    /// The last analysis without errors of documents that have some now.
    whole: HashMap<PathBuf, Unit>,
    /// Pauses between the attempts to analyse a faulty document without its wrong lines.
    repairs: HashMap<PathBuf, Turns>,
    /// Documents that changed since.
    stale: Vec<PathBuf>,
    /// The files that each document's diagnostics were published for.
    said: HashMap<PathBuf, Vec<PathBuf>>,
}

/// The changes at which something that failed is tried again: after 1, 2, 4, ... more.
#[derive(Default)]
struct Turns {
    left: u32,
    pause: u32,
}

impl Turns {
    /// Whether this change is one of them.
    fn is_due(&mut self) -> bool {
        if self.left > 0 {
            self.left -= 1;
            return false;
        }
        self.left = self.pause;
        self.pause = (2 * self.pause + 1).min(MOST_CHANGES);
        true
    }
}

impl Server {
    /// The next message; `None` when the client has gone. Refreshes what is stale in a pause.
    fn next_message(&mut self) -> Result<Option<Message>, Failed> {
        if !self.stale.is_empty() {
            match self.connection.receiver.recv_timeout(PAUSE) {
                Ok(message) => return Ok(Some(message)),
                Err(e) if e.is_timeout() => self.refresh()?,
                Err(_) => return Ok(None),
            }
        }
        Ok(self.connection.receiver.recv().ok())
    }

    fn serve(&mut self) -> Result<(), Failed> {
        loop {
            match self.next_message()? {
                None => return Ok(()),
                Some(Message::Request(request)) => {
                    if self.connection.handle_shutdown(&request)? {
                        return Ok(());
                    }
                    // Completion analyses a text of its own.
                    if request.method != Completion::METHOD {
                        self.refresh()?;
                    }
                    let answer = self.answer(request);
                    self.connection.sender.send(Message::Response(answer))?;
                }
                Some(Message::Notification(notification)) => self.hear(notification)?,
                Some(Message::Response(_)) => {}
            }
        }
    }

    /// The document was closed.
    fn forget(&mut self, path: &Path) -> Result<(), Failed> {
        self.buffers.remove(path);
        self.units.remove(path);
        self.whole.remove(path);
        self.repairs.remove(path);
        self.stale.retain(|p| p != path);
        self.others_are_stale(path, false);
        self.publish(path, Vec::new())
    }

    fn hear(&mut self, notification: Notification) -> Result<(), Failed> {
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                let params: DidOpenTextDocumentParams =
                    serde_json::from_value(notification.params)?;
                let document = params.text_document;
                self.change(place::path_of(&document.uri), Some(document.text));
            }
            DidChangeTextDocument::METHOD => {
                let params: DidChangeTextDocumentParams =
                    serde_json::from_value(notification.params)?;
                let text = params.content_changes.into_iter().last().map(|change| change.text);
                self.change(place::path_of(&params.text_document.uri), text);
            }
            // A header may have been saved that the others include.
            DidSaveTextDocument::METHOD => {
                self.buffers.compare_again();
                self.stale = self.buffers.paths().cloned().collect();
            }
            DidCloseTextDocument::METHOD => {
                let params: DidCloseTextDocumentParams =
                    serde_json::from_value(notification.params)?;
                if let Some(path) = place::path_of(&params.text_document.uri) {
                    self.forget(&path)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn change(&mut self, path: Option<PathBuf>, text: Option<String>) {
        let (Some(path), Some(text)) = (path, text) else { return };
        // A header that no file has stored may be one that the others missed.
        let is_new = self.buffers.set(&path, text) && !path.exists();
        self.is_stale(path.clone());
        self.others_are_stale(&path, is_new);
    }

    fn is_stale(&mut self, path: PathBuf) {
        if !self.stale.contains(&path) {
            self.stale.push(path);
        }
    }

    /// The other documents, all or those that include `path`, are to be analysed again.
    fn others_are_stale(&mut self, path: &Path, all: bool) {
        let others = self.units.iter().filter(|(other, _)| *other != path);
        let stale = others.filter(|(_, unit)| all || unit.includes(path));
        let stale: Vec<PathBuf> = stale.map(|(other, _)| other.clone()).collect();
        stale.into_iter().for_each(|other| self.is_stale(other));
    }

    /// Analyses changed documents, and publishes their messages.
    fn refresh(&mut self) -> Result<(), Failed> {
        for path in std::mem::take(&mut self.stale) {
            let Some(contents) = self.buffers.get(&path) else { continue };
            let found = match Unit::new(&path, contents, &self.buffers, &self.setting) {
                Ok(unit) => {
                    let found = diagnose::diagnostics(&unit, &self.buffers);
                    self.keep(&path, unit);
                    found
                }
                Err(e) => vec![(path.clone(), vec![failure(e)])],
            };
            self.publish(&path, found)?;
        }
        Ok(())
    }

    /// Takes `unit` for the document's analysis.
    fn keep(&mut self, path: &Path, unit: Unit) {
        let has_errors = unit.found.has_errors();
        let before = self.units.insert(path.to_path_buf(), unit);
        if !has_errors {
            self.whole.remove(path);
            self.repairs.remove(path);
        } else if let Some(before) = before.filter(|before| !before.found.has_errors()) {
            self.whole.insert(path.to_path_buf(), before);
        } else if !self.whole.contains_key(path)
            && self.repairs.entry(path.to_path_buf()).or_default().is_due()
        {
            let repaired = self.without_wrong_lines(path);
            self.whole.extend(repaired.map(|unit| (path.to_path_buf(), unit)));
        }
    }

    /// The analysis of a document without the lines that have errors, if that removes them all.
    fn without_wrong_lines(&self, path: &Path) -> Option<Unit> {
        let unit = self.units.get(path)?;
        let wrong = diagnose::lines_with_errors(unit, &self.buffers);
        let lines = unit.contents.lines().enumerate();
        let kept = lines.map(|(n, line)| if wrong.contains(&(n as u32)) { "" } else { line });
        let text: Vec<&str> = kept.collect();
        let repaired = Unit::new(path, &text.join("\n"), &self.buffers, &self.setting).ok()?;
        (!repaired.found.has_errors()).then_some(repaired)
    }

    /// Publishes the diagnostics that a document causes; files that had some of it and have none
    /// now get an empty list.
    fn publish(
        &mut self,
        path: &Path,
        found: Vec<(PathBuf, Vec<Diagnostic>)>,
    ) -> Result<(), Failed> {
        let files = found.iter().map(|(file, _)| file.clone()).collect();
        let before = self.said.insert(path.to_path_buf(), files).unwrap_or_default();
        let gone = before
            .into_iter()
            .filter(|file| !found.iter().any(|(f, _)| f == file))
            .map(|file| (file, Vec::new()));
        for (file, diagnostics) in gone.collect::<Vec<_>>().into_iter().chain(found) {
            let Some(uri) = place::uri_of(&file) else { continue };
            let params = PublishDiagnosticsParams { uri, diagnostics, version: None };
            let notification = Notification::new(PublishDiagnostics::METHOD.to_string(), params);
            self.connection.sender.send(Message::Notification(notification))?;
        }
        Ok(())
    }

    fn answer(&self, request: Request) -> Response {
        let Request { id, method, params } = request;
        let answer = match method.as_str() {
            HoverRequest::METHOD => with(params, |p: HoverParams| {
                Ok(json!(self.hover(p.text_document_position_params)))
            }),
            GotoDefinition::METHOD => with(params, |p: GotoDefinitionParams| {
                Ok(json!(self.definition(p.text_document_position_params)))
            }),
            DocumentHighlightRequest::METHOD => with(params, |p: DocumentHighlightParams| {
                Ok(json!(self.highlights(p.text_document_position_params)))
            }),
            References::METHOD => with(params, |p: ReferenceParams| Ok(json!(self.references(p)))),
            PrepareRenameRequest::METHOD => {
                with(params, |p: TextDocumentPositionParams| Ok(json!(self.prepared(p))))
            }
            Rename::METHOD => with(params, |p: RenameParams| self.rename(p)),
            DocumentSymbolRequest::METHOD => {
                with(params, |p: DocumentSymbolParams| Ok(json!(self.symbols(p))))
            }
            Completion::METHOD => with(params, |p: CompletionParams| self.complete(p)),
            SignatureHelpRequest::METHOD => with(params, |p: SignatureHelpParams| {
                Ok(json!(self.signature(p.text_document_position_params)))
            }),
            CodeActionRequest::METHOD => {
                with(params, |p: CodeActionParams| Ok(json!(self.fixes(p))))
            }
            InlayHintRequest::METHOD => with(params, |p: InlayHintParams| self.hints(p)),
            _ => {
                return Response::new_err(
                    id,
                    ErrorCode::MethodNotFound as i32,
                    format!("{method} is not served"),
                )
            }
        };
        respond(id, answer)
    }

    /// A document, and the name at a position in it.
    fn at(&self, p: &TextDocumentPositionParams) -> Option<(PathBuf, &Unit)> {
        let path = place::path_of(&p.text_document.uri)?;
        let unit = self.units.get(&path)?;
        Some((path, unit))
    }

    fn others<'a>(&'a self, unit: &'a Unit) -> impl Iterator<Item = &'a Unit> {
        self.units.values().filter(move |other| other.path != unit.path)
    }

    /// The units that are not open and may mean an entity of `unit`.
    fn closed(&self, unit: &Unit, entity: Entity) -> Closed {
        let shared = unit.spelling(entity).filter(|_| unit.is_shared(entity));
        shared.map_or_else(Closed::default, |name| {
            self.workspace.units(name, &self.buffers, &self.setting)
        })
    }

    fn entity(&self, p: &TextDocumentPositionParams) -> Option<(&Unit, Entity)> {
        let (path, unit) = self.at(p)?;
        Some((unit, unit.entity_at(&path, p.position, &self.buffers)?.1))
    }

    fn hover(&self, p: TextDocumentPositionParams) -> Option<lsp_types::Hover> {
        if let Some((unit, entity)) = self.entity(&p) {
            return hover::hover(unit, entity, &self.buffers);
        }
        let (path, unit) = self.at(&p)?;
        let span = unit.span_at(&path, p.position, &self.buffers);
        let value = span.and_then(|span| hover::size_operator(unit, span));
        let word = || Some(self.word(&path, p.position)?.1);
        let of_macro = || {
            let found = unit.macro_named(&word()?, &self.setting)?;
            Some(hover::of_macro(unit, found, &self.buffers))
        };
        value.or_else(of_macro).or_else(|| hover::keyword(&word()?))
    }

    /// The word at a position of a document, and where it is.
    fn word(&self, path: &Path, position: Position) -> Option<(Range, String)> {
        let line = self.buffers.get(path)?.lines().nth(position.line as usize)?;
        let word = place::word(line, place::byte(line, position.character))?;
        let end = |byte| Position::new(position.line, place::column(line, byte));
        Some((Range::new(end(word.start), end(word.end)), line[word].to_string()))
    }

    fn definition(&self, p: TextDocumentPositionParams) -> Option<lsp_types::Location> {
        let Some((unit, entity)) = self.entity(&p) else {
            let (path, unit) = self.at(&p)?;
            let found = unit.macro_named(&self.word(&path, p.position)?.1, &self.setting)?;
            return navigate::macro_definition(unit, found, &self.buffers);
        };
        let open: Vec<&Unit> = self.others(unit).collect();
        if navigate::is_elsewhere(unit, &open, entity) {
            let closed = self.closed(unit, entity).units;
            let closed: Vec<&Unit> = closed.iter().collect();
            return navigate::definition(unit, &closed, entity, &self.buffers);
        }
        navigate::definition(unit, &open, entity, &self.buffers)
    }

    /// The uses of a name in its own document.
    fn highlights(&self, p: TextDocumentPositionParams) -> Option<Vec<DocumentHighlight>> {
        let (unit, entity) = self.entity(&p)?;
        let uses = navigate::occurrences(unit, entity, true, &self.buffers);
        let own = uses.into_iter().filter(|at| at.uri == p.text_document.uri);
        Some(own.map(|at| DocumentHighlight { range: at.range, kind: None }).collect())
    }

    fn references(&self, p: ReferenceParams) -> Option<Vec<lsp_types::Location>> {
        let (unit, entity) = self.entity(&p.text_document_position)?;
        let declarations = p.context.include_declaration;
        let closed = self.closed(unit, entity).units;
        let others = self.others(unit).chain(&closed);
        Some(navigate::references(unit, others, entity, declarations, &self.buffers))
    }

    fn prepared(&self, p: TextDocumentPositionParams) -> Option<Range> {
        self.entity(&p)?;
        Some(self.word(&place::path_of(&p.text_document.uri)?, p.position)?.0)
    }

    fn rename(&self, p: RenameParams) -> Result<Value, String> {
        let (unit, entity) =
            self.entity(&p.text_document_position).ok_or("nothing here has a name to change")?;
        let closed = self.closed(unit, entity);
        if let Some(why) = closed.missing {
            return Err(format!("not all uses can be found: {why}"));
        }
        let others = self.others(unit).chain(&closed.units);
        let units: Vec<&Unit> = std::iter::once(unit).chain(others).collect();
        Ok(json!(rename::rename(&units, entity, &p.new_name, &self.buffers)?))
    }

    fn symbols(&self, p: DocumentSymbolParams) -> Option<Vec<lsp_types::DocumentSymbol>> {
        let unit = self.units.get(&place::path_of(&p.text_document.uri)?)?;
        Some(symbols::symbols(unit, &self.buffers))
    }

    fn complete(&self, p: CompletionParams) -> Result<Value, String> {
        let at = p.text_document_position;
        let path = place::path_of(&at.text_document.uri).ok_or("not a file")?;
        Ok(json!(complete::complete(&path, at.position, &self.buffers, &self.setting)?))
    }

    fn signature(&self, p: TextDocumentPositionParams) -> Option<lsp_types::SignatureHelp> {
        let (path, unit) = self.at(&p)?;
        signature::signature(unit, &path, p.position, &self.buffers)
    }

    fn hints(&self, p: InlayHintParams) -> Result<Value, String> {
        let path = place::path_of(&p.text_document.uri);
        let unit =
            path.as_ref().and_then(|path| Some((self.units.get(path)?, self.whole.get(path))));
        unit.map_or(Ok(Value::Null), |(unit, before)| {
            Ok(json!(hints::hints(unit, before, p.range, &self.buffers)?))
        })
    }

    fn fixes(&self, p: CodeActionParams) -> Option<Vec<lsp_types::CodeActionOrCommand>> {
        let text = self.buffers.get(&place::path_of(&p.text_document.uri)?)?;
        Some(diagnose::fixes(&p.text_document.uri, text, &p.context.diagnostics))
    }
}

/// The reason why upcc cannot read a document, as its first line's message.
fn failure(message: String) -> Diagnostic {
    let start = Position::new(0, 0);
    Diagnostic {
        range: Range::new(start, Position::new(0, 1)),
        severity: Some(DiagnosticSeverity::ERROR),
        source: Some("upc-lsp".into()),
        message,
        ..Diagnostic::default()
    }
}

fn with<P: serde::de::DeserializeOwned>(
    params: Value,
    f: impl FnOnce(P) -> Result<Value, String>,
) -> Result<Value, String> {
    f(serde_json::from_value(params).map_err(|e| e.to_string())?)
}

fn respond(id: RequestId, answer: Result<Value, String>) -> Response {
    match answer {
        Ok(value) => Response::new_ok(id, value),
        Err(e) => Response::new_err(id, ErrorCode::RequestFailed as i32, e),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_become_rare() {
        let mut turns = Turns::default();
        let due: Vec<u32> = (0..200).filter(|_| turns.is_due()).collect();
        assert_eq!(due, [0, 1, 3, 7, 15, 31, 63, 127, 191]);
    }
}
