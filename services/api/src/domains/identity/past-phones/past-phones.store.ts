import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

export class PastPhonesStore {
  async add(
    trx: Transaction<Database>,
    phone: { readonly phoneHash: Buffer; readonly memberId: string; readonly leftAt: Date },
  ): Promise<void> {
    await trx
      .insertInto('past_phone')
      .values({ phone_hash: phone.phoneHash, member_id: phone.memberId, left_at: phone.leftAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async findMembers(on: Kysely<Database>, phoneHash: Buffer): Promise<string[]> {
    const rows = await on
      .selectFrom('past_phone')
      .select('member_id')
      .where('phone_hash', '=', phoneHash)
      .execute();
    return rows.map((row) => row.member_id);
  }
}
