// Someone who joins by an invite or asks to pair is told of at once, with two real nodes.
import { join } from 'node:path';
import { axeFindings, expect, test } from './fixtures';
import { REPOSITORY, Segue } from './segue';

for (const theme of ['light', 'dark'] as const) {
  test(`who joins is told at once, in the ${theme} theme`, async ({ app, segue }) => {
    const dana = new Segue();
    try {
      await app.emulateMedia({ colorScheme: theme });
      await dana.run('settings', 'set', 'name', 'Dana');
      const invited = await segue.run('invite', '--json');
      const { ticket } = JSON.parse(invited.stdout) as { ticket: string };
      const joined = await dana.run('join', ticket);
      expect(joined.code, joined.stderr).toBe(0);
      const told = app.getByText('Dana joined by your invite and is verified');
      await expect(told.first()).toBeVisible();
      await expect(app.getByText(/segue forget \w{6}/).first()).toBeVisible();
      expect(await axeFindings(app)).toEqual([]);
      await app.screenshot({ path: join(REPOSITORY, 'screenshots/browser', `joined-${theme}.png`) });
    } finally {
      await dana.remove();
    }
  });
}

test('who asks to pair is told at once', async ({ app, segue }) => {
  const kim = new Segue();
  try {
    await kim.run('settings', 'set', 'name', 'Kim');
    const status = JSON.parse((await segue.run('status', '--json')).stdout) as {
      network: { listening: string[] };
    };
    const at = status.network.listening.find((address) => !address.includes('QUIC')) ?? '';
    const asking = kim.run('pair', at, '--json');
    await expect(app.getByText('Kim asks to pair').first()).toBeVisible();
    const listed = JSON.parse((await segue.run('pair', '--json')).stdout) as { name: string }[];
    expect(listed.map((one) => one.name)).toEqual(['Kim']);
    const ignored = await segue.run('pair', 'Kim', '--ignore');
    expect(ignored.code, ignored.stderr).toBe(0);
    expect((await asking).code).toBe(3);
  } finally {
    await kim.remove();
  }
});
