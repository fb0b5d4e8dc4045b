import { generateKeyPairSync } from 'node:crypto';
import { type PushSettings, readPushSettings } from '@sangwian/api/config/push-settings';
import { makeBrowser, openMessage } from '@sangwian/api/domains/sport/push/testing/open-message';
import { Environment } from '@sangwian/node-kit/environment';
import { addPush } from '@sangwian/sandbox/push/push-routes';
import { PushService } from '@sangwian/sandbox/push/push-service';
import Fastify from 'fastify';
import { takePort } from './take-port.ts';

/** What a browser was told, opened. */
export interface PushedMessage {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly tag: string;
  readonly language: string;
}

/** A browser that has subscribed. */
export interface SubscribedBrowser {
  /** What it tells the site. */
  readonly subscription: { endpoint: string; p256dh: string; auth: string };
  /** What waits for it, of each topic the last alone. */
  messages(): PushedMessage[];
  unsubscribe(): void;
}

export interface TestPush {
  /** What the API is told. */
  readonly settings: PushSettings;
  subscribe(): SubscribedBrowser;
  /** What goes wrong with the next messages. */
  setWeather(status: number, times: number, retryAfterS?: number): void;
  /** Messages that arrived so far, those that another took the place of too. */
  arrived(): number;
  close(): Promise<void>;
}

/** The sandbox's push service over HTTP, and browsers that subscribed there. */
export async function startTestPush(now: () => Date): Promise<TestPush> {
  const port = await takePort();
  const origin = `http://127.0.0.1:${port}`;
  const { d = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  });
  const settings = readPushSettings(new Environment({ VAPID_PRIVATE_KEY: d }), {
    publicUrl: origin,
    hasSandbox: true,
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
              JSON.parse(openMessage(Buffer.from(body, 'base64url'), browser)) as PushedMessage,
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
