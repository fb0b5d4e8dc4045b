import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { WebhookOutcome } from '../../money/payments/payments.tables.ts';

export interface WebhookFilter {
  readonly provider?: 'omise' | 'paypal' | undefined;
  readonly outcome?: WebhookOutcome | 'waiting' | undefined;
  /** Only webhooks of an order's attempts. */
  readonly orderId?: string | undefined;
  /** Id of the last webhook of the previous page. */
  readonly before: string | null;
  readonly limit: number;
}

export type WebhookRow = Awaited<ReturnType<WebhookLogStore['findPage']>>[number];

/** Read-only queries over stored webhooks for the console. */
export class WebhookLogStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  #select() {
    return this.#db
      .selectFrom('payment_webhook as webhook')
      .leftJoin('payment_attempt as attempt', (join) =>
        join.onRef('attempt.payment_attempt_id', '=', 'webhook.payment_attempt_id'),
      )
      .leftJoin('coin_order', 'coin_order.coin_order_id', 'attempt.coin_order_id')
      .select([
        'webhook.payment_webhook_id as webhook_id',
        'webhook.provider',
        'webhook.kind',
        'webhook.signature',
        'webhook.outcome',
        'webhook.tries',
        'webhook.received_at',
        'webhook.handled_at',
        'webhook.forgotten_at',
        'coin_order.coin_order_id as order_id',
        'coin_order.number',
      ]);
  }

  /** Returns a page of webhooks, latest first. */
  async findPage({ provider, outcome, orderId, before, limit }: WebhookFilter) {
    return this.#select()
      .$if(provider !== undefined, (query) =>
        query.where('webhook.provider', '=', provider as 'omise'),
      )
      .$if(outcome === 'waiting', (query) => query.where('webhook.outcome', 'is', null))
      .$if(outcome !== undefined && outcome !== 'waiting', (query) =>
        query.where('webhook.outcome', '=', outcome as WebhookOutcome),
      )
      .$if(orderId !== undefined, (query) =>
        query.where('coin_order.coin_order_id', '=', orderId as string),
      )
      .$if(before !== null, (query) =>
        query.where('webhook.payment_webhook_id', '<', before as string),
      )
      .orderBy('webhook.payment_webhook_id', 'desc')
      .limit(limit)
      .execute();
  }

  async find(webhookId: string) {
    return this.#select()
      .select(['webhook.body', 'webhook.problem'])
      .where('webhook.payment_webhook_id', '=', webhookId)
      .executeTakeFirst();
  }

  async countWaiting(): Promise<number> {
    const { webhooks } = await this.#db
      .selectFrom('payment_webhook')
      .select(sql<number>`count(*)::int`.as('webhooks'))
      .where('handled_at', 'is', null)
      .executeTakeFirstOrThrow();
    return webhooks;
  }
}
