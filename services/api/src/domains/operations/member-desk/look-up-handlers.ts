import {
  type TimelineEntry,
  TimelineKind,
} from '@sangwian/contract/endpoints/operator/member-timeline';
import { may } from '@sangwian/contract/permissions';
import { ApiError } from '@sangwian/node-kit/api-error';
import { z } from 'zod';
import { csvFile } from '../../../platform/http/csv-file.ts';
import { openCursor, pageOf, sealCursor } from '../../../platform/http/cursor.ts';
import type { Handlers, Staff } from '../../../platform/http/handler.ts';
import { readPages } from '../../../platform/http/read-pages.ts';
import type { DeskParts } from './desk-parts.ts';
import { conditionOf, exactConditionOf } from './member-query.ts';
import type { MemberFilter, MemberLineRow } from './member-search.store.ts';
import { writeMembersCsv } from './members-csv.ts';
import { mergeTimeline } from './merge-timeline.ts';
import { presentLine } from './present-members.ts';
import { findLine, readMember } from './read-member.ts';
import type { TimelineEntryRow } from './timeline.store.ts';

const Position = z.tuple([z.iso.datetime(), z.uuid()]);
const TimelineCursor = z.partialRecord(TimelineKind, z.uuid());
/** Maximum number of rows in one CSV file: all members of a large site. */
const CSV_ROWS_MAX = 200_000;

interface FilterQuery extends Pick<MemberFilter, 'state' | 'sanction'> {
  readonly q?: string | undefined;
  readonly exact?: boolean | undefined;
}

function searchOf({ q = '', exact = false }: FilterQuery, role: Staff['role']) {
  if (q === '') return undefined;
  return exact ? exactConditionOf(q) : conditionOf(q, may(role, 'handle_disputes'));
}

const filterOf = (query: FilterQuery, { role }: Staff): MemberFilter => ({
  search: searchOf(query, role),
  state: query.state,
  sanction: query.sanction,
});

const presentEntry = ({ at, until, ...row }: TimelineEntryRow): TimelineEntry => ({
  ...row,
  at: at.toISOString(),
  until: until?.toISOString() ?? null,
});

function createListHandlers(deps: DeskParts): Handlers {
  const { search, clock } = deps;
  return {
    'GET /operator/member': async ({ query, staff }) => {
      const cursor = openCursor(query.cursor, Position);
      const after = cursor === null ? null : { at: new Date(cursor[0]), memberId: cursor[1] };
      const page = { limit: query.limit + 1, now: clock() };
      const rows = await search.findPage(filterOf(query, staff), after, page);
      const { shown, next_cursor } = pageOf(rows, query.limit, (last) => [
        last.created_at,
        last.member_id,
      ]);
      return { data: shown.map(presentLine), next_cursor };
    },
    'GET /operator/member/csv': async ({ query, staff, language }) => {
      const filter = filterOf(query, staff);
      const now = clock();
      const pages = readPages<MemberLineRow>((last, limit) => {
        const after = last === undefined ? null : { at: last.created_at, memberId: last.member_id };
        return search.findPage(filter, after, { limit, now });
      }, CSV_ROWS_MAX);
      return { data: csvFile('members', now, writeMembersCsv(pages, language)) };
    },
  };
}

/** Creates the handlers that only read members. */
export function createLookUpHandlers(deps: DeskParts): Handlers {
  return {
    ...createListHandlers(deps),
    'GET /operator/member/{member_id}': async ({ params, staff }) => ({
      data: await readMember(deps, params.member_id, staff.staffId),
    }),
    'POST /operator/member/{member_id}/contact': async ({ params, audit }) => {
      audit?.note({ subjectType: 'member', subjectId: params.member_id });
      const details = await deps.files.findDetails(params.member_id);
      if (details === undefined) throw new ApiError('member_not_found');
      const { phone, email, birth_date } = details;
      return { data: { phone, email, birth_date } };
    },
    'GET /operator/member/{member_id}/timeline': async ({ params, query }) => {
      const after = openCursor(query.cursor, TimelineCursor) ?? {};
      await findLine(deps, params.member_id);
      // One extra row of each source shows whether there is another page.
      const sources = await deps.timeline.findNext(params.member_id, {
        kind: query.kind,
        after,
        limit: query.limit + 1,
      });
      const { page, next } = mergeTimeline(sources, after, query.limit);
      return { data: page.map(presentEntry), next_cursor: next === null ? null : sealCursor(next) };
    },
    'GET /operator/member/{member_id}/movement': async ({ params, query }) => {
      await findLine(deps, params.member_id);
      return deps.wallet.readHistory(params.member_id, query);
    },
    'GET /operator/member/{member_id}/movement/csv': async ({ params, language }) => {
      await findLine(deps, params.member_id);
      return {
        data: csvFile('ledger', deps.clock(), deps.wallet.writeHistory(params.member_id, language)),
      };
    },
  };
}
