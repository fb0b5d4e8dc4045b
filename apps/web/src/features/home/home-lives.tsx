import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { EmptyState } from '@sangwian/ui/empty-state';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import { callContext } from '../../shared/api/call-context.ts';
import { emptyUrl, sceneUrl } from '../../shared/art-url.ts';
import type { PageMeta } from '../../shared/page-meta.ts';
import { useSession } from '../../shared/session/session.ts';
import { useNow } from '../../shared/use-now.ts';
import { FEATURE_SIZES, Feature } from './feature.tsx';
import type { Home } from './home.ts';
import styles from './home-lives.module.css';
import { HomeSkeleton } from './home-skeleton.tsx';
import { chooseFeature, viewHome } from './home-view.ts';
import { LiveReminder } from './live-reminder.tsx';
import { LiveSection } from './live-section.tsx';
import { NextBouts } from './next-bouts.tsx';
import { type LiveList, readHome } from './read-home.ts';
import { type DrawnHome, useHome } from './use-home.ts';

type AsOf = (home: Home) => Home;

/** Loads the member's next bouts and the row of replays after the first render. */
function useLateRows() {
  const [Rows, setRows] = useState<ComponentType<{ nowMs: number }> | null>(null);
  useEffect(() => {
    import('./for-you/late-rows.tsx')
      .then(({ loadLateRows }) => loadLateRows())
      .then(
        (Loaded) => setRows(() => Loaded),
        () => {},
      );
  }, []);
  return Rows;
}

/**
 * Returns the page as of the videos in the fan's other tabs. The filter is loaded only for members, who may watch in
 * another tab. Without the filter the page shows the current state.
 */
function useInStep(home: Home | null): Home | null {
  const isMember = useSession().status === 'signed_in';
  const isOn = isMember && home?.lives[0]?.status === 'in_progress';
  const [asOf, setAsOf] = useState<AsOf | null>(null);
  useEffect(() => {
    if (!isOn) return;
    const leaving = new AbortController();
    import('./in-step/follow-home.ts')
      .then(({ followHome }) => followHome((next) => setAsOf(() => next), leaving.signal))
      .catch(() => {});
    return () => leaving.abort();
  }, [isOn]);
  return home && asOf ? asOf(home) : home;
}

/** The route data of a page with a list of lives. */
export interface LivesData {
  /** `null` in the browser, where the page opens at once and then fetches the lives. */
  readonly drawn: DrawnHome | null;
  readonly now_ms: number;
}

/** Loads the lives on the server. After a failure the page shows a button to try again. */
export async function loadLives(
  list: LiveList,
  { context, request }: LoaderFunctionArgs,
): Promise<LivesData> {
  const now_ms = Date.now();
  if (typeof window !== 'undefined') return { drawn: null, now_ms };
  const reading = readHome(context.get(callContext), list, request.signal);
  return { drawn: await reading.catch(() => 'failed' as const), now_ms };
}

/** The feature's image is the largest part of the page, so it is preloaded. */
export const pictureOf = (data: LivesData | undefined): Pick<PageMeta, 'picture'> => {
  // Only the server preloads images, so the bundler drops the code below in the browser.
  if (!import.meta.env.SSR) return {};
  const drawn = data?.drawn ?? 'failed';
  const feature = drawn === 'failed' ? undefined : chooseFeature(drawn.lives);
  if (!feature) return {};
  const { photo, program_live_id } = feature;
  return {
    picture: photo ? { photo, owner: 'program', sizes: FEATURE_SIZES } : sceneUrl(program_live_id),
  };
};

interface LivesProps {
  readonly home: Home;
  readonly now_ms: number;
  readonly game: ReactNode;
}

function Lives({ home, now_ms, game }: LivesProps) {
  const { t } = useLingui();
  const LateRows = useLateRows();
  const view = viewHome(home, now_ms);
  if (!view.feature) {
    return (
      <div className={styles.empty}>
        <EmptyState
          picture={emptyUrl('lives')}
          title={t`No live match currently.`}
          text={t`The next bout appears here as soon as it is on the card.`}
        />
      </div>
    );
  }
  return (
    <>
      <div className={styles.hero}>
        <Feature live={view.feature} headline={view.headline} now_ms={now_ms} />
        <NextBouts view={view} nowMs={now_ms} />
      </div>
      {game}
      <LiveReminder />
      <div className={styles.first}>
        <LiveSection
          title={view.open.length > view.coming.length ? t`Live now and coming up` : t`Coming up`}
          lives={view.open}
          now_ms={now_ms}
        />
      </div>
      {LateRows ? <LateRows nowMs={now_ms} /> : null}
      <div className={styles.section}>
        <LiveSection title={t`Ended`} lives={view.ended} now_ms={now_ms} />
      </div>
    </>
  );
}

function NotLoaded({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <div className={styles.empty}>
      <EmptyState
        picture={emptyUrl('offline')}
        title={t`The live list could not be loaded`}
        text={t`Please check your connection and try again.`}
      >
        <Button variant="primary" onClick={onRetry}>
          {t`Try again`}
        </Button>
      </EmptyState>
    </div>
  );
}

interface HomeLivesProps {
  readonly list: LiveList;
  readonly data: LivesData;
  /** Notices above the lives. */
  readonly children?: ReactNode;
  /** The prediction game below the featured live, if the game is offered. */
  readonly game?: ReactNode;
}

/** Shows current, coming and ended lives; a skeleton while they load. */
export function HomeLives({ list, data, children, game }: HomeLivesProps) {
  const { t } = useLingui();
  const now_ms = useNow(data.now_ms);
  const { home: read, failed, retry } = useHome(list, data.drawn);
  const home = useInStep(read);
  return (
    <div className={styles.home} aria-busy={home === null && !failed}>
      <VisuallyHidden>
        <h1>{t`Muay Thai, live`}</h1>
      </VisuallyHidden>
      {children}
      {home ? <Lives home={home} now_ms={now_ms} game={game} /> : null}
      {!home && failed ? <NotLoaded onRetry={retry} /> : null}
      {!home && !failed ? <HomeSkeleton /> : null}
    </div>
  );
}
