import { sql } from 'kysely';

/** Returns the access to a live, or to its replay once the live has ended. `table` is the name of the joined live. */
export const accessOf = (table: string) =>
  sql<'free' | 'premium'>`case
    when ${sql.ref(`${table}.status`)} <> 'ended' or ${sql.ref(`${table}.replay_price_coins`)} is null
      then ${sql.ref(`${table}.access`)}
    when ${sql.ref(`${table}.replay_price_coins`)} = 0 then 'free' else 'premium' end`;

/** Returns the price of a live, or of its replay once the live has ended; null: free. */
export const priceOf = (table: string) =>
  sql<number | null>`case
    when ${sql.ref(`${table}.status`)} = 'ended' and ${sql.ref(`${table}.replay_price_coins`)} is not null
      then nullif(${sql.ref(`${table}.replay_price_coins`)}, 0)
    else ${sql.ref(`${table}.price_coins`)} end`;
