import { useLingui } from '@lingui/react/macro';
import type { Live } from '@sangwian/contract/endpoints/live';
import { formatCount } from '@sangwian/i18n/format-number';
import { Tag } from '@sangwian/ui/tag';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { Eye } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router';
import { laterSheet } from '../../../shared/dialogs/later-sheet.tsx';
import { needCatalogue } from '../../../shared/language/catalogue.ts';
import { useLanguage } from '../../../shared/language/use-language.ts';
import { useSession } from '../../../shared/session/session.ts';
import { useStore } from '../../../shared/store.ts';
import type { Chat } from '../../chat/chat.ts';
import { ChatPanel } from '../../chat/chat-panel.tsx';
import { CheerBar, CheerButton } from '../../cheer/cheer-bar.tsx';
import type { CheerRoom } from '../../cheer/cheer-room.ts';
import type { Corner } from '../../cheer/cheer-rules.ts';
import { LaterCheerSheet, LaterGiftBurst } from '../../cheer/later-cheer.ts';
import { RefundNotice } from '../../cheer/refund-notice.tsx';
import { useCheerRoom } from '../../cheer/use-cheer-room.ts';
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
import { CountView, useViewersNow } from '../room/count-view.ts';
import { shownMatch, withStatusOf } from '../room/live-feed.ts';
import { useLive, useMedia } from '../room/use-live.ts';
import { useFollowPicture, usePictureClock, useShownLive } from '../room/use-picture-clock.ts';
import { useViewers } from '../room/use-room.ts';
import { useWatch } from '../room/use-watch.ts';
import { renewWatchToken } from '../room/watch-session.ts';
import { ChatSwitch } from './chat-switch.tsx';
import { ExitGuard } from './exit-guard.tsx';
import type { InStepPillProps } from './in-step-pill.tsx';
import { LiveCover } from './live-cover.tsx';
import styles from './live-page.module.css';
import { LivePanels, type TabName } from './live-panels.tsx';
import { panelId } from './live-tabs.tsx';
import { useLiveRoom } from './use-live-room.ts';

/** More coins beside the live: the flow and its words come when it is opened. Draw it within `Suspense`. */
const LaterTopUpSheet = laterSheet(async () => {
  const [{ TopUpSheet }] = await Promise.all([
    import('../../checkout/phone/top-up-sheet.tsx'),
    needCatalogue('wallet'),
  ]);
  return TopUpSheet;
});

/** A shorter delay goes unnoticed. */
const BEHIND_MIN_S = 10;

const LaterPill = lazy(async () => ({ default: (await import('./in-step-pill.tsx')).InStepPill }));

/** Says to who has rewound that the chat stands where the picture does, and leads back to live. */
function InStepNote({
  player,
  ...pill
}: Omit<InStepPillProps, 'onLive'> & { readonly player: LivePlayer | null }) {
  const { latencyS, atLive } = usePlayerProgress(player);
  const late = latencyS !== null && latencyS > BEHIND_MIN_S && !atLive;
  return (
    <div role="status">
      <Suspense>{late ? <LaterPill {...pill} onLive={() => player?.goLive()} /> : null}</Suspense>
    </div>
  );
}

/** From here on the chat has a place of its own beside the picture. */
const WIDE = '(width >= 1024px)';
/** A picture further behind than this was rewound: the round is then the ring's, unless it keeps step with the picture. */
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

/** Why the player shows nothing any more; `null` while it may. */
const overOf = ({ status }: PlayerSnapshot) =>
  status.name === 'ended' || status.name === 'refused' ? status : null;

/** Why nothing is to be seen, or `null` while there is. */
function useCover(live: Live, player: LivePlayer | null) {
  const over = usePlayerPart(player, overOf);
  if (live.status === 'not_started') return { reason: 'not_started', code: '' } as const;
  if (live.status === 'ended' || over?.name === 'ended')
    return { reason: 'ended', code: '' } as const;
  return over === null ? null : ({ reason: 'refused', code: over.code } as const);
}

/** What bursts over the picture; its code comes with the first gift. */
function Bursts({ room }: { readonly room: CheerRoom }) {
  const burst = useStore(room.burst, null);
  return burst === null ? null : (
    <Suspense>
      <LaterGiftBurst burst={burst} />
    </Suspense>
  );
}

/** All of an element is in sight; one that is not drawn is not. */
const isInSight = (element: HTMLElement): boolean => {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && top >= 0 && bottom <= window.innerHeight;
};

/**
 * The ways to gifts and to coins: sheets over the chat, so that the picture stays in sight. Who can see the gifts below
 * the picture chooses there.
 */
function useCheering(room: CheerRoom) {
  const [sheet, setSheet] = useState<'gifts' | 'coins' | null>(null);
  const [before, setBefore] = useState<'gifts' | null>(null);
  const [search, setSearch] = useSearchParams();
  // A provider's page leads back here with the order that was paid there.
  const orderId = search.get('order');
  useEffect(() => {
    if (orderId !== null) setSheet('coins');
  }, [orderId]);
  return {
    sheet,
    orderId,
    openGifts: (corner: Corner | null) => {
      if (corner !== null) room.choice.set({ ...room.choice.get(), corner });
      const below = document.getElementById(panelId('gifts'));
      if (below !== null && isInSight(below)) below.focus();
      else setSheet('gifts');
    },
    openCoins: () => {
      setBefore(sheet === 'gifts' ? 'gifts' : null);
      setSheet('coins');
    },
    closeGifts: () => setSheet(null),
    /** Back to what the coins were for. */
    closeCoins: () => {
      setSheet(before);
      if (orderId !== null) setSearch({}, { replace: true, preventScrollReset: true });
    },
  };
}

