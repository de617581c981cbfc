// Whom words are being compared with right now: the layer for it says so while it is open, so that
// nothing else asks about the same.

class OpenPairing {
  device = $state<string | null>(null);
}

export const pairing = new OpenPairing();
