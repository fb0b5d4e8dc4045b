import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { Skeleton } from '../../shared/ui/states.tsx';
import { CardsPage } from './cards-page.tsx';

const CardPage = lazy(async () => ({ default: (await import('./card-page.tsx')).CardPage }));

/** The prediction game: the list of cards, and one card with bouts, picks and leaders. */
export function Component() {
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <Routes>
        <Route index element={<CardsPage />} />
        <Route path=":programId" element={<CardPage />} />
        <Route path="*" element={<Navigate to="/game" replace />} />
      </Routes>
    </Suspense>
  );
}
