import type { ProgramLiveId } from '@sangwian/contract/ids';
import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { ChapterStore } from './chapter.store.ts';
import { type BoutTimes, readBoutTimes } from './chapter-rules.ts';

/** Reads when the bouts of a live began and ended, by the operator's clock, in the order of their bells. */
export const readBouts = async (
  db: Kysely<Database>,
  programLiveId: ProgramLiveId,
): Promise<BoutTimes[]> => readBoutTimes(await new ChapterStore(db).findActs(programLiveId));
