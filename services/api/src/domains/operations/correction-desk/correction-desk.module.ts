import type { MatchResult } from '@sangwian/contract/endpoints/live';
import type {
  CorrectionEffect,
  ResultCorrection,
} from '@sangwian/contract/endpoints/operator/corrections';
import type { MatchId, MatchLiveId, ProgramId } from '@sangwian/contract/ids';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { AuditNotes } from '../../../platform/http/audit-notes.ts';
import type { ApiModule, Staff } from '../../../platform/http/handler.ts';
import {
  type BoutControlModule,
  type CorrectionRow,
  resultOf,
} from '../../live/bout-control/bout-control.module.ts';
import type { GameDesk } from '../../sport/predict/predict.module.ts';

export interface CorrectionDeskDeps {
  readonly bus: Bus;
  readonly game: Pick<GameDesk, 'previewResult'>;
  readonly boutControl: Pick<BoutControlModule, 'corrections'>;
}

const stateOf = ({ state, is_stale: isStale }: CorrectionRow): ResultCorrection['state'] => {
  if (state === 'lapsed' || (state === 'open' && isStale)) return 'stale';
  return state;
};

const presentCorrection = (row: CorrectionRow, staffId: string): ResultCorrection => ({
  result_correction_id: row.result_correction_id,
  program_id: row.program_id as ProgramId,
  match_id: row.bout_id as MatchId,
  match_live_id: row.match_live_id as MatchLiveId,
  order: row.card_order,
  red: { th: row.red_th, en: row.red_en },
  blue: { th: row.blue_th, en: row.blue_en },
  before: row.before as MatchResult | null,
  after: resultOf({ ...row, round: row.round ?? undefined }),
  effect: row.effect as CorrectionEffect,
  reason: row.reason,
  state: stateOf(row),
  by: row.created_by,
  own: row.created_by_staff_id === staffId,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  decided_by: row.decided_by,
});

/** The requested result with the state of the request, for the audit. */
const factsOf = (row: CorrectionRow) => ({
  ...{ winner: row.winner, method: row.method, result_round: row.round },
  refunded_coins: (row.effect as CorrectionEffect).coins,
  request: row.state,
  asked_by: row.created_by,
});

const resultBefore = (row: CorrectionRow) => {
  const { winner, method, round } = row.before as MatchResult;
  return { winner, method, result_round: round };
};

/** Creates the module of corrections that one person requests and another person approves. */
export function createCorrectionDeskModule(deps: CorrectionDeskDeps): ApiModule {
  const { bus, game } = deps;
  const { corrections } = deps.boutControl;
  const answer = (row: CorrectionRow, { staffId }: Staff): { data: ResultCorrection } => {
    bus.publish('staff:changed', { topic: 'show', id: row.program_live_id });
    bus.publish('staff:changed', { topic: 'game', id: row.program_id });
    return { data: presentCorrection(row, staffId) };
  };
  const decide = async (
    { staff, audit }: { readonly staff: Staff; readonly audit: AuditNotes | null },
    correctionId: string,
    decision: () => Promise<CorrectionRow>,
  ) => {
    const asked = await corrections.find(correctionId);
    const subject = { subjectType: 'bout', subjectId: asked.match_live_id };
    const before = { ...resultBefore(asked), request: asked.state };
    audit?.note({ ...subject, before, reason: asked.reason });
    const row = await decision();
    const isDone = row.state === 'done';
    audit?.note({
      reason: row.decision_reason ?? row.reason,
      after: { ...factsOf(row), ...(isDone ? {} : { ...resultBefore(row), refunded_coins: 0 }) },
    });
    return answer(row, staff);
  };
  return {
    handlers: {
      'GET /operator/show/corrections': async ({ staff }) => {
        const rows = await corrections.findOpen();
        return { data: rows.map((row) => presentCorrection(row, staff.staffId)) };
      },
      'POST /operator/show/bouts/{match_live_id}/corrections': async (call) => {
        const { params, body, staff, audit } = call;
        const { match_live_id: matchLiveId } = params;
        const { winner, method, round, reason, version } = body;
        audit?.note({ subjectType: 'bout', subjectId: matchLiveId, reason });
        const { programId, boutId } = await corrections.findBout(matchLiveId);
        const after = resultOf({ winner, method, round });
        const { leaders: _, ...moved } = await game.previewResult(programId, boutId, after);
        const row = await corrections.request(
          {
            ...{ correctionId: body.result_correction_id, matchLiveId, version, reason },
            ...{ winner, method, round, expectedCoins: body.expected_coins, game: moved },
          },
          staff,
        );
        audit?.note({ before: resultBefore(row), after: factsOf(row) });
        return answer(row, staff);
      },
      'POST /operator/show/corrections/{result_correction_id}/approve': ({ params, ...call }) =>
        decide(call, params.result_correction_id, () =>
          corrections.approve(params.result_correction_id, call.staff),
        ),
      'POST /operator/show/corrections/{result_correction_id}/refuse': ({
        params,
        body,
        ...call
      }) =>
        decide(call, params.result_correction_id, () =>
          corrections.refuse(params.result_correction_id, call.staff, body.reason),
        ),
    },
  };
}
