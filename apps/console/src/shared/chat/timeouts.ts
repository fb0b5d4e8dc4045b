import { useLingui } from '@lingui/react/macro';

/** The usual lengths of a time-out: a warning, the rest of the bouts, a day. */
export const TIMEOUT_MINUTES = [10, 60, 1_440] as const;
export type TimeoutMinutes = (typeof TIMEOUT_MINUTES)[number];

/** Returns the names of the lengths. */
export function useTimeoutNames(): Readonly<Record<TimeoutMinutes, string>> {
  const { t } = useLingui();
  return { 10: t`10 minutes`, 60: t`1 hour`, 1440: t`24 hours` };
}
