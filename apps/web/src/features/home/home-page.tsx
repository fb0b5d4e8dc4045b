import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { useIsHydrated } from '../../shared/hydration.ts';
import { needCatalogue } from '../../shared/language/catalogue.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { useSession } from '../../shared/session/session.ts';
import { HomeLives, type LivesData, loadLives, pictureOf } from './home-lives.tsx';
import type { OwnSheetStripProps } from './own-sheet/own-sheet-strip.tsx';
import { Strip } from './strip.tsx';

/** Loaded after the exit from a live. If that fails, the page has no notice. */
const EjectedNotice = lazy(async () => ({
  default: (await import('./ejected-notice.tsx').catch(() => null))?.EjectedNotice ?? (() => null),
}));

/** Loaded with its catalogue for members. If that fails, the invitation stays. */
const OwnSheetStrip = lazy(async () => {
  try {
    const loading = import('./own-sheet/own-sheet-strip.tsx');
    await needCatalogue('game');
    return { default: (await loading).OwnSheetStrip };
  } catch {
    return { default: ({ invitation }: OwnSheetStripProps) => invitation };
  }
});

/**
 * The prediction game on the home page: the state of the member's sheet, or an invitation without one. Hidden in
 * external mode.
 */
function SheetStrip() {
  const { t } = useLingui();
  const { status, external } = useSession();
  if (external) return null;
  const invitation = (
    <Strip to="/predict" title={t`Predict the next card`} action={t`Predict`}>
      {t`For entertainment only, no prizes.`}
    </Strip>
  );
  return status === 'signed_in' ? (
    <Suspense fallback={invitation}>
      <OwnSheetStrip invitation={invitation} />
    </Suspense>
  ) : (
    invitation
  );
}

export const loader = (args: LoaderFunctionArgs): Promise<LivesData> => loadLives('all', args);

export const meta = ({ data }: PageMetaArgs<LivesData>): PageMeta => pictureOf(data);

/** `/`: all lives. */
export function Component() {
  const data = useLoaderData<LivesData>();
  const [query] = useSearchParams();
  const isHydrated = useIsHydrated();
  return (
    <HomeLives list="all" data={data} game={<SheetStrip />}>
      {isHydrated && query.get('status') === 'ejected' ? (
        <Suspense fallback={null}>
          <EjectedNotice />
        </Suspense>
      ) : null}
    </HomeLives>
  );
}
