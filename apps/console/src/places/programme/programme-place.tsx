import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { useMay } from '../../shared/session/permissions.ts';
import { BarContent } from '../../shared/ui/bar-content.tsx';
import { Skeleton } from '../../shared/ui/states.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { EventsPage } from './events-page.tsx';

// An editor starts at the events. The contract's validation loads with the first form.
const EventPage = lazy(async () => ({ default: (await import('./event-page.tsx')).EventPage }));
const FightersPage = lazy(async () => ({
  default: (await import('./fighters-page.tsx')).FightersPage,
}));
const NamesPage = lazy(async () => ({ default: (await import('./names-page.tsx')).NamesPage }));
const ImportPage = lazy(async () => ({ default: (await import('./import-page.tsx')).ImportPage }));
const ClipSettingsPage = lazy(async () => ({
  default: (await import('./clip-settings-page.tsx')).ClipSettingsPage,
}));
const KeysPage = lazy(async () => ({ default: (await import('./keys-page.tsx')).KeysPage }));

/** Programme: events with their bouts, fighters, names, the import and stream keys. */
export function Component() {
  const { t } = useLingui();
  const edits = useMay('edit_programme');
  const reads = useMay('read_programme');
  const hasKeys = useMay('manage_stream_keys');
  const tabs = [
    ...(reads ? [{ to: '/programme/events', label: <Trans>Events</Trans> }] : []),
    ...(edits
      ? [
          { to: '/programme/fighters', label: <Trans>Fighters</Trans> },
          { to: '/programme/names', label: <Trans>Gyms and more</Trans> },
          { to: '/programme/import', label: <Trans>Import</Trans> },
          { to: '/programme/clips', label: <Trans>Clips</Trans> },
        ]
      : []),
    ...(hasKeys ? [{ to: '/programme/keys', label: <Trans>Stream keys</Trans> }] : []),
  ];
  return (
    <>
      <BarContent title={t`Programme`}>
        <Tabs label={t`Pages of this place`} tabs={tabs} />
      </BarContent>
      <Suspense fallback={<Skeleton rows={8} />}>
        <Routes>
          {reads ? (
            <>
              <Route path="events" element={<EventsPage />} />
              <Route path="events/:programId" element={<EventPage />} />
            </>
          ) : null}
          {edits ? (
            <>
              <Route path="fighters" element={<FightersPage />} />
              <Route path="names" element={<NamesPage />} />
              <Route path="import" element={<ImportPage />} />
              <Route path="clips" element={<ClipSettingsPage />} />
            </>
          ) : null}
          {hasKeys ? <Route path="keys" element={<KeysPage />} /> : null}
          <Route
            path="*"
            element={<Navigate to={reads ? '/programme/events' : '/programme/keys'} replace />}
          />
        </Routes>
      </Suspense>
    </>
  );
}
