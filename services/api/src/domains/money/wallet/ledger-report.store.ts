import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** The coins that an account received and paid in one period. */
export interface AccountFlow {
  /** `YYYY-MM-DD` or `YYYY-MM`, in Bangkok. */
  readonly period: string;
  /** `members`, `receivables`, `escrows`, `sold` (with the partners' accounts), or the name of another house account. */
  readonly account: string;
  readonly received: number;
  readonly paid: number;
}

export interface ReportSpan {
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly before: Date;
  readonly by: 'day' | 'month';
}

const FORMATS = { day: 'YYYY-MM-DD', month: 'YYYY-MM' } as const;
/** A transfer has the time at which its transaction began. The id is assigned later, but at most this much later. */
const TRANSACTION_HOURS_MAX = 1;

/** Sums the ledger by period and by kind of account. */
export class LedgerReportStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * Returns the flows of all transfers in a span. Bounds the scan by the primary key, because ids are ordered
   * by time.
   */
  async sumFlows({ from, before, by }: ReportSpan): Promise<AccountFlow[]> {
    const idsBefore = new Date(before.getTime() + TRANSACTION_HOURS_MAX * 60 * 60_000);
    const { rows } = await sql<AccountFlow>`
      with moved as (
        select to_char(created_at at time zone 'Asia/Bangkok', ${FORMATS[by]}) as period,
          side.account_id, sum(side.received) as received, sum(side.paid) as paid
        from transfer, lateral (values (credit_account_id, amount_coins, 0), (debit_account_id, 0, amount_coins))
          as side (account_id, received, paid)
        where transfer_id >= first_uuid_of(${from}::timestamptz at time zone 'UTC')
          and transfer_id < first_uuid_of(${idsBefore}::timestamptz at time zone 'UTC')
          and created_at >= ${from} and created_at < ${before}
        group by 1, 2
      )
      select period, case holder when 'member' then 'members' when 'receivable' then 'receivables'
          else case when name like 'escrow:%' then 'escrows' when name like 'partner:%' then 'sold' else name end
        end as account, sum(received)::bigint as received, sum(paid)::bigint as paid
      from moved join account using (account_id) group by 1, 2 order by 1, 2
    `.execute(this.#db);
    return rows;
  }
}
