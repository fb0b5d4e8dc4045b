import type { Program, ProgramMatch } from '@sangwian/contract/endpoints/program';
import {
  brand,
  type MatchLiveId,
  type ProgramId,
  type ProgramLiveId,
  type PromotionId,
} from '@sangwian/contract/ids';
import { bangkokDay } from '../../../platform/time/bangkok-day.ts';
import {
  type Concealed,
  concealOutcome,
  type FighterRecords,
  presentCardBout,
} from '../../live/lives/lives.module.ts';
import type { ProgramBoutRow, ProgramRow } from './program-rows.ts';
import { isCancelled, statusOfBout, statusOfProgram } from './program-rules.ts';

interface ProgramView {
  readonly records: FighterRecords;
  readonly concealed: Concealed;
  readonly now: Date;
}

const presentBout = (row: ProgramBoutRow, { records, concealed }: ProgramView): ProgramMatch => ({
  ...presentCardBout(concealOutcome(row, concealed), records),
  match_live_id: row.match_live_id === null ? null : brand<MatchLiveId>(row.match_live_id),
  status: concealed.bouts.has(row.bout_id) ? 'ended' : statusOfBout(row),
});

export function presentProgram(
  row: ProgramRow,
  bouts: readonly ProgramBoutRow[],
  view: ProgramView,
): Program {
  return {
    program_id: brand<ProgramId>(row.program_id),
    title: { th: row.title_th, en: row.title_en },
    promotion: {
      promotion_id: brand<PromotionId>(row.promotion_id),
      name: { th: row.promotion_th, en: row.promotion_en },
    },
    stadium: {
      name: { th: row.stadium_th, en: row.stadium_en },
      province: { th: row.province_th, en: row.province_en },
    },
    day: bangkokDay(row.starts_at),
    starts_at: row.starts_at.toISOString(),
    status: statusOfProgram(row, bouts, view.now),
    cancelled: isCancelled(row, bouts),
    live:
      row.program_live_id === null || row.live_status === null || row.access === null
        ? null
        : {
            program_live_id: brand<ProgramLiveId>(row.program_live_id),
            status: row.live_status,
            access: row.access,
            price_coins: row.price_coins,
          },
    photo: row.photo,
    results_hidden: view.concealed.lives.has(row.program_live_id ?? ''),
    matches: bouts.map((bout) => presentBout(bout, view)),
  };
}
