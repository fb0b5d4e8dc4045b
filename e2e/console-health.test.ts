import { findBarriers } from './support/accessibility.ts';
import { addFailedJob } from './support/database.ts';
import { expect, test } from './support/journey.ts';
import { openConsole } from './support/staff.ts';
import { LONG } from './support/visit.ts';

test('an owner finds a failed job in Health, reads its runbook, and discards it', async ({
  run,
  browser,
}) => {
  test.setTimeout(300_000);
  await addFailedJob('connect smtps://mailer:hunter2@smtp.example.com refused');
  const page = await openConsole(browser, run, 'owner', { language: 'EN', path: 'health' });
  const findings = page.getByRole('region', { name: 'Findings' });
  await expect(findings.getByText('1 job was given up')).toBeVisible();
  await expect(page.getByRole('region', { name: 'API nodes' })).toContainText('answers you');
  // The first point of the charts appears half a minute after the start of the site.
  await expect(page.getByRole('img', { name: /^Memory: / })).toBeVisible({ timeout: 45_000 });
  // The live feed announces the change within ten seconds.
  await expect(page.getByRole('link', { name: /^Health.*problem/ })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await findings.getByRole('listitem').filter({ hasText: 'given up' }).getByText('Runbook').click();
  await expect(page.getByRole('heading', { name: 'Jobs' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'jobs_given_up' })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await page.goBack();
  await findings.getByRole('link', { name: 'Show the jobs' }).click();
  const row = page.getByRole('row').filter({ hasText: 'mail_to_nobody' });
  await expect(row).toContainText('smtps://•••@smtp.example.com');
  await row.getByRole('button', { name: 'mail_to_nobody' }).click();
  const job = page.getByRole('region', { name: /^Job \d/ });
  await expect(job).toContainText('mail_id');
  await expect(job).not.toContainText('a secret');
  expect(await findBarriers(page)).toEqual([]);
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Discard…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The address does not exist');
  await dialog.getByRole('button', { name: 'Discard 1 job' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('link', { name: 'Now' }).click();
  await expect(findings.getByText('Jobs run without delay')).toBeVisible();
});

test(
  'a viewer reads Health on a phone in Thai and cannot change a job',
  LONG,
  async ({ run, browser }) => {
    const page = await openConsole(browser, run, 'viewer', {
      language: 'TH',
      path: 'health',
      screen: 'a phone',
    });
    await expect(page.getByText('ยังไม่มีบันทึกการสำรองข้อมูล')).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await page.goto('/console/health/jobs');
    await expect(page.getByRole('region', { name: 'งาน' })).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
  },
);
