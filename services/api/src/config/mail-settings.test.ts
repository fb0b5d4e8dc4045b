import { readEnvironment } from '@sangwian/node-kit/environment';
import { expect, test } from 'vitest';
import { MailSettings } from './mail-settings.ts';

const read = (values: Record<string, string>) => readEnvironment(MailSettings, values);
const SMTP_URL = 'smtps://sangwian:secret@smtp.example:465';
const MAIL_FROM = 'Sangwian <no-reply@fan.example>';

test('mail is off without a server, and an incomplete configuration is refused', () => {
  expect(read({})).toBeNull();
  expect(() => read({ SMTP_URL })).toThrow('MAIL_FROM');
  expect(() => read({ MAIL_FROM, NODE_ENV: 'production' })).toThrow('SMTP_URL');
});

test('only a server on this machine may be used without encryption', () => {
  expect(read({ SMTP_URL, MAIL_FROM })).toMatchObject({ isLoopback: false, domain: 'fan.example' });
  const local = read({ SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: 'no-reply@fan.example' });
  expect(local).toMatchObject({ isLoopback: true, domain: 'fan.example' });
});

test('production refuses the sandbox’s server, invalid server URLs and invalid senders', () => {
  const sandbox = { SMTP_URL: 'smtp://sandbox:sandbox@127.0.0.1:2525', MAIL_FROM };
  expect(read(sandbox)).not.toBeNull();
  expect(() => read({ ...sandbox, NODE_ENV: 'production' })).toThrow('SMTP_URL');
  expect(() => read({ SMTP_URL: 'https://smtp.example', MAIL_FROM })).toThrow('SMTP_URL');
  expect(() => read({ SMTP_URL, MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' })).toThrow(
    'MAIL_FROM',
  );
});
