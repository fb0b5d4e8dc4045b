import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { type DueFighter, type FighterText, SearchIndexStore } from './search-index.store.ts';
import { knownSounds, searchText, startsOf } from './search-key-rules.ts';

const BATCH_ROWS_MAX = 1_000;

function textOf(fighter: DueFighter): FighterText {
  const names = [fighter.name_th, fighter.name_en, fighter.nickname_th, fighter.nickname_en];
  const places = [fighter.camp_th, fighter.camp_en, fighter.province_th, fighter.province_en];
  // The ring name with the gym, which people often write as one word.
  const ringNames = [
    `${fighter.name_th}${fighter.camp_th}`,
    `${fighter.name_en} ${fighter.camp_en}`,
  ];
  return {
    fighter_id: fighter.fighter_id,
    name_en: fighter.name_en,
    starts: startsOf(names),
    known: knownSounds([...names, ...places]),
    ...searchText([...names, ...ringNames], places),
  };
}

/** Indexes fighters who are new or whose names changed. @returns the number of indexed fighters */
export async function indexFighters(trx: Transaction<Database>): Promise<number> {
  const store = new SearchIndexStore(trx);
  for (let indexed = 0; ; ) {
    const due = await store.lockDue(BATCH_ROWS_MAX);
    if (due.length === 0) return indexed;
    await store.put(due.map(textOf));
    indexed += due.length;
  }
}
