import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import type { ClipId, MemberId } from '@sangwian/contract/ids';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** A clip with the data for its page and its owner. */
export interface ClipRow {
  readonly clip_id: ClipId;
  readonly recording_id: string;
  readonly program_live_id: string;
  readonly member_id: string | null;
  readonly member_name: string;
  readonly title: string;
  readonly title_th: string;
  readonly title_en: string;
  readonly starts_at: Date;
  readonly duration_ms: number;
  readonly state: 'queued' | 'encoding' | 'ready' | 'failed';
  readonly attempt: number;
  readonly progress: number;
  readonly failure: 'no_picture' | 'interrupted' | 'encoding_failed' | null;
  readonly held_word: string | null;
  readonly landscape_bytes: number | null;
  readonly vertical_bytes: number | null;
  readonly poster_bytes: number | null;
  readonly created_at: Date;
  readonly removed_at: Date | null;
  readonly removal: 'owner' | 'staff' | 'account' | null;
  readonly removed_because: ReportReason | null;
}

export interface NewClip {
  readonly clip_id: ClipId;
  readonly recording_id: string;
  readonly member_id: MemberId;
  readonly title: string;
  readonly starts_at: Date;
  readonly duration_ms: number;
  readonly crop_permille: number;
  readonly held_word: string | null;
  readonly created_at: Date;
}

/** The last clip of a page. */
export interface ClipPosition {
  readonly createdAt: Date;
  readonly clipId: string;
}

/** The clips of a recording that is being removed count as removed. */
const CLIPS = sql`
  select clip_id, recording_id, recording.program_live_id, clip.member_id,
    coalesce(member.first_name, '') as member_name, clip.title, program.title_th, program.title_en,
    clip.starts_at, duration_ms, clip.state, attempt, progress, failure, held_word,
    landscape_bytes, vertical_bytes, poster_bytes, clip.created_at, clip.removed_at, removal,
    removed_because
  from clip
  join recording using (recording_id)
  join program_live as live using (program_live_id)
  join program using (program_id)
  left join member on member.member_id = clip.member_id
  where recording.removed_at is null and live.cancelled_at is null`;

/** Reads clips, and writes members' and moderators' changes to them. */
export class ClipsStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async find(clipId: ClipId): Promise<ClipRow | undefined> {
    return (await this.#read(sql`and clip_id = ${clipId}`, 1))[0];
  }

  /** Reads a page of a member's clips, latest first, without the clips that the member deleted. */
  findOfMember(memberId: MemberId, after: ClipPosition | null, limit: number): Promise<ClipRow[]> {
    return this.#read(
      sql`and clip.member_id = ${memberId} and removal is distinct from 'owner' ${before(after)}`,
      limit,
    );
  }

  /** Reads a page of all clips, latest first; with `review`, only clips that wait for a moderator. */
  findShown(review: boolean, after: ClipPosition | null, limit: number): Promise<ClipRow[]> {
    const waits = sql`and (held_word is not null or exists (
      select from clip_report
      where clip_report.clip_id = clip.clip_id and decided_at is null
    ))`;
    return this.#read(
      sql`and clip.removed_at is null ${review ? waits : sql``} ${before(after)}`,
      limit,
    );
  }

  /**
   * Counts a member's clips since a time, and the member's clips that are not ready. Failed clips do not
   * count towards the day; deleted clips do.
   */
  async countOfMember(memberId: MemberId, since: Date): Promise<{ made: number; waiting: number }> {
    const { rows } = await sql<{ made: number; waiting: number }>`
      select count(*) filter (
          where created_at > ${since} and (state <> 'failed' or removed_at is not null)
        )::int as made,
        count(*) filter (where state in ('queued', 'encoding') and removed_at is null)::int as waiting
      from clip where member_id = ${memberId}
    `.execute(this.#db);
    return rows[0] ?? { made: 0, waiting: 0 };
  }

  /** Counts the clips of all members that are not ready. */
  async countWaiting(): Promise<number> {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from clip
      where state in ('queued', 'encoding') and removed_at is null
    `.execute(this.#db);
    return rows[0]?.waiting ?? 0;
  }

  /** Returns the owner of a clip, including a removed clip; `undefined` if there is no such clip. */
  async findOwner(clipId: ClipId): Promise<{ member_id: string | null } | undefined> {
    return this.#db
      .selectFrom('clip')
      .select('member_id')
      .where('clip_id', '=', clipId)
      .executeTakeFirst();
  }

  /** Adds a clip. @returns false if another request has added it */
  async add(clip: NewClip): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('clip')
      .values(clip)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  /** Marks a clip as removed. @returns false if it was already removed */
  async remove(
    clipId: ClipId,
    removal: { readonly by: 'owner' | 'staff'; readonly because: ReportReason | null },
    now: Date,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('clip')
      .set({ removed_at: now, removal: removal.by, removed_because: removal.because })
      .where('clip_id', '=', clipId)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Shows a held clip. */
  async release(clipId: ClipId): Promise<void> {
    await this.#db
      .updateTable('clip')
      .set({ held_word: null })
      .where('clip_id', '=', clipId)
      .execute();
  }

  /** Marks a deleted member's clips as removed and erases their titles. @returns whether there were any */
  async forgetMember(memberId: MemberId, now: Date): Promise<boolean> {
    const { rows } = await sql`
      update clip set member_id = null, title = '', held_word = null,
        removed_at = coalesce(removed_at, ${now}), removal = 'account', removed_because = null
      where member_id = ${memberId} returning clip_id
    `.execute(this.#db);
    return rows.length > 0;
  }

  async #read(which: RawBuilder<unknown>, limit: number): Promise<ClipRow[]> {
    const { rows } = await sql<ClipRow>`
      ${CLIPS} ${which} order by clip.created_at desc, clip_id desc limit ${limit}
    `.execute(this.#db);
    return rows;
  }
}

const before = (after: ClipPosition | null): RawBuilder<unknown> =>
  after === null
    ? sql``
    : sql`and (clip.created_at, clip_id) < (${after.createdAt}::timestamptz, ${after.clipId}::uuid)`;
