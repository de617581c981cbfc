//! What is said over a connection, and what is not said over one that goes.

use std::io;
use std::pin::{Pin, pin};
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use tokio::sync::mpsc;

use super::*;
use crate::identity::IdentityKey;
use crate::network::{Config, KnownDevice, KnownDevices, Standing};

/// What was written so far; clones share it.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    /// Returns what was written since it was looked at last.
    fn take(&self) -> String {
        let bytes = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl AsyncWrite for Written {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let mut written = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        written.extend_from_slice(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_close(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// Returns what a network shares that has verified this device.
fn knowing(device: DeviceId) -> Shared {
    let known = KnownDevice {
        standing: Standing::Verified,
        addresses: Vec::new(),
        typed: Vec::new(),
    };
    let config = Config {
        known_devices: KnownDevices([(device, known)].into()),
        ..Config::on_loopback(IdentityKey::generate(), "Sam")
    };
    let (events, _reported) = mpsc::channel(1);
    Shared::new(&config, events).unwrap().0
}

#[tokio::test]
async fn who_is_forgotten_is_not_told_over_the_connection_that_ends_because_of_it() {
    let device = DeviceId::of(&IdentityKey::generate().public()).unwrap();
    let shared = knowing(device);
    let written = Written::default();
    let mut stream = written.clone();
    let mut saying = pin!(say(&shared, device, &mut stream));
    let mut cx = Context::from_waker(Waker::noop());
    assert!(saying.as_mut().poll(&mut cx).is_pending());
    assert!(written.take().contains(r#""knows_you":true"#));
    // The application forgot them, and the event loop did not hang up yet.
    shared.known.send_replace(Arc::default());
    assert!(saying.as_mut().poll(&mut cx).is_pending());
    assert_eq!(written.take(), "");
    // It did: what is said from now on is said over another connection.
    shared.known_devices_in_force.send_replace(Arc::default());
    assert!(saying.as_mut().poll(&mut cx).is_pending());
    assert!(written.take().contains(r#""knows_you":false"#));
}
