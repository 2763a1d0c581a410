//! A conversation with a program: reads requests, runs them in threads, and writes responses.

use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tablewright_driver::messages::Format;

use super::answer::{self, Cancellation};
use super::engine::Engine;
use super::lines::{Line, LineReader, MAX_LINE};
use super::message::{
    ErrorCode, ErrorObject, Incoming, MethodCall, Request, RequestId, parse, response,
};
use super::tools;
use crate::descriptions::Interest;

/// Maximum number of requests that run or wait at the same time in a conversation. A batch counts once.
const MAX_RUNNING: usize = 64;

/// Stack size in bytes, as for the jobs of a batch.
const STACK: usize = 8 << 20;

/// Notification of a client that cancels a request, as in the language server protocol.
const CANCEL: &str = "$/cancelRequest";

/// Writes a line to the client.
pub(crate) type LineWriter<'w> = &'w mut (dyn FnMut(&str) -> io::Result<()> + Send);

/// A conversation.
pub(crate) struct Conversation<'c> {
    engine: &'c Engine<'c>,
    /// Writes a line. It is called by one thread at a time.
    write: Mutex<LineWriter<'c>>,
    running: Mutex<Vec<Running>>,
    /// Whether the client is gone.
    is_closed: AtomicBool,
}

/// A request, or the requests of a batch.
struct Running {
    ids: Vec<RequestId>,
    cancellation: Arc<Cancellation>,
    /// Whether cancelled requests are not answered. The Model Context Protocol forbids an answer.
    is_silent: bool,
}

impl<'c> Conversation<'c> {
    pub(crate) fn new(engine: &'c Engine<'c>, write: LineWriter<'c>) -> Conversation<'c> {
        let (write, running) = (Mutex::new(write), Mutex::default());
        Conversation { engine, write, running, is_closed: AtomicBool::new(false) }
    }

    /// Answers requests until the input ends or `continues`, called with the time without requests, returns false.
    /// Running requests are finished.
    pub(crate) fn run(&self, input: impl Read, continues: impl Fn(Duration) -> bool) {
        let mut lines = LineReader::new(input, MAX_LINE);
        let mut last_use = Instant::now();
        thread::scope(|scope| {
            loop {
                match lines.next_line() {
                    Ok(Line::Text(line)) => {
                        last_use = Instant::now();
                        self.accept(scope, &line);
                    }
                    Ok(Line::TooLong) => {
                        let message = format!("a message has at most {MAX_LINE} bytes");
                        let error = ErrorObject::new(ErrorCode::InvalidRequest, message);
                        self.respond(&Value::Null, &Err(error));
                    }
                    Ok(Line::Waiting) => {}
                    Ok(Line::End) => break,
                    Err(_) => {
                        self.close();
                        break;
                    }
                }
                if !self.running().is_empty() {
                    last_use = Instant::now();
                }
                if self.is_closed.load(Ordering::Relaxed) || !continues(last_use.elapsed()) {
                    break;
                }
            }
        });
    }

    /// Answers a line: at once, or in a thread.
    fn accept<'s>(&'s self, scope: &'s thread::Scope<'s, '_>, line: &[u8]) {
        match parse(line) {
            Ok(None) => {}
            Ok(Some(Incoming::Single(request))) if is_quick(&request) => {
                let cancellation = Arc::new(Cancellation::default());
                if let Some(line) = self.answer(&request, &cancellation) {
                    self.write_line(&line);
                }
            }
            Ok(Some(Incoming::Single(request))) => self.start(scope, vec![request], false),
            Ok(Some(Incoming::Batch(requests))) => self.start(scope, requests, true),
            Err(error) => self.respond(&Value::Null, &Err(error)),
        }
    }

