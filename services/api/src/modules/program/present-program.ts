import type { Program, ProgramMatch } from '@sangwian/contract/endpoints/program';
import type {
  FighterId,
  MatchId,
  MatchLiveId,
  ProgramId,
  ProgramLiveId,
  PromotionId,
} from '@sangwian/contract/ids';
import { bangkokDay } from '../../bangkok-day.ts';
import type { FighterRecords } from '../live/live.module.ts';
import type { ProgramBoutRow, ProgramRow } from './program-rows.ts';
import { isCancelled, statusOfBout, statusOfProgram } from './program-rules.ts';

/** Branded as they come from the database, whose keys they are: nothing is checked again. */
const brand = <Id>(value: string): Id => value as Id;

const NO_BOUTS = { wins: 0, losses: 0, draws: 0 };

function presentCorner(row: ProgramBoutRow, corner: 'red' | 'blue', records: FighterRecords) {
  const id = row[`${corner}_id`];
  const { wins, losses, draws } = records.get(id) ?? NO_BOUTS;
  return {
    fighter_id: brand<FighterId>(id),
    name: { th: row[`${corner}_th`], en: row[`${corner}_en`] },
    gym: { th: row[`${corner}_camp_th`], en: row[`${corner}_camp_en`] },
    wins,
    losses,
    draws,
  };
}

const presentBout = (row: ProgramBoutRow, records: FighterRecords): ProgramMatch => ({
  match_id: brand<MatchId>(row.bout_id),
  match_live_id: row.match_live_id === null ? null : brand<MatchLiveId>(row.match_live_id),
  order: row.card_order,
  main_event: row.main_event,
  status: statusOfBout(row),
  starts_at: row.starts_at.toISOString(),
  weight_pounds: row.weight_pounds,
  division: { th: row.division_th, en: row.division_en },
  rounds: row.rounds,
  round:
    row.round_number === null || row.round_started_at === null
      ? null
      : {
          number: row.round_number,
          started_at: row.round_started_at.toISOString(),
          resting: row.resting ?? false,
        },
  red: presentCorner(row, 'red', records),
  blue: presentCorner(row, 'blue', records),
  result:
    row.winner === null || row.method === null
      ? null
      : { winner: row.winner, method: row.method, round: row.result_round },
});

/** A card with its bouts, as it is now. */
export function presentProgram(
  row: ProgramRow,
  bouts: readonly ProgramBoutRow[],
  { records, now }: { readonly records: FighterRecords; readonly now: Date },
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
    status: statusOfProgram(row, bouts, now),
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
    matches: bouts.map((bout) => presentBout(bout, records)),
  };
}
