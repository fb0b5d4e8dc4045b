import { useState } from 'react';
import { ProofRefusedError } from '../../shared/api/api-error.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { showToast } from '../../shared/toasts/toasts.ts';

interface MemberAct {
  /** Does an act that resolves to the message of its success, then closes the dialog. */
  readonly run: (act: () => Promise<string>) => Promise<void>;
  readonly isBusy: boolean;
  /** The last refusal. A declined second factor is none. */
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
      // The next act needs the version that this one made.
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
