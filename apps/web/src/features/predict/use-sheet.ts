import type {
  PredictMatch,
  PredictProgram,
  PredictSheet,
} from '@sangwian/contract/endpoints/predict';
import type { Pick } from '@sangwian/contract/rules/predict-pick';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../shared/api/api-error.ts';
import { keepWritten, memberQuery } from '../../shared/api/api-query.ts';
import { callApi } from '../../shared/api/call-api.ts';
import { useMemberId } from '../../shared/session/session.ts';
import { createTabDraft } from '../../shared/storage/tab-draft.ts';
import {
  confirmedPicks,
  type Draft,
  type Drafts,
  draftOf,
  keepDraft,
  withPick,
} from './sheet-draft.ts';

/** Unconfirmed picks, by programme and member. They survive a reload and a sign-in. */
const drafts = createTabDraft<Drafts>('predict', {});

export interface OwnSheet {
  /** The confirmed sheet; `null` without one or while it is unknown. */
  readonly sheet: PredictSheet | null;
  /** Whether the sheet is loaded. Only then does `null` mean that no sheet is confirmed. */
  readonly isKnown: boolean;
  readonly draft: Draft;
  readonly pick: (match: PredictMatch, pick: Pick) => void;
  readonly confirming: boolean;
  /** The refusal of the last confirmation. */
  readonly refusal: ApiError | null;
  /** Confirms the sheet. Returns whether the confirmation succeeded. */
  readonly confirm: () => Promise<boolean>;
}

/** Returns the member's sheet of a programme. Fetched again after each response about the game. */
export function useSheet(program: PredictProgram, gameReadAtMs: number): OwnSheet {
  const memberId = useMemberId();
  const queryClient = useQueryClient();
  const params = { program_id: program.program_id };
  const query = memberQuery(memberId, 'GET /predict/{program_id}/mine', { params });
  const { data, refetch } = useQuery({ ...query, refetchOnMount: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response about the game changes the time, which causes a new request of the sheet.
  useEffect(() => {
    if (memberId !== null) void refetch();
  }, [memberId, gameReadAtMs, refetch]);
  const sheet = data ?? null;
  const draft = draftOf(drafts.use(), params.program_id, memberId);
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: () =>
      callApi('PUT /predict/{program_id}', {
        params,
        body: { picks: confirmedPicks(program, draft, sheet) },
      }),
    onSuccess: ({ data: confirmed }) => {
      keepWritten<PredictSheet | null>(queryClient, query.queryKey, confirmed);
      drafts.change(keepDraft(params.program_id, memberId, {}));
    },
  });
  return {
    sheet,
    isKnown: data !== undefined,
    draft,
    confirming: isPending,
    refusal: error instanceof ApiError ? error : null,
    pick: (match, pick) => {
      if (error !== null) reset();
      drafts.change(keepDraft(params.program_id, memberId, withPick(draft, match, pick)));
    },
    confirm: async () => {
      if (isPending) return false;
      return mutateAsync().then(
        () => true,
        () => false,
      );
    },
  };
}
