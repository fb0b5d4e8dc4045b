import type { CoinAdjustment } from '@sangwian/contract/endpoints/operator/members';
import type { MemberId } from '@sangwian/contract/ids';
import { z } from 'zod';
import type { AuditNotes } from '../../../platform/http/audit-notes.ts';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import type { Handlers, Staff } from '../../../platform/http/handler.ts';
import type { AdjustmentRow } from '../../money/adjustments/adjustments.module.ts';
import type { DeskParts } from './desk-parts.ts';
import { presentAdjustment } from './present-members.ts';
import { findLine } from './read-member.ts';

const Position = z.tuple([z.iso.datetime(), z.uuid()]);

const factsOf = ({ amount_coins: coins, state, created_by: by }: AdjustmentRow) => ({
  coins,
  state,
  by,
});

/** Returns the current adjustment, and publishes the changes of the adjustment and of the wallet. */
async function answer(
  deps: DeskParts,
  row: AdjustmentRow,
  { staffId }: Staff,
): Promise<{ data: CoinAdjustment }> {
  deps.bus.publish('staff:changed', { topic: 'members', id: row.member_id });
  if (row.state === 'done') {
    deps.bus.publish('wallet:changed', { memberId: row.member_id as MemberId });
  }
  const [line] = (await deps.search.findLines([row.member_id], deps.clock())).values();
  return { data: presentAdjustment(row, line, { staffId, now: deps.clock() }) };
}

/** Creates the handlers of coin adjustments. */
export function createAdjustmentHandlers(deps: DeskParts): Handlers {
  const { adjustments, search, clock } = deps;
  const decide = async (
    { staff, audit }: { readonly staff: Staff; readonly audit: AuditNotes | null },
    adjustmentId: string,
    decision: () => Promise<AdjustmentRow>,
  ) => {
    audit?.note({ subjectType: 'coin_adjustment', subjectId: adjustmentId });
    const row = await decision();
    audit?.note({
      reason: row.decision_reason ?? row.reason,
      before: { ...factsOf(row), state: 'open' },
      after: { ...factsOf(row), member_id: row.member_id },
    });
    return answer(deps, row, staff);
  };
  return {
    'GET /operator/adjustment': async ({ query, staff }) => {
      const cursor = openCursor(query.cursor, Position);
      const after = cursor === null ? null : { at: new Date(cursor[0]), adjustmentId: cursor[1] };
      const open = query.state === 'open';
      const rows = await adjustments.findPage({ open }, after, query.limit + 1);
      const { shown, next_cursor } = pageOf(rows, query.limit, (last) => [
        last.created_at,
        last.coin_adjustment_id,
      ]);
      const now = clock();
      const lines = await search.findLines([...new Set(shown.map((row) => row.member_id))], now);
      return {
        data: shown.map((row) =>
          presentAdjustment(row, lines.get(row.member_id), { staffId: staff.staffId, now }),
        ),
        next_cursor,
      };
    },
    'GET /operator/adjustment/limit': async ({ staff }) => {
      const { max, left } = await adjustments.readLimit(staff.staffId);
      return { data: { alone_coins_max: max, left_coins: left } };
    },
    'POST /operator/member/{member_id}/adjustment': async ({ params, body, staff, audit }) => {
      const { member_id: memberId } = params;
      audit?.note({ subjectType: 'member', subjectId: memberId, reason: body.reason });
      const { balance_coins: balance } = await findLine(deps, memberId);
      const { adjustment_id: adjustmentId, coins, reason } = body;
      const asked = { adjustmentId, memberId, coins, reason };
      const row = await adjustments.request(asked, staff);
      audit?.note({ before: { balance_coins: balance }, after: factsOf(row) });
      return answer(deps, row, staff);
    },
    'POST /operator/adjustment/{adjustment_id}/confirm': ({ params, ...call }) =>
      decide(call, params.adjustment_id, () =>
        adjustments.confirm(params.adjustment_id, call.staff),
      ),
    'POST /operator/adjustment/{adjustment_id}/refuse': ({ params, body, ...call }) =>
      decide(call, params.adjustment_id, () =>
        adjustments.refuse(params.adjustment_id, call.staff, body.reason),
      ),
  };
}
