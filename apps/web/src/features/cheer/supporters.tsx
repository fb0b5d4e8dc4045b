import { useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import type { Supporter } from '@sangwian/contract/endpoints/gifts';
import type { MatchLiveId } from '@sangwian/contract/ids';
import { formatCoins } from '@sangwian/i18n/format-number';
import { Button } from '@sangwian/ui/button';
import { classNames } from '@sangwian/ui/class-names';
import { CornerSlash } from '@sangwian/ui/corner-slash';
import { EmptyState } from '@sangwian/ui/empty-state';
import { CoinMark } from '@sangwian/ui/marks';
import { Skeleton } from '@sangwian/ui/skeleton';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { callApi } from '../../shared/api/call-api.ts';
import { crestUrl, emptyUrl } from '../../shared/art-url.ts';
import type { PictureClock } from '../../shared/in-step/picture-clock.ts';
import { useSession } from '../../shared/session/session.ts';
import { useCoinsText } from '../../shared/wallet/coins-text.ts';
import type { CheerState } from './cheer-state.ts';
import styles from './supporters.module.css';
import { useBar } from './use-cheer-state.ts';

/** Viewers do not notice a shorter delay. */
const BEHIND_MIN_MS = 10_000;

/** Returns whether the video is behind live, because the viewer has rewound or paused. */
const useBehind = ({ reachedMs, nowMs }: PictureClock): boolean =>
  useSyncExternalStore(
    reachedMs.subscribe,
    () => nowMs() - reachedMs.get() > BEHIND_MIN_MS,
    () => false,
  );

type Mine = ResponseOf<'GET /giftLog/leaderboard/mine'>['data'];

interface Board {
  readonly top: readonly Supporter[];
  readonly mine: Mine | null;
}

/** Interval at which a visible board is fetched again while gifts arrive. A board in a hidden tab is not fetched. */
const REFRESH_MS = 10_000;
/** Maximum random delay of the first fetch, because one event can open the boards of all viewers at once. */
const REFRESH_SPREAD_MS = 5_000;

async function readBoard(matchLiveId: MatchLiveId, signedIn: boolean): Promise<Board> {
  const query = { match_live_id: matchLiveId };
  const [top, mine] = await Promise.all([
    callApi('GET /giftLog/leaderboard', { query }, { fresh: true }),
    signedIn ? callApi('GET /giftLog/leaderboard/mine', { query }) : null,
  ]);
  return { top: top.data, mine: mine?.data ?? null };
}

/**
 * Returns the ranks of a bout and fetches them again after the bar has changed. Nothing is fetched while the video is
 * behind live, because the API returns only the live ranks.
 */
function useBoard(cheer: CheerState, matchLiveId: MatchLiveId, behind: boolean) {
  const { status } = useSession();
  const signedIn = status === 'signed_in';
  const [board, setBoard] = useState<Board | 'failed' | null>(null);
  const life = useRef(0);
  const read = useCallback(async () => {
    const turn = ++life.current;
    const next = await readBoard(matchLiveId, signedIn).catch(() => 'failed' as const);
    if (turn !== life.current) return;
    // If a later request fails, the shown board stays.
    setBoard((before) => (next === 'failed' && before !== null ? before : next));
  }, [matchLiveId, signedIn]);
  useEffect(() => {
    if (!behind) void read();
    return () => {
      life.current += 1;
    };
  }, [read, behind]);
  const bar = useBar(cheer);
  const gifts = bar === null ? 0 : bar.red.gifts + bar.blue.gifts;
  const readGifts = useRef(gifts);
  const latest = useRef(gifts);
  latest.current = gifts;
  useEffect(() => {
    if (behind) return;
    const timer = setInterval(
      () => {
        if (document.hidden || latest.current === readGifts.current) return;
        readGifts.current = latest.current;
        void read();
      },
      REFRESH_MS + Math.random() * REFRESH_SPREAD_MS,
    );
    return () => clearInterval(timer);
  }, [read, behind]);
  return { board, read };
}

function Row({ supporter, own }: { readonly supporter: Supporter; readonly own: boolean }) {
  const { t } = useLingui();
  const name = supporter.name || t`deleted member`;
  return (
    <li className={classNames(styles.row, own && styles.own)} aria-current={own || undefined}>
      <span className={styles.rank}>{supporter.rank}</span>
      <img
        src={supporter.avatar ?? crestUrl(name)}
        alt=""
        width={36}
        height={36}
        className={styles.face}
      />
      <span className={styles.name}>
        <CornerSlash
          corner={supporter.corner}
          label={supporter.corner === 'red' ? t`Red corner` : t`Blue corner`}
        />
        <bdi>{name}</bdi>
      </span>
      <Coins coins={supporter.coins} />
    </li>
  );
}

function Coins({ coins: count }: { readonly coins: number }) {
  const coinsText = useCoinsText();
  return (
    <span className={styles.coins} role="img" aria-label={coinsText(count)}>
      <CoinMark size={18} />
      {formatCoins(count)}
    </span>
  );
}

function Own({ mine }: { readonly mine: Mine }) {
  const { t } = useLingui();
  const rank = mine.rank === null ? '–' : String(mine.rank);
  return (
    <div className={classNames(styles.row, styles.pinned)}>
      <span className={styles.rank}>{rank}</span>
      <span className={styles.name}>
        {mine.rank === null ? t`You have not cheered in this bout yet` : t`Your rank`}
      </span>
      {mine.rank === null ? null : <Coins coins={mine.red_coins + mine.blue_coins} />}
    </div>
  );
}

interface SupportersProps {
  readonly cheer: CheerState;
  readonly matchLiveId: MatchLiveId;
}

/** Shows who has cheered most in the bout, and the member's rank. */
export function Supporters({ cheer, matchLiveId }: SupportersProps) {
  const { t } = useLingui();
  const { member } = useSession();
  const behind = useBehind(cheer.clock);
  const { board, read } = useBoard(cheer, matchLiveId, behind);
  if (board === null && behind) {
    return (
      <EmptyState
        picture={emptyUrl('coins')}
        title={t`Live ranking`}
        text={t`It is ahead of your picture. Go to live to see it.`}
      />
    );
  }
  if (board === null) {
    return (
      <div className={styles.waiting}>
        {['a', 'b', 'c', 'd'].map((place) => (
          <Skeleton key={place} />
        ))}
      </div>
    );
  }
  if (board === 'failed') {
    return (
      <EmptyState picture={emptyUrl('offline')} title={t`The ranking could not be loaded`}>
        <Button onClick={() => void read()}>{t`Try again`}</Button>
      </EmptyState>
    );
  }
  return (
    <>
      {board.top.length === 0 ? (
        <EmptyState
          picture={emptyUrl('coins')}
          title={t`No cheers in this bout yet`}
          text={t`Send the first gift and take the top spot.`}
        />
      ) : (
        <ol className={styles.list}>
          {board.top.map((supporter, place) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: a row belongs to a rank. Members change ranks, but no row moves.
              key={place}
              supporter={supporter}
              own={supporter.member_id === member?.member_id}
            />
          ))}
        </ol>
      )}
      {board.mine === null ? null : <Own mine={board.mine} />}
    </>
  );
}
