//! Error responses.

use lsp_server::{ErrorCode, Request, RequestId, Response};

/// Returns the response to an unknown request.
pub(crate) fn unknown(request: Request) -> Response {
    let message = format!("unknown request '{}'", request.method);
    Response::new_err(request.id, ErrorCode::MethodNotFound as i32, message)
}

/// Parses a request's parameters, or returns an error response.
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
