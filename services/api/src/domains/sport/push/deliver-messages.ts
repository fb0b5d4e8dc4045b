import { createHash } from 'node:crypto';
import type { Language } from '@sangwian/contract/endpoints/member';
import type { Logger } from '@sangwian/node-kit/logger';
import type { PushSettings } from '../../../config/push-settings.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Sessions } from '../../identity/sessions/sessions.module.ts';
import { encryptMessage } from './encrypt-message.ts';
import type { Post } from './post-message.ts';
import type { ClaimedMessage, PushStore } from './push.store.ts';
import {
  isAllowedEndpoint,
  outcomeOf,
  PUSH_LIMITS,
  parseRetryAfterMs,
  retryDelayMs,
  type SendOutcome,
} from './push-rules.ts';

/** The content of the notification that a browser shows. */
export interface PushContent {
  readonly title: string;
  readonly body: string;
  /** The path on this site that opens when the notification is tapped. */
  readonly path: string;
}

/** Renders a message when it is sent. Returns `null` if the message is obsolete. */
export type Present = (subject: unknown, language: Language) => Promise<PushContent | null>;

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

/**
 * Hashes a topic. The hash is also the tag of the notification. Push services and browsers keep only the latest message
 * of each topic or tag.
 */
const topicOf = (topic: string): string =>
  createHash('sha256').update(topic).digest('base64url').slice(0, 32);

interface Attempt {
  readonly outcome: SendOutcome;
  readonly retryAfterMs: number | null;
}

async function send(
  deps: DeliverDeps,
  message: ClaimedMessage,
  shown: PushContent,
): Promise<Attempt> {
  const { settings, authorize, post, clock, logger } = deps;
  const { endpoint, language, urgency } = message;
  // Checked again: the list of allowed hosts may have changed since the subscription.
  if (!isAllowedEndpoint(endpoint, settings)) return { outcome: 'gone', retryAfterMs: null };
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
      body: encryptMessage(JSON.stringify({ ...shown, tag: topic, language }), message),
    });
    const outcome = outcomeOf(status);
    if (outcome === 'refused') logger.error({ origin, status }, 'push service refused a message');
    return { outcome, retryAfterMs: parseRetryAfterMs(retryAfter, clock()) };
  } catch (err) {
    logger.warn({ err, origin }, 'push service did not answer');
    return { outcome: 'later', retryAfterMs: null };
  }
}

async function deliver(
  deps: DeliverDeps,
  message: ClaimedMessage,
  shown: PushContent | null,
): Promise<void> {
  const { store, clock, count } = deps;
  if (shown === null || message.expires_at <= clock()) {
    count('dropped');
    await store.finish([message.push_message_id]);
    return;
  }
  const { outcome, retryAfterMs } = await send(deps, message, shown);
  count(outcome);
  if (outcome === 'gone') await store.remove([message.push_subscription_id]);
  else if (outcome !== 'later') await store.finish([message.push_message_id]);
  else {
    const next = new Date(clock().getTime() + retryDelayMs(message.attempts, retryAfterMs));
    await store.postpone(message.push_message_id, next);
  }
}

/** Runs the work for all items, with at most `atOnce` items at a time. */
async function forEachConcurrently<Item>(
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
 * Sends due messages. A message is claimed before it is sent, and deleted afterwards. If a node dies in between,
 * another node sends the message again with the same topic and tag, so the fan still sees one notification (decision
 * 26).
 *
 * @returns whether more messages may be due
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
  const shown = new Map<string, Promise<PushContent | null>>();
  const shownOf = ({ subject, language }: ClaimedMessage): Promise<PushContent | null> => {
    const key = `${language} ${JSON.stringify(subject)}`;
    const known = shown.get(key) ?? present(subject, language);
    shown.set(key, known);
    return known;
  };
  const open = claimed.filter((row) => !isOver(row));
  await forEachConcurrently(open, PUSH_LIMITS.atOnceMax, async (message) => {
    try {
      await deliver(deps, message, await shownOf(message));
    } catch (err) {
      // The message is sent again when its lease expires.
      logger.error({ err }, 'push message delivery failed');
    }
  });
  return claimed.length === PUSH_LIMITS.batchMax;
}
