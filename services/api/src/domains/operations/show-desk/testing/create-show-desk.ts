import type { Operation, ParsedOf, ResponseOf } from '@sangwian/contract/contract';
import type { Show, ShowConsequences } from '@sangwian/contract/endpoints/operator/show';
import type { MatchLiveId, ProgramLiveId } from '@sangwian/contract/ids';
import type { TestApi } from '@sangwian/testkit/start-test-api';
import type { AuditNotes } from '../../../../platform/http/audit-notes.ts';
import type { Handler, Staff } from '../../../../platform/http/handler.ts';
import { ALWAYS_ON } from '../../../../platform/switches/testing/always-on.ts';
import { createBoutControlForTest } from '../../../live/bout-control/testing/create-bout-control.ts';
import { createChat } from '../../../live/chat/chat.module.ts';
import { createShowDeskModule, type ShowDeskDeps } from '../show-desk.module.ts';

type Parsed<Op extends Operation, Name> = Name extends keyof ParsedOf<Op>
  ? ParsedOf<Op>[Name]
  : never;
const BOUT = '/operator/show/bouts/{match_live_id}' as const;

/** Creates the show desk on a test's database, called without HTTP as a staff account. */
export function createShowDeskForTest(
  test: TestApi,
  parts: Pick<ShowDeskDeps, 'clock' | 'viewers' | 'live' | 'lives' | 'logger'>,
) {
  const { db, bus } = test;
  const { clock, live } = parts;
  const base = { db, bus, clock, live, switches: ALWAYS_ON };
  const { boutControl, gifts, members } = createBoutControlForTest(test, clock);
  const { handlers = {} } = createShowDeskModule({
    ...base,
    ...parts,
    chat: createChat({ ...base, members }),
    gifts,
    boutControl,
    grantSecret: 'the grant secret of a test',
    mediaPublicUrl: '',
  });
  const call = async <Op extends Operation>(
    operation: Op,
    staff: Staff,
    request: object,
    audit: AuditNotes | null = null,
  ): Promise<ResponseOf<Op>['data']> => {
    const handler = handlers[operation] as Handler<Op> | undefined;
    if (handler === undefined) throw new Error(`${operation} has no handler`);
    const answer = await handler({ ...request, staff, audit } as Parameters<Handler<Op>>[0]);
    return (answer as ResponseOf<Op>).data;
  };
  const ofBout = (id: MatchLiveId) => ({ params: { match_live_id: id } });
  return {
    read: (staff: Staff, id?: ProgramLiveId): Promise<Show> =>
      call('GET /operator/show', staff, { query: { program_live_id: id } }),
    direct: (staff: Staff, id: MatchLiveId, body: Parsed<`POST ${typeof BOUT}/direct`, 'body'>) =>
      call(`POST ${BOUT}/direct`, staff, { ...ofBout(id), body }),
    result: (
      staff: Staff,
      id: MatchLiveId,
      body: Parsed<`POST ${typeof BOUT}/result`, 'body'>,
      audit?: AuditNotes,
    ) => call(`POST ${BOUT}/result`, staff, { ...ofBout(id), body }, audit),
    confirm: (staff: Staff, id: MatchLiveId, body: Parsed<`POST ${typeof BOUT}/confirm`, 'body'>) =>
      call(`POST ${BOUT}/confirm`, staff, { ...ofBout(id), body }),
    withdraw: (
      staff: Staff,
      id: MatchLiveId,
      body: Parsed<`POST ${typeof BOUT}/withdraw`, 'body'>,
    ) => call(`POST ${BOUT}/withdraw`, staff, { ...ofBout(id), body }),
    correct: (staff: Staff, id: MatchLiveId, body: Parsed<`POST ${typeof BOUT}/correct`, 'body'>) =>
      call(`POST ${BOUT}/correct`, staff, { ...ofBout(id), body }),
    correction: (
      staff: Staff,
      id: MatchLiveId,
      query: Parsed<`GET ${typeof BOUT}/correction`, 'query'>,
    ) => call(`GET ${BOUT}/correction`, staff, { ...ofBout(id), query }),
    consequences: (staff: Staff, id: MatchLiveId): Promise<ShowConsequences> =>
      call(`GET ${BOUT}/consequences`, staff, ofBout(id)),
    stream: (staff: Staff, id: ProgramLiveId) =>
      call('GET /operator/show/stream', staff, { query: { program_live_id: id } }),
    announce: (staff: Staff, id: ProgramLiveId, text: { th: string; en: string } | null) =>
      call('PUT /operator/show/lives/{program_live_id}/announcement', staff, {
        params: { program_live_id: id },
        body: { text },
      }),
    startLive: (staff: Staff, id: ProgramLiveId, body: { act_id: string; version: number }) =>
      call('POST /operator/show/lives/{program_live_id}/start', staff, {
        params: { program_live_id: id },
        body,
      }),
    endLive: (staff: Staff, id: ProgramLiveId, body: { act_id: string; version: number }) =>
      call('POST /operator/show/lives/{program_live_id}/end', staff, {
        params: { program_live_id: id },
        body,
      }),
  };
}

export type TestDesk = ReturnType<typeof createShowDeskForTest>;
