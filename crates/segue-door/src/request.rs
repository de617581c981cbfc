//! Reading a request that came as JSON.

use serde_json::{Value, json};

use crate::path_ref::{decode, path_refused};
use crate::{Caller, Failure, Request};

/// The length to which a reason is cut, in characters.
const MAX_REASON: usize = 300;

impl Request {
    /// Reads a request that came as JSON from outside, or says what is wrong with it. Paths are
    /// read only where a person asks; everyone else names what was chosen, by its handle.
    pub fn parse(mut json: Value, caller: &Caller) -> Result<Self, Failure> {
        if let Some(request) = json.as_object_mut() {
            let params = request.entry("params").or_insert(Value::Null);
            if params.is_null() {
                *params = json!({});
            }
        }
        let (request, path_was_refused) =
            decode(caller.is_person(), || serde_json::from_value(json));
        if path_was_refused && !caller.is_person() {
            return Err(path_refused());
        }
        request.map_err(|error: serde_json::Error| {
            let why: String = error.to_string().chars().take(MAX_REASON).collect();
            Failure::invalid(format!("The request is not understood: {why}."))
        })
    }

    /// Refuses a request that this caller may not make, whatever it was decoded by.
    pub fn check(&mut self, caller: &Caller) -> Result<(), Failure> {
        caller.may_ask(&self.row())?;
        let named = self.path_refs();
        if !caller.is_person() && named.iter().any(|path| !path.is_handle()) {
            return Err(path_refused());
        }
        Ok(())
    }
}
