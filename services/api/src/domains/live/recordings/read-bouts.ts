import type { ProgramLiveId } from '@sangwian/contract/ids';
import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { ChapterStore } from './chapter.store.ts';
import { type BoutTimes, readBoutTimes } from './chapter-rules.ts';

/**
 * Reads when the bouts of a live began and ended, from the log of the operators' actions. Returns the bouts in the
 * order in which they began.
 */
export const readBouts = async (
  db: Kysely<Database>,
  programLiveId: ProgramLiveId,
): Promise<BoutTimes[]> => readBoutTimes(await new ChapterStore(db).findActs(programLiveId));
