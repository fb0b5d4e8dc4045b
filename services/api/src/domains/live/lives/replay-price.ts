import { sql } from 'kysely';

/**
 * Returns the SQL for the access to a live, or to its replay once the live has ended. `table` is the alias of
 * the joined live.
 */
export const accessOf = (table: string) =>
  sql<'free' | 'premium'>`case
    when ${sql.ref(`${table}.status`)} <> 'ended' or ${sql.ref(`${table}.replay_price_coins`)} is null
      then ${sql.ref(`${table}.access`)}
    when ${sql.ref(`${table}.replay_price_coins`)} = 0 then 'free' else 'premium' end`;

/**
 * Returns the SQL for the price of a live, or of its replay once the live has ended. The value is null if it
 * is free.
 */
export const priceOf = (table: string) =>
  sql<number | null>`case
    when ${sql.ref(`${table}.status`)} = 'ended' and ${sql.ref(`${table}.replay_price_coins`)} is not null
      then nullif(${sql.ref(`${table}.replay_price_coins`)}, 0)
    else ${sql.ref(`${table}.price_coins`)} end`;
