import { lazy, Suspense, useEffect } from 'react';
import { setAskProof } from '../../shared/api/call-staff.ts';
import { createStore, useStore } from '../../shared/store.ts';

const ProofDialog = lazy(() => import('./proof-dialog.tsx'));

type Answer = (isProved: boolean) => void;

/** The requests that wait for the second factor. One dialog serves all of them. */
const waitingStore = createStore<readonly Answer[]>([]);

const askProof = (): Promise<boolean> =>
  new Promise((resolve) => waitingStore.set([...waitingStore.get(), resolve]));

function answer(isProved: boolean): void {
  const waiting = waitingStore.get();
  waitingStore.set([]);
  for (const resolve of waiting) resolve(isProved);
}

/** Shows the dialog while a request waits for the second factor. */
export function ProofDialogHost() {
  const isAsked = useStore(waitingStore).length > 0;
  useEffect(() => {
    setAskProof(askProof);
    return () => answer(false);
  }, []);
  if (!isAsked) return null;
  return (
    <Suspense fallback={null}>
      <ProofDialog onAnswer={answer} />
    </Suspense>
  );
}
