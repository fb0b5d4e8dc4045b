import type { Match, MatchFighter } from '@sangwian/contract/endpoints/live';
import type { FighterId, MatchId } from '@sangwian/contract/ids';
import type { CardBoutRow, RecordRow } from './live-rows.ts';

type Records = ReadonlyMap<string, Omit<RecordRow, 'fighter_id'>>;

const NO_BOUTS: Omit<RecordRow, 'fighter_id'> = { wins: 0, losses: 0, draws: 0 };

function presentCorner(row: CardBoutRow, corner: 'red' | 'blue', records: Records): MatchFighter {
  const id = row[`${corner}_id`];
  const { wins, losses, draws } = records.get(id) ?? NO_BOUTS;
  return {
    fighter_id: id as FighterId,
    name: { th: row[`${corner}_th`], en: row[`${corner}_en`] },
    gym: { th: row[`${corner}_camp_th`], en: row[`${corner}_camp_en`] },
    wins,
    losses,
    draws,
    photo: row[`${corner}_photo`],
  };
}

/** Returns the fields of a bout that lives and programs have in common. */
export const presentCardBout = (row: CardBoutRow, records: Records) =>
  ({
    match_id: row.bout_id as MatchId,
    order: row.card_order,
    main_event: row.main_event,
    starts_at: row.starts_at.toISOString(),
    weight_pounds: row.weight_pounds,
    division: { th: row.division_th, en: row.division_en },
    rounds: row.rounds,
    round_s: row.round_s,
    rest_s: row.rest_s,
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
    result_at: row.result_at?.toISOString() ?? null,
    ended_at: row.match_ended_at?.toISOString() ?? null,
  }) satisfies Partial<Match>;
