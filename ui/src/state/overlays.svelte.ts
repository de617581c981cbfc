// Which floating layer is open: at most one.

class Overlays {
  open = $state<'palette' | 'sheet' | null>(null);

  show(which: 'palette' | 'sheet'): void {
    this.open = which;
  }

  close(): void {
    this.open = null;
  }
}

export const overlays = new Overlays();
