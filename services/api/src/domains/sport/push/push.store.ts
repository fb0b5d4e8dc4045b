import type { Language } from '@sangwian/contract/endpoints/member';
import { type Kysely, sql } from 'kysely';
import { addJob } from '../../../platform/jobs/task.ts';
import type { Database } from '../../../schema/database.ts';

/** The task that sends messages. Its queue has the same name. */
export const DELIVERY_TASK = 'push_delivery';

export interface NewSubscription {
  readonly memberId: string;
  readonly sessionId: string;
  readonly endpoint: string;
  readonly endpointHash: Buffer;
  readonly p256dh: Buffer;
  readonly auth: Buffer;
  readonly language: Language;
  readonly createdAt: Date;
}

export interface NewMessage {
  readonly topic: string;
  readonly subject: object;
  readonly urgency: 'normal' | 'high';
  readonly expiresAt: Date;
}

/** A message to send, with the subscription to send it to. */
export interface ClaimedMessage {
  readonly push_message_id: string;
  readonly push_subscription_id: string;
  readonly member_session_id: string;
  readonly endpoint: string;
  readonly p256dh: Buffer;
  readonly auth: Buffer;
  readonly language: Language;
  readonly topic: string;
  readonly subject: unknown;
  readonly urgency: 'normal' | 'high';
  readonly expires_at: Date;
  /** Includes the current attempt. */
  readonly attempts: number;
}

export class PushStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Adds a browser. A known browser gets the new member and keys. */
  async keep(subscription: NewSubscription): Promise<void> {
    const { memberId, sessionId, endpoint, endpointHash, p256dh, auth, language } = subscription;
    await this.#db.transaction().execute(async (trx) => {
      // Another member has signed in on this browser. That member must not receive messages for the former member.
      await trx
        .deleteFrom('push_subscription')
        .where('endpoint_hash', '=', endpointHash)
        .where('member_id', '<>', memberId)
        .execute();
      await trx
        .insertInto('push_subscription')
        .values({
          member_id: memberId,
          member_session_id: sessionId,
          endpoint,
          endpoint_hash: endpointHash,
          p256dh,
          auth,
          language,
          created_at: subscription.createdAt,
        })
        .onConflict((conflict) =>
          conflict.column('endpoint_hash').doUpdateSet({
            member_id: memberId,
            member_session_id: sessionId,
            p256dh,
            auth,
            language,
          }),
        )
        .execute();
    });
  }

  /** Removes all browsers of a member except the newest `kept`. */
  async removeOldest(memberId: string, kept: number): Promise<void> {
    await this.#db
      .deleteFrom('push_subscription')
      .where('push_subscription_id', 'in', (query) =>
        query
          .selectFrom('push_subscription as of_member')
          .select('of_member.push_subscription_id')
          .where('of_member.member_id', '=', memberId)
          .orderBy('of_member.created_at', 'desc')
          .orderBy('of_member.push_subscription_id', 'desc')
          .offset(kept),
      )
      .execute();
  }

  async removeOf(memberId: string, endpointHash: Buffer): Promise<void> {
    await this.#db
      .deleteFrom('push_subscription')
      .where('endpoint_hash', '=', endpointHash)
      .where('member_id', '=', memberId)
      .execute();
  }

  /** Removes browsers and their waiting messages. */
  async remove(subscriptionIds: readonly string[]): Promise<void> {
    if (subscriptionIds.length === 0) return;
    await this.#db
      .deleteFrom('push_subscription')
      .where('push_subscription_id', 'in', subscriptionIds)
      .execute();
  }

  /** Reads a batch of browsers after an id, with the sign-in of each. */
  findSessions(afterId: string, limit: number) {
    return this.#db
      .selectFrom('push_subscription')
      .select(['push_subscription_id', 'member_session_id'])
      .where('push_subscription_id', '>', afterId)
      .orderBy('push_subscription_id')
      .limit(limit)
      .execute();
  }

  async forgetMember(memberId: string): Promise<void> {
    await this.#db.deleteFrom('push_subscription').where('member_id', '=', memberId).execute();
  }

  findForExport(memberId: string, limit: number) {
    return this.#db
      .selectFrom('push_subscription')
      .select(['endpoint', 'language', 'created_at'])
      .where('member_id', '=', memberId)
      .orderBy('created_at')
      .limit(limit)
      .execute();
  }

  /** Enqueues a message for every browser of these members. */
  async addMessages(
    memberIds: readonly string[],
    { topic, subject, urgency, expiresAt }: NewMessage,
    now: Date,
  ): Promise<void> {
    const { numAffectedRows = 0n } = await sql`
      insert into push_message (push_subscription_id, topic, subject, urgency, expires_at, next_attempt_at)
      select push_subscription_id, ${topic}::text, ${JSON.stringify(subject)}::jsonb, ${urgency}::text,
        ${expiresAt}::timestamptz, ${now}::timestamptz
      from push_subscription where member_id = any(${memberIds}::uuid[])
      on conflict do nothing`.execute(this.#db);
    if (numAffectedRows > 0n) await addJob(this.#db, DELIVERY_TASK, { queue: DELIVERY_TASK });
  }

  /** Claims due messages with a lease, so that no two nodes send the same message. */
  async claim(now: Date, leaseUntil: Date, limit: number): Promise<ClaimedMessage[]> {
    const { rows } = await sql<ClaimedMessage>`
      update push_message set attempts = attempts + 1, next_attempt_at = ${leaseUntil}
      from push_subscription
      where push_message.push_subscription_id = push_subscription.push_subscription_id
        and push_message_id in (
          select push_message_id from push_message where next_attempt_at <= ${now}
          order by next_attempt_at limit ${limit} for update skip locked
        )
      returning push_message_id, push_message.push_subscription_id, member_session_id, endpoint, p256dh, auth,
        language, topic, subject, urgency, expires_at, attempts`.execute(this.#db);
    return rows;
  }

  async finish(messageIds: readonly string[]): Promise<void> {
    if (messageIds.length === 0) return;
    await this.#db.deleteFrom('push_message').where('push_message_id', 'in', messageIds).execute();
  }

  async postpone(messageId: string, until: Date): Promise<void> {
    await this.#db
      .updateTable('push_message')
      .set({ next_attempt_at: until })
      .where('push_message_id', '=', messageId)
      .execute();
  }

  async countWaiting(): Promise<number> {
    const { waiting } = await this.#db
      .selectFrom('push_message')
      .select((query) => query.fn.countAll<number>().as('waiting'))
      .executeTakeFirstOrThrow();
    return waiting;
  }
}
