import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { addRecording, type ReceivedObject } from '../domains/live/recordings/recordings.module.ts';
import type { ObjectStore } from '../platform/objects/object-store.ts';
import type { Database } from '../schema/database.ts';
import { DEMO_CHANNEL } from './card-plan.ts';
import { DIRECTOR } from './direct-show.ts';
import { planReplay, REPLAY_LIVE_ID, REPLAY_RECORDING_ID, ReplayPictures } from './replay-plan.ts';
import { sampleId } from './sample-random.ts';
import { planSeason } from './season-plan.ts';

const ASSETS = join(import.meta.dirname, '../../assets');
const ORIGIN_ID = sampleId('origin:last-night');

type Plan = ReturnType<typeof planReplay>;

const readPictures = async (): Promise<ReplayPictures> =>
  ReplayPictures.parse(JSON.parse(await readFile(join(ASSETS, 'sample-replay.json'), 'utf8')));

/** Returns the objects of the recording with their bytes, which follow the initialisation segment in the file. */
async function readObjects(plan: Plan, pictures: ReplayPictures): Promise<ReceivedObject[]> {
  const file = await readFile(join(ASSETS, 'sample-replay.mp4'));
  const { codecs, width, height, frame_rate } = pictures;
  const init = file.subarray(0, pictures.init_bytes).toString('base64');
  return plan.objects.map(
    ({ firstSequence, discontinuity, startsAt, segments, offset, bytes }): ReceivedObject => ({
      head: {
        origin_id: ORIGIN_ID,
        folder: '',
        first_sequence: firstSequence,
        starts_at: startsAt.toISOString(),
        segments,
        period: {
          ...{ first_sequence: firstSequence, discontinuity, init },
          ...{ codecs, width, height, frame_rate },
        },
      },
      bytes: file.subarray(offset, offset + bytes),
    }),
  );
}

/** Writes the acts of last night's operators, with the times of the plan. */
async function putActs(db: Kysely<Database>, { acts }: Plan): Promise<void> {
  await db
    .deleteFrom('show_action')
    .where('program_live_id', '=', REPLAY_LIVE_ID)
    .where('created_by', '=', DIRECTOR)
    .execute();
  await db
    .insertInto('show_action')
    .values(
      acts.map(({ matchLiveId, action, details, at }) => ({
        ...{ program_live_id: REPLAY_LIVE_ID, match_live_id: matchLiveId, action },
        ...{ details: JSON.stringify(details), created_at: at },
        ...{ created_by: DIRECTOR, reason: 'the sample runs automatically' },
      })),
    )
    .execute();
}

/** Moves the video of an earlier sample to the times of the plan. */
async function moveRecording(db: Kysely<Database>, { objects }: Plan): Promise<void> {
  for (const { firstSequence, startsAt } of objects) {
    await db
      .updateTable('recording_object')
      .set({ starts_at: startsAt })
      .where('recording_id', '=', REPLAY_RECORDING_ID)
      .where('first_sequence', '=', firstSequence)
      .execute();
  }
}

/**
 * Adds the replay of last night, made from the demo video, to the sample season, or moves an existing replay to last
 * night. A replay that an operator has deleted stays deleted.
 */
export async function addSampleReplay(
  db: Kysely<Database>,
  objects: Pick<ObjectStore, 'write'>,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ anchored_at: Date; removed_at: Date | null; bytes: number | null }>`
    select anchored_at, removed_at, bytes from sample_season
    left join recording on recording_id = ${REPLAY_RECORDING_ID}::uuid
  `.execute(db);
  const [season] = rows;
  if (season === undefined || season.removed_at !== null) return;
  const pictures = await readPictures();
  // The dates of the season, which may be some hours older than now.
  const plan = planReplay(planSeason(season.anchored_at), pictures);
  const startedAt = plan.objects[0]?.startsAt ?? now;
  if (season.bytes === null) {
    await addRecording({ db, objects }, await readObjects(plan, pictures), {
      ...{ recording_id: REPLAY_RECORDING_ID, program_live_id: REPLAY_LIVE_ID },
      ...{ channel_id: DEMO_CHANNEL, started_at: startedAt, completed_at: now },
    });
  } else {
    await moveRecording(db, plan);
  }
  await putActs(db, plan);
}
