import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { addStaffCodes } from '../staff/staff-codes.ts';
import { addMail } from './mail-routes.ts';
import { MAILBOX_LIMITS, Mailbox } from './mailbox.ts';

const MAIL = {
  to: 'somsri@fan.example',
  from: 'no-reply@sangwian.example',
  subject: '<b>Receipt</b>',
  message_id: '<1@sangwian.example>',
  text: 'text',
  html: '<p onclick="alert(1)">"hello"</p>',
};

test('a mail is shown escaped, with its HTML in a frame that may do nothing', async () => {
  const [server, mailbox] = [Fastify(), new Mailbox(() => new Date(0))];
  addMail(server, mailbox);
  mailbox.add(MAIL);
  const [mail] = (await server.inject('/sandbox/mail?to=SOMSRI@fan.example')).json();
  expect(mail).toMatchObject(MAIL);
  const list = await server.inject({ url: '/sandbox/mail', headers: { accept: 'text/html' } });
  expect(list.body).toContain('&#60;b&#62;Receipt');
  const { body } = await server.inject(`/sandbox/mail/${mail.mail_id}`);
  expect(body).toContain('sandbox="" ');
  expect(body).toContain('srcdoc="&#60;p onclick=&#34;alert(1)&#34;&#62;');
  expect(body).not.toContain('<b>Receipt');
  expect((await server.inject('/sandbox/mail/unknown')).statusCode).toBe(404);
});

test('the mailbox drops the oldest mails', () => {
  const mailbox = new Mailbox(() => new Date(0));
  for (let number = 0; number <= MAILBOX_LIMITS.mailsMax; number += 1) {
    mailbox.add({ ...MAIL, subject: String(number) });
  }
  expect(mailbox.list()).toHaveLength(MAILBOX_LIMITS.mailsMax);
  expect(mailbox.list().at(-1)?.subject).toBe('1');
});

test('the page of staff codes shows the code of RFC 6238 for each account', async () => {
  const server = Fastify();
  // The shared secret of the RFC’s test vectors: at 59 s its code ends in 287082.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const account = { role: 'cashier', email: 'a@b.example', password: 'p', totp_secret: secret };
  addStaffCodes(server, [account], () => new Date(59_000));
  const { body } = await server.inject('/sandbox/staff-codes');
  expect(body).toContain('<p class="code">287082</p>');
  expect(body).toContain('<meta http-equiv="refresh" content="1">');
  const json = { url: '/sandbox/staff-codes', headers: { accept: 'application/json' } };
  expect((await server.inject(json)).json()).toMatchObject([{ code: '287082', seconds_left: 1 }]);
});
