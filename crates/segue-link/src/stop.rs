//! Being asked to end: by a person at the terminal, or by the system at log-out.

use segue_door::{Code, Failure};

/// Ctrl+C, or the system asking the process to end. Listening starts when this is made, so that
/// nothing is missed between saying "running" and waiting.
pub struct StopSignal {
    #[cfg(unix)]
    signals: [tokio::signal::unix::Signal; 2],
}

impl StopSignal {
    /// Starts to listen.
    #[cfg(unix)]
    pub fn listen() -> Result<Self, Failure> {
        use tokio::signal::unix::{SignalKind, signal};
        let on = |kind| {
            signal(kind).map_err(|error| {
                Failure::new(Code::Internal, format!("Signals can't be heard: {error}."))
            })
        };
        Ok(Self {
            signals: [on(SignalKind::interrupt())?, on(SignalKind::terminate())?],
        })
    }

    /// Starts to listen.
    #[cfg(not(unix))]
    pub fn listen() -> Result<Self, Failure> {
        Ok(Self {})
    }

    /// Waits until the process is asked to end.
    #[cfg(unix)]
    pub async fn wait(&mut self) {
        let [interrupt, terminate] = &mut self.signals;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    }

    /// Waits until the process is asked to end.
    #[cfg(not(unix))]
    pub async fn wait(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
