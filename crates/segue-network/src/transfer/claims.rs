//! Which files come at the moment: each is written by one transfer alone, and all that one person has
//! on its way is bounded before anything is made room for.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::{Take, TakeError};
use crate::device::DeviceId;
use crate::limits::ON_THE_WAY;
use crate::shared::Shared;

/// All files that come, by their place.
#[derive(Default)]
pub(crate) struct Claims(HashMap<PathBuf, (DeviceId, u64)>);

impl Claims {
    fn add(&mut self, take: &Take) -> Result<PathBuf, TakeError> {
        let place = take.folder.join(&take.name);
        if self.0.contains_key(&place) {
            return Err(TakeError::Disk("it is being received already".to_owned()));
        }
        let others = self.0.values().filter(|(from, _)| *from == take.from);
        let most = ON_THE_WAY.saturating_sub(others.map(|(_, bytes)| bytes).sum());
        if take.bytes > most {
            return Err(TakeError::TooMuch(ON_THE_WAY));
        }
        self.0.insert(place.clone(), (take.from, take.bytes));
        Ok(place)
    }
}

/// The right to write one file, as long as this is held.
pub(super) struct Claim {
    shared: Arc<Shared>,
    place: PathBuf,
}

impl Claim {
    /// Claims the file of a transfer.
    pub fn of(shared: &Arc<Shared>, take: &Take) -> Result<Self, TakeError> {
        let place = shared.claims().add(take)?;
        Ok(Self {
            shared: Arc::clone(shared),
            place,
        })
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.shared.claims().0.remove(&self.place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::IdentityKey;
    use crate::limits::LARGEST;

    fn device() -> DeviceId {
        DeviceId::of(&IdentityKey::generate().public()).unwrap()
    }

    fn take(from: DeviceId, name: &str, bytes: u64) -> Take {
        Take {
            from,
            hash: [0; 32],
            bytes,
            folder: PathBuf::from("/inbox"),
            name: name.to_owned(),
        }
    }

    #[test]
    fn a_file_is_claimed_once_and_a_person_has_only_so_much_on_its_way() {
        let (ann, ben) = (device(), device());
        let mut claims = Claims::default();
        claims.add(&take(ann, "a", 5)).unwrap();
        let twice = claims.add(&take(ben, "a", 5));
        assert!(matches!(twice, Err(TakeError::Disk(_))), "{twice:?}");
        let mut largest = (0..).map(|n| claims.add(&take(ann, &format!("large{n}"), LARGEST)));
        let refused = largest.find(Result::is_err);
        assert_eq!(refused, Some(Err(TakeError::TooMuch(ON_THE_WAY))));
        // Others are not held up by that, and no sum is too large to be counted.
        claims.add(&take(ben, "b", LARGEST)).unwrap();
        assert!(claims.add(&take(ben, "c", u64::MAX)).is_err());
        assert!(claims.0.values().map(|(_, bytes)| bytes).sum::<u64>() <= ON_THE_WAY + LARGEST);
    }
}
