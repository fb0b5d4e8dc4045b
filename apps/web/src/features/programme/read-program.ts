import type { ResponseOf } from '@sangwian/contract/contract';
import type { Program } from '@sangwian/contract/endpoints/program';
import type { ProgramId, PromotionId } from '@sangwian/contract/ids';
import type { CallApi } from '../../shared/api/call-context.ts';
import { resultsQuery } from '../../shared/results/results-setting.ts';

export type ProgramFilters = ResponseOf<'GET /program/filters'>['data'];

/** The parameters of the URL: `?card=` with `bout=`, or `?day=` or `?past=1`, `?promotion=`, `?cursor=`. */
export interface ProgramChoice {
  /** A day as `YYYY-MM-DD`; `null` for all days from today on. */
  readonly day: string | null;
  /** Whether past cards are shown, from yesterday backwards. */
  readonly past: boolean;
  readonly promotion: string | null;
  readonly cursor: string | null;
  /** The id of a linked card. */
  readonly card: string | null;
  /** The id of a bout on the linked card. */
  readonly bout: string | null;
}

export interface ShownProgram {
  readonly filters: ProgramFilters;
  readonly programs: readonly Program[];
  readonly next: string | null;
}

const PAST_CARDS = 6;

export function readChoice(query: URLSearchParams): ProgramChoice {
  const day = query.get('day');
  return {
    day: day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null,
    past: query.get('past') === '1',
    promotion: query.get('promotion'),
    cursor: query.get('cursor'),
    card: query.get('card'),
    bout: query.get('bout'),
  };
}

/** Returns the URL of a changed choice, which starts at its first page. */
export function choicePath(choice: ProgramChoice, change: Partial<ProgramChoice>): string {
  const { day, past, promotion, cursor, card, bout } = {
    ...choice,
    cursor: null,
    card: null,
    bout: null,
    ...change,
  };
  const query = new URLSearchParams({
    ...(day === null ? {} : { day }),
    ...(past ? { past: '1' } : {}),
    ...(promotion === null ? {} : { promotion }),
    ...(cursor === null ? {} : { cursor }),
    ...(card === null ? {} : { card }),
    ...(bout === null ? {} : { bout }),
  });
  return query.size === 0 ? '/program' : `/program?${query}`;
}

/** Reads the cards and filters of the page. Rejects as `callApi` does. */
export async function readShownProgram(
  call: CallApi,
  { day, past, promotion, cursor, card }: ProgramChoice,
  signal: AbortSignal,
): Promise<ShownProgram> {
  const results = resultsQuery();
  const query = {
    ...results,
    ...(day === null ? {} : { from: day, to: day }),
    ...(past ? { order: 'latest' as const, limit: PAST_CARDS } : {}),
    ...(promotion === null ? {} : { promotion: promotion as PromotionId }),
    ...(cursor === null ? {} : { cursor }),
  };
  const filtersRead = call('GET /program/filters', {}, { signal });
  if (card !== null) {
    const params = { program_id: card as ProgramId };
    const [filters, program] = await Promise.all([
      filtersRead,
      call('GET /program/{program_id}', { params, query: results }, { signal }),
    ]);
    return { filters: filters.data, programs: [program.data], next: null };
  }
  const [filters, programs] = await Promise.all([
    filtersRead,
    call('GET /program', { query }, { signal }),
  ]);
  return { filters: filters.data, programs: programs.data, next: programs.next_cursor };
}
