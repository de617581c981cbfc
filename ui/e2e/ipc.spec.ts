// What a page can ask its node for, tried by a page that means harm: every request there is, with arguments of every
// wrong kind, and files that nobody chose. The node answers each with a failure, and goes on.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, go, test } from './fixtures';
import { REPOSITORY } from './segue';

/** Every request, by the names in the bindings that are made of the node's own types. */
function methods(): string[] {
  const source = readFileSync(join(REPOSITORY, 'ui/src/bindings/door.ts'), 'utf8');
  const type = /export type Request = ([\s\S]*?);\n\nexport type/.exec(source)?.[1] ?? '';
  return [...type.matchAll(/"method": "(\w+)"/g)].map(([, name = '']) => name);
}

interface Told {
  /** `reply`, or the code of a failure. */
  outcome: string;
  text: string;
}

/** Runs in the page: asks on a connection of its own, with what let the page in; one after the other. */
async function askAll(requests: unknown[]): Promise<Told[]> {
  const socket = new WebSocket(`ws://${window.location.host}/ws`);
  const told: Told[] = [];
  return new Promise((done, failed) => {
    socket.onopen = () =>
      socket.send(JSON.stringify({ frame: 'hello', protocol: 2, surface: 'serve', pid: 0, token: sessionStorage.getItem('segue.session') }));
    socket.onclose = () => failed(new Error(`the connection ended after ${told.length}: ${JSON.stringify(requests[told.length])?.slice(0, 200)}`));
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(String(data)) as { frame: string; outcome?: { reply?: unknown; failure?: { code: string; message: string } } };
      if (frame.frame === 'event') return;
      if (frame.outcome) {
        const { failure, reply } = frame.outcome;
        told.push(failure ? { outcome: failure.code, text: failure.message } : { outcome: 'reply', text: JSON.stringify(reply) });
      }
      if (told.length === requests.length) {
        socket.onclose = null;
        socket.close();
        done(told);
      } else socket.send(JSON.stringify({ frame: 'call', id: told.length + 1, request: requests[told.length] }));
    };
  });
}

const asked = (page: Page, requests: unknown[]) => page.evaluate(askAll, requests);

/** Arguments that fit no request. */
const WRONG: unknown[] = [
  ...[null, 7, 'text', [], [1], true, { no: 'such' }],
  Object.fromEntries(['path', 'person', 'hash', 'handoff', 'conversation', 'of', 'to', 'ticket', 'code'].map((name) => [name, { $: name }])),
  Object.fromEntries(['path', 'person', 'hash', 'handoff', 'conversation', 'ticket', 'code'].map((name) => [name, 'x'.repeat(100_000)])),
  Object.fromEntries(['limit', 'after', 'from', 'before', 'offset', 'message'].map((name) => [name, -1])),
];

test('every request with arguments of every wrong kind is answered, and the page goes on', async ({ app, segue }) => {
  test.setTimeout(180_000);
  const all = methods();
  expect(all.length).toBeGreaterThan(55);
  const before = await segue.json<object>('settings');
  for (const method of all) {
    const told = await asked(app, WRONG.map((params) => ({ method, params })));
    expect(told, method).toHaveLength(WRONG.length);
    // A failure says what is wrong, and never that the node itself broke.
    for (const { outcome, text } of told.filter((one) => one.outcome !== 'reply')) {
      expect(outcome, `${method}: ${text}`).not.toBe('internal');
      expect(text.length, method).toBeLessThan(2_000);
    }
  }
  const strange = [{}, 'status', null, 7, [], { method: 7 }, { method: 'no_such' }, { method: '__proto__' }, { method: 'status', params: {}, more: 1 }];
  expect((await asked(app, strange)).map((one) => one.outcome).filter((one) => one === 'internal')).toEqual([]);
  expect(await segue.json<object>('settings')).toEqual(before);
  await go(app, 'people', 'empty');
  await expect(app.getByTestId('shell-status')).toHaveText('No one nearby');
});

test('a page reads and writes no file that nobody chose', async ({ app, segue }) => {
  const secret = join(segue.home, 'secret.a2a.json');
  writeFileSync(secret, '{"canary": "lapwing"}');
  const folder = join(segue.home, 'folder');
  const read = { limit: 10, after: 0 };
  const requests = [secret, '/etc/passwd', `${segue.profile}/identity.json`, '../secret.a2a.json', `handle:${secret}`, `file://${secret}`].flatMap((path) => [
    { method: 'open_path', params: { path, show: false } },
    { method: 'resolve_handle', params: { handle: path } },
    { method: 'inspect_file', params: { path } },
    { method: 'read_messages', params: { of: { kind: 'file', path }, ...read } },
    { method: 'read_outline', params: { of: { kind: 'file', path } } },
    { method: 'prepare_handoff', params: { conversation: { file: path }, choice: {}, decisions: {}, attach_diff: false } },
    { method: 'check_package', params: { path } },
    { method: 'import_file', params: { path, to: 'claude-code', project: folder, dry_run: false, again: false, map_paths: false } },
    { method: 'set_platform_folder', params: { platform: 'claude-code', folder: path } },
    { method: 'export_prepared', params: { hash: 'f'.repeat(64), output: path } },
    { method: 'lineage', params: { conversation: { file: path } } },
  ]);
  const told = await asked(app, [...requests, { method: 'status' }]);
  expect(told.pop()?.outcome).toBe('reply');
  for (const [at, { text }] of told.entries()) expect(text, JSON.stringify(requests[at])).toMatch(/^A page can't (name files of this computer|ask for (open_path|resolve_handle))\.$/);
  // Nor does the server give out more than its page.
  for (const path of ['/../../../etc/passwd', '/..%2f..%2fetc/passwd', '//etc/passwd', `/${secret}`, '/file', '/assets/../../../../etc/passwd']) {
    const answer = await app.request.get(`${segue.address.replace(/\/$/, '')}${path}`, { failOnStatusCode: false });
    expect(await answer.text(), path).not.toMatch(/lapwing|root:/);
  }
  const upload = await app.request.post(`${segue.address.replace(/\/$/, '')}/file?name=a.a2a.json`, { data: 'x', failOnStatusCode: false });
  expect(upload.ok(), 'a file without what lets a page in').toBe(false);
});
