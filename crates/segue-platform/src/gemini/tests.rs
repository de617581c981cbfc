//! Tests of the whole platform through the real driver, over sessions made here.

mod foreign;
mod hostile;
mod native;
mod projects;
mod world;
