import { lazy, Suspense } from 'react';

const Dialog = lazy(() => import('./invite-dialog.tsx'));

/** The dialog of an invitation. It brings the contract's validation, which the list does not wait for. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <Dialog onClose={onClose} />
    </Suspense>
  );
}
