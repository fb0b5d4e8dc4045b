import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { prepareTestMail, type TestMail } from '@sangwian/testkit/start-test-mail';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMail, type Mail } from './mail.module.ts';

/** Longer than the delay before a retry, on a busy machine. */
const SOON = { timeout: 20_000 };

let box: TestMail;
let api: TestApi;
let mail: Mail;
beforeAll(async () => {
  box = await prepareTestMail();
  api = await startTestApi({ config: { mail: box.settings } });
  const logger = createLogger('test', 'silent');
  mail = createMail({ db: api.db, clock: () => new Date(), logger, settings: box.settings });
  await api.api.start();
});
afterAll(async () => {
  await api.close();
  await box.close();
});

const invitation = (key: string, to = 'somsri@fan.example') => ({
  key,
  to,
  content: {
    language: 'TH',
    subject: `คำเชิญ ${key}\r\nBcc: all@fan.example`,
    paragraphs: ['สวัสดี <script>alert(1)</script>'],
    facts: [['บทบาท', 'แคชเชียร์']],
    action: { label: 'เข้าร่วม', url: 'https://fan.example/console/?a=1&b="2"' },
  } as const,
});
const queue = (key: string, to?: string) =>
  api.db.transaction().execute((trx) => mail.queue(trx, invitation(key, to)));
const received = (key: string) => box.mails().filter(({ subject }) => subject.includes(key));
const rowOf = (key: string) =>
  api.db
    .selectFrom('mail')
    .select(['sent_to', 'content', 'sent_at'])
    .where('mail_key', '=', key)
    .executeTakeFirst();

/** Returns the attempts of the jobs that have failed and wait for a retry. */
const failedAttempts = async (): Promise<number> => {
  const { rows } = await sql<{ attempts: number }>`
    select coalesce(max(attempts), 0)::int as attempts from graphile_worker._private_jobs
    where last_error is not null`.execute(api.db);
  return rows[0]?.attempts ?? 0;
};

test('a mail waits until the server responds, is sent once per key, and is then deleted', async () => {
  // The first attempt fails: no server listens.
  await queue('first');
  await expect.poll(failedAttempts, SOON).toBeGreaterThan(0);
  await box.open();
  await expect.poll(() => received('first').length, SOON).toBe(1);
  await queue('first');
  await queue('second');
  await expect.poll(() => received('second').length, SOON).toBe(1);
  expect(received('first')).toHaveLength(1);
  await expect.poll(async () => (await rowOf('second'))?.sent_at, SOON).not.toBeNull();
  expect(await rowOf('first')).toMatchObject({ sent_to: null, content: null });
});

test('a mail has text and HTML, in which every value is escaped', async () => {
  await queue('escaped');
  await expect.poll(() => received('escaped').length, SOON).toBe(1);
  const [{ to, from, subject, text, html } = {}] = received('escaped');
  expect({ to, from }).toEqual({ to: 'somsri@fan.example', from: 'no-reply@sangwian.example' });
  // A line break in a subject would begin another header.
  expect(subject).toBe('คำเชิญ escaped Bcc: all@fan.example');
  expect(text).toContain('สวัสดี <script>alert(1)</script>');
  expect(text).toContain('บทบาท: แคชเชียร์');
  expect(html).not.toContain('<script');
  expect(html).toContain('&#60;script&#62;');
  expect(html).toContain('href="https://fan.example/console/?a=1&#38;b=&#34;2&#34;"');
});

test('a mail of a transaction that is rolled back is never sent', async () => {
  const rolledBack = api.db.transaction().execute(async (trx) => {
    await mail.queue(trx, invitation('rolled back'));
    throw new Error('the transaction ends here');
  });
  await expect(rolledBack).rejects.toThrow('ends here');
  await queue('after it');
  await expect.poll(() => received('after it').length, SOON).toBe(1);
  expect(await rowOf('rolled back')).toBeUndefined();
});

test('a mail to an invalid address is not queued', async () => {
  for (const to of [
    '',
    'nobody',
    'a@fan.example, b@fan.example',
    'a@fan.example\nBcc: b@fan.example',
  ]) {
    await queue(`to ${to}`, to);
    expect(await rowOf(`to ${to}`), to).toBeUndefined();
  }
});

test('without a server nothing is queued', async () => {
  const logger = createLogger('test', 'silent');
  const off = createMail({ db: api.db, clock: () => new Date(), logger, settings: null });
  await api.db.transaction().execute((trx) => off.queue(trx, invitation('off')));
  expect(off.isOn).toBe(false);
  expect(await rowOf('off')).toBeUndefined();
});
