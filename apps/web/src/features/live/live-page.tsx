import { useLingui } from '@lingui/react/macro';
import type { Live } from '@sangwian/contract/endpoints/live';
import { formatClock, formatDate } from '@sangwian/i18n/format-date';
import { formatCount } from '@sangwian/i18n/format-number';
import { Tag } from '@sangwian/ui/tag';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { Eye } from 'lucide-react';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useLanguage } from '../../shared/language/use-language.ts';
import { useSession } from '../../shared/session/session.ts';
import type { ChatClient } from '../chat/chat-client.ts';
import { ChatPanel } from '../chat/chat-panel.tsx';
import { useChat, useViewers } from '../chat/use-chat.ts';
import { LivePicture } from '../player/live-picture.tsx';
import type { LivePlayer } from '../player/live-player.ts';
import { useMediaSession, usePlayerSnapshot } from '../player/use-live-player.ts';
import { BoutStrip } from './bout-strip.tsx';
import { FighterFacts } from './fighter-facts.tsx';
import { LiveCover } from './live-cover.tsx';
import { shownMatch } from './live-feed.ts';
import styles from './live-page.module.css';
import { LiveTabs, panelId, tabId } from './live-tabs.tsx';
import { TonightCard } from './tonight-card.tsx';
import { useLive, useMedia } from './use-live.ts';
import { useWatch } from './use-watch.ts';
import { renewWatchToken } from './watch-session.ts';

type TabName = 'chat' | 'card' | 'fighters';

/** From here on the chat has a place of its own beside the picture. */
const WIDE = '(width >= 1024px)';
/** A picture further behind than this was rewound: the clock of the round is then the ring's, not the picture's. */
const NEAR_LIVE_S = 30;

interface BadgesProps {
  readonly live: Live;
  readonly chat: ChatClient | null;
}

function Badges({ live, chat }: BadgesProps) {
  const { t } = useLingui();
  const told = useViewers(chat);
  if (live.status !== 'in_progress') return null;
  const count = formatCount(told ?? live.viewers);
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

/** Why nothing is to be seen, or `null` while there is. */
function useCover(live: Live, player: LivePlayer | null) {
  const { status } = usePlayerSnapshot(player);
  if (live.status === 'not_started') return { reason: 'not_started', code: '' } as const;
  if (live.status === 'ended' || status.name === 'ended')
    return { reason: 'ended', code: '' } as const;
  return status.name === 'refused' ? ({ reason: 'refused', code: status.code } as const) : null;
}

/** Title, stadium and day: what the evening is. */
function Heading({ live }: { readonly live: Live }) {
  const { text } = useLanguage();
  return (
    <header className={styles.heading}>
      <h2 className={styles.title}>{text(live.title)}</h2>
      <p className={styles.about}>
        {text(live.promotion)} · {text(live.stadium)} · {formatDate(live.starts_at)}{' '}
        {formatClock(live.starts_at)}
      </p>
    </header>
  );
}

interface PanelProps {
  readonly name: TabName;
  readonly children: ReactNode;
}

function Panel({ name, children }: PanelProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls has to be reachable by the keyboard.
    <div role="tabpanel" id={panelId(name)} aria-labelledby={tabId(name)} tabIndex={0}>
      {children}
    </div>
  );
}

interface LivePageProps {
  readonly initial: Live;
  readonly drawnAtMs: number;
}

/** `/live/{program_live_id}`: the picture, who stands in the ring, the evening's card, and the chat. */
export function LivePage({ initial, drawnAtMs }: LivePageProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const wide = useMedia(WIDE);
  const session = useSession();
  const video = useRef<HTMLVideoElement>(null);
  const [tab, setTab] = useState<TabName>('chat');
  const { live, feed } = useLive(initial);
  const chat = useChat(live.program_live_id, (match) => feed?.applyMatch(match));
  const player = useWatch(video, live, session.status === 'signed_in', chat);
  useMediaSession(player, {
    title: text(live.title),
    artist: text(live.promotion),
    artwork: live.poster,
  });

  const pictureMs = useCallback(
    (nowMs: number) => {
      const latencyS = player?.progress.get().latencyS ?? null;
      const programMs = player?.programTimeMs ?? null;
      return latencyS !== null && latencyS < NEAR_LIVE_S && programMs !== null ? programMs : nowMs;
    },
    [player],
  );
  const cover = useCover(live, player);
  const match = shownMatch(live);
  // On a wide screen the chat is always there, and its tab is not: the card stands in its place.
  const shown = wide && tab === 'chat' ? 'card' : tab;
  const tabs = [
    ...(wide ? [] : [{ name: 'chat', label: t`Chat`, narrow: true } as const]),
    { name: 'card', label: t`Tonight’s card`, count: live.matches.length } as const,
    { name: 'fighters', label: t`Fighters` } as const,
  ];

  return (
    <div
      className={styles.page}
      data-tab={tab}
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
          cover={
            cover === null ? null : (
              <LiveCover
                {...cover}
                live={live}
                drawnAtMs={drawnAtMs}
                onAgain={() => player?.start()}
                signedIn={session.status === 'signed_in'}
                onOpened={() => {
                  player?.start();
                  chat?.rejoin();
                }}
                onTakeOver={() => {
                  renewWatchToken();
                  player?.start();
                }}
                onResults={() => {
                  setTab('card');
                  document.getElementById(panelId('card'))?.scrollIntoView({ block: 'nearest' });
                }}
              />
            )
          }
        />
        {match === null ? null : (
          <div className={styles.strip}>
            <BoutStrip match={match} drawnAtMs={drawnAtMs} pictureMs={pictureMs} />
          </div>
        )}
        <div className={styles.info}>
          <LiveTabs
            label={t`About this live`}
            tabs={tabs}
            selected={shown}
            onSelect={setTab}
            className={styles.tabs}
          />
          <div className={styles.panels}>
            {tab === 'fighters' ? null : (
              <Panel name="card">
                <Heading live={live} />
                <TonightCard matches={live.matches} />
              </Panel>
            )}
            {tab === 'fighters' && match !== null ? (
              <Panel name="fighters">
                <FighterFacts match={match} />
              </Panel>
            ) : null}
          </div>
        </div>
      </div>
      <aside id={panelId('chat')} className={styles.chat} aria-label={t`Live chat`}>
        <h2 className={styles.chatTitle}>{t`Live chat`}</h2>
        <ChatPanel client={chat} closed={live.status === 'ended'} />
      </aside>
    </div>
  );
}
