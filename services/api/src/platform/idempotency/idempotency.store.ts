import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../schema/database.ts';
import { lockOfName, tryLock } from '../database/advisory-locks.ts';

/** A request that must have exactly one effect. */
export interface KeyedCall {
  readonly memberId: string;
  readonly operation: string;
  readonly idempotencyKey: string;
}

/** The request and the result of the first call with a key. */
export interface FirstCall {
  readonly request_hash: Buffer;
  readonly answer: unknown;
}

const keyHash = (...parts: [RawBuilder<unknown>, RawBuilder<unknown>, RawBuilder<unknown>]) =>
  sql`sha256(convert_to(concat_ws(' ', ${sql.join(parts)}), 'UTF8'))`;

/** The only code that accesses the table of idempotency keys. */
export class IdempotencyStore {
  /** Locks the key until the transaction ends. Returns `false` if another transaction holds it. */
  async claim(trx: Transaction<Database>, call: KeyedCall): Promise<boolean> {
    const name = `${call.memberId} ${call.operation} ${call.idempotencyKey}`;
    return tryLock(trx, lockOfName('idempotency', name));
  }

  /** Returns the first call with this key; `'spent'` if its result has been deleted. */
  async find(
    trx: Transaction<Database>,
    call: KeyedCall,
  ): Promise<FirstCall | 'spent' | undefined> {
    const { memberId, operation, idempotencyKey } = call;
    const { rows } = await sql<{ request_hash: Buffer | null; answer: unknown }>`
      select request_hash, answer from idempotency_key
      where member_id = ${memberId}::uuid and operation = ${operation}
        and idempotency_key = ${idempotencyKey}::uuid
      union all
      select null, null from spent_idempotency_key
      where key_hash = ${keyHash(sql`${memberId}::uuid`, sql`${operation}::text`, sql`${idempotencyKey}::uuid`)}
    `.execute(trx);
    const [row] = rows;
    if (row === undefined) return undefined;
    return row.request_hash === null ? 'spent' : { ...row, request_hash: row.request_hash };
  }

  /** Replaces results with the hashes of their keys. Returns the number of replaced results. */
  async spend(
    on: Kysely<Database>,
    filter: { readonly memberId: string } | { readonly before: Date; readonly max: number },
  ): Promise<number> {
    const chosen =
      'memberId' in filter
        ? sql`select ctid from idempotency_key where member_id = ${filter.memberId}::uuid for update`
        : sql`select ctid from idempotency_key where created_at < ${filter.before}::timestamptz
            order by created_at limit ${filter.max} for update skip locked`;
    const { rows } = await sql`
      with gone as (
        delete from idempotency_key where ctid = any(array(${chosen}))
        returning member_id, operation, idempotency_key
      )
      insert into spent_idempotency_key (key_hash)
      select ${keyHash(sql`member_id`, sql`operation`, sql`idempotency_key`)} from gone
      on conflict do nothing
      returning 1
    `.execute(on);
    return rows.length;
  }

  async insert(
    trx: Transaction<Database>,
    call: KeyedCall & { readonly requestHash: Buffer; readonly answer: unknown },
  ): Promise<void> {
    await trx
      .insertInto('idempotency_key')
      .values({
        member_id: call.memberId,
        operation: call.operation,
        idempotency_key: call.idempotencyKey,
        request_hash: call.requestHash,
        answer: JSON.stringify(call.answer),
      })
      .execute();
  }
}
