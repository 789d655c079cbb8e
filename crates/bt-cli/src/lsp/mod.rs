//! `bt lsp`: a language server for trees, over standard input and output.
//!
//! In Rust files it answers what rust-analyzer cannot: the outline of trees, label names, changes of trees, and errors
//! until the next `cargo check`. In `.bt` files and in the XML of BehaviorTree.CPP, it answers everything.
//! `lsp-server`, from rust-analyzer, carries the messages: one thread, no async runtime. The types follow the
//! protocol's own model.

mod actions;
mod address;
mod colours;
mod completion;
mod definition;
mod dispatch;
mod document;
mod folding;
mod format;
mod hints;
mod hover;
mod known;
mod language;
mod lines;
mod outline;
mod pages;
mod problems;
mod rename;
mod running;
mod server;
mod settings;
mod xml;

use std::time::Duration;

use crossbeam_channel::{RecvTimeoutError, select_biased, unbounded};
use gen_lsp_types::{InitializeParams, InitializeResult, ServerInfo};
use lsp_server::{Connection, Message, Request};

use language::Workspace;
use running::Running;
use server::Server;
use settings::Settings;

/// How long the editor must pause before a changed file is checked.
const QUIET: Duration = Duration::from_millis(150);

/// Nodes and the code in them are parsed recursively.
const STACK: usize = 64 << 20;

/// Serves one client, until it says `exit`.
///
/// # Errors
/// If the client breaks the protocol, or its streams end too early.
pub fn run() -> Result<(), String> {
    let serve = std::thread::Builder::new().stack_size(STACK).spawn(serve).map_err(|error| error.to_string())?;
    serve.join().map_err(|_| "the server has panicked".to_owned())?
}

fn serve() -> Result<(), String> {
    let (connection, threads) = Connection::stdio();
    let settings = initialize(&connection).map_err(|error| error.to_string())?;
    let (send_known, receive_known) = unbounded();
    let roots = settings.roots.clone();
    // Reading a large workspace takes a second. Until then, no leaf is known.
    let reads = std::thread::spawn(move || {
        // The server may have ended.
        let _ = send_known.send(Workspace::of(&roots));
    });
    if let Some(registrations) = settings.registrations() {
        let request = Request::new("register".to_owned().into(), "client/registerCapability".to_owned(), registrations);
        connection.sender.send(request.into()).map_err(|error| error.to_string())?;
    }
    let (send_changed, receive_changed) = unbounded();
    let running = Running::default();
    if let Some(address) = settings.live.clone() {
        let running = running.clone();
        std::thread::spawn(move || running.watch(&address, &send_changed));
    }
    // If no program is watched, nothing ever sends.
    let receive_changed = if settings.live.is_some() { receive_changed } else { crossbeam_channel::never() };
    let mut server = Server::new(settings, connection.sender.clone(), running);
    let mut receive_known = receive_known;
    loop {
        let quiet = if server.has_unchecked() { QUIET } else { Duration::from_secs(3600) };
        let message = select_biased! {
            recv(connection.receiver) -> message => message.map_err(|_| RecvTimeoutError::Disconnected),
            recv(receive_known) -> known => {
                if let Ok(known) = known {
                    server.learn(known);
                }
                receive_known = crossbeam_channel::never();
                continue;
            }
            recv(receive_changed) -> _ => {
                server.refresh();
                continue;
            }
            default(quiet) => Err(RecvTimeoutError::Timeout),
        };
        match message {
            Ok(Message::Request(request)) => server.request(request),
            Ok(Message::Notification(notification)) if notification.method == "exit" => match server.is_shut_down {
                true => break,
                false => return Err("the client sent `exit` before `shutdown`".to_owned()),
            },
            Ok(Message::Notification(notification)) => server.notification(notification),
            Ok(Message::Response(_)) => {}
            Err(RecvTimeoutError::Timeout) => server.check(),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    drop((server, connection));
    // The thread ends on its own, or with the process.
    drop(reads);
    threads.join().map_err(|error| error.to_string())
}

fn initialize(connection: &Connection) -> Result<Settings, Box<dyn std::error::Error>> {
    let (id, params) = connection.initialize_start()?;
    let params: InitializeParams = serde_json::from_value(params)?;
    let settings = Settings::of(&params);
    let info = ServerInfo { name: "bt".to_owned(), version: Some(env!("CARGO_PKG_VERSION").to_owned()) };
    let result = InitializeResult { capabilities: settings.capabilities(), server_info: Some(info) };
    connection.initialize_finish(id, serde_json::to_value(result)?)?;
    Ok(settings)
}
