import type {
  EventBout,
  EventFile,
  EventLine,
} from '@sangwian/contract/endpoints/operator/programme';
import type {
  FighterId,
  MatchId,
  MatchLiveId,
  ProgramId,
  ProgramLiveId,
} from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { ProgrammeDeskDeps } from './desk-parts.ts';
import { type BoutRow, type EventRow, EventStore } from './event.store.ts';

const factsOf = (row: EventRow) => ({
  program_id: row.program_id as ProgramId,
  title: { th: row.title_th, en: row.title_en },
  promotion: { id: row.promotion_id, name: { th: row.promotion_th, en: row.promotion_en } },
  stadium: { id: row.stadium_id, name: { th: row.stadium_th, en: row.stadium_en } },
  starts_at: row.starts_at.toISOString(),
  photo: row.photo,
});

const liveOf = (row: EventRow) =>
  row.program_live_id === null || row.live_status === null || row.access === null
    ? null
    : {
        program_live_id: row.program_live_id as ProgramLiveId,
        status: row.live_status,
        cancelled: row.cancelled_at !== null,
        access: row.access,
        price_coins: row.price_coins,
        replay_price_coins: row.replay_price_coins,
        replay_days: row.replay_days,
        external: row.external === true,
        starts_at: (row.live_starts_at ?? row.starts_at).toISOString(),
      };

export function presentLine(row: EventRow): EventLine {
  const live = liveOf(row);
  return {
    ...factsOf(row),
    bouts: row.bouts,
    live:
      live === null
        ? null
        : {
            status: live.status,
            cancelled: live.cancelled,
            access: live.access,
            price_coins: live.price_coins,
          },
  };
}

const presentBout = (row: BoutRow): EventBout => {
  const fighterOf = (corner: 'red' | 'blue') => ({
    fighter_id: row[`${corner}_fighter_id`] as FighterId,
    name: { th: row[`${corner}_th`], en: row[`${corner}_en`] },
    gym: { th: row[`${corner}_gym_th`], en: row[`${corner}_gym_en`] },
    photo: row[`${corner}_photo`],
  });
  return {
    match_id: row.bout_id as MatchId,
    match_live_id: row.match_live_id as MatchLiveId | null,
    order: row.card_order,
    main_event: row.main_event,
    division: { id: row.division_id, name: { th: row.division_th, en: row.division_en } },
    weight_pounds: row.weight_pounds,
    rounds: row.rounds,
    starts_at: row.starts_at.toISOString(),
    red: fighterOf('red'),
    blue: fighterOf('blue'),
    status: row.status,
    result:
      row.winner === null || row.method === null
        ? null
        : { winner: row.winner, method: row.method, round: row.result_round },
    has_stakes: row.has_stakes,
    version: row.version,
    updated_by: row.updated_by,
  };
};

/** Reads an event with its live and its bouts. @throws {ApiError} `event_not_found` */
export async function readEvent(store: EventStore, programId: string): Promise<EventFile> {
  const row = await store.find(programId);
  if (row === undefined) throw new ApiError('event_not_found');
  const live = liveOf(row);
  const [bouts, unlocks, channelId] = await Promise.all([
    store.findBouts(programId),
    live === null ? { unlocks: 0, coins: 0 } : store.sumUnlocks(live.program_live_id),
    live === null ? null : store.findChannel(live.program_live_id),
  ]);
  return {
    ...factsOf(row),
    version: row.version,
    updated_by: row.updated_by,
    live:
      live === null
        ? null
        : {
            ...live,
            channel_id: channelId,
            unlocks: unlocks.unlocks,
            unlock_coins: unlocks.coins,
          },
    bouts: bouts.map(presentBout),
  };
}

/** Returns the event after a change, and notifies the consoles and the live's fans. */
export async function answerEvent(
  { db, bus }: Pick<ProgrammeDeskDeps, 'db' | 'bus'>,
  programId: string,
): Promise<{ data: EventFile }> {
  const data = await readEvent(new EventStore(db), programId);
  if (data.live !== null) bus.publish('live:changed', { programLiveId: data.live.program_live_id });
  bus.publish('staff:changed', { topic: 'programme', id: programId });
  return { data };
}
