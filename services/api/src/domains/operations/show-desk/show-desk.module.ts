import type { ResponseOf } from '@sangwian/contract/contract';
import type { Show } from '@sangwian/contract/endpoints/operator/show';
import type { ChatMessageId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { AuditNotes } from '../../../platform/http/audit-notes.ts';
import type { ApiModule, Handlers, Staff } from '../../../platform/http/handler.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { BoutControlModule, LiveAction } from '../../live/bout-control/bout-control.module.ts';
import { announce, type Chat, pinText } from '../../live/chat/chat.module.ts';
import type { Gifts } from '../../live/gifts/gifts.module.ts';
import type { LivePresenter, LiveReader, ViewerCounts } from '../../live/lives/lives.module.ts';
import { type ActBody, deskActOf, noteOf, type ReadShowAs } from './act-note.ts';
import { createBoutHandlers } from './bout-handlers.ts';
import { grantPreview, type PreviewDeps } from './grant-preview.ts';
import { readShow } from './read-show.ts';
import { ShowDeskStore } from './show-desk.store.ts';
import { StreamHealth } from './stream-health.ts';

export type { ChannelHealth } from './stream-health.ts';

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

/** Number of chat lines: two screens of the chat column. */
const CHAT_LINES_MAX = 80;
/** The media process reports at the same interval. */
const SAMPLE_MS = 5_000;

interface LiveCall {
  readonly params: { readonly program_live_id: ProgramLiveId };
  readonly body: ActBody;
  readonly staff: Staff;
  readonly audit: AuditNotes | null;
}

const presentLine = (
  row: Awaited<ReturnType<ShowDeskStore['findChat']>>[number],
): ResponseOf<'GET /operator/show/chat'>['data'][number] => ({
  chat_message_id: row.chat_message_id as ChatMessageId,
  member_name: row.member_name,
  text: row.removed_at === null ? row.text : '',
  removed: row.removed_at !== null,
  sent_at: row.sent_at.toISOString(),
});

/** Creates the handlers of acts on a whole live, and of announcements to its fans. */
function createLiveHandlers(deps: ShowDeskDeps, show: ReadShowAs): Handlers {
  const { boutControl, live } = deps;
  const direct = async (
    { params, body, staff, audit }: LiveCall,
    action: LiveAction,
    after: { readonly status: string; readonly cancelled?: true },
  ): Promise<{ data: Show }> => {
    const { program_live_id: id } = params;
    const { reason } = body;
    const before = { status: (await live.findLive(id))?.status };
    const subject = { subjectType: 'live', subjectId: id };
    audit?.note({ ...subject, ...(reason ? { reason } : {}), before, after });
    await boutControl.controlLive(id, action, noteOf(staff, reason), deskActOf(body));
    return show(staff, id);
  };
  const roomNote = (staff: Staff) => {
    const { actor, reason } = noteOf(staff);
    return { actor, reason, actorMemberId: null };
  };
  const requireLive = async (id: ProgramLiveId): Promise<void> => {
    if ((await live.findLive(id)) === null) throw new ApiError('live_not_found');
  };
  return {
    'POST /operator/show/lives/{program_live_id}/start': (call) =>
      direct(call, 'live-start', { status: 'in_progress' }),
    'POST /operator/show/lives/{program_live_id}/end': (call) =>
      direct(call, 'live-end', { status: 'ended' }),
    'POST /operator/show/lives/{program_live_id}/cancel': (call) => {
      // Unlocks are refunded at once, so only the owner may cancel a live.
      if (call.staff.role !== 'owner') throw new ApiError('second_person_needed');
      return direct(call, 'live-cancel', { status: 'ended', cancelled: true });
    },
    'PUT /operator/show/lives/{program_live_id}/pin': async ({ params, body, staff, audit }) => {
      const { program_live_id: id } = params;
      await requireLive(id);
      const { pin } = await deps.chat.stateOf(id);
      const before = { pin: pin?.text.th ?? null };
      audit?.note({ subjectType: 'live', subjectId: id, before, after: { pin: body.text } });
      const text = body.text === null ? null : { th: body.text, en: body.text };
      await pinText(deps, id, text, roomNote(staff));
      return show(staff, id);
    },
    'PUT /operator/show/lives/{program_live_id}/announcement': async (call) => {
      const { params, body, staff, audit } = call;
      const { program_live_id: id } = params;
      await requireLive(id);
      const after = { announcement: body.text };
      audit?.note({ subjectType: 'live', subjectId: id, after });
      await announce(deps, id, body.text, roomNote(staff));
      return show(staff, id);
    },
  };
}

export interface ShowDeskModule extends ApiModule {
  /** Returns the channels and their findings, for the place Health. */
  readonly streams: Pick<StreamHealth, 'readChannels'>;
}

/** Creates the module of the console's Tonight place. All changes of bouts are made by bout control. */
export function createShowDeskModule(deps: ShowDeskDeps): ShowDeskModule {
  const health = new StreamHealth(deps);
  const samples = every(SAMPLE_MS, () => health.sample(), {
    name: 'stream_sample',
    logger: deps.logger,
  });
  const show: ReadShowAs = async (staff, programLiveId) => ({
    data: await readShow(deps, staff.staffId, programLiveId),
  });
  return {
    streams: health,
    handlers: {
      ...createBoutHandlers(deps, show),
      ...createLiveHandlers(deps, show),
      'GET /operator/show': async ({ query, staff }) => {
        const { program_live_id: id, match_live_id: matchLiveId } = query;
        if (matchLiveId === undefined) return show(staff, id);
        const bout = await deps.live.findBout(matchLiveId);
        if (bout === null) throw new ApiError('match_not_found');
        return show(staff, bout.programLiveId);
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
