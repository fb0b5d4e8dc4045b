import type { Kysely } from 'kysely';
import { addJob } from '../../../platform/jobs/task.ts';
import type { Database } from '../../../schema/database.ts';

export const STORYBOARD_TASK = 'replay_storyboard';
/** One queue: a second program would take CPU time from the live. */
const QUEUE = 'storyboards';

/** Adds the job that makes the storyboard of a complete recording. */
export const addStoryboard = (db: Kysely<Database>, recordingId: string): Promise<void> =>
  addJob(db, STORYBOARD_TASK, {
    payload: { recording_id: recordingId },
    key: `storyboard:${recordingId}`,
    queue: QUEUE,
  });
