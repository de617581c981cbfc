//! Keeps the event loop running: a panic or a failed start is followed by another start.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, mpsc};

use super::{Command, Commands, EventLoop, Run};
use crate::network::{Config, Event, View};
use crate::shared::Shared;

/// The pause before starting again, longer each time in a row.
const PAUSE: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(30));
/// A run of this length counts as a new beginning.
const STABLE: Duration = Duration::from_secs(60);

/// Runs the event loop, and starts it again when it fails, until the network stops.
pub(crate) async fn supervise(
    config: Config,
    shared: Arc<Shared>,
    commands: mpsc::Receiver<Command>,
) {
    let commands: Commands = Arc::new(Mutex::new(commands));
    let mut in_a_row = 0;
    loop {
        let began = shared.clock.monotonic();
        let run = tokio::spawn(once(
            config.clone(),
            Arc::clone(&shared),
            Arc::clone(&commands),
        ));
        let why = match run.await {
            Ok(Run::Stopped) => break,
            Ok(Run::Failed(why)) => why,
            Err(error) => error.to_string(),
        };
        shared.control.send_replace(None);
        shared.view.send_modify(|view| {
            let restarts = view.restarts + 1;
            *view = Arc::new(View {
                restarts,
                ..View::default()
            });
        });
        tracing::error!(why, "the network ended by itself; starting it again");
        if shared.clock.since(began) > STABLE {
            in_a_row = 0;
        }
        let pause = (PAUSE.0 * 2_u32.pow(in_a_row)).min(PAUSE.1);
        in_a_row = (in_a_row + 1).min(10);
        // The application reads its events; if it does not, this one is not worth waiting for.
        shared.events.try_send(Event::Restarted).ok();
        shared.clock.sleep(pause).await;
    }
    shared.stopping.cancel();
    shared.control.send_replace(None);
    shared.view.send_replace(Arc::default());
}

async fn once(config: Config, shared: Arc<Shared>, commands: Commands) -> Run {
    let mut commands = commands.lock().await;
    match EventLoop::start(config, shared) {
        Ok(event_loop) => event_loop.run(&mut commands).await,
        Err(why) => Run::Failed(why),
    }
}
