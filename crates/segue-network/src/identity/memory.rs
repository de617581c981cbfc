//! A place that lives as long as the process: for tests and for trying out the rules.

use std::collections::HashMap;
use std::sync::Mutex;

use super::secret::{HomeError, Secret, SecretHome};

/// Secrets in memory, with an answer that a test can set.
#[derive(Debug, Default)]
pub struct MemoryHome {
    secrets: Mutex<HashMap<String, Secret>>,
    fault: Mutex<Option<HomeError>>,
}

impl MemoryHome {
    /// Makes every request fail with this fault from now on; `None` ends that.
    pub fn set_fault(&self, fault: Option<HomeError>) {
        *self.fault.lock().expect("no panic while held") = fault;
    }

    /// Returns how many secrets are kept.
    pub fn len(&self) -> usize {
        self.secrets.lock().expect("no panic while held").len()
    }

    /// Checks whether no secret is kept.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn check(&self) -> Result<(), HomeError> {
        self.fault
            .lock()
            .expect("no panic while held")
            .clone()
            .map_or(Ok(()), Err)
    }
}

impl SecretHome for MemoryHome {
    fn read(&self, name: &str) -> Result<Option<Secret>, HomeError> {
        self.check()?;
        Ok(self
            .secrets
            .lock()
            .expect("no panic while held")
            .get(name)
            .cloned())
    }

    fn write(&self, name: &str, secret: &Secret) -> Result<(), HomeError> {
        self.check()?;
        self.secrets
            .lock()
            .expect("no panic while held")
            .insert(name.to_owned(), secret.clone());
        Ok(())
    }

    fn delete(&self, name: &str) -> Result<(), HomeError> {
        self.check()?;
        self.secrets
            .lock()
            .expect("no panic while held")
            .remove(name);
        Ok(())
    }
}

impl<T: SecretHome> SecretHome for std::sync::Arc<T> {
    fn read(&self, name: &str) -> Result<Option<Secret>, HomeError> {
        (**self).read(name)
    }

    fn write(&self, name: &str, secret: &Secret) -> Result<(), HomeError> {
        (**self).write(name, secret)
    }

    fn delete(&self, name: &str) -> Result<(), HomeError> {
        (**self).delete(name)
    }
}
