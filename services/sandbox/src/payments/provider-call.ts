import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Shelf } from './book.ts';
import { type Fault, leaveUnanswered, waitForCaller } from './faults.ts';

/** A provider's response. */
export interface Answer {
  readonly status: number;
  /** `null`: no body, as with a 204. */
  readonly body: object | null;
}

/** A refusal of a provider. */
export abstract class ProviderRefusal extends Error {
  abstract readonly status: number;
  /** The body in the provider's format. */
  abstract toBody(): object;
}

export const toAnswer = (refusal: ProviderRefusal): Answer => ({
  status: refusal.status,
  body: refusal.toBody(),
});

/** Runs a call. Converts refusals to responses; throws other errors. */
export function attempt(status: number, act: () => object): Answer {
  try {
    return { status, body: act() };
  } catch (error) {
    if (error instanceof ProviderRefusal) return toAnswer(error);
    throw error;
  }
}

/** A stored response with its request. */
export interface KeptAnswer extends Answer {
  readonly asked: string;
  readonly at: string;
}

export const ANSWERS_KEPT_MAX = 5_000;

interface ReplayOptions {
  readonly kept: Shelf<KeptAnswer>;
  readonly now: () => Date;
  readonly keptMs: number;
  /** Converts the answer of a repeated call; default: unchanged. */
  readonly repeated?: (answer: Answer) => Answer;
  /** The response to a different request with a used key. */
  readonly conflict: Answer;
}

/** An idempotent call. */
interface Repeatable {
  /** The caller's idempotency key; absent: every call is new. */
  readonly key: string | undefined;
  /** Scope of the key. */
  readonly call: string;
  readonly body: unknown;
}

/** Performs a call once per key. Later calls return the stored response. */
export function createReplay({ kept, now, keptMs, repeated, conflict }: ReplayOptions) {
  return ({ key, call, body }: Repeatable, act: () => Answer): Answer => {
    if (key === undefined) return act();
    const id = `${call} ${key}`;
    const asked = createHash('sha256')
      .update(JSON.stringify(body ?? null))
      .digest('hex');
    const before = kept.get(id);
    if (before !== undefined && Date.parse(before.at) > now().getTime() - keptMs) {
      if (before.asked !== asked) return conflict;
      return repeated === undefined ? before : repeated(before);
    }
    const answer = act();
    kept.put(id, { ...answer, asked, at: now().toISOString() });
    return answer;
  };
}

/** Responds to a call, or simulates its fault. */
export async function answerCall(
  reply: FastifyReply,
  fault: Fault | null,
  act: () => Answer,
  broken: (status: number) => object,
): Promise<FastifyReply | undefined> {
  if (fault === null) return send(reply, act());
  if (fault.answer === 'late') {
    const answer = act();
    await waitForCaller(reply, fault.delay_ms);
    return send(reply, answer);
  }
  if (fault.accepts) act();
  if (fault.answer === 'error') {
    return send(reply, { status: fault.status, body: broken(fault.status) });
  }
  await leaveUnanswered(reply, fault);
  return undefined;
}

export function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  if (body === null) return reply.code(status).send();
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

export const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Returns name and password of Basic authorization; `null` if there is none. */
export function readBasic(request: FastifyRequest): { name: string; password: string } | null {
  const [kind, encoded = ''] = (request.headers.authorization ?? '').split(' ');
  if (kind?.toLowerCase() !== 'basic') return null;
  const [name = '', ...password] = Buffer.from(encoded, 'base64').toString().split(':');
  return { name, password: password.join(':') };
}

/** Compares two secrets in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
