import type { ComponentType } from 'react';
import { needCatalogue } from '../../../shared/language/catalogue.ts';
import { useSession } from '../../../shared/session/session.ts';
import { ReplayRow } from '../../replay/library/replay-row.tsx';
import { ForYouRow } from './for-you-row.tsx';

/** The next bouts of what a member follows, and the latest replays. */
function LateRows({ nowMs }: { readonly nowMs: number }) {
  return (
    <>
      {useSession().status === 'signed_in' ? <ForYouRow /> : null}
      <ReplayRow nowMs={nowMs} />
    </>
  );
}

/** Loads the texts of the rows that the home page shows after its first render. */
export async function loadLateRows(): Promise<ComponentType<{ nowMs: number }>> {
  await Promise.all([needCatalogue('replay'), needCatalogue('reminders')]);
  return LateRows;
}
