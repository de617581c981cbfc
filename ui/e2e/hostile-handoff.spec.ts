// What comes with a handoff is text, in the inbox, in Review, in Activity and in what is said back: every payload in
// every field, with two real nodes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { go } from './fixtures';
import { artifact, calm, guard, pathed, PAYLOADS, sessions } from './hostile';
import { expect, handOver, type Sent, test } from './receiving';
import { Claude, idOf } from './samples';

test('everything a handoff says, in the inbox, in Review, in messages and in Activity', async ({ app, sam }) => {
  test.setTimeout(240_000);
  const ids = sessions(sam.home, 600);
  await guard(app);
  const file = join(sam.home, 'envelope.json');
  for (const [at, { text }] of PAYLOADS.entries()) {
    writeFileSync(file, JSON.stringify(envelope(text)));
    await handOver(sam, ids[at], '--envelope', file);
  }
  const rows = app.getByTestId('inbox-row');
  await expect(rows).toHaveCount(PAYLOADS.length, { timeout: 60_000 });
  for (const { shown, what } of PAYLOADS) {
    const row = rows.filter({ hasText: shown });
    await expect(row, what).toHaveCount(1);
    await row.click();
    await expect(app.getByTestId('review-title'), what).toHaveText(shown);
    for (const field of SAID) await expect(app.getByTestId(`review-${field}`), `${what} in ${field}`).toContainText(shown);
    await expect(app.getByTestId('review-fact-project')).toContainText(pathed(shown));
    await app.getByTestId('review-open').click();
    await expect(app.getByTestId('review-reader').getByTestId('reader-code').first()).toContainText(shown);
    await calm(app);
    await app.keyboard.press('Escape');
  }
  await go(app, 'activity');
  for (const { shown, what } of PAYLOADS) {
    const row = app.getByTestId('activity-row').filter({ hasText: shown }).first();
    await expect(row, what).toBeVisible();
    await row.click();
    await expect(app.getByTestId('activity-entry').getByRole('heading')).toContainText(shown);
  }
  await calm(app);
});

/** An envelope that says the same in every field. */
function envelope(text: string): object {
  return {
    status: 'partial',
    context: {
      objective: text,
      scope: { in_scope: [text], out_of_scope: [text] },
      constraints: [text],
      prior_decisions: [{ decision: text, rationale: text, alternatives_considered: [text] }],
    },
    results: {
      summary: text,
      metrics: { [text]: text },
      verification: { verification_method: text },
      artifacts: [{ name: text, path: artifact(text), type: 'code', description: text }],
    },
    action_required: { task: text, instructions: [text], expected_output: text, deadline: text },
    blockers: [{ type: 'unknown', description: text, resolution_options: [text], blocking_tasks: [text] }],
    note: text,
  };
}

/** Where Review shows the fields of an envelope. */
const SAID = [
  ...['task', 'note', 'expected', 'deadline', 'blockers'],
  ...['summary', 'objective', 'constraints', 'in-scope', 'out-of-scope', 'instructions', 'decisions', 'artifacts', 'metrics', 'verification'].map(
    (field) => `envelope-${field}`,
  ),
];

test('questions, answers and reasons', async ({ app, segue, sam }) => {
  test.setTimeout(240_000);
  await guard(app);
  const { id } = new Claude(idOf(900), join(segue.home, 'work')).ask('Hello').answer('Yes.').title('Hello').write(segue.home);
  const task = (await segue.json<Sent>('send', id, '--to', 'Sam', '--yes')).handoffs[0]?.id ?? '';
  await app.evaluate((item) => (window.location.hash = `#/activity/${item}`), task);
  const page = app.getByTestId('outgoing');
  for (const { text, shown, what } of PAYLOADS) {
    const asked = await sam.run('ask', task, text);
    expect(asked.code, asked.stderr).toBe(0);
    await expect(page.getByTestId('answer-question'), what).toContainText(shown);
    await calm(app);
    const answered = await segue.run('answer', task, text);
    expect(answered.code, answered.stderr).toBe(0);
    await expect(page.getByTestId('answer-question')).toHaveCount(0);
    await expect(page.getByTestId('review-story'), what).toContainText(shown);
  }
  const reason = PAYLOADS.map(({ text }) => text).join(' ');
  const dismissed = await sam.run('dismiss', task, '--reason', reason);
  expect(dismissed.code, dismissed.stderr).toBe(0);
  await expect(page).toHaveAttribute('data-stage', 'dismissed', { timeout: 60_000 });
  await expect(page.getByTestId('review-moment-dismissed')).toContainText(PAYLOADS.map(({ shown }) => shown).join(' '));
  await calm(app);
});
