import { lazy, type ReactNode, Suspense } from 'react';
import { needCatalogue } from '../../shared/language/catalogue.ts';
import { useSession } from '../../shared/session/session.ts';
import type { LiveSummary } from './home.ts';

interface Part {
  readonly TileReminder: (props: { readonly live: LiveSummary }) => ReactNode;
  readonly ReadReminders: () => ReactNode;
}

/** They come after the page, with their texts; where that cannot be fetched the page goes without. */
async function loadPart<Name extends keyof Part>(name: Name): Promise<{ default: Part[Name] }> {
  try {
    const loading = import('./reminders/tile-reminder.tsx');
    await needCatalogue('reminders');
    return { default: (await loading)[name] };
  } catch {
    return { default: () => null };
  }
}
const TileReminder = lazy(() => loadPart('TileReminder'));
const ReadReminders = lazy(() => loadPart('ReadReminders'));

/** Reminders of lives that are coming: the reading of the member's own, or with a live its bell. */
export function LiveReminder({ live }: { readonly live?: LiveSummary }) {
  // The server draws none, since it knows nobody.
  if (useSession().status === 'unknown') return null;
  return (
    <Suspense fallback={null}>{live ? <TileReminder live={live} /> : <ReadReminders />}</Suspense>
  );
}
