// The Reader, loaded when a conversation is first read.

export async function loadReader() {
  return (await import('../reader/Reader.svelte')).default;
}
