import { lazy, Suspense } from 'react';
import { useIsHydrated } from '../hydration.ts';

/** The offset of Bangkok, as `getTimezoneOffset` returns it: minutes that UTC is ahead. */
const BANGKOK_OFFSET_MIN = -420;

type LocalTimeType = typeof import('./local-time.tsx').LocalTime;

const Nothing: LocalTimeType = () => <></>;

const LocalTime = lazy(async (): Promise<{ default: LocalTimeType }> => {
  // Without the chunk the page shows Bangkok's time only.
  const loaded = await import('./local-time.tsx').catch(() => undefined);
  return { default: loaded?.LocalTime ?? Nothing };
});

/**
 * Shows the reader's own time after a time in Bangkok, where their clocks differ at that time. Only the browser knows
 * the reader's zone, so the server renders nothing.
 */
export function YourTime({ at }: { readonly at: string }) {
  const isHydrated = useIsHydrated();
  if (!isHydrated || new Date(at).getTimezoneOffset() === BANGKOK_OFFSET_MIN) return null;
  return (
    <Suspense fallback={null}>
      <LocalTime at={at} />
    </Suspense>
  );
}
