import { lazy, type ReactNode, Suspense } from 'react';
import { needCatalogue } from '../../shared/language/catalogue.ts';
import { useSession } from '../../shared/session/session.ts';
import type { LiveSummary } from './home.ts';

interface Part {
  readonly TileReminder: (props: { readonly live: LiveSummary }) => ReactNode;
  readonly ReadReminders: () => ReactNode;
}

/** Loads a component with its catalogue after the page. If that fails, the page has no reminders. */
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

/**
 * The reminder bell of a coming live. Without a live, loads the member's reminders for all bells and renders nothing.
 */
export function LiveReminder({ live }: { readonly live?: LiveSummary }) {
  // The server renders no reminders, because it does not know the member.
  if (useSession().status === 'unknown') return null;
  return (
    <Suspense fallback={null}>{live ? <TileReminder live={live} /> : <ReadReminders />}</Suspense>
  );
}
