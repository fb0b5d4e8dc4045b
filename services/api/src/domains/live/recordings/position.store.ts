import type { ReplayPosition } from '@sangwian/contract/endpoints/replay';
import type { MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

interface PositionRow {
  readonly position_s: number;
  readonly watched_at: Date;
}

const NOWHERE: ReplayPosition = { position_s: 0, watched_at: null };

const present = (row: PositionRow | undefined): ReplayPosition =>
  row === undefined
    ? NOWHERE
    : { position_s: row.position_s, watched_at: row.watched_at.toISOString() };

/** Reads and writes where members stopped watching replays. */
export class PositionStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async find(memberId: MemberId, programLiveId: ProgramLiveId): Promise<ReplayPosition> {
    const row = await this.#db
      .selectFrom('replay_position')
      .select(['position_s', 'watched_at'])
      .where('member_id', '=', memberId)
      .where('program_live_id', '=', programLiveId)
      .executeTakeFirst();
    return present(row);
  }

  /** Stores a position unless a later one is already stored. @returns the stored position */
  async keep(
    memberId: MemberId,
    programLiveId: ProgramLiveId,
    { position_s, watched_at }: PositionRow,
  ): Promise<ReplayPosition> {
    const row = await this.#db
      .insertInto('replay_position')
      .values({ member_id: memberId, program_live_id: programLiveId, position_s, watched_at })
      .onConflict((conflict) =>
        conflict
          .columns(['member_id', 'program_live_id'])
          .doUpdateSet({ position_s, watched_at })
          .where(sql<boolean>`replay_position.watched_at < ${watched_at}`),
      )
      .returning(['position_s', 'watched_at'])
      .executeTakeFirst();
    return row === undefined ? this.find(memberId, programLiveId) : present(row);
  }

  /** Reads a member's positions for the data export, latest first. */
  findOfMember(memberId: MemberId, limit: number) {
    return this.#db
      .selectFrom('replay_position')
      .select(['program_live_id', 'position_s', 'watched_at'])
      .where('member_id', '=', memberId)
      .orderBy('watched_at', 'desc')
      .limit(limit)
      .execute();
  }

  async forgetMember(memberId: MemberId): Promise<void> {
    await this.#db.deleteFrom('replay_position').where('member_id', '=', memberId).execute();
  }
}
