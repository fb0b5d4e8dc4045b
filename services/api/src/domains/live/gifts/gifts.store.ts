import type { MovementAbout } from '@sangwian/contract/endpoints/coins';
import type { Corner } from '@sangwian/contract/endpoints/live';
import { type Kysely, sql } from 'kysely';
import type { NodeCounts } from '../../../platform/bus/bus.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { Database } from '../../../schema/database.ts';
import type { GiftOutcome } from './gift-rules.ts';

export interface NewGift {
  readonly memberId: string;
  readonly corner: Corner;
  readonly giftId: string;
  readonly quantity: number;
  /** The price of the whole quantity of the gift. */
  readonly coins: number;
  readonly idempotencyKey: string;
}

export interface GiftResult {
  readonly outcome: GiftOutcome;
  readonly giftLogId: string | null;
  readonly balance: number;
}

export interface SupporterTotals {
  readonly member_id: string;
  readonly red_coins: number;
  readonly blue_coins: number;
}

export interface SentBatch {
  /** The results in the order of the gifts; `undefined` for a member without a wallet. */
  readonly results: readonly (GiftResult | undefined)[];
  readonly bar: readonly NodeCounts[];
}

export interface Batch {
  readonly matchLiveId: string;
  readonly nodeId: string;
  /** Shown in the members' history. */
  readonly about: MovementAbout;
  readonly sentAt: Date;
  readonly gifts: readonly NewGift[];
}

const BAR_COLUMNS = [
  'node_id',
  'red_coins',
  'red_gifts',
  'red_supporters',
  'blue_coins',
  'blue_gifts',
  'blue_supporters',
] as const;

/** Returns the idempotency key of a gift in the ledger. Keys are unique per member. */
const ledgerKey = ({ memberId, idempotencyKey }: Pick<NewGift, 'memberId' | 'idempotencyKey'>) =>
  `gift:${memberId}:${idempotencyKey}`;

interface ResultRow {
  readonly line: number;
  /** `null` if the first gift's member has no wallet. The row then contains only the bar. */
  readonly outcome: GiftOutcome | null;
  readonly gift_log_id: string | null;
  readonly balance_after: number;
  readonly bar: NodeCounts[] | null;
}

/** Sends and reads gifts. Each method is a single statement. */
export class GiftStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  findCatalogue() {
    return this.#db
      .selectFrom('gift')
      .selectAll()
      .where('offered', '=', true)
      .orderBy('position')
      .orderBy('price_coins')
      .orderBy('slug')
      .execute();
  }

  /** Puts the coins of these gifts into escrow, in one statement. */
  async send({ matchLiveId, nodeId, about, sentAt, gifts }: Batch): Promise<SentBatch> {
    const { rows } = await sql<ResultRow>`
      ${prepared('gifts of a bout')} select * from send_gifts(
        ${matchLiveId}::uuid, ${nodeId}::uuid, ${JSON.stringify(about)}::jsonb, ${sentAt}::timestamptz,
        ${gifts.map((gift) => gift.memberId)}::uuid[], ${gifts.map((gift) => gift.corner)}::text[],
        ${gifts.map((gift) => gift.giftId)}::uuid[], ${gifts.map((gift) => gift.quantity)}::integer[],
        ${gifts.map((gift) => gift.coins)}::bigint[], ${gifts.map(ledgerKey)}::text[])
    `.execute(this.#db);
    const results: (GiftResult | undefined)[] = gifts.map(() => undefined);
    for (const row of rows) {
      if (row.outcome === null) continue;
      results[row.line - 1] = {
        outcome: row.outcome,
        giftLogId: row.gift_log_id,
        balance: row.balance_after,
      };
    }
    return { results, bar: rows.find((row) => row.bar !== null)?.bar ?? [] };
  }

  /** Finds the gift of an idempotency key with the ledger's `find_posting`. */
  async findByKey(sent: Pick<NewGift, 'memberId' | 'idempotencyKey'>) {
    const { rows } = await sql<{
      gift_log_id: string;
      match_live_id: string;
      corner: string;
      gift_id: string;
      quantity: number;
      coins: number;
      balance_after: number;
    }>`
      select gift_log_id, match_live_id, corner, gift_id, quantity, amount_coins as coins, posted.balance_after
      from find_posting(${ledgerKey(sent)}) as posted
      join gift_log on gift_log_id = posted.transfer_id
    `.execute(this.#db);
    return rows[0];
  }

  /** Reads the counts of each node for a bout's bar. */
  findBar(matchLiveId: string): Promise<NodeCounts[]> {
    return this.#db
      .selectFrom('gift_bar')
      .select(BAR_COLUMNS)
      .where('match_live_id', '=', matchLiveId)
      .execute();
  }

  /** Reads the top supporters with their ranks. Equal coins share a rank. */
  async findTop(matchLiveId: string, limit: number) {
    const { rows } = await sql<{
      member_id: string;
      red_coins: number;
      blue_coins: number;
      rank: number;
    }>`
      select member_id, red_coins, blue_coins,
        (rank() over (order by red_coins + blue_coins desc))::int as rank
      from (
        select * from gift_supporter where match_live_id = ${matchLiveId}
        order by red_coins + blue_coins desc, member_id limit ${limit}
      ) as top
      order by rank, member_id
    `.execute(this.#db);
    return rows;
  }

  /** Reads the totals of these members. Members without gifts have no row. */
  async findTotals(matchLiveId: string, memberIds: readonly string[]): Promise<SupporterTotals[]> {
    const { rows } = await sql<SupporterTotals>`
      ${prepared('totals of supporters')} select member_id, red_coins, blue_coins from gift_supporter
      where match_live_id = ${matchLiveId} and member_id = any(${[...memberIds]}::uuid[])
    `.execute(this.#db);
    return rows;
  }

  /** Counts supporters by total, highest first. Reads every supporter of the bout. */
  async countTotals(matchLiveId: string) {
    const { rows } = await sql<{ coins: number; supporters: number }>`
      select red_coins + blue_coins as coins, count(*)::int as supporters from gift_supporter
      where match_live_id = ${matchLiveId} group by 1 order by 1 desc
    `.execute(this.#db);
    return rows;
  }

  /** Reads gifts by id, latest first. The ledger finds a member's gifts, so gifts have no index by member. */
  findForExport(giftLogIds: readonly string[]) {
    return this.#db
      .selectFrom('gift_log')
      .innerJoin('gift', 'gift.gift_id', 'gift_log.gift_id')
      .select([
        'match_live_id',
        'corner',
        'gift.name_en as gift',
        'quantity',
        'gift_log.amount_coins as coins',
      ])
      .select('sent_at')
      .where('gift_log_id', '=', sql<string>`any(${[...giftLogIds]}::uuid[])`)
      .orderBy('gift_log_id', 'desc')
      .execute();
  }
}
