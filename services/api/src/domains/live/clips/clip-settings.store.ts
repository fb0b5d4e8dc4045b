import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** Reads and writes the operators' settings for clips. */
export class ClipSettingsStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  listPromotions() {
    return this.#db
      .selectFrom('promotion')
      .select(['promotion_id', 'name_th', 'name_en', 'premium_clips'])
      .orderBy('name_en')
      .execute();
  }

  listChannels() {
    return this.#db
      .selectFrom('channel')
      .select(['channel_id', 'clip_crop_permille as crop_permille'])
      .orderBy('channel_id')
      .execute();
  }

  /** @returns the previous value, or `undefined` for an unknown promotion */
  async setPremiumClips(promotionId: string, isAllowed: boolean): Promise<boolean | undefined> {
    const { rows } = await sql<{ before: boolean }>`
      update promotion set premium_clips = ${isAllowed} where promotion_id = ${promotionId}
      returning old.premium_clips as before
    `.execute(this.#db);
    return rows[0]?.before;
  }

  /** @returns the previous value, or `undefined` for an unknown channel */
  async setCrop(channelId: string, permille: number): Promise<number | undefined> {
    const { rows } = await sql<{ before: number }>`
      update channel set clip_crop_permille = ${permille} where channel_id = ${channelId}
      returning old.clip_crop_permille as before
    `.execute(this.#db);
    return rows[0]?.before;
  }
}
