import { useLingui } from '@lingui/react/macro';
import type { Live, Match, MatchResult } from '@sangwian/contract/endpoints/live';
import { formatCount } from '@sangwian/i18n/format-number';
import { Tag } from '@sangwian/ui/tag';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { Eye } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router';
import { useLanguage } from '../../../shared/language/use-language.ts';
import { useSession } from '../../../shared/session/session.ts';
import type { Chat } from '../../chat/chat.ts';
import { ChatPanel } from '../../chat/chat-panel.tsx';
import { CheerBar, CheerButton } from '../../cheer/cheer-bar.tsx';
import type { Corner } from '../../cheer/cheer-rules.ts';
import type { CheerState } from '../../cheer/cheer-state.ts';
import { LazyCheerSheet } from '../../cheer/lazy-cheer.ts';
import { RefundNotice } from '../../cheer/refund-notice.tsx';
import { useCheerState } from '../../cheer/use-cheer-state.ts';
import { lazyCommunity } from '../../community/lazy-community.ts';
import { lazyPeak } from '../../peaks/lazy-peak.ts';
import { LivePicture } from '../../player/controls/live-picture.tsx';
import type { LivePlayer } from '../../player/state/live-player.ts';
import { usePreferences } from '../../player/state/player-preferences.ts';
import type { PlayerSnapshot } from '../../player/state/player-snapshot.ts';
import {
  useMediaSession,
  usePlayerPart,
  usePlayerProgress,
} from '../../player/state/use-live-player.ts';
import { BoutStrip } from '../bouts/bout-strip.tsx';
import { LazyTopUpSheet } from '../frame/lazy-top-up-sheet.ts';
import { LiveCover } from '../frame/live-cover.tsx';
import styles from '../frame/live-page.module.css';
import { CountView, useViewersNow } from '../room/count-view.ts';
import { shownMatch, withCurrentStatus } from '../room/live-feed.ts';
import { useLive, useMedia } from '../room/use-live.ts';
import { useFollowPicture, usePictureClock, useShownLive } from '../room/use-picture-clock.ts';
import { useViewers } from '../room/use-room.ts';
import { useWatch } from '../room/use-watch.ts';
import { renewWatchToken } from '../room/watch-session.ts';
import { Announcements } from './announcements.tsx';
import { ChatSwitch } from './chat-switch.tsx';
import { ExitGuard } from './exit-guard.tsx';
import type { InStepPillProps } from './in-step-pill.tsx';
import { LivePanels, type TabName } from './live-panels.tsx';
import { panelId } from './live-tabs.tsx';
import { useLiveRoom } from './use-live-room.ts';

/** Viewers do not notice a shorter delay. */
const BEHIND_MIN_S = 10;

const LazyFromStart = lazyPeak('FromStart');
const LazyGiftEffects = lazyPeak('GiftEffects');
const LazyResultMoment = lazyPeak('ResultMoment');
const ReactionWords = lazyCommunity('ReactionWords');
const LazyResultBanner = lazyPeak('ResultBanner');

const LazyPill = lazy(async () => ({ default: (await import('./in-step-pill.tsx')).InStepPill }));

/** Shows viewers who have rewound that the chat follows the video, with a button back to live. */
function InStepNote({
  player,
  ...pill
}: Omit<InStepPillProps, 'onLive'> & { readonly player: LivePlayer | null }) {
  const { latencyS, atLive } = usePlayerProgress(player);
  const isBehind = latencyS !== null && latencyS > BEHIND_MIN_S && !atLive;
  return (
    <div role="status">
      <Suspense>
        {isBehind ? <LazyPill {...pill} onLive={() => player?.goLive()} /> : null}
      </Suspense>
    </div>
  );
}

/** Media query of screens that show the chat beside the video. */
const WIDE = '(width >= 1024px)';
/**
 * A video that is further behind live has been rewound. The round clock then shows the stadium's time unless spoiler
 * protection is on.
 */
const NEAR_LIVE_S = 30;

interface BadgesProps {
  readonly live: Live;
  readonly chat: Chat | null;
}

function Badges({ live, chat }: BadgesProps) {
  const { t } = useLingui();
  const viewers = useViewersNow(live, useViewers(chat?.room ?? null));
  if (live.status !== 'in_progress') return null;
  const count = formatCount(viewers);
  return (
    <>
      <Tag tone="live">{t`LIVE`}</Tag>
      <Tag tone="glass">
        <Eye aria-hidden="true" size={16} />
        <span className={styles.number} role="img" aria-label={t`${count} watching`}>
          {count}
        </span>
      </Tag>
    </>
  );
}

/** Returns the final status of the player; `null` while it can still play. */
const finalStatusOf = ({ status }: PlayerSnapshot) =>
  status.name === 'ended' || status.name === 'refused' ? status : null;

