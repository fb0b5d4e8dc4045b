import type { BlockedMember } from '@sangwian/contract/endpoints/chat-safety';
import type { MemberId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** Reads and writes the members whom each member has blocked. */
export class BlocksStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Reads the ids of the blocked members. */
  async findIds(memberId: MemberId): Promise<MemberId[]> {
    const rows = await this.#db
      .selectFrom('chat_block')
      .select('blocked_member_id')
      .where('member_id', '=', memberId)
      .limit(LIMITS.chatBlocksMax)
      .execute();
    return rows.map((row) => row.blocked_member_id as MemberId);
  }

  /** Reads the blocked members with their current names, latest block first. */
  async find(memberId: MemberId): Promise<BlockedMember[]> {
    const rows = await this.#db
      .selectFrom('chat_block')
      .innerJoin('member', 'member.member_id', 'chat_block.blocked_member_id')
      .select(['member.member_id', 'first_name', 'avatar', 'chat_block.created_at'])
      .where('chat_block.member_id', '=', memberId)
      .orderBy('chat_block.created_at', 'desc')
      .orderBy('member.member_id')
      .limit(LIMITS.chatBlocksMax)
      .execute();
    return rows.map((row) => ({
      member_id: row.member_id as MemberId,
      member_name: row.first_name,
      member_avatar: row.avatar,
      blocked_at: row.created_at.toISOString(),
    }));
  }

  async has(memberId: MemberId, blockedMemberId: MemberId): Promise<boolean> {
    const row = await this.#db
      .selectFrom('chat_block')
      .select('member_id')
      .where('member_id', '=', memberId)
      .where('blocked_member_id', '=', blockedMemberId)
      .executeTakeFirst();
    return row !== undefined;
  }

  async count(memberId: MemberId): Promise<number> {
    const { blocks } = await this.#db
      .selectFrom('chat_block')
      .select((eb) => eb.fn.countAll<string>().as('blocks'))
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow();
    return Number(blocks);
  }

  async add(memberId: MemberId, blockedMemberId: MemberId, now: Date): Promise<void> {
    await this.#db
      .insertInto('chat_block')
      .values({ member_id: memberId, blocked_member_id: blockedMemberId, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** @returns whether the member was blocked */
  async remove(memberId: MemberId, blockedMemberId: MemberId): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('chat_block')
      .where('member_id', '=', memberId)
      .where('blocked_member_id', '=', blockedMemberId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Removes a deleted member's blocks and the blocks of that member by others. */
  async forget(memberId: MemberId): Promise<void> {
    await this.#db
      .deleteFrom('chat_block')
      .where((eb) =>
        eb.or([eb('member_id', '=', memberId), eb('blocked_member_id', '=', memberId)]),
      )
      .execute();
  }
}
