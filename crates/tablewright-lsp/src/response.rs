//! Answers that are errors.

use lsp_server::{ErrorCode, Request, RequestId, Response};

/// The answer that the server has no such request.
pub(crate) fn unknown(request: Request) -> Response {
    let message = format!("the server has no request '{}'", request.method);
    Response::new_err(request.id, ErrorCode::MethodNotFound as i32, message)
}

/// The parameters of a request, or the answer that they are wrong.
pub(crate) fn parameters<P: serde::de::DeserializeOwned>(
    request: Request,
) -> Result<(RequestId, P), Response> {
    match serde_json::from_value(request.params) {
        Ok(params) => Ok((request.id, params)),
        Err(error) => {
            let code = ErrorCode::InvalidParams as i32;
            Err(Response::new_err(request.id, code, format!("{}: {error}", request.method)))
        }
    }
}