/** Returns the reason to cover the video area; `null` while a video can be watched. */
function useCover(live: Live, player: LivePlayer | null) {
  const over = usePlayerPart(player, finalStatusOf);
  if (live.status === 'not_started') return { reason: 'not_started', code: '' } as const;
  if (live.status === 'ended' || over?.name === 'ended')
    return { reason: 'ended', code: '' } as const;
  return over === null ? null : ({ reason: 'refused', code: over.code } as const);
}

/** Longer than a slow phone needs for the first paint. */
const IDLE_MS = 4_000;

/** Returns whether the page has finished its start, so that code which is needed later can be loaded. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return idle;
}

type Decided = Match & { readonly result: MatchResult };

/** Returns the bout whose result is shown until the next bell, and whether the result arrived while the page was open. */
function useDecided(live: Live, match: Match | null): { bout: Decided; isFresh: boolean } | null {
  const seen = useRef(new Set<string>());
  if (match === null || live.status !== 'in_progress') return null;
  if (match.result === null) {
    if (match.status === 'in_progress') seen.current.add(match.match_live_id);
    return null;
  }
  return { bout: match as Decided, isFresh: seen.current.has(match.match_live_id) };
}

/** Returns whether the whole element is visible in the viewport. */
const isFullyVisible = (element: HTMLElement): boolean => {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && top >= 0 && bottom <= window.innerHeight;
};

/**
 * Opens the gifts and the top-up as sheets over the chat, so that the video stays visible. If the gift panel below the
 * video is fully visible, it gets the focus instead.
 */
function useCheering(cheer: CheerState) {
  const [sheet, setSheet] = useState<'gifts' | 'coins' | null>(null);
  const [before, setBefore] = useState<'gifts' | null>(null);
  const [search, setSearch] = useSearchParams();
  // A payment provider redirects to this page with the order's id in the URL.
  const orderId = search.get('order');
  useEffect(() => {
    if (orderId !== null) setSheet('coins');
  }, [orderId]);
  return {
    sheet,
    orderId,
    openGifts: (corner: Corner | null) => {
      if (corner !== null) cheer.choice.set({ ...cheer.choice.get(), corner });
      const below = document.getElementById(panelId('gifts'));
      if (below !== null && isFullyVisible(below)) below.focus();
      else setSheet('gifts');
    },
    openCoins: () => {
      setBefore(sheet === 'gifts' ? 'gifts' : null);
      setSheet('coins');
    },
    closeGifts: () => setSheet(null),
    /** Reopens the gifts if the top-up was opened from the gifts. */
    closeCoins: () => {
      setSheet(before);
      if (orderId !== null) setSearch({}, { replace: true, preventScrollReset: true });
    },
  };
}

interface LivePageProps {
  readonly initial: Live;
  readonly renderedAtMs: number;
  /** The stadium time at which the video begins; `null`: live. */
  readonly beginsAtMs: number | null;
}

