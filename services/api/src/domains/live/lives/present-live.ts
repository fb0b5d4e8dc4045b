import type {
  Live,
  LiveState,
  LiveStream,
  LiveSummary,
  Match,
} from '@sangwian/contract/endpoints/live';
import {
  brand,
  type MatchLiveId,
  type MatchLiveStreamId,
  type ProgramId,
  type ProgramLiveId,
} from '@sangwian/contract/ids';
import { headlineOf } from '@sangwian/contract/rules/headline';
import type { LiveRow, MatchRow, RecordRow, StreamRow } from './live-rows.ts';
import { presentCardBout } from './present-card-bout.ts';

type Records = ReadonlyMap<string, RecordRow>;

export const presentMatch = (row: MatchRow, records: Records): Match => ({
  ...presentCardBout(row, records),
  match_live_id: brand<MatchLiveId>(row.match_live_id),
  status: row.status,
  clock_stopped_at: row.clock_stopped_at?.toISOString() ?? null,
  draw_refunds: row.draw_refunds,
  judges:
    row.judges === null || row.judged_at === null
      ? null
      : { cards: [...row.judges], at: row.judged_at.toISOString() },
  revision: row.revision,
  ruling:
    row.ruling_state === null || row.ruled_at === null
      ? null
      : {
          sequence: row.ruling_sequence,
          state: row.ruling_state,
          at: row.ruled_at.toISOString(),
        },
});

export const presentState = (row: LiveRow): LiveState => ({
  program_live_id: brand<ProgramLiveId>(row.program_live_id),
  revision: row.revision,
  status: row.status,
  starts_at: row.starts_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
});

export function presentSummary(
  row: LiveRow,
  extra: {
    readonly viewers: number;
    readonly bouts: number;
    readonly headline: Match | null;
    readonly isConcealed: boolean;
  },
): LiveSummary {
  return {
    ...presentState(row),
    ...(extra.isConcealed ? { ended_at: null } : {}),
    program_id: brand<ProgramId>(row.program_id),
    title: { th: row.title_th, en: row.title_en },
    promotion: { th: row.promotion_th, en: row.promotion_en },
    stadium: { th: row.stadium_th, en: row.stadium_en },
    access: row.access,
    price_coins: row.price_coins,
    poster: `/art/poster/${row.program_live_id}.svg`,
    photo: row.photo,
    results_hidden: extra.isConcealed,
    viewers: extra.viewers,
    bouts: extra.bouts,
    headline: extra.headline,
  };
}

const presentStream = (row: StreamRow): LiveStream => ({
  match_live_stream_id: brand<MatchLiveStreamId>(row.match_live_stream_id),
  kind: row.kind,
  channel_id: row.channel_id,
});

export function presentLive(
  row: LiveRow,
  parts: {
    readonly viewers: number;
    readonly isConcealed: boolean;
    readonly matches: readonly Match[];
    readonly streams: readonly StreamRow[];
  },
): Live {
  const { matches, streams, viewers, isConcealed } = parts;
  const current = matches.find((match) => match.status === 'in_progress');
  return {
    ...presentSummary(row, {
      viewers,
      isConcealed,
      bouts: matches.length,
      headline: headlineOf(row.status, matches),
    }),
    matches: [...matches],
    current_match_live_id: current?.match_live_id ?? null,
    streams: streams.map(presentStream),
  };
}
