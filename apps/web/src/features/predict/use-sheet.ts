import type {
  PredictMatch,
  PredictProgram,
  PredictSheet,
} from '@sangwian/contract/endpoints/predict';
import type { Pick } from '@sangwian/contract/rules/predict-pick';
import { useEffect, useState } from 'react';
import { ApiError } from '../../shared/api/api-error.ts';
import { callApi } from '../../shared/api/call-api.ts';
import { useSession } from '../../shared/session/session.ts';
import { readStored } from '../../shared/storage/local-storage.ts';
import { createTabDraft } from '../../shared/storage/tab-draft.ts';
import { type Draft, type Drafts, draftOf, keepDraft, saidPicks, withPick } from './sheet-draft.ts';

/** What is picked and not confirmed outlives a reload and a sign-in, by programme and member. */
const drafts = createTabDraft<Drafts>('predict', {});

export interface OwnSheet {
  /** `null`: none was confirmed, or it is not known yet. */
  readonly sheet: PredictSheet | null;
  /** It has been asked for: where there is none, there is none. */
  readonly isKnown: boolean;
  readonly draft: Draft;
  readonly pick: (match: PredictMatch, pick: Pick) => void;
  readonly confirming: boolean;
  /** Why the last confirmation was refused. */
  readonly refusal: ApiError | null;
  /** Confirms the sheet; tells whether it worked. */
  readonly confirm: () => Promise<boolean>;
}

/** The member's own sheet of a programme, looked at anew with every look at the game. */
export function useSheet(program: PredictProgram, looks: number): OwnSheet {
  const { status } = useSession();
  const programId = program.program_id;
  const [kept, setKept] = useState<PredictSheet | null>(null);
  const [isKnown, setKnown] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const memberId = status === 'signed_in' ? readStored('member_id') : null;
  const draft = draftOf(drafts.use(), programId, memberId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever looks at the game anew sees the sheet anew, too.
  useEffect(() => {
    if (status !== 'signed_in') return;
    const leaving = new AbortController();
    const params = { program_id: programId };
    callApi('GET /predict/{program_id}/mine', { params }, { signal: leaving.signal })
      .then(({ data }) => {
        setKept(data);
        setKnown(true);
      })
      // What was there stays; the next look asks again.
      .catch(() => {});
    return () => leaving.abort();
  }, [status, programId, looks]);
  const sheet = kept?.program_id === programId ? kept : null;
  return {
    sheet,
    isKnown,
    draft,
    confirming,
    refusal,
    pick: (match, pick) => {
      setRefusal(null);
      drafts.change(keepDraft(programId, memberId, withPick(draft, match, pick)));
    },
    confirm: async () => {
      if (confirming) return false;
      setConfirming(true);
      setRefusal(null);
      try {
        const { data } = await callApi('PUT /predict/{program_id}', {
          params: { program_id: programId },
          body: { picks: saidPicks(program, draft, sheet) },
        });
        setKept(data);
        drafts.change(keepDraft(programId, memberId, {}));
        return true;
      } catch (error) {
        if (error instanceof ApiError) setRefusal(error);
        return false;
      } finally {
        setConfirming(false);
      }
    },
  };
}
