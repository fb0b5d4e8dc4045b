import type { ReplayLine } from '@sangwian/contract/endpoints/replay';
import { ProgramLiveId } from '@sangwian/contract/ids';
import { z } from 'zod';
import { openCursor, sealCursor } from '../../../platform/http/cursor.ts';
import { bangkokDay, startOfBangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { ReplayLineRow } from './replay.store.ts';
import type { ReplayReader } from './replay-reader.ts';

const Position = z
  .tuple([z.int().min(0).max(8.64e15), ProgramLiveId])
  .transform(([endedAtMs, programLiveId]) => ({ endedAt: new Date(endedAtMs), programLiveId }));

const presentLine = (row: ReplayLineRow): ReplayLine => ({
  program_live_id: row.program_live_id as ReplayLine['program_live_id'],
  program_id: row.program_id as ReplayLine['program_id'],
  title: { th: row.title_th, en: row.title_en },
  promotion: { th: row.promotion_th, en: row.promotion_en },
  stadium: { th: row.stadium_th, en: row.stadium_en },
  poster: `/art/poster/${row.program_live_id}.svg`,
  photo: row.photo,
  access: row.access,
  price_coins: row.price_coins,
  starts_at: row.starts_at.toISOString(),
  expires_at: startOfBangkokDay(bangkokDay(row.expires_at)).toISOString(),
  bouts: row.bouts,
});

/** Lists replays, latest first. The list contains no results. */
export async function listReplays(
  replays: ReplayReader,
  query: {
    readonly limit: number;
    readonly cursor?: string | undefined;
    readonly program_live_id?: ProgramLiveId | undefined;
  },
): Promise<{ data: ReplayLine[]; next_cursor: string | null }> {
  const from = query.cursor === undefined ? null : openCursor(query.cursor, Position);
  const only = query.program_live_id ?? null;
  const rows = await replays.list({ from, only }, query.limit + 1);
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const hasMore = rows.length > shown.length && last !== undefined;
  return {
    data: shown.map(presentLine),
    next_cursor: hasMore ? sealCursor([last.ended_at.getTime(), last.program_live_id]) : null,
  };
}
