import type { ResponseOf } from '@sangwian/contract/contract';
import type { Show } from '@sangwian/contract/endpoints/operator/show';
import type { ChatMessageId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ApiModule, Handlers, Staff } from '../../../platform/http/handler.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import {
  type AuditNote,
  type BoutAction,
  type BoutControlModule,
  type DeskAct,
  outcomeOf,
} from '../../live/bout-control/bout-control.module.ts';
import { type Chat, pinText } from '../../live/chat/chat.module.ts';
import type { Gifts } from '../../live/gifts/gifts.module.ts';
import type { LivePresenter, LiveReader, ViewerCounts } from '../../live/lives/lives.module.ts';
import { grantPreview, type PreviewDeps } from './grant-preview.ts';
import { readConsequences } from './read-consequences.ts';
import { readShow } from './read-show.ts';
import { ShowDeskStore } from './show-desk.store.ts';
import { StreamHealth } from './stream-health.ts';

export interface ShowDeskDeps extends PreviewDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly live: LiveReader;
  readonly lives: LivePresenter;
  readonly viewers: ViewerCounts;
  readonly chat: Pick<Chat, 'stateOf'>;
  readonly gifts: Pick<Gifts, 'findSettlement' | 'previewCorrection'>;
  readonly logger: Logger;
  readonly boutControl: Pick<BoutControlModule, 'control' | 'controlLive'>;
}

/** Two screens of the chat column. */
const CHAT_LINES_MAX = 80;
/** The media process reports as often. */
const SAMPLE_MS = 5_000;
/** The reason in the log of acts that need none: the button says it. */
const BY_CONSOLE = 'in the console';

const presentLine = (
  row: Awaited<ReturnType<ShowDeskStore['findChat']>>[number],
): ResponseOf<'GET /operator/show/chat'>['data'][number] => ({
  chat_message_id: row.chat_message_id as ChatMessageId,
  member_name: row.member_name,
  text: row.removed_at === null ? row.text : '',
  removed: row.removed_at !== null,
  sent_at: row.sent_at.toISOString(),
});

interface ActBody {
  readonly act_id: string;
  readonly version: number;
}

const deskActOf = ({ act_id: actId, version }: ActBody): DeskAct => ({ actId, version });

const noteOf = ({ name, staffId }: Staff, reason?: string): AuditNote => ({
  actor: name,
  staffId,
  reason: reason === undefined || reason === '' ? BY_CONSOLE : reason,
});

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

/** Creates the handlers of acts on bouts. Each answers with the show as it then is. */
function createBoutHandlers(
  deps: ShowDeskDeps,
  show: (staff: Staff, programLiveId?: ProgramLiveId) => Promise<{ data: Show }>,
): Handlers {
  const { boutControl, live } = deps;
  const act = async (
    staff: Staff,
    matchLiveId: string,
    action: BoutAction,
    { body, reason }: { readonly body: ActBody; readonly reason?: string | undefined },
  ): Promise<{ data: Show }> => {
    await boutControl.control(matchLiveId, action, noteOf(staff, reason), deskActOf(body));
    const facts = await live.findBout(matchLiveId);
    return show(staff, facts?.programLiveId);
  };
  return {
    'POST /operator/show/bouts/{match_live_id}/direct': ({ params, body, staff }) =>
      act(staff, params.match_live_id, directionOf(body), { body }),
    'POST /operator/show/bouts/{match_live_id}/gifts': ({ params, body, staff }) =>
      act(staff, params.match_live_id, { action: 'gifts', on: body.on }, { body }),
    'POST /operator/show/bouts/{match_live_id}/result': ({ params, body, staff }) => {
      const { winner, method, round, reason } = body;
      const result: BoutAction = { action: 'result', winner, method, round };
      return act(staff, params.match_live_id, result, { body, reason });
    },
    'POST /operator/show/bouts/{match_live_id}/confirm': ({ params, body, staff }) =>
      act(staff, params.match_live_id, { action: 'confirm' }, { body }),
    'POST /operator/show/bouts/{match_live_id}/withdraw': ({ params, body, staff }) =>
      act(staff, params.match_live_id, { action: 'withdraw' }, { body, reason: body.reason }),
    'POST /operator/show/bouts/{match_live_id}/correct': ({ params, body, staff }) => {
      // Coins move twice for one bout, so only the owner decides it alone.
      if (staff.role !== 'owner') throw new ApiError('second_person_needed');
      const { winner, method, round, expected_coins, reason } = body;
      const correction: BoutAction = { action: 'correct', winner, method, round, expected_coins };
      return act(staff, params.match_live_id, correction, { body, reason });
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

/** Creates the module of the console's Tonight place. All changes of bouts are made by bout control. */
export function createShowDeskModule(deps: ShowDeskDeps): ApiModule {
  const { boutControl } = deps;
  const health = new StreamHealth(deps);
  const samples = every(SAMPLE_MS, () => health.sample(), {
    name: 'stream_sample',
    logger: deps.logger,
  });
  const show = async (staff: Staff, programLiveId?: ProgramLiveId): Promise<{ data: Show }> => ({
    data: await readShow(deps, staff.staffId, programLiveId),
  });
  const direct = async (
    staff: Staff,
    programLiveId: ProgramLiveId,
    action: 'live-start' | 'live-end',
    body: ActBody,
  ): Promise<{ data: Show }> => {
    await boutControl.controlLive(programLiveId, action, noteOf(staff), deskActOf(body));
    return show(staff, programLiveId);
  };
  return {
    handlers: {
      ...createBoutHandlers(deps, show),
      'GET /operator/show': ({ query, staff }) => show(staff, query.program_live_id),
      'POST /operator/show/lives/{program_live_id}/start': ({ params, body, staff }) =>
        direct(staff, params.program_live_id, 'live-start', body),
      'POST /operator/show/lives/{program_live_id}/end': ({ params, body, staff }) =>
        direct(staff, params.program_live_id, 'live-end', body),
      'PUT /operator/show/lives/{program_live_id}/pin': async ({ params, body, staff }) => {
        const { program_live_id: id } = params;
        if ((await deps.live.findLive(id)) === null) throw new ApiError('live_not_found');
        const text = body.text === null ? null : { th: body.text, en: body.text };
        const { actor, reason } = noteOf(staff);
        await pinText(deps, id, text, { actor, reason, actorMemberId: null });
        return show(staff, id);
      },
      'GET /operator/show/stream': async ({ query }) => ({
        data: await health.read(query.program_live_id),
      }),
      'GET /operator/show/chat': async ({ query }) => {
        const { program_live_id: id } = query;
        if ((await deps.live.findLive(id)) === null) throw new ApiError('live_not_found');
        const lines = await new ShowDeskStore(deps.db).findChat(id, CHAT_LINES_MAX);
        return { data: lines.map(presentLine) };
      },
      'POST /operator/show/preview': async ({ body }) => ({
        data: await grantPreview(deps, body.program_live_id),
      }),
    },
    start: () => samples.start(),
    stop: () => samples.stop(),
  };
}
