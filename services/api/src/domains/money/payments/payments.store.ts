import { type Kysely, sql, type Transaction } from 'kysely';
import { addJob } from '../../../platform/jobs/task.ts';
import type { Database } from '../../../schema/database.ts';
import type { EventProvider, Signature } from './event-source.ts';
import type { WebhookOutcome } from './payments.tables.ts';

/** A webhook that is due to be handled. */
export interface DueWebhook {
  readonly payment_webhook_id: string;
  readonly provider: EventProvider;
  readonly received_at: Date;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** `listed` means that a sweep of the provider's events found the event, so it has no signature. */
  readonly signature: Signature | 'listed';
  readonly event_id: string | null;
  /** The number of tries, including the current try. */
  readonly tries: number;
}

export interface NewWebhook {
  readonly provider: EventProvider;
  readonly receivedAt: Date;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** `listed` means that a sweep of the provider's events found the event, so it has no signature. */
  readonly signature: Signature | 'listed';
  readonly eventId: string | null;
  readonly kind: string | null;
}

/** Outcomes of webhooks that can be handled again. Duplicates and forged webhooks cannot. */
export const REPLAYABLE_OUTCOMES = [
  'asked',
  'no_news',
  'not_ours',
  'unreadable',
  'given_up',
] as const satisfies readonly WebhookOutcome[];

/** The name of the task that handles webhooks, and of its queue. */
export const WEBHOOKS_TASK = 'payment_webhooks';

