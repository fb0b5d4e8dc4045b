import { useState } from 'react';
import { ApiError, isCode, ProofRefusedError } from '../api/api-error.ts';
import { queryClient } from '../api/query-client.ts';

interface BoutWrite {
  readonly isBusy: boolean;
  /** Why the last attempt failed, unless it was stale. */
  readonly failure: Error | null;
  /** The colleagues' acts that made the last attempt stale. */
  readonly stale: ApiError['details'] | null;
  readonly run: (call: () => Promise<unknown>) => Promise<void>;
}

/** Runs a change of a bout from a dialog. The dialog stays open and keeps its text until the change succeeds. */
export function useBoutWrite(onDone: () => void): BoutWrite {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const [stale, setStale] = useState<ApiError['details'] | null>(null);
  const run = async (call: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    setStale(null);
    try {
      await call();
      onDone();
    } catch (error) {
      if (error instanceof ApiError && isCode(error, 'edit_stale')) setStale(error.details);
      else if (!(error instanceof ProofRefusedError)) setFailure(error as Error);
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: ['show'] });
      await queryClient.invalidateQueries({ queryKey: ['game'] });
    }
  };
  return { isBusy, failure, stale, run };
}
