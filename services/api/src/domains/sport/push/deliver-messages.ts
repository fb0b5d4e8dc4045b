import { createHash } from 'node:crypto';
import type { Language } from '@sangwian/contract/endpoints/member';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Sessions } from '../../identity/sessions/sessions.module.ts';
import type { Post } from './post-message.ts';
import type { ClaimedMessage, PushStore } from './push.store.ts';
import {
  isAllowedEndpoint,
  outcomeOf,
  PUSH_LIMITS,
  restAfter,
  retryAfterMs,
  type SendOutcome,
} from './push-rules.ts';
import type { PushSettings } from './push-settings.ts';
import { sealMessage } from './seal-message.ts';

/** What a browser shows. */
export interface Shown {
  readonly title: string;
  readonly body: string;
  /** Where a tap leads, a path of this site. */
  readonly path: string;
}

/** What a message says now; `null`: it has nothing to say any more. */
export type Present = (subject: unknown, language: Language) => Promise<Shown | null>;

export interface DeliverDeps {
  readonly store: PushStore;
  readonly settings: PushSettings;
  readonly sessions: Pick<Sessions, 'findEnded'>;
  readonly present: Present;
  readonly authorize: (origin: string, now: Date) => string;
  readonly post: Post;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly count: (outcome: SendOutcome | 'dropped') => void;
}

/** A push service keeps the last message of a topic alone, and a browser shows the last of a tag alone. */
const topicOf = (topic: string): string =>
  createHash('sha256').update(topic).digest('base64url').slice(0, 32);

interface Attempt {
  readonly outcome: SendOutcome;
  readonly askedMs: number | null;
}

async function send(deps: DeliverDeps, message: ClaimedMessage, shown: Shown): Promise<Attempt> {
  const { settings, authorize, post, clock, logger } = deps;
  const { endpoint, language, urgency } = message;
  // The list of hosts may have become shorter since it was kept.
  if (!isAllowedEndpoint(endpoint, settings)) return { outcome: 'gone', askedMs: null };
  const now = clock();
  const { origin } = new URL(endpoint);
  const topic = topicOf(message.topic);
  const ttlS = Math.max(0, Math.floor((message.expires_at.getTime() - now.getTime()) / 1_000));
  try {
    const { status, retryAfter } = await post.send({
      url: endpoint,
      headers: {
        Authorization: authorize(origin, now),
        'Content-Type': 'application/octet-stream',
        'Content-Encoding': 'aes128gcm',
        TTL: ttlS,
        Urgency: urgency,
        Topic: topic,
      },
      body: sealMessage(JSON.stringify({ ...shown, tag: topic, language }), message),
    });
    const outcome = outcomeOf(status);
    if (outcome === 'refused') logger.error({ origin, status }, 'a push service refuses us');
    return { outcome, askedMs: retryAfterMs(retryAfter, clock()) };
  } catch (err) {
    logger.warn({ err, origin }, 'a push service did not answer');
    return { outcome: 'later', askedMs: null };
  }
}

/** Sends one message and writes down what became of it. */
async function deliver(
  deps: DeliverDeps,
  message: ClaimedMessage,
  shown: Shown | null,
): Promise<void> {
  const { store, clock, count } = deps;
  if (shown === null || message.expires_at <= clock()) {
    count('dropped');
    await store.finish([message.push_message_id]);
    return;
  }
  const { outcome, askedMs } = await send(deps, message, shown);
  count(outcome);
  if (outcome === 'gone') await store.remove([message.push_subscription_id]);
  else if (outcome !== 'later') await store.finish([message.push_message_id]);
  else {
    const next = new Date(clock().getTime() + restAfter(message.attempts, askedMs));
    await store.putOff(message.push_message_id, next);
  }
}

/** Calls for each, so many at a time. */
async function forEachSome<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/**
 * Sends what is due. A message is taken before it is sent and removed after: of a node that dies in between another
 * sends it again, under the same topic and tag, so that a fan still sees it once (decision 26).
 *
 * @returns whether there may be more
 */
export async function deliverMessages(deps: DeliverDeps): Promise<boolean> {
  const { store, sessions, present, clock, logger } = deps;
  const now = clock();
  const lease = new Date(now.getTime() + PUSH_LIMITS.leaseMs);
  const claimed = await store.claim(now, lease, PUSH_LIMITS.batchMax);
  if (claimed.length === 0) return false;
  const ended = new Set(
    (await sessions.findEnded([...new Set(claimed.map((row) => row.member_session_id))])).map(
      (session) => session.member_session_id,
    ),
  );
  const isOver = (row: ClaimedMessage): boolean => ended.has(row.member_session_id);
  await store.remove(claimed.filter(isOver).map((row) => row.push_subscription_id));
  const shown = new Map<string, Promise<Shown | null>>();
  const shownOf = ({ subject, language }: ClaimedMessage): Promise<Shown | null> => {
    const key = `${language} ${JSON.stringify(subject)}`;
    const known = shown.get(key) ?? present(subject, language);
    shown.set(key, known);
    return known;
  };
  const open = claimed.filter((row) => !isOver(row));
  await forEachSome(open, PUSH_LIMITS.atOnceMax, async (message) => {
    try {
      await deliver(deps, message, await shownOf(message));
    } catch (err) {
      // It is tried again once the lease is over.
      logger.error({ err }, 'a message was not sent');
    }
  });
  return claimed.length === PUSH_LIMITS.batchMax;
}
