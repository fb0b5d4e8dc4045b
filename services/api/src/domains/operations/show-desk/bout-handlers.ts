import type { Show } from '@sangwian/contract/endpoints/operator/show';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { AuditNotes } from '../../../platform/http/audit-notes.ts';
import type { Handlers, Staff } from '../../../platform/http/handler.ts';
import type { Database } from '../../../schema/database.ts';
import {
  type BoutAction,
  type BoutControlModule,
  outcomeOf,
} from '../../live/bout-control/bout-control.module.ts';
import type { Gifts } from '../../live/gifts/gifts.module.ts';
import type { LiveReader, ViewerCounts } from '../../live/lives/lives.module.ts';
import { type ActBody, deskActOf, noteOf, type ReadShowAs } from './act-note.ts';
import { readConsequences } from './read-consequences.ts';
import { ShowDeskStore } from './show-desk.store.ts';

export interface BoutHandlersDeps {
  readonly db: Kysely<Database>;
  readonly viewers: ViewerCounts;
  readonly live: LiveReader;
  readonly gifts: Pick<Gifts, 'findSettlement' | 'previewCorrection'>;
  readonly boutControl: Pick<BoutControlModule, 'control'>;
}

interface BoutCall {
  readonly params: { readonly match_live_id: string };
  readonly body: ActBody;
  readonly staff: Staff;
  readonly audit: AuditNotes | null;
}

/** Returns the action of a directed bout. @throws {ApiError} `request_invalid` for a round without its number */
function directionOf({
  action,
  number,
}: {
  readonly action: 'start' | 'round' | 'rest' | 'stop-clock' | 'start-clock' | 'end' | 'undo';
  readonly number?: number | undefined;
}): BoutAction {
  if (action !== 'round') return { action };
  if (number !== undefined) return { action, number };
  throw new ApiError('request_invalid', {
    details: [{ path: 'number', message: 'A round has a number' }],
  });
}

/** Creates the handlers of acts on bouts. Each handler returns the show after the act. */
export function createBoutHandlers(deps: BoutHandlersDeps, show: ReadShowAs): Handlers {
  const { boutControl, live } = deps;
  const store = new ShowDeskStore(deps.db);
  const act = async (
    { params, body, staff, audit }: BoutCall,
    action: BoutAction,
  ): Promise<{ data: Show }> => {
    const { match_live_id: id } = params;
    const { reason } = body;
    const before = await store.findAuditState(id);
    const subject = { subjectType: 'bout', subjectId: id };
    audit?.note({ ...subject, ...(reason ? { reason } : {}), ...(before ? { before } : {}) });
    await boutControl.control(id, action, noteOf(staff, reason), deskActOf(body));
    const [after, facts] = await Promise.all([store.findAuditState(id), live.findBout(id)]);
    if (after !== undefined) audit?.note({ after });
    return show(staff, facts?.programLiveId);
  };
  return {
    'POST /operator/show/bouts/{match_live_id}/direct': (call) => act(call, directionOf(call.body)),
    'POST /operator/show/bouts/{match_live_id}/gifts': (call) =>
      act(call, { action: 'gifts', on: call.body.on }),
    'POST /operator/show/bouts/{match_live_id}/draw-refunds': (call) =>
      act(call, { action: 'draw-refunds', on: call.body.on }),
    'POST /operator/show/bouts/{match_live_id}/result': (call) => {
      const { winner, method, round } = call.body;
      return act(call, { action: 'result', winner, method, round });
    },
    'POST /operator/show/bouts/{match_live_id}/judges': (call) =>
      act(call, { action: 'judges', cards: call.body.cards }),
    'POST /operator/show/bouts/{match_live_id}/confirm': (call) => act(call, { action: 'confirm' }),
    'POST /operator/show/bouts/{match_live_id}/withdraw': (call) =>
      act(call, { action: 'withdraw' }),
    'POST /operator/show/bouts/{match_live_id}/correct': (call) => {
      // A correction moves the coins of a bout a second time, so only the owner may make it without an approval.
      if (call.staff.role !== 'owner') throw new ApiError('second_person_needed');
      const { winner, method, round, expected_coins } = call.body;
      return act(call, { action: 'correct', winner, method, round, expected_coins });
    },
    'GET /operator/show/bouts/{match_live_id}/consequences': async ({ params }) => ({
      data: await readConsequences(deps, params.match_live_id),
    }),
    'GET /operator/show/bouts/{match_live_id}/correction': async ({ params, query }) => {
      const facts = await live.findBout(params.match_live_id);
      if (facts === null) throw new ApiError('match_not_found');
      if ((await deps.gifts.findSettlement(params.match_live_id)) === undefined) {
        throw new ApiError('match_not_found');
      }
      const { corners, coins, members } = await deps.gifts.previewCorrection(
        facts,
        outcomeOf(query),
      );
      return { data: { corners: [...corners], coins, members } };
    },
  };
}
