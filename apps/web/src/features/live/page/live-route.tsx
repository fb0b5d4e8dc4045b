import { useLingui } from '@lingui/react/macro';
import type { Live } from '@sangwian/contract/endpoints/live';
import type { ReplayLine } from '@sangwian/contract/endpoints/replay';
import { pickText } from '@sangwian/i18n/language';
import { buttonClass } from '@sangwian/ui/button';
import { EmptyState } from '@sangwian/ui/empty-state';
import { lazy, Suspense, useState } from 'react';
import { data, Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { type CallApi, callContext } from '../../../shared/api/call-context.ts';
import { emptyUrl, sceneUrl } from '../../../shared/art-url.ts';
import { useIsHydrated } from '../../../shared/hydration.ts';
import { needCatalogue } from '../../../shared/language/catalogue.ts';
import type { MetaFunction } from '../../../shared/page-meta.ts';
import { POSTER_SIZES } from '../../player/controls/poster-sizes.ts';
import { ReplayFrame } from '../frame/replay-frame.tsx';
import { readLive } from '../room/read-live.ts';
import { LivePage } from './live-page.tsx';

/** The player of recordings and its catalogue, loaded for replays and for fans who watch a live from the start. */
const LazyReplayView = lazy(async () => {
  const [{ ReplayView }] = await Promise.all([
    import('../../replay/page/replay-view.tsx'),
    needCatalogue('replay'),
  ]);
  return { default: ReplayView };
});

interface LiveData {
  /** `null` if the URL has no id and no live is running. */
  readonly live: Live | null;
  /**
   * The replay of an ended live; `null` if the live has none. With a replay, the API leaves the results out of `live`.
   */
  readonly replay: ReplayLine | null;
  readonly now_ms: number;
}

export async function loader({ params, context, request }: LoaderFunctionArgs): Promise<LiveData> {
  const id = params.program_live_id;
  const call = context.get(callContext);
  const live = await readLive(call, id, request.signal);
  if (live === 'missing') {
    throw data({ status: 404, message: 'This page could not be found' }, { status: 404 });
  }
  const now_ms = Date.now();
  if (live === 'none') return { live: null, replay: null, now_ms };
  return { live, replay: await findReplay(call, live, request.signal), now_ms };
}

/** Returns the replay of an ended live; `null` if it has none. */
async function findReplay(
  call: CallApi,
  { status, program_live_id }: Live,
  signal: AbortSignal,
): Promise<ReplayLine | null> {
  if (status !== 'ended') return null;
  const query = { program_live_id, limit: 1 };
  const { data } = await call('GET /replay', { query }, { signal, noStore: true });
  return data[0] ?? null;
}

/** The title names the bout, for link previews. */
export const meta: MetaFunction<LiveData> = ({ data: loaded, language }) => {
  const live = loaded?.live;
  if (!live) return { noindex: true };
  const match = live.headline;
  // The poster, which is shown until the first video frame.
  const picture = live.photo
    ? ({ photo: live.photo, owner: 'program', sizes: POSTER_SIZES } as const)
    : sceneUrl(live.program_live_id);
  const title = pickText(live.title, language);
  const stadium = pickText(live.stadium, language);
  if (match === null) return { title, description: `${title} · ${stadium}`, picture };
  const versus = language === 'TH' ? 'พบ' : 'vs';
  const bout = `${pickText(match.red.name, language)} ${versus} ${pickText(match.blue.name, language)}`;
  return { title: `${bout} · ${title}`, description: `${bout} · ${title} · ${stadium}`, picture };
};

export function Component() {
  const { t } = useLingui();
  const { live, replay, now_ms } = useLoaderData<LiveData>();
  const isHydrated = useIsHydrated();
  const [search, setSearch] = useSearchParams();
  const [beginning, setBeginning] = useState<{ key: string; atMs: number | null } | null>(null);
  if (live === null) {
    return (
      <EmptyState
        picture={emptyUrl('lives')}
        title={t`No live match currently.`}
        text={t`See what’s next on the home page.`}
      >
        <Link to="/" className={buttonClass({ variant: 'primary' })}>
          {t`Back to home`}
        </Link>
      </EmptyState>
    );
  }
  const key = live.program_live_id;
  const fromStart = search.get('from') === 'start' && live.status !== 'not_started';
  if (replay !== null || fromStart) {
    // The server renders only the frame, because the replay's styles are loaded with its code.
    if (!isHydrated) return <ReplayFrame live={live} />;
    return (
      <Suspense fallback={<ReplayFrame live={live} />}>
        <LazyReplayView
          {...{ key, live }}
          expiresAt={replay?.expires_at ?? null}
          onLive={(programTimeMs) => {
            setBeginning({ key, atMs: programTimeMs });
            setSearch({}, { replace: true, preventScrollReset: true });
          }}
        />
      </Suspense>
    );
  }
  // The key remounts the page for another live, with a new player, chat and watch session.
  const beginsAtMs = beginning?.key === key ? beginning.atMs : null;
  return <LivePage {...{ key, beginsAtMs }} initial={live} renderedAtMs={now_ms} />;
}
