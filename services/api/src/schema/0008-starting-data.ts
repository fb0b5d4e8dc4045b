import { type Kysely, sql } from 'kysely';
import { BANNED_WORDS, INNOCENT_WORDS } from './chat-words.ts';

/** The gifts on offer, from a fan's garland to the champion's belt. */
const GIFTS = [
  ['garland', 'พวงมาลัย', 'Garland', 1, 'spark'],
  ['flask', 'กระติกน้ำ', 'Water flask', 5, 'spark'],
  ['prajiat', 'ประเจียด', 'Prajiat armband', 10, 'spark'],
  ['gloves', 'นวม', 'Gloves', 29, 'spark'],
  ['drum', 'กลองแขก', 'Klong khaek drum', 59, 'burst'],
  ['pipe', 'ปี่ชวา', 'Pi chawa', 99, 'burst'],
  ['mongkhon', 'มงคล', 'Mongkhon', 199, 'burst'],
  ['elephant', 'ช้างศึก', 'War elephant', 399, 'storm'],
  ['belt', 'เข็มขัดแชมป์', 'Champion’s belt', 999, 'storm'],
] as const;

/** Inserts the first rows of a new database: the gifts on offer, and the banned words of the chat. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [slug, nameTh, nameEn, coins, effect] of GIFTS) {
    await sql`insert into gift (slug, name_th, name_en, price_coins, effect)
      values (${slug}, ${nameTh}, ${nameEn}, ${coins}, ${effect})`.execute(db);
  }
  await sql`
    insert into chat_word (word, kind)
    select word, 'banned' from unnest(${[...BANNED_WORDS]}::text[]) as word
    union all
    select word, 'innocent' from unnest(${[...INNOCENT_WORDS]}::text[]) as word
  `.execute(db);
}
