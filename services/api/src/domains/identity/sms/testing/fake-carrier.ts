import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { SmsSettings } from '../../../../config/otp-settings.ts';

export interface CarriedMessage {
  readonly msisdn: string;
  readonly message: string;
  readonly sender: string;
  readonly authorization: string | undefined;
}

/** An SMS carrier for tests. */
export interface FakeCarrier {
  readonly settings: SmsSettings;
  /** The received messages, newest last. */
  readonly messages: readonly CarriedMessage[];
  /** Sets the next responses. After those, the carrier accepts messages again. */
  answerNext(...answers: readonly { readonly status: number; readonly body: unknown }[]): void;
  /** Returns the code in the newest message to a phone (E.164). @throws if there is no message */
  codeOf(phone: string): string;
  close(): Promise<void>;
}

export async function startFakeCarrier(): Promise<FakeCarrier> {
  const messages: CarriedMessage[] = [];
  const prepared: { readonly status: number; readonly body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    const field = (name: string): string => form.get(name) ?? '';
    const answer = prepared.shift();
    if (answer === undefined) {
      messages.push({
        msisdn: field('msisdn'),
        message: field('message'),
        sender: field('sender'),
        authorization: request.headers.authorization,
      });
    }
    const number = { number: field('msisdn'), message_id: String(messages.length), used_credit: 1 };
    const taken = { phone_number_list: [number], bad_phone_number_list: [] };
    response.writeHead(answer?.status ?? 201, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer === undefined ? taken : answer.body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  return {
    settings: {
      url: `http://127.0.0.1:${port}`,
      key: 'the key',
      secret: 'the secret',
      sender: 'Sangwian',
    },
    messages,
    answerNext: (...answers) => {
      prepared.push(...answers);
    },
    codeOf: (phone) => {
      const newest = messages.findLast(({ msisdn }) => `+${msisdn}` === phone);
      const code = /\b\d{6}\b/.exec(newest?.message ?? '')?.[0];
      if (code === undefined) throw new Error(`nothing was sent to ${phone}`);
      return code;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