    /// Runs requests in a thread.
    fn start<'s>(
        &'s self,
        scope: &'s thread::Scope<'s, '_>,
        requests: Vec<Request>,
        is_batch: bool,
    ) {
        let ids: Vec<RequestId> =
            requests.iter().filter_map(|request| request.id.clone()).collect();
        if self.running().len() >= MAX_RUNNING {
            let message = format!("{MAX_RUNNING} requests are running already");
            self.refuse(&ids, is_batch, ErrorObject::new(ErrorCode::Busy, message));
            return;
        }
        let cancellation = Arc::new(Cancellation::default());
        let running = Running { ids: ids.clone(), cancellation, is_silent: false };
        let cancellation = Arc::clone(&running.cancellation);
        self.running().push(running);
        let owner = Arc::clone(&cancellation);
        let run = move || {
            let mut task = || self.run_all(&requests, is_batch, &cancellation);
            (self.engine.in_dir)(&mut task);
            self.running().retain(|other| !Arc::ptr_eq(&other.cancellation, &cancellation));
            self.engine.descriptions.make_room();
        };
        let builder = thread::Builder::new().name("request".into()).stack_size(STACK);
        if builder.spawn_scoped(scope, run).is_err() {
            self.running().retain(|other| !Arc::ptr_eq(&other.cancellation, &owner));
            let error = ErrorObject::new(ErrorCode::Internal, "no thread can be started");
            self.refuse(&ids, is_batch, error);
        }
    }

    /// Answers all requests with an error.
    fn refuse(&self, ids: &[RequestId], is_batch: bool, error: ErrorObject) {
        let error = Err(error);
        self.write_responses(ids.iter().map(|id| response(id, &error)).collect(), is_batch);
    }

    fn run_all(&self, requests: &[Request], is_batch: bool, cancellation: &Arc<Cancellation>) {
        let responses = requests.iter().filter_map(|request| self.answer(request, cancellation));
        let responses: Vec<String> = responses.collect();
        if !self.is_silent(cancellation) {
            self.write_responses(responses, is_batch);
        }
    }

    /// Writes the responses to the requests of a line. Notifications alone have none.
    fn write_responses(&self, responses: Vec<String>, is_batch: bool) {
        let line = responses.join(",");
        if !line.is_empty() {
            self.write_line(&if is_batch { format!("[{line}]") } else { line });
        }
    }

    /// Answers a request. Returns the response, `None` for a notification.
    fn answer(&self, request: &Request, cancellation: &Arc<Cancellation>) -> Option<String> {
        let Some(id) = &request.id else {
            if let Ok(call) = &request.call {
                self.notice(call);
            }
            return None;
        };
        let outcome = match &request.call {
            Ok(call) => {
                let answer = || self.outcome(call, cancellation);
                catch_unwind(AssertUnwindSafe(answer)).unwrap_or_else(|_| {
                    Err(ErrorObject::new(ErrorCode::Internal, "the request has panicked"))
                })
            }
            Err(error) => Err(error.clone()),
        };
        self.engine.answered.fetch_add(1, Ordering::Relaxed);
        Some(response(id, &outcome))
    }

    /// Handles a notification. Unknown notifications, and methods whose answer nobody wants, are ignored.
    fn notice(&self, call: &MethodCall) {
        match call.method.as_str() {
            CANCEL => self.cancel(call.params.get("id"), false),
            tools::CANCELLED => self.cancel(call.params.get("requestId"), true),
            _ => {}
        }
    }

    fn outcome(
        &self,
        call: &MethodCall,
        cancellation: &Arc<Cancellation>,
    ) -> Result<Box<RawValue>, ErrorObject> {
        let engine = self.engine;
        match call.method.as_str() {
            tools::INITIALIZE => Ok(tools::initialize(&call.params)),
            tools::PING => Ok(super::message::json(&Map::<String, Value>::new())),
            tools::LIST => Ok(tools::list(engine)),
            tools::CALL => tools::call(engine, &call.params, cancellation),
            CANCEL | tools::CANCELLED => {
                self.notice(call);
                Ok(RawValue::NULL.to_owned())
            }
            _ => answer::call(engine, call, Format::Json, cancellation)
                .map(answer::Answer::into_result)
                .map_err(answer::Failed::into_error),
        }
    }

    /// Cancels the running request with an identity. In a batch this cancels all of its requests.
    fn cancel(&self, id: Option<&RequestId>, is_silent: bool) {
        let mut running = self.running();
        let named =
            running.iter_mut().find(|running| id.is_some_and(|id| running.ids.contains(id)));
        if let Some(running) = named {
            running.is_silent = is_silent;
            running.cancellation.cancel();
        }
        drop(running);
        self.engine.descriptions.stop_unwanted_loads();
    }

    fn is_silent(&self, cancellation: &Arc<Cancellation>) -> bool {
        let running = self.running();
        let own = running.iter().find(|other| Arc::ptr_eq(&other.cancellation, cancellation));
        own.is_some_and(|own| own.is_silent && cancellation.is_cancelled())
    }

    fn respond(&self, id: &RequestId, outcome: &Result<Box<RawValue>, ErrorObject>) {
        self.write_line(&response(id, outcome));
    }

    fn write_line(&self, line: &str) {
        let mut write = self.write.lock().unwrap_or_else(PoisonError::into_inner);
        if write(line).is_err() {
            drop(write);
            self.close();
        }
    }

    /// Cancels all requests, since nobody reads the responses.
    fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        self.running().iter().for_each(|running| running.cancellation.cancel());
        self.engine.descriptions.stop_unwanted_loads();
    }

    fn running(&self) -> MutexGuard<'_, Vec<Running>> {
        // Each change is complete before the next operation that could panic.
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a request is answered at once. A cancellation must not wait for other requests.
fn is_quick(request: &Request) -> bool {
    const QUICK: [&str; 5] =
        [tools::INITIALIZE, tools::PING, tools::LIST, tools::CANCELLED, CANCEL];
    match &request.call {
        Ok(call) => QUICK.contains(&call.method.as_str()) || request.id.is_none(),
        Err(_) => true,
    }
}