/** `/live/{program_live_id}`: the video, the bout, the evening's card and the chat. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: most lines are one JSX tree, which would be harder to read in separate functions.
export function LivePage({ initial, renderedAtMs, beginsAtMs }: LivePageProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const wide = useMedia(WIDE);
  const session = useSession();
  const video = useRef<HTMLVideoElement>(null);
  const [tab, setTab] = useState<TabName>('chat');
  const [chatOver, setChatOver] = useState(true);
  const { spoilerSafe } = usePreferences();
  const clock = usePictureClock();
  const { live: currentLive, feed } = useLive(initial);
  const live = useShownLive(currentLive, clock);
  const match = shownMatch(live);
  // A delayed viewer cannot send gifts to a bout that has already ended.
  const cheered = match === null ? null : withCurrentStatus(currentLive, match);
  const cheer = useCheerState(
    live.status === 'not_started' ? null : (match?.match_live_id ?? null),
    clock,
  );
  const chat = useLiveRoom(
    live.program_live_id,
    {
      onState: (state) => feed.applyState(state),
      onMatch: (changed) => feed.applyMatch(changed),
      onBar: (bar) => cheer.applyBar(bar),
      onGifts: (gifts) => cheer.applyGifts(gifts),
      onGiftCatalogue: (gifts) => feed.applyGiftCatalogue(gifts),
      onRefunded: (refund) => cheer.applyRefund(refund),
    },
    clock,
  );
  const signedIn = session.status === 'signed_in';
  const player = useWatch(video, live, signedIn, chat?.room ?? null, beginsAtMs);
  useFollowPicture(clock, player, spoilerSafe);
  useMediaSession(player, {
    title: text(live.title),
    artist: text(live.promotion),
  });

  const pictureMs = useCallback(
    (nowMs: number) => {
      const latencyS = player?.progress.get().latencyS ?? null;
      const programMs = player?.programTimeMs ?? null;
      const usesPictureTime = spoilerSafe || (latencyS !== null && latencyS < NEAR_LIVE_S);
      return usesPictureTime && programMs !== null ? programMs : nowMs;
    },
    [player, spoilerSafe],
  );
  const cover = useCover(live, player);
  const idle = useIdle();
  const decided = useDecided(live, match);
  const cheering = live.status === 'in_progress' && cover?.code !== 'live_locked';
  // The cheer bar is rendered before the live starts, so that the start causes no layout shift.
  const opensLater = live.status === 'not_started' && live.access === 'free';
  const sheets = useCheering(cheer);

  return (
    <div
      className={styles.page}
      data-chat-over={chatOver ? 'on' : 'off'}
      data-tab={wide || tab !== 'gifts' ? tab : 'chat'}
      data-status={live.status}
      data-early-lock={(live.access === 'premium' && live.status === 'not_started') || undefined}
    >
      {/* The visible heading is in a tab panel, which can be hidden. */}
      <VisuallyHidden>
        <h1>{text(live.title)}</h1>
      </VisuallyHidden>
      <div className={styles.main}>
        <LivePicture
          video={video}
          player={player}
          sceneId={live.program_live_id}
          photo={live.photo}
          className={styles.picture}
          badges={<Badges live={live} chat={chat} />}
          overlay={
            <>
              <Suspense>
                {idle || sheets.sheet === 'gifts' ? (
                  <LazyGiftEffects cheer={cheer} match={match} video={video} />
                ) : null}
                {idle ? <LazyFromStart live={live} /> : null}
              </Suspense>
              <Suspense>
                {decided?.isFresh ? <LazyResultBanner match={decided.bout} video={video} /> : null}
              </Suspense>
              {/* Boundaries of their own, since the chat arrives in a transition, which waits for shown boundaries. */}
              {chat === null ? null : (
                <Suspense>
                  <ReactionWords room={chat.room} />
                </Suspense>
              )}
              {chat === null ? null : <Announcements chat={chat} />}
            </>
          }
          spoilers
          actions={<ChatSwitch on={chatOver} onChange={setChatOver} />}
          cover={
            cover === null ? null : (
              <LiveCover
                {...cover}
                live={live}
                renderedAtMs={renderedAtMs}
                onAgain={() => player?.start()}
                onTopUp={sheets.openCoins}
                signedIn={signedIn}
                onOpened={() => {
                  player?.start();
                  chat?.room.rejoin();
                }}
                onTakeOver={() => {
                  renewWatchToken();
                  player?.start();
                }}
                onResults={() => {
                  // A panel must be rendered before it can be scrolled into view.
                  flushSync(() => setTab('card'));
                  document.getElementById(panelId('card'))?.scrollIntoView({ block: 'nearest' });
                }}
              />
            )
          }
        />
        {match === null ? null : (
          <div className={styles.bout}>
            {decided === null ? null : (
              <Suspense>
                <LazyResultMoment
                  key={decided.bout.match_live_id}
                  live={live}
                  match={decided.bout}
                  cheer={cheer}
                  isFresh={decided.isFresh}
                  wide={wide}
                />
              </Suspense>
            )}
            <BoutStrip match={match} renderedAtMs={renderedAtMs} pictureMs={pictureMs} />
            <CheerBar
              cheer={cheer}
              onCheer={cheering || opensLater ? sheets.openGifts : null}
              boutOn={match.status === 'in_progress'}
            />
          </div>
        )}
        <LivePanels
          {...{ live, renderedAtMs, match, cheered, cheer, cheering, wide, tab }}
          onTab={setTab}
          onTopUp={sheets.openCoins}
          inSheet={sheets.sheet === 'gifts'}
        />
      </div>
      <aside id={panelId('chat')} className={styles.chat} aria-label={t`Live chat`}>
        <h2 className={styles.chatTitle}>{t`Live chat`}</h2>
        {spoilerSafe ? (
          <InStepNote player={player} programId={live.program_id} clock={clock} />
        ) : null}
        <ChatPanel
          chat={chat}
          clock={clock}
          closed={live.status === 'ended'}
          action={cheering ? <CheerButton onCheer={() => sheets.openGifts(null)} /> : null}
        />
      </aside>
      {sheets.sheet === null ? null : (
        <div className={styles.sheet}>
          <Suspense>
            {sheets.sheet === 'gifts' ? (
              <LazyCheerSheet
                cheer={cheer}
                match={cheered}
                isOver={match?.status === 'ended'}
                onTopUp={sheets.openCoins}
                onClose={sheets.closeGifts}
              />
            ) : (
              <LazyTopUpSheet orderId={sheets.orderId} onClose={sheets.closeCoins} />
            )}
          </Suspense>
        </div>
      )}
      <CountView live={live} match={match} player={player} />
      <RefundNotice cheer={cheer} />
      <ExitGuard player={player} chat={chat} cheer={cheer} />
    </div>
  );
}
