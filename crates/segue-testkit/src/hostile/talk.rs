//! One stream of a hostile device: frames as they should be, and bytes as they should not.

use std::time::Duration;

use futures_util::io::{AsyncReadExt, AsyncWriteExt};
use libp2p::Stream;
use serde_json::Value;

/// How long the other side may take; a stream that is silent for longer counts as dead.
const PATIENCE: Duration = Duration::from_secs(20);
/// No frame of a network is longer.
const MOST: usize = 1 << 20;

/// One stream of a hostile device.
pub struct SyncSession(pub(super) Stream);

/// What came from the other side.
#[derive(Debug, Clone, PartialEq)]
pub enum Heard {
    Message(Value),
    /// The stream was closed or reset.
    Ended,
    /// Nothing, for longer than anyone should wait.
    Nothing,
}

impl SyncSession {
    /// Sends a well-formed message. Returns whether it could be handed over.
    pub async fn send(&mut self, message: &Value) -> bool {
        self.send_text(&message.to_string()).await
    }

    /// Sends any text as a message.
    pub async fn send_text(&mut self, text: impl AsRef<[u8]>) -> bool {
        let text = text.as_ref();
        let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
        self.raw(&[&length.to_be_bytes(), text].concat()).await
    }

    /// Sends any bytes. Returns whether they could be handed over.
    pub async fn raw(&mut self, bytes: &[u8]) -> bool {
        let sending = async {
            self.0.write_all(bytes).await?;
            self.0.flush().await
        };
        let sent = tokio::time::timeout(PATIENCE, sending).await;
        sent.is_ok_and(|sent| sent.is_ok())
    }

    /// Waits for the next message, the end of the stream, or `PATIENCE` to run out.
    pub async fn hear(&mut self) -> Heard {
        let mut length = [0; 4];
        let reading = async {
            self.0.read_exact(&mut length).await.ok()?;
            let length = u32::from_be_bytes(length) as usize;
            let mut json = vec![0; length.min(MOST)];
            self.0.read_exact(&mut json).await.ok()?;
            serde_json::from_slice(&json).ok()
        };
        match tokio::time::timeout(PATIENCE, reading).await {
            Ok(Some(message)) => Heard::Message(message),
            Ok(None) => Heard::Ended,
            Err(_) => Heard::Nothing,
        }
    }

    /// Waits for the next message.
    ///
    /// # Panics
    /// When there is none.
    pub async fn message(&mut self) -> Value {
        match self.hear().await {
            Heard::Message(message) => message,
            other => panic!("no message came: {other:?}"),
        }
    }

    /// Waits and checks whether the other side ends the stream without a further word.
    pub async fn is_ended(&mut self) -> bool {
        self.hear().await == Heard::Ended
    }

    /// Reads and discards what comes until the other side ends the stream. Returns whether it did.
    pub async fn drain(&mut self) -> bool {
        let mut bytes = vec![0; 1 << 16];
        let reading = async { while matches!(self.0.read(&mut bytes).await, Ok(1..)) {} };
        tokio::time::timeout(PATIENCE, reading).await.is_ok()
    }

    /// Says that nothing more follows.
    pub async fn close(mut self) {
        self.0.close().await.ok();
    }
}
