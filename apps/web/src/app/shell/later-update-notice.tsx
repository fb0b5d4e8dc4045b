import { lazy, Suspense } from 'react';
import { useStore } from '../../shared/store.ts';
import { siteUpdate } from '../site-update.ts';

type UpdateNoticeType = typeof import('./update-notice.tsx').UpdateNotice;

const Nothing: UpdateNoticeType = () => <></>;

const UpdateNotice = lazy(async (): Promise<{ default: UpdateNoticeType }> => {
  // The chunks of an old build may be gone; the next page that needs one loads the new build then.
  const loaded = await import('./update-notice.tsx').catch(() => undefined);
  return { default: loaded?.UpdateNotice ?? Nothing };
});

/** The notice of a new version, fetched when there is one. */
export function LaterUpdateNotice() {
  const load = useStore(siteUpdate, null);
  if (load === null) return null;
  return (
    <Suspense fallback={null}>
      <UpdateNotice onLoad={load} onLater={() => siteUpdate.set(null)} />
    </Suspense>
  );
}
