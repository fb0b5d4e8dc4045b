import { useLingui } from '@lingui/react/macro';
import type { Live, Match, MatchFighter } from '@sangwian/contract/endpoints/live';
import { nextBout } from '@sangwian/contract/rules/headline';
import { formatCoins } from '@sangwian/i18n/format-number';
import { Button } from '@sangwian/ui/button';
import { classNames } from '@sangwian/ui/class-names';
import { Tag } from '@sangwian/ui/tag';
import { useQuery } from '@tanstack/react-query';
import { Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { apiQuery } from '../../shared/api/api-query.ts';
import { fighterUrl, sceneUrl } from '../../shared/art-url.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import { useHasPage } from '../../shared/navigation/has-page.ts';
import { signUpPath } from '../../shared/navigation/navigation.ts';
import { PhotoImage } from '../../shared/photo/photo-image.tsx';
import type { OfferedProviders } from '../../shared/providers/offered-providers.ts';
import { ProviderButtons } from '../../shared/providers/provider-buttons.tsx';
import styles from './live-wall.module.css';
import { hasWall } from './load-sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SupportLink } from './support-link.tsx';

/** The minimum number of viewers that is shown, because fewer viewers do not attract visitors. */
const VIEWERS_SHOWN_MIN = 20;
const REFRESH_MS = 15_000;

/** Returns the live with its current round and number of viewers. */
function useLiveNow(initial: Live): { readonly live: Live; readonly updatedAtMs: number } {
  const params = { program_live_id: initial.program_live_id };
  const { data, dataUpdatedAt } = useQuery({
    ...apiQuery('GET /live/{program_live_id}', { params, query: {} }, { noStore: true }),
    initialData: initial,
    refetchInterval: REFRESH_MS,
  });
  return { live: data, updatedAtMs: dataUpdatedAt };
}

/** A current frame of the live, blurred and slowly panned. Without a frame, the drawn arena is shown. */
function Picture({ live, updatedAtMs }: { readonly live: Live; readonly updatedAtMs: number }) {
  const [refreshed, setRefreshed] = useState(0);
  useEffect(() => setRefreshed(updatedAtMs), [updatedAtMs]);
  const turn = Math.floor(refreshed / REFRESH_MS);
  return (
    <div className={styles.scene} aria-hidden="true">
      <img src={sceneUrl(live.program_live_id)} alt="" className={styles.picture} />
      <img
        src={`/live-picture/${live.program_live_id}/poster.webp${turn === 0 ? '' : `?${turn}`}`}
        alt=""
        className={styles.picture}
        // Without a frame the response is empty, and the drawing behind the image stays visible.
        onError={({ currentTarget }) => currentTarget.setAttribute('hidden', '')}
        onLoad={({ currentTarget }) => currentTarget.removeAttribute('hidden')}
      />
    </div>
  );
}

interface FaceProps {
  readonly corner: 'red' | 'blue';
  readonly fighter: MatchFighter;
}

function Face({ corner, fighter }: FaceProps) {
  return (
    <PhotoImage
      photo={fighter.photo}
      owner="fighter"
      sizes="260px"
      src={fighterUrl('guard', corner)}
      alt=""
      width={260}
      height={265}
      className={classNames(styles.face, fighter.photo && styles.photo, styles[corner])}
    />
  );
}

interface BillProps {
  readonly live: Live;
  readonly match: Match | null;
}

/** Shows the current bout with its round, the event and the number of viewers. */
function Bill({ live, match }: BillProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const { viewers } = live;
  const count = formatCoins(viewers);
  const round = match?.round ?? null;
  const place = [text(live.title), text(live.stadium)].join(' · ');
  const number = round?.number ?? 0;
  const rounds = match?.rounds ?? 0;
  return (
    <div className={styles.bill}>
      <div className={styles.tags}>
        {hasWall(live) ? <Tag tone="live">{t`LIVE`}</Tag> : null}
        {round === null ? null : <Tag tone="glass">{t`Round ${number} / ${rounds}`}</Tag>}
      </div>
      {match === null ? (
        <h1 className={styles.title}>{text(live.title)}</h1>
      ) : (
        <h1 className={styles.title}>
          <span className={styles.nowrap}>{text(match.red.name)}</span>{' '}
          <span className={styles.versus}>{t`vs`}</span>{' '}
          <span className={styles.nowrap}>{text(match.blue.name)}</span>
        </h1>
      )}
      <p className={styles.place}>{match === null ? text(live.stadium) : place}</p>
      <p className={styles.now}>
        {!hasWall(live)
          ? t`This live is over`
          : viewers < VIEWERS_SHOWN_MIN
            ? t`Free · live now`
            : t`Free · live now · ${count} watching`}
      </p>
    </div>
  );
}

interface WaysProps {
  readonly offered: OfferedProviders;
  readonly target: string;
  readonly refusal: string | null;
}

/** The ways to sign in: LINE, Apple, and a phone number. The button of the phone number is replaced by its form. */
function Ways({ offered, target, refusal }: WaysProps) {
  const { t } = useLingui();
  const hasPage = useHasPage();
  const isOnlyWay = !offered.line && !offered.apple;
  const [byPhone, setByPhone] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (byPhone) form.current?.querySelector('input')?.focus();
  }, [byPhone]);
  return (
    <div className={styles.ways}>
      <ProviderButtons offered={offered} target={target} refusal={refusal} />
      {byPhone || isOnlyWay ? (
        <div ref={form}>
          <SignInForm target={target} />
        </div>
      ) : (
        <Button wide className={styles.phone} onClick={() => setByPhone(true)}>
          <Smartphone size={22} aria-hidden="true" />
          {t`Log in with your phone number`}
        </Button>
      )}
      {hasPage('/sign-up') ? (
        <p className={styles.other}>
          {t`Not a member yet? It is free.`}{' '}
          <Link to={signUpPath(target)} className={styles.register}>
            {t`Register`}
          </Link>
        </p>
      ) : null}
      <SupportLink />
    </div>
  );
}

interface LiveWallProps extends WaysProps {
  readonly live: Live;
}

/**
 * The sign-in page for a visitor who opened a free live. It shows the current bout; after the sign-in the live opens.
 */
export function LiveWall({ live: initial, ...ways }: LiveWallProps) {
  const { t } = useLingui();
  const { live, updatedAtMs } = useLiveNow(initial);
  const match = live.headline ?? nextBout(live.matches);
  return (
    <div className={styles.wall} data-wall="">
      {hasWall(live) ? <Picture live={live} updatedAtMs={updatedAtMs} /> : null}
      <section className={styles.stage} aria-label={t`Live now`}>
        {match === null ? null : (
          <div className={styles.faces}>
            <Face corner="red" fighter={match.red} />
            <Face corner="blue" fighter={match.blue} />
          </div>
        )}
        <Bill live={live} match={match} />
      </section>
      <Ways {...ways} />
    </div>
  );
}
