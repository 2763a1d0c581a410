//! The server on a connection. Evaluations and lints run on separate threads, so that requests are
//! answered in the meantime.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};

use lsp_server::{Connection, Message, Request, RequestId};

use crate::clock::Clock;
use crate::options::ServerOptions;
use crate::server::{LanguageServer, Phase, ServerError, cancelled_id};
use crate::tasks::TaskResult;

/// Serves a client on standard input and output until it sends `exit`.
///
/// # Errors
/// If the client violates the protocol.
#[cfg(not(target_family = "wasm"))]
pub fn serve_stdio(options: ServerOptions) -> Result<(), ServerError> {
    let (connection, writer) = crate::transport::stdio();
    let result = serve(connection, options);
    // The thread ends with the connection.
    _ = writer.join();
    result
}

/// Serves a client on a connection until it sends `exit`.
///
/// # Errors
/// If the client violates the protocol.
pub fn serve(connection: Connection, options: ServerOptions) -> Result<(), ServerError> {
    let server = LanguageServer::new(options, Clock::system());
    ConnectionLoop { connection, server, events: mpsc::channel() }.run()
}

/// An event for the loop.
enum ConnectionEvent {
    Client(Message),
    /// The client has disconnected.
    Disconnected,
    Finished(TaskResult),
}

/// The server with its connection.
struct ConnectionLoop {
    connection: Connection,
    server: LanguageServer,
    events: (Sender<ConnectionEvent>, Receiver<ConnectionEvent>),
}

impl ConnectionLoop {
    fn run(mut self) -> Result<(), ServerError> {
        self.forward_messages();
        self.forward_early_results();
        let mut queue: VecDeque<ConnectionEvent> = VecDeque::new();
        loop {
            self.start_tasks();
            self.server.answer_waiting();
            self.send_messages();
            if let Phase::Exited { is_shut_down } = self.server.phase() {
                return is_shut_down.then_some(()).ok_or(ServerError::ExitWithoutShutdown);
            }
            if queue.is_empty() {
                queue.extend(self.next_event());
            }
            // The queue is filled first: a queued request may be cancelled by a later message.
            while let Ok(event) = self.events.1.try_recv() {
                queue.push_back(event);
            }
            self.answer_cancelled(&mut queue);
            match queue.pop_front() {
                None => {}
                Some(ConnectionEvent::Disconnected) => {
                    return Err(ServerError::Protocol("the connection ended".to_owned()));
                }
                Some(ConnectionEvent::Client(message)) => self.server.receive(message),
                Some(ConnectionEvent::Finished(task)) => self.server.finished(task),
            }
        }
    }

    fn next_event(&self) -> Option<ConnectionEvent> {
        match self.server.next_due() {
            None => Some(self.events.1.recv().unwrap_or(ConnectionEvent::Disconnected)),
            Some(wait) => match self.events.1.recv_timeout(wait) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(ConnectionEvent::Disconnected),
            },
        }
    }

    /// Forwards client messages to the event channel.
    fn forward_messages(&self) {
        let receiver = self.connection.receiver.clone();
        let events = self.events.0.clone();
        std::thread::spawn(move || {
            for message in receiver {
                if events.send(ConnectionEvent::Client(message)).is_err() {
                    return;
                }
            }
            _ = events.send(ConnectionEvent::Disconnected);
        });
    }

    /// Forwards early results of unfinished tasks to the event channel.
    fn forward_early_results(&mut self) {
        let events = self.events.0.clone();
        self.server.pass_early_results(Arc::new(move |result| {
            _ = events.send(ConnectionEvent::Finished(result));
        }));
    }

    fn start_tasks(&mut self) {
        for task in self.server.take_tasks() {
            let events = self.events.0.clone();
            std::thread::spawn(move || {
                _ = events.send(ConnectionEvent::Finished(task.run()));
            });
        }
    }

    fn send_messages(&mut self) {
        for message in self.server.take_messages() {
            // If the client has disconnected, the loop ends with the next event.
            _ = self.connection.sender.send(message);
        }
    }

    /// Answers queued requests that the client has cancelled.
    fn answer_cancelled(&mut self, queue: &mut VecDeque<ConnectionEvent>) {
        let cancelled: Vec<RequestId> = queue.iter().filter_map(cancelled_by).collect();
        if cancelled.is_empty() {
            return;
        }
        let mut cancelled_ids = Vec::new();
        let mut keep = |request: &Request| {
            let is_cancelled = cancelled.contains(&request.id);
            if is_cancelled {
                cancelled_ids.push(request.id.clone());
            }
            !is_cancelled
        };
        queue.retain(|event| match event {
            ConnectionEvent::Client(Message::Request(request)) => keep(request),
            ConnectionEvent::Client(Message::Response(_) | Message::Notification(_))
            | ConnectionEvent::Disconnected
            | ConnectionEvent::Finished(_) => true,
        });
        for id in cancelled_ids {
            self.server.refuse_cancelled(id);
        }
    }
}

/// Returns the request id that an event cancels.
fn cancelled_by(event: &ConnectionEvent) -> Option<RequestId> {
    let ConnectionEvent::Client(Message::Notification(notification)) = event else { return None };
    cancelled_id(notification)
}
