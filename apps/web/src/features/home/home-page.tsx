import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { EmptyState } from '@sangwian/ui/empty-state';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import type { LoaderFunctionArgs } from 'react-router';
import { useLoaderData, useSearchParams } from 'react-router';
import { callContext } from '../../shared/api/call-context.ts';
import { emptyUrl, sceneUrl } from '../../shared/art-url.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { useNow } from '../../shared/use-now.ts';
import { EjectedNotice } from './ejected-notice.tsx';
import { Feature } from './feature.tsx';
import type { Home } from './home.ts';
import styles from './home-page.module.css';
import { HomeSkeleton } from './home-skeleton.tsx';
import { chooseFeature, viewHome } from './home-view.ts';
import { LiveSection } from './live-section.tsx';
import { NextBouts } from './next-bouts.tsx';
import { readHome } from './read-home.ts';
import { type HomeState, homeState, useHome } from './use-home.ts';

interface HomeData {
  /** `null` in the browser: there the page shows at once and reads for itself. */
  readonly drawn: HomeState | null;
  readonly now_ms: number;
}

/** The server draws the page with what it read; where that failed, with a way to try again. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<HomeData> {
  const now_ms = Date.now();
  if (typeof window !== 'undefined') return { drawn: null, now_ms };
  const home = await readHome(context.get(callContext), request.signal).catch(() => null);
  return { drawn: homeState(home), now_ms };
}

/** The picture of the feature is what the page is waited for. */
export const meta = ({ data }: PageMetaArgs<HomeData>): PageMeta => {
  const feature = chooseFeature(data?.drawn?.home?.lives ?? []);
  return feature ? { picture: sceneUrl(feature.program_live_id) } : {};
};

function Lives({ home, now_ms }: { readonly home: Home; readonly now_ms: number }) {
  const { t } = useLingui();
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
        <NextBouts view={view} />
      </div>
      <div className={styles.first}>
        <LiveSection
          title={view.open.length > view.coming.length ? t`Live now and coming up` : t`Coming up`}
          lives={view.open}
          now_ms={now_ms}
        />
      </div>
      <div className={styles.section}>
        <LiveSection title={t`Ended`} lives={view.ended} now_ms={now_ms} />
      </div>
    </>
  );
}

/** `/`: what is live now first, then what comes, then what has ended. */
export function Component() {
  const { t } = useLingui();
  const { drawn, now_ms: drawnAt_ms } = useLoaderData<HomeData>();
  const now_ms = useNow(drawnAt_ms);
  const [query] = useSearchParams();
  const { home, failed, retry } = useHome(drawn);
  return (
    <div className={styles.home} aria-busy={home === null && !failed}>
      <VisuallyHidden>
        <h1>{t`Muay Thai, live`}</h1>
      </VisuallyHidden>
      {query.get('status') === 'ejected' ? <EjectedNotice /> : null}
      {home ? <Lives home={home} now_ms={now_ms} /> : null}
      {!home && failed ? (
        <div className={styles.empty}>
          <EmptyState
            picture={emptyUrl('offline')}
            title={t`The live list could not be loaded`}
            text={t`Please check your connection and try again.`}
          >
            <Button variant="primary" onClick={retry}>
              {t`Try again`}
            </Button>
          </EmptyState>
        </div>
      ) : null}
      {!home && !failed ? <HomeSkeleton /> : null}
    </div>
  );
}
