import { lazy, Suspense } from 'react';

const Dialog = lazy(() => import('./invite-dialog.tsx'));

/** The invitation dialog, loaded lazily because it imports the contract's validation. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <Dialog onClose={onClose} />
    </Suspense>
  );
}
