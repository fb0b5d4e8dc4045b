import { generateKeyPairSync } from 'node:crypto';
import { PushSettings } from '@sangwian/api/config/push-settings';
import {
  decryptMessage,
  makeBrowser,
} from '@sangwian/api/domains/sport/push/testing/decrypt-message';
import { readEnvironment } from '@sangwian/node-kit/environment';
import { addPush } from '@sangwian/sandbox/push/push-routes';
import { PushService } from '@sangwian/sandbox/push/push-service';
import Fastify from 'fastify';
import { takePort } from './take-port.ts';

/** A decrypted push message. */
export interface PushedMessage {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly tag: string;
  readonly language: string;
}

/** A subscribed browser. */
export interface SubscribedBrowser {
  /** Subscription that the browser sends to the site. */
  readonly subscription: { endpoint: string; p256dh: string; auth: string };
  /** Pending messages, only the last of each topic. */
  messages(): PushedMessage[];
  unsubscribe(): void;
}

export interface TestPush {
  /** Configuration of the API. */
  readonly settings: PushSettings;
  subscribe(): SubscribedBrowser;
  /** Makes the next messages fail with a status. */
  setWeather(status: number, times: number, retryAfterS?: number): void;
  /** Counts the messages that arrived, replaced ones included. */
  arrived(): number;
  close(): Promise<void>;
}

/** Starts the sandbox's push service over HTTP. */
export async function startTestPush(now: () => Date): Promise<TestPush> {
  const port = await takePort();
  const origin = `http://127.0.0.1:${port}`;
  const { d = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  });
  const settings = readEnvironment(PushSettings, {
    VAPID_PRIVATE_KEY: d,
    PUBLIC_URL: origin,
    SANDBOX_URL: origin,
  });
  if (settings === null) throw new Error('the settings have a key');
  const service = new PushService(now);
  const server = Fastify({ forceCloseConnections: true });
  let arrived = 0;
  server.addHook('onResponse', async (_request, reply) => {
    if (reply.statusCode === 201) arrived += 1;
  });
  await addPush(server, service, { origin, now });
  await server.listen({ host: '127.0.0.1', port });
  const key = settings.publicKey.toString('base64url');

  return {
    settings,
    subscribe: () => {
      const browser = makeBrowser();
      const id = service.subscribe(key);
      return {
        subscription: {
          endpoint: `${origin}/sandbox/push/send/${id}`,
          p256dh: browser.keys.p256dh.toString('base64url'),
          auth: browser.keys.auth.toString('base64url'),
        },
        messages: () =>
          (service.find(id)?.messages ?? []).map(
            ({ body }) =>
              JSON.parse(decryptMessage(Buffer.from(body, 'base64url'), browser)) as PushedMessage,
          ),
        unsubscribe: () => service.unsubscribe(id),
      };
    },
    setWeather: (status, times, retryAfterS) =>
      service.setWeather({ status, times, retry_after_s: retryAfterS ?? null }),
    arrived: () => arrived,
    close: async () => {
      await server.close();
    },
  };
}