/** Reads and writes webhooks. No other file writes their tables. */
export class PaymentsStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * Stores a webhook and enqueues its handling.
   *
   * @returns whether the webhook must be handled; `false` for forged webhooks and known events
   */
  insert(webhook: NewWebhook): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      const isDue = await this.#store(trx, webhook);
      if (isDue) await addJob(trx, WEBHOOKS_TASK, { queue: WEBHOOKS_TASK });
      return isDue;
    });
  }

  async #store(trx: Transaction<Database>, webhook: NewWebhook): Promise<boolean> {
    const row = {
      provider: webhook.provider,
      received_at: webhook.receivedAt,
      address: webhook.address,
      headers: JSON.stringify(webhook.headers),
      body: webhook.body,
      signature: webhook.signature,
      event_id: webhook.eventId,
      kind: webhook.kind,
      due_at: webhook.receivedAt,
    };
    const isForged = webhook.signature === 'invalid';
    const ended = { outcome: 'forged', handled_at: webhook.receivedAt } as const;
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('payment_webhook')
      .values({ ...row, ...(isForged ? ended : {}) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows > 0n) return !isForged;
    // The index `payment_webhook_event_key` refuses a second row of an event whose signature is valid or that a sweep
    // listed. A known event from a sweep is not stored. A repeated delivery is stored as a duplicate.
    if (webhook.signature === 'listed') return false;
    await trx
      .insertInto('payment_webhook')
      .values({ ...row, outcome: 'duplicate', handled_at: webhook.receivedAt })
      .execute();
    return false;
  }

  /** Claims due webhooks for one caller until their lease ends, oldest first. */
  async claimDue(now: Date, leaseUntil: Date, limit: number): Promise<DueWebhook[]> {
    const { rows } = await sql<DueWebhook>`
      with due as materialized (
        select payment_webhook_id from payment_webhook
        where handled_at is null and due_at <= ${now}
        order by due_at limit ${limit} for update skip locked
      )
      update payment_webhook as mine set tries = tries + 1, due_at = ${leaseUntil}
      from due where mine.payment_webhook_id = due.payment_webhook_id
      returning mine.payment_webhook_id, provider, received_at, headers, body, signature, event_id, tries
    `.execute(this.#db);
    return rows;
  }

  /**
   * Marks the signature of a webhook as valid, unless its event is already stored.
   *
   * @returns whether the event is new
   */
  async markValid(webhookId: string): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      update payment_webhook as mine set signature = 'valid'
      where mine.payment_webhook_id = ${webhookId} and not exists (
        select from payment_webhook as other
        where other.provider = mine.provider and other.event_id = mine.event_id
          and other.payment_webhook_id <> mine.payment_webhook_id
          and other.signature in ('valid', 'listed') and other.outcome is distinct from 'duplicate')
    `.execute(this.#db);
    return numAffectedRows > 0n;
  }

  /** Stores the outcome of a webhook. */
  async end(
    webhookId: string,
    end: {
      readonly outcome: WebhookOutcome;
      readonly at: Date;
      readonly attemptId?: string | null;
      readonly signature?: 'valid' | 'invalid';
      readonly problem?: string;
    },
  ): Promise<void> {
    await this.#db
      .updateTable('payment_webhook')
      .set({
        outcome: end.outcome,
        handled_at: end.at,
        ...(end.attemptId === undefined ? {} : { payment_attempt_id: end.attemptId }),
        ...(end.signature === undefined ? {} : { signature: end.signature }),
        ...(end.problem === undefined ? {} : { problem: end.problem }),
      })
      .where('payment_webhook_id', '=', webhookId)
      .execute();
  }

  /** Schedules the next try of a failed webhook. */
  async reschedule(webhookId: string, dueAt: Date, problem: string): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      await trx
        .updateTable('payment_webhook')
        .set({ due_at: dueAt, problem })
        .where('payment_webhook_id', '=', webhookId)
        .execute();
      await addJob(trx, WEBHOOKS_TASK, { queue: WEBHOOKS_TASK, runAt: dueAt });
    });
  }

  /**
   * Makes a handled webhook due again and enqueues its handling.
   *
   * @returns `false` if the webhook is not handled yet, is forged or a duplicate, or its body was erased
   */
  async replay(webhookId: string, now: Date): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('payment_webhook')
        .set({ outcome: null, handled_at: null, problem: null, tries: 0, due_at: now })
        .where('payment_webhook_id', '=', webhookId)
        .where('outcome', 'in', REPLAYABLE_OUTCOMES)
        .where('forgotten_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await addJob(trx, WEBHOOKS_TASK, { queue: WEBHOOKS_TASK });
      return true;
    });
  }

  /** Returns the webhooks of attempts, latest first. An erased body is empty. */
  async findOfAttempts(
    attemptIds: readonly string[],
    after: string | undefined,
    limit: number,
  ): Promise<
    {
      readonly payment_webhook_id: string;
      readonly provider: EventProvider;
      readonly kind: string | null;
      readonly received_at: Date;
      readonly body: Buffer;
    }[]
  > {
    return this.#db
      .selectFrom('payment_webhook')
      .select(['payment_webhook_id', 'provider', 'kind', 'received_at', 'body'])
      .where('payment_attempt_id', '=', sql<string>`any(${[...attemptIds]}::uuid[])`)
      .$if(after !== undefined, (query) => query.where('payment_webhook_id', '<', after as string))
      .orderBy('payment_webhook_id', 'desc')
      .limit(limit)
      .execute();
  }

  /**
   * Erases the bodies of the attempts' webhooks and of duplicates, because the bodies name people. The other
   * columns are kept.
   */
  async eraseBodiesOfAttempts(
    trx: Transaction<Database>,
    attemptIds: readonly string[],
    now: Date,
  ): Promise<void> {
    await sql`
      update payment_webhook set body = ''::bytea, forgotten_at = ${now}
      where forgotten_at is null and handled_at is not null and (
        payment_attempt_id = any(${[...attemptIds]}::uuid[])
        or (provider, event_id) in (
          select provider, event_id from payment_webhook
          where payment_attempt_id = any(${[...attemptIds]}::uuid[]) and event_id is not null))
    `.execute(trx);
  }

  /** Erases up to `limit` bodies that were received before `before`. Returns the number of erased bodies. */
  async eraseBodiesBefore(before: Date, now: Date, limit: number): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      update payment_webhook set body = ''::bytea, forgotten_at = ${now}
      where payment_webhook_id in (
        select payment_webhook_id from payment_webhook
        where forgotten_at is null and handled_at is not null and received_at < ${before}
        order by received_at limit ${limit})
    `.execute(this.#db);
    return Number(numAffectedRows);
  }

  async countWaiting(): Promise<number> {
    const { count } = await this.#db
      .selectFrom('payment_webhook')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('handled_at', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Deletes all but the newest forged webhooks, so that they cannot fill the disk. */
  async pruneForged(keptMax: number): Promise<void> {
    await sql`
      delete from payment_webhook where outcome = 'forged' and payment_webhook_id <= (
        select payment_webhook_id from payment_webhook where outcome = 'forged'
        order by payment_webhook_id desc offset ${keptMax} limit 1)
    `.execute(this.#db);
  }

  /**
   * Claims the sweep of a provider if it is due.
   *
   * @returns the end of the period of the last sweep; `null` if no sweep is due or another node runs it
   */
  async claimCursor(
    provider: EventProvider,
    claim: { readonly now: Date; readonly leaseUntil: Date; readonly from: Date },
  ): Promise<Date | null> {
    await this.#db
      .insertInto('payment_event_cursor')
      .values({ provider, seen_until: claim.from, due_at: claim.now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await this.#db
      .updateTable('payment_event_cursor')
      .set({ due_at: claim.leaseUntil })
      .where('provider', '=', provider)
      .where('due_at', '<=', claim.now)
      .returning('seen_until')
      .executeTakeFirst();
    return row?.seen_until ?? null;
  }

  async advanceCursor(
    provider: EventProvider,
    cursor: { readonly seenUntil: Date; readonly dueAt: Date },
  ): Promise<void> {
    await this.#db
      .updateTable('payment_event_cursor')
      .set({ seen_until: cursor.seenUntil, due_at: cursor.dueAt })
      .where('provider', '=', provider)
      .execute();
  }
}
