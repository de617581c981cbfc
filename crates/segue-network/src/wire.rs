//! What travels: the protocols, and messages as a length and JSON, bounded before anything is read.

use std::time::Duration;

use futures_util::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use libp2p::StreamProtocol;
use serde::Serialize;
use serde::de::DeserializeOwned;

use segue_clock::Clock;

/// Who is there, both ways, for as long as the connection lasts.
pub(crate) const HELLO: StreamProtocol = StreamProtocol::new("/segue/hello/1");
/// The protocol of nearby pairing.
pub(crate) const PAIR: StreamProtocol = StreamProtocol::new("/segue/pair/1");
/// The protocol of joining by invite.
pub(crate) const JOIN: StreamProtocol = StreamProtocol::new("/segue/join/1");
/// A small signed offer and its answer.
pub(crate) const OFFER: StreamProtocol = StreamProtocol::new("/segue/offer/1");
/// The receiver pulls what was offered.
pub(crate) const PULL: StreamProtocol = StreamProtocol::new("/segue/pull/1");
/// A small signed message and its answer.
pub(crate) const PEER_MESSAGE: StreamProtocol = StreamProtocol::new("/segue/message/1");
/// A sync session: frames both ways, about one topic.
pub(crate) const SYNC: StreamProtocol = StreamProtocol::new("/segue/sync/1");
/// How another device sees us.
pub(crate) const REACHABILITY_PROBE: StreamProtocol = StreamProtocol::new("/segue/reachability/1");

/// How long a message may take to come or to go.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
/// How long the other side may take to let go of a stream whose last message it has.
const LETS_GO: Duration = Duration::from_secs(2);

/// Why a message did not come through.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WireError {
    #[error("the connection ended: {0}")]
    Lost(#[from] std::io::Error),
    #[error("the other side sent {0} bytes where {1} are allowed")]
    TooLong(usize, usize),
    #[error("the other side sent something else than expected")]
    NotUnderstood,
    #[error("the other side did not answer in time")]
    Silent,
}

/// Sends one message.
pub(crate) async fn send<S, T>(clock: &Clock, stream: &mut S, message: &T) -> Result<(), WireError>
where
    S: AsyncWrite + Unpin,
    T: Serialize,
{
    let json = serde_json::to_vec(message).map_err(std::io::Error::other)?;
    let length = u32::try_from(json.len()).map_err(|_| WireError::NotUnderstood)?;
    let mut bytes = Vec::with_capacity(json.len() + 4);
    bytes.extend_from_slice(&length.to_be_bytes());
    bytes.extend_from_slice(&json);
    let sending = async {
        stream.write_all(&bytes).await?;
        stream.flush().await
    };
    clock
        .timeout(PATIENCE, sending)
        .await
        .map_err(|_| WireError::Silent)??;
    Ok(())
}

/// Sends the last message of a stream and waits until the other side has it, which shows when that
/// side lets go of the stream.
pub(crate) async fn send_last<S, T>(
    clock: &Clock,
    stream: &mut S,
    message: &T,
) -> Result<(), WireError>
where
    S: AsyncRead + AsyncWrite + Unpin,
    T: Serialize,
{
    send(clock, stream, message).await?;
    let letting_go = async {
        stream.close().await?;
        // There is nothing more to read: the end comes, or a reset.
        stream.read(&mut [0]).await
    };
    clock
        .timeout(LETS_GO, letting_go)
        .await
        .map_err(|_| WireError::Silent)??;
    Ok(())
}

/// Waits for a message of at most `most` bytes, however long it takes to begin. Once its length is
/// there the rest must follow in time.
pub(crate) async fn receive<S, T>(
    clock: &Clock,
    stream: &mut S,
    most: usize,
) -> Result<T, WireError>
where
    S: AsyncRead + Unpin,
    T: DeserializeOwned,
{
    let mut length = [0; 4];
    stream.read_exact(&mut length).await?;
    let length = u32::from_be_bytes(length) as usize;
    if length > most {
        return Err(WireError::TooLong(length, most));
    }
    let mut json = vec![0; length];
    clock
        .timeout(PATIENCE, stream.read_exact(&mut json))
        .await
        .map_err(|_| WireError::Silent)??;
    serde_json::from_slice(&json).map_err(|_| WireError::NotUnderstood)
}