interface LivePageProps {
  readonly initial: Live;
  readonly drawnAtMs: number;
}

/** `/live/{program_live_id}`: the picture, who stands in the ring, the evening's card, and the chat. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: most lines are one tree of JSX markup, which would be harder to read in parts.
export function LivePage({ initial, drawnAtMs }: LivePageProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const wide = useMedia(WIDE);
  const session = useSession();
  const video = useRef<HTMLVideoElement>(null);
  const [tab, setTab] = useState<TabName>('chat');
  const [chatOver, setChatOver] = useState(true);
  const { spoilerSafe } = usePreferences();
  const clock = usePictureClock();
  const { live: told, feed } = useLive(initial);
  const live = useShownLive(told, clock);
  const match = shownMatch(live);
  // Coins go to the bout of now: one that is over takes none, and says no more than that.
  const cheered = match === null ? null : withStatusOf(told, match);
  const room = useCheerRoom(
    live.status === 'not_started' ? null : (match?.match_live_id ?? null),
    clock,
  );
  const chat = useLiveRoom(
    live.program_live_id,
    {
      onMatch: (changed) => feed?.applyMatch(changed),
      onBar: (bar) => room.applyBar(bar),
      onGifts: (gifts) => room.applyGifts(gifts),
      onRefunded: (refund) => room.applyRefund(refund),
    },
    clock,
  );
  const player = useWatch(video, live, session.status === 'signed_in', chat?.room ?? null);
  useFollowPicture(clock, player, spoilerSafe);
  useMediaSession(player, {
    title: text(live.title),
    artist: text(live.promotion),
  });

  const pictureMs = useCallback(
    (nowMs: number) => {
      const latencyS = player?.progress.get().latencyS ?? null;
      const programMs = player?.programTimeMs ?? null;
      const near = spoilerSafe || (latencyS !== null && latencyS < NEAR_LIVE_S);
      return near && programMs !== null ? programMs : nowMs;
    },
    [player, spoilerSafe],
  );
  const cover = useCover(live, player);
  const cheering = live.status === 'in_progress' && cover?.code !== 'live_locked';
  // Before the live the bar has its room already, so that nothing moves when it begins.
  const opensLater = live.status === 'not_started' && live.access === 'free';
  const cheer = useCheering(room);

  return (
    <div
      className={styles.page}
      data-chat-over={chatOver ? 'on' : 'off'}
      data-tab={wide || tab !== 'gifts' ? tab : 'chat'}
      data-status={live.status}
      data-early-lock={(live.access === 'premium' && live.status === 'not_started') || undefined}
    >
      {/* The heading in sight stands within a tab, and is not there while another one is open. */}
      <VisuallyHidden>
        <h1>{text(live.title)}</h1>
      </VisuallyHidden>
      <div className={styles.main}>
        <LivePicture
          video={video}
          player={player}
          sceneId={live.program_live_id}
          className={styles.picture}
          badges={<Badges live={live} chat={chat} />}
          overlay={<Bursts room={room} />}
          spoilers
          actions={<ChatSwitch on={chatOver} onChange={setChatOver} />}
          cover={
            cover === null ? null : (
              <LiveCover
                {...cover}
                live={live}
                drawnAtMs={drawnAtMs}
                onAgain={() => player?.start()}
                onTopUp={cheer.openCoins}
                signedIn={session.status === 'signed_in'}
                onOpened={() => {
                  player?.start();
                  chat?.room.rejoin();
                }}
                onTakeOver={() => {
                  renewWatchToken();
                  player?.start();
                }}
                onResults={() => {
                  // Only what is drawn can be brought into sight.
                  flushSync(() => setTab('card'));
                  document.getElementById(panelId('card'))?.scrollIntoView({ block: 'nearest' });
                }}
              />
            )
          }
        />
        {match === null ? null : (
          <div className={styles.bout}>
            <BoutStrip match={match} drawnAtMs={drawnAtMs} pictureMs={pictureMs} />
            <CheerBar
              room={room}
              onCheer={cheering || opensLater ? cheer.openGifts : null}
              boutOn={match.status === 'in_progress'}
            />
          </div>
        )}
        <LivePanels
          {...{ live, match, cheered, room, cheering, wide, tab }}
          onTab={setTab}
          onTopUp={cheer.openCoins}
          elsewhere={cheer.sheet === 'gifts'}
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
          action={cheering ? <CheerButton onCheer={() => cheer.openGifts(null)} /> : null}
        />
      </aside>
      {cheer.sheet === null ? null : (
        <div className={styles.sheet}>
          <Suspense>
            {cheer.sheet === 'gifts' ? (
              <LaterCheerSheet
                room={room}
                match={cheered}
                isOver={match?.status === 'ended'}
                onTopUp={cheer.openCoins}
                onClose={cheer.closeGifts}
              />
            ) : (
              <LaterTopUpSheet orderId={cheer.orderId} onClose={cheer.closeCoins} />
            )}
          </Suspense>
        </div>
      )}
      <CountView live={live} match={match} player={player} />
      <RefundNotice room={room} />
      <ExitGuard player={player} chat={chat} room={room} />
    </div>
  );
}
