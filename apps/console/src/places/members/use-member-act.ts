import { useState } from 'react';
import { ProofRefusedError } from '../../shared/api/api-error.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { showToast } from '../../shared/toasts/toasts.ts';

interface MemberAct {
  /** Runs an act and closes the dialog. The act resolves to the success message. */
  readonly run: (act: () => Promise<string>) => Promise<void>;
  readonly isBusy: boolean;
  /** The last failure. Declining the second factor is not a failure. */
  readonly failure: Error | null;
}

const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['members'] });

/** Runs the act of a dialog about a member. A refusal keeps the dialog open with what was typed. */
export function useMemberAct(onClose: () => void): MemberAct {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const run = async (act: () => Promise<string>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const done = await act();
      // The act changed the member's version, and the next act must send the new one.
      await readAgain();
      showToast('done', done);
      onClose();
    } catch (error) {
      await readAgain();
      if (!(error instanceof ProofRefusedError)) setFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy, failure };
}
