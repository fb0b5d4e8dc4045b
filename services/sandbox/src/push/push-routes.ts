import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { checkVapid } from './check-vapid.ts';
import { PUSH_SERVICE_LIMITS, type PushService } from './push-service.ts';

const JSON_BYTES_MAX = 1_024;
/** Minimum size of an encrypted message (RFC 8188, 2.1): salt, size, key and tag. */
const SEALED_BYTES_MIN = 16 + 5 + 65 + 17;

const Subscribe = z.object({ application_server_key: z.string().nullable().default(null) });
const Weather = z.object({
  status: z.int().min(200).max(599),
  retry_after_s: z.int().min(0).nullable().default(null),
  times: z.int().min(0).max(10_000),
});
const Headers = z.object({
  'content-encoding': z.literal('aes128gcm'),
  ttl: z.string().regex(/^\d{1,9}$/),
  topic: z
    .string()
    .regex(/^[\w-]{1,32}$/)
    .optional(),
  urgency: z.enum(['very-low', 'low', 'normal', 'high']).default('normal'),
});

type ById = { readonly Params: { readonly id: string } };

/** Adds the endpoint that receives messages (RFC 8030, 5), as a vendor's push service has it. */
function addSending(
  scope: FastifyInstance,
  service: PushService,
  origin: string,
  now: () => Date,
): void {
  scope.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: PUSH_SERVICE_LIMITS.bodyBytesMax },
    (_request, body, done) => done(null, body),
  );
  const bodyLimit = PUSH_SERVICE_LIMITS.bodyBytesMax;
  scope.post<ById>('/sandbox/push/send/:id', { bodyLimit }, async (request, reply) => {
    const browser = service.find(request.params.id);
    if (browser === undefined) return reply.code(404).send({ reason: 'no such browser' });
    if (browser.gone) return reply.code(410).send({ reason: 'the browser has unsubscribed' });
    const sender = checkVapid(request.headers.authorization, origin, now());
    if (sender === null) return reply.code(401).send({ reason: 'no valid VAPID token' });
    if (browser.key !== null && browser.key !== sender) {
      return reply.code(403).send({ reason: 'the subscription has another key' });
    }
    const weather = service.takeWeather();
    if (weather !== null) {
      if (weather.retry_after_s !== null) reply.header('retry-after', weather.retry_after_s);
      return reply.code(weather.status).send({ reason: 'simulated failure' });
    }
    const headers = Headers.safeParse(request.headers);
    const { body } = request;
    if (!headers.success || !Buffer.isBuffer(body) || body.length < SEALED_BYTES_MIN) {
      return reply.code(400).send({ reason: 'no encrypted message' });
    }
    const { ttl, topic, urgency } = headers.data;
    const { message_id } = service.take(request.params.id, {
      topic: topic ?? null,
      ttl_s: Number(ttl),
      urgency,
      body: body.toString('base64url'),
    });
    return reply
      .code(201)
      .header('location', `${origin}/sandbox/push/message/${message_id}`)
      .send();
  });
}

/** Adds the routes for browsers and for scripts. */
function addBrowsers(scope: FastifyInstance, service: PushService, origin: string): void {
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: JSON_BYTES_MAX },
    (_request, body, done) => {
      try {
        done(null, JSON.parse(String(body)));
      } catch {
        done(null, undefined);
      }
    },
  );
  scope.post('/sandbox/push/browsers', async (request, reply) => {
    const subscription = Subscribe.safeParse(request.body ?? {});
    if (!subscription.success) return reply.code(400).send({ reason: 'no key' });
    const id = service.subscribe(subscription.data.application_server_key);
    return reply.code(201).send({ browser_id: id, endpoint: `${origin}/sandbox/push/send/${id}` });
  });
  scope.get<ById>('/sandbox/push/browsers/:id', async (request, reply) => {
    const browser = service.find(request.params.id);
    return browser === undefined
      ? reply.code(404).send({ reason: 'no such browser' })
      : { gone: browser.gone, messages: browser.messages };
  });
  scope.delete<ById>('/sandbox/push/browsers/:id', async (request, reply) => {
    service.unsubscribe(request.params.id);
    return reply.code(204).send();
  });
  scope.put('/sandbox/push/weather', async (request, reply) => {
    const weather = Weather.safeParse(request.body);
    if (!weather.success) return reply.code(400).send({ reason: 'invalid failure' });
    service.setWeather(weather.data);
    return reply.code(204).send();
  });
}

/**
 * Adds a push service like Chrome's or Safari's below `/sandbox/push`. It cannot read messages, which are encrypted for
 * the browser.
 *
 * @param origin of the site through which it is reached; senders sign for this origin
 */
export async function addPush(
  server: FastifyInstance,
  service: PushService,
  { origin, now }: { readonly origin: string; readonly now: () => Date },
): Promise<void> {
  await server.register(async (scope) => {
    addSending(scope, service, origin, now);
    addBrowsers(scope, service, origin);
  });
}
