import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { INBOX_LIMITS, type SmsInbox, toPhoneKey } from './sms-inbox.ts';
import { renderSmsPage } from './sms-page.ts';

const BODY_BYTES_MAX = 16 * 1024;
/** Only Thai mobile numbers are served. */
const MSISDN = /^(?:66|0)[689]\d{8}$/;
const CREDIT_PER_MESSAGE = 1;
const CREDIT = 1_000_000;

/** Sends a refusal in the carrier's format. */
const refuse = (reply: FastifyReply, status: number, name: string, description: string) =>
  reply.code(status).send({ error: { code: status, name, description } });

/** Account that may send messages. */
export interface CarrierAccount {
  readonly key: string;
  readonly secret: string;
}

function createAccountCheck({ key, secret }: CarrierAccount) {
  const expected = Buffer.from(`Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`);
  return (authorization: string | undefined): boolean => {
    const given = Buffer.from(authorization ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
}

/** Accepts messages as ThaiBulkSMS does: `POST /sms`, form-encoded, with Basic authorization. */
function addCarrier(scope: FastifyInstance, inbox: SmsInbox, account: CarrierAccount): void {
  const isAccount = createAccountCheck(account);
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  scope.post('/sandbox/sms', { bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
    if (!isAccount(request.headers.authorization)) {
      return refuse(reply, 401, 'ERROR_AUTHENTICATION', 'the key or the secret is wrong');
    }
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const number = form.get('msisdn') ?? '';
    const message = form.get('message') ?? '';
    const sender = form.get('sender') ?? '';
    if (number === '' || message === '' || message.length > INBOX_LIMITS.messageCharsMax) {
      return refuse(reply, 400, 'ERROR_PARAMETER', 'msisdn and message are needed');
    }
    const taken = MSISDN.test(number)
      ? inbox.add({ phone: toPhoneKey(number), sender, message })
      : null;
    return reply.code(201).send({
      remaining_credit: CREDIT,
      total_use_credit: taken === null ? 0 : CREDIT_PER_MESSAGE,
      credit_type: 'standard',
      phone_number_list:
        taken === null
          ? []
          : [{ number, message_id: taken.message_id, used_credit: CREDIT_PER_MESSAGE }],
      bad_phone_number_list: taken === null ? [{ number, message: 'not a mobile number' }] : [],
    });
  });
}

/** Adds the SMS carrier and its inbox. */
export async function addSms(
  server: FastifyInstance,
  inbox: SmsInbox,
  account: CarrierAccount,
): Promise<void> {
  await server.register(async (scope) => {
    addCarrier(scope, inbox, account);
    scope.get<{ Querystring: { phone?: unknown } }>('/sandbox/sms', async (request, reply) => {
      const { phone } = request.query;
      if (typeof phone === 'string') return inbox.list(phone);
      const isScript = request.headers.accept?.includes('application/json') ?? false;
      if (isScript) return inbox.list();
      return reply.type('text/html; charset=utf-8').send(renderSmsPage(inbox.list()));
    });
  });
}