/// Receives a message that must arrive soon.
pub(crate) async fn answer<S, T>(clock: &Clock, stream: &mut S, most: usize) -> Result<T, WireError>
where
    S: AsyncRead + Unpin,
    T: DeserializeOwned,
{
    clock
        .timeout(PATIENCE, receive(clock, stream, most))
        .await
        .map_err(|_| WireError::Silent)?
}

/// Reads exactly as many bytes as fit, as long as any arrive.
pub(crate) async fn fill<S>(
    clock: &Clock,
    stream: &mut S,
    mut into: &mut [u8],
    silence: Duration,
) -> Result<(), WireError>
where
    S: AsyncRead + Unpin,
{
    while !into.is_empty() {
        let came = clock.timeout(silence, stream.read(into)).await;
        let came = came.map_err(|_| WireError::Silent)??;
        if came == 0 {
            return Err(WireError::Lost(std::io::ErrorKind::UnexpectedEof.into()));
        }
        into = into.get_mut(came..).unwrap_or_default();
    }
    Ok(())
}

/// Hands bytes over, as long as any of them move.
pub(crate) async fn pour<S>(
    clock: &Clock,
    stream: &mut S,
    mut bytes: &[u8],
    silence: Duration,
) -> Result<(), WireError>
where
    S: AsyncWrite + Unpin,
{
    while !bytes.is_empty() {
        let moved = clock.timeout(silence, stream.write(bytes)).await;
        let moved = moved.map_err(|_| WireError::Silent)??;
        if moved == 0 {
            return Err(WireError::Lost(std::io::ErrorKind::WriteZero.into()));
        }
        bytes = bytes.get(moved..).unwrap_or_default();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::pin::{Pin, pin};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::task::{Context, Poll, Waker};

    use futures_util::io::Cursor;

    use super::*;

    /// A stream that takes everything, and whose other end lets go when it is told to.
    #[derive(Clone, Default)]
    struct Held(Arc<AtomicBool>);

    impl AsyncWrite for Held {
        fn poll_write(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
            bytes: &[u8],
        ) -> Poll<io::Result<usize>> {
            Poll::Ready(Ok(bytes.len()))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_close(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    impl AsyncRead for Held {
        fn poll_read(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
            _: &mut [u8],
        ) -> Poll<io::Result<usize>> {
            match self.0.load(Ordering::SeqCst) {
                true => Poll::Ready(Ok(0)),
                false => Poll::Pending,
            }
        }
    }

    #[tokio::test]
    async fn the_last_message_is_said_when_the_other_side_lets_go() {
        let (clock, held) = (Clock::system(), Held::default());
        let mut stream = held.clone();
        let mut saying = pin!(send_last(&clock, &mut stream, &"no"));
        let mut cx = Context::from_waker(Waker::noop());
        assert!(saying.as_mut().poll(&mut cx).is_pending());
        held.0.store(true, Ordering::SeqCst);
        assert!(saying.as_mut().poll(&mut cx).is_ready());
    }

    #[cfg(debug_assertions)]
    #[tokio::test]
    async fn whoever_does_not_let_go_is_not_waited_for_without_end() {
        let (clock, hand) = Clock::by_hand();
        let mut stream = Held::default();
        let said = send_last(&clock, &mut stream, &"no");
        let (said, ()) = tokio::join!(said, async { hand.advance(LETS_GO) });
        assert!(matches!(said, Err(WireError::Silent)));
    }

    #[tokio::test]
    async fn a_message_comes_back_and_a_long_one_is_not_read() {
        let clock = Clock::system();
        let mut wire = Cursor::new(Vec::new());
        send(&clock, &mut wire, &vec!["a", "b"]).await.unwrap();
        wire.set_position(0);
        let back: Vec<String> = receive(&clock, &mut wire, 100).await.unwrap();
        assert_eq!(back, ["a", "b"]);
        let mut huge = Cursor::new(u32::MAX.to_be_bytes().to_vec());
        let refused = receive::<_, String>(&clock, &mut huge, 100).await;
        assert!(matches!(refused, Err(WireError::TooLong(_, 100))));
    }

    #[tokio::test]
    async fn what_is_no_message_is_an_error() {
        let clock = Clock::system();
        for bytes in [&b""[..], b"\0\0\0\x05ab", b"\0\0\0\x02{]"] {
            let mut wire = Cursor::new(bytes.to_vec());
            assert!(receive::<_, String>(&clock, &mut wire, 100).await.is_err());
        }
    }
}
