import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Shelf } from './book.ts';
import { type Fault, leaveUnanswered, waitForCaller } from './faults.ts';

/** What a provider says to a call. */
export interface Answer {
  readonly status: number;
  /** `null`: nothing, as with a 204. */
  readonly body: object | null;
}

/** What a provider says where it does not do what was asked. */
export abstract class ProviderRefusal extends Error {
  abstract readonly status: number;
  /** In the provider's own shape. */
  abstract toBody(): object;
}

export const toAnswer = (refusal: ProviderRefusal): Answer => ({
  status: refusal.status,
  body: refusal.toBody(),
});

/** A refusal is an answer too; anything else is a mistake of ours. */
export function attempt(status: number, act: () => object): Answer {
  try {
    return { status, body: act() };
  } catch (error) {
    if (error instanceof ProviderRefusal) return toAnswer(error);
    throw error;
  }
}

/** An answer that was given under a key, and to what. */
export interface KeptAnswer extends Answer {
  readonly asked: string;
  readonly at: string;
}

export const ANSWERS_KEPT_MAX = 5_000;

interface ReplayOptions {
  readonly kept: Shelf<KeptAnswer>;
  readonly now: () => Date;
  readonly keptMs: number;
  /** The answer as it is given again; the same where absent. */
  readonly repeated?: (answer: Answer) => Answer;
  /** What is said to another request under a key that was used. */
  readonly conflict: Answer;
}

/** A call that may be repeated. */
interface Repeatable {
  /** As the caller gave it; absent: every call is a new one. */
  readonly key: string | undefined;
  /** What the key stands for: keys of other calls are other keys. */
  readonly call: string;
  readonly body: unknown;
}

/** Acts once for each key, and then gives the same answer again. */
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

/** Answers a call, unless something goes wrong with the provider just then. */
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

/** Name and password of Basic authorization; `null` where it is none. */
export function readBasic(request: FastifyRequest): { name: string; password: string } | null {
  const [kind, encoded = ''] = (request.headers.authorization ?? '').split(' ');
  if (kind?.toLowerCase() !== 'basic') return null;
  const [name = '', ...password] = Buffer.from(encoded, 'base64').toString().split(':');
  return { name, password: password.join(':') };
}

/** Whether two secrets are one, in a time that tells nothing of them. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
