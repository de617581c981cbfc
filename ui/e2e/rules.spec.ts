// A rule of the person’s own, from the field where it is tried to what leaves; and one decision for every place of it.
import { join } from 'node:path';
import { beside, expect, go, test } from './fixtures';
import { holding, listed, openSheet, ready, review } from './handing';
import { Claude, idOf } from './samples';
import { Segue } from './segue';

const CODE = 'ACME-12345678';

test('a rule that matches in its field takes the same out of what is handed off', async ({ app, segue, watch }) => {
  const kim = new Segue();
  try {
    new Claude(idOf(1), join(segue.home, 'app'))
      .ask(`The customer is ${CODE}, look them up.`)
      .call('Bash', { command: `lookup ${CODE}` }, `${CODE}: Jo`)
      .answer(`${CODE} is Jo.`)
      .title('Look up a customer')
      .write(segue.home);
    await beside(app, watch, kim, 'Kim');
    await segue.meet(kim);
    await listed(segue, 1);

    await openSheet(app, 'Kim', 'Look up a customer');
    await app.getByTestId('handoff-task').fill('Call them');
    await review(app);
    await expect(app.getByTestId('handoff-finding')).toHaveCount(0);
    await expect(app.getByTestId('handoff-payload')).toContainText(CODE);
    await app.keyboard.press('Escape');

    await go(app, 'settings');
    await app.getByTestId('settings-try').fill(`It is ${CODE}.`);
    await app.getByTestId('settings-rule-add').click();
    await app.getByTestId('settings-rule-name').fill('customer');
    await app.getByTestId('settings-rule-pattern').fill('ACME-[0-9]{8}');
    await app.keyboard.press('Enter');
    await expect(app.getByTestId('settings-try-text')).toHaveText('It is [redacted:customer].');

    await openSheet(app, 'Kim', 'Look up a customer');
    await review(app);
    const findings = app.getByTestId('handoff-finding');
    await expect(findings.first()).toContainText('customer');
    for (const one of await findings.all()) await expect(one.getByTestId('handoff-finding-redact')).toBeChecked();
    await expect(app.getByTestId('handoff-payload')).not.toContainText(CODE);
    await expect(app.getByTestId('handoff-payload')).toContainText('redacted:customer');
    await findings.first().getByTestId('handoff-finding-redact_everywhere').check();
    await ready(app);
    await expect(app.getByTestId('handoff-send')).toHaveAttribute('aria-disabled', 'false');
    await app.getByTestId('handoff-view-bytes').check();
    await expect(app.getByTestId('handoff-bytes')).toContainText('redacted:customer');
    await expect(app.getByTestId('handoff-bytes')).not.toContainText(CODE);
    await app.getByTestId('handoff-send').click();
    await expect(app.getByTestId('progress-line')).toContainText('Delivered to Kim.');
    expect(holding(kim.profile, [CODE])).toEqual([]);
  } finally {
    await kim.remove();
  }
});
