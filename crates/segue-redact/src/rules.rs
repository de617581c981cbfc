//! Every rule, by what it looks for. A rule is a row in a table or a short function beside it.

pub(crate) mod assigned;
pub(crate) mod blocks;
pub(crate) mod headers;
pub(crate) mod judge;
pub(crate) mod jwt;
pub(crate) mod paired;
pub(crate) mod tokens;
pub(crate) mod urls;
