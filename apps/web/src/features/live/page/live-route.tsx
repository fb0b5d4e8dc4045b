import { useLingui } from '@lingui/react/macro';
import type { Live } from '@sangwian/contract/endpoints/live';
import { pickText } from '@sangwian/i18n/language';
import { buttonClass } from '@sangwian/ui/button';
import { EmptyState } from '@sangwian/ui/empty-state';
import { data, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { callContext } from '../../../shared/api/call-context.ts';
import { emptyUrl, sceneUrl } from '../../../shared/art-url.ts';
import type { MetaFunction } from '../../../shared/page-meta.ts';
import { POSTER_SIZES } from '../../player/controls/poster-sizes.ts';
import { shownMatch } from '../room/live-feed.ts';
import { readLive } from '../room/read-live.ts';
import { LivePage } from './live-page.tsx';

interface LiveData {
  /** `null`: there is no id in the address, and no live is running. */
  readonly live: Live | null;
  readonly now_ms: number;
}

export async function loader({ params, context, request }: LoaderFunctionArgs): Promise<LiveData> {
  const id = params.program_live_id;
  const live = await readLive(context.get(callContext), id, request.signal);
  if (live === 'missing') {
    throw data({ status: 404, message: 'This page could not be found' }, { status: 404 });
  }
  return { live: live === 'none' ? null : live, now_ms: Date.now() };
}

/** The title names the bout, for link previews. */
export const meta: MetaFunction<LiveData> = ({ data: loaded, language }) => {
  const live = loaded?.live;
  if (!live) return { noindex: true };
  const match = shownMatch(live);
  // The poster, shown until the first frame.
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
  const { live, now_ms } = useLoaderData<LiveData>();
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
  // The key remounts the page for another live, with a new player, chat and watch session.
  return <LivePage key={live.program_live_id} initial={live} renderedAtMs={now_ms} />;
}
