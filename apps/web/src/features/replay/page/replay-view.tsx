import { useLingui } from '@lingui/react/macro';
import type { Live } from '@sangwian/contract/endpoints/live';
import type { ReplayBout } from '@sangwian/contract/endpoints/replay';
import type { MatchId } from '@sangwian/contract/ids';
import { formatDate } from '@sangwian/i18n/format-date';
import { Button } from '@sangwian/ui/button';
import { type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { useLanguage } from '../../../shared/language/use-language.ts';
import { useShowsResults } from '../../../shared/results/results-setting.ts';
import { useChangeResults } from '../../../shared/results/results-switch.tsx';
import { useSession } from '../../../shared/session/session.ts';
import { LazyClipButton } from '../../clips/cut/lazy-clip-button.ts';
import { LazyTopUpSheet } from '../../live/frame/lazy-top-up-sheet.ts';
import { LiveCover } from '../../live/frame/live-cover.tsx';
import { LiveHeading } from '../../live/frame/live-heading.tsx';
import styles from '../../live/frame/live-page.module.css';
import { ReplayFrame } from '../../live/frame/replay-frame.tsx';
import { joinOf, useLeaveOnClose } from '../../live/room/use-watch.ts';
import { renewWatchToken, WatchSession } from '../../live/room/watch-session.ts';
import { useMediaSession, usePlayerPart } from '../../player/state/use-live-player.ts';
import { ChapterList } from '../chapters/chapter-list.tsx';
import {
  beginningOf,
  boutAt,
  hasBegunAt,
  plannedEndMs,
  requestedBout,
  requestedStartMs,
} from '../chapters/chapters.ts';
import { useFurthest, useReplay } from '../chapters/use-replay.ts';
import { NightChat } from '../moments/night-chat.tsx';
import { formatPosition } from '../player/format-position.ts';
import { ReplayPicture } from '../player/replay-picture.tsx';
import type { ReplayPlayer } from '../player/replay-player.ts';
import { useReplayPart, useReplayPlayer } from '../player/use-replay-player.ts';
import { BackToLive } from './back-to-live.tsx';
import page from './replay-view.module.css';
import { usePastClock } from './use-past-clock.ts';
import { useSavedPosition } from './use-saved-position.ts';

interface WatchOptions {
  readonly live: Live;
  readonly isLive: boolean;
  readonly onLive: (programTimeMs: number | null) => void;
}

/** Creates the player of a recording. A hidden page leaves its watch session. */
function useReplayWatch(
  video: RefObject<HTMLVideoElement | null>,
  { live, isLive, onLive }: WatchOptions,
) {
  const isMember = useSession().status === 'signed_in';
  const { program_live_id, access } = live;
  // The end of the live changes nothing for the player, which goes on with the same recording.
  const [from_start] = useState(isLive);
  const session = useMemo(
    () => (isMember ? new WatchSession({ program_live_id, from_start }) : null),
    [isMember, program_live_id, from_start],
  );
  const join = useMemo(
    () => (session === null ? null : joinOf(session, { program_live_id, access })),
    [session, program_live_id, access],
  );
  useLeaveOnClose(session);
  return useReplayPlayer(video, join, onLive);
}

/** The replay is ready within ten seconds of the end of the live. */
const REPLAY_EVERY_MS = 3_000;

/** Reads the page's data again once the live has ended, until its replay is ready. */
function useEndOfLive(isOver: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOver) return;
    void revalidate();
    const timer = setInterval(() => void revalidate(), REPLAY_EVERY_MS);
    return () => clearInterval(timer);
  }, [isOver, revalidate]);
}

interface EndCoverProps {
  readonly hidesResults: boolean;
  readonly onShowResults: () => void;
  readonly onFromStart: () => void;
}

/** The end of the replay. */
function EndCover({ hidesResults, onShowResults, onFromStart }: EndCoverProps) {
  const { t } = useLingui();
  return (
    <div className={page.end}>
      <strong className={page.endTitle}>{t`That was the whole evening`}</strong>
      <div className={page.actions}>
        {hidesResults ? (
          <Button variant="primary" onClick={onShowResults}>
            {t`Show results`}
          </Button>
        ) : null}
        <Button variant="quiet" onClick={onFromStart}>
          {t`Watch from the start`}
        </Button>
      </div>
    </div>
  );
}

interface ContinueCoverProps {
  readonly positionS: number;
  readonly onStart: (positionS: number) => void;
}

/** Asks a fan who has watched a part of the replay where to begin. */
function ContinueCover({ positionS, onStart }: ContinueCoverProps) {
  const { t } = useLingui();
  const position = formatPosition(positionS);
  return (
    <div className={page.actions}>
      <Button variant="primary" onClick={() => onStart(positionS)}>
        {t`Continue from ${position}`}
      </Button>
      <Button variant="quiet" onClick={() => onStart(0)}>
        {t`From the start`}
      </Button>
    </div>
  );
}

/** Hides the length of the replay from the lock screen too. */
function useHiddenLength(player: ReplayPlayer | null, hides: boolean): void {
  const isPlaying = usePlayerPart(player, ({ status }) => status.name === 'playing');
  useEffect(() => {
    if (!isPlaying) return;
    const { mediaSession } = navigator;
    if (mediaSession?.setPositionState === undefined) return;
    mediaSession.setPositionState(hides ? { duration: Number.POSITIVE_INFINITY } : undefined);
  }, [isPlaying, hides]);
}

/** Returns a function that goes to a bout. Where a later bout begins is asked of the server first. */
function useChosenBout(
  bouts: readonly ReplayBout[],
  on: { readonly seek: (positionMs: number) => void; readonly reveal: (id: MatchId) => void },
): (bout: ReplayBout) => void {
  const [chosen, setChosen] = useState<MatchId | null>(null);
  const found = bouts.find(({ match_id }) => match_id === chosen);
  const beginning = found === undefined ? null : beginningOf(found);
  const { seek } = on;
  useEffect(() => {
    if (beginning === null) return;
    setChosen(null);
    seek(beginning);
  }, [beginning, seek]);
  return (bout) => {
    const known = beginningOf(bout);
    if (known !== null) {
      seek(known);
      return;
    }
    on.reveal(bout.match_id);
    setChosen(bout.match_id);
  };
}

interface ReplayViewProps {
  /** Its results are not shown. */
  readonly live: Live;
  /** `null` while the live is in progress. */
  readonly expiresAt: string | null;
  /** Opens the live page at a stadium time; `null`: at the live edge. */
  readonly onLive: (programTimeMs: number | null) => void;
}

/**
 * `/live/{program_live_id}` of an ended live: its replay with chapters, without spoilers. With `?from=start`, the
 * recording of a live in progress, which becomes the replay without an interruption.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: most lines are one tree of JSX markup, which would be harder to read in parts.
export function ReplayView({ live, expiresAt, onLive }: ReplayViewProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const isMember = useSession().status === 'signed_in';
  const [search] = useSearchParams();
  const video = useRef<HTMLVideoElement>(null);
  const hidesResults = !useShowsResults();
  const changeResults = useChangeResults();
  const setHidesResults = (hides: boolean) => changeResults(!hides);
  // A payment provider redirects back here with the order's id.
  const orderId = search.get('order');
  const [topsUp, setTopsUp] = useState(orderId !== null);
  const isLive = expiresAt === null;
  const player = useReplayWatch(video, { live, isLive, onLive });
  useMediaSession(player, { title: text(live.title), artist: text(live.promotion) });
  useHiddenLength(player, hidesResults);
  const savedS = useSavedPosition(player, live.program_live_id);
  const furthestMs = useFurthest(player, (savedS ?? 0) * 1_000);
  const [reveals, setReveals] = useState(() => requestedBout(search));
  const view = { hidesResults, furthestMs, reveals, isLive };
  const { replay, isMissing } = useReplay(live.program_live_id, view);
  useEndOfLive(isLive && replay !== null && replay.expires_at !== null);
  usePastClock(player, live.program_id, isLive);
  const bouts = replay?.bouts ?? [];
  const requestedMs = replay === null ? null : requestedStartMs(search, replay);
  // The fan is asked where to continue, unless the URL contains a position.
  const startMs = replay === null ? null : (requestedMs ?? (savedS === null ? 0 : null));
  const started = useRef<ReplayPlayer | null>(null);
  useEffect(() => {
    if (player === null || startMs === null || started.current === player) return;
    started.current = player;
    player.start(startMs / 1_000);
  }, [player, startMs]);
  const isIdle = usePlayerPart(player, ({ status }) => status.name === 'idle');
  const isAsking = replay !== null && startMs === null && isIdle;

  const currentId = useReplayPart(
    player,
    ({ positionS }) => boutAt(bouts, positionS * 1_000)?.match_live_id ?? null,
  );
  const over = usePlayerPart(player, ({ status }) =>
    status.name === 'ended' || status.name === 'refused' ? status : null,
  );
  const isUnrecorded = isMissing || (over?.name === 'refused' && over.code === 'replay_not_found');
  const leave = useRef(onLive);
  useEffect(() => {
    if (isLive && isUnrecorded) leave.current(null);
  }, [isLive, isUnrecorded]);
  // A locked evening shows no chat, so none is requested before the video plays.
  const isShown = usePlayerPart(player, ({ started }) => started);
  const hasChat = isMember && over?.name !== 'refused' && (live.access === 'free' || isShown);
  const again = () => player?.start(player.progress.get().positionS);
  const seek = (positionMs: number) => {
    if (over?.name === 'refused') return;
    if (isIdle) {
      player?.start(positionMs / 1_000);
      return;
    }
    player?.position.seekTo(positionMs / 1_000);
    player?.play();
  };
  const choose = useChosenBout(bouts, { seek, reveal: setReveals });
  const cover =
    isAsking && savedS != null ? (
      <ContinueCover positionS={savedS} onStart={(positionS) => player?.start(positionS)} />
    ) : over === null ? null : over.name === 'ended' ? (
      <EndCover
        hidesResults={hidesResults}
        onShowResults={() => setHidesResults(false)}
        onFromStart={() => player?.play()}
      />
    ) : (
      <LiveCover
        reason="refused"
        code={over.name === 'refused' ? over.code : ''}
        live={live}
        renderedAtMs={0}
        onAgain={again}
        onTopUp={() => setTopsUp(true)}
        signedIn={isMember}
        onOpened={again}
        onTakeOver={() => {
          renewWatchToken();
          again();
        }}
        onResults={() => setHidesResults(false)}
      />
    );
  const lengthMs = replay?.duration_ms ?? null;
  const recordedMs = useReplayPart(player, ({ lengthS }) => lengthS * 1_000);
  const until = expiresAt === null ? '' : formatDate(expiresAt);
  return (
    <ReplayFrame
      live={live}
      main={
        <>
          <ReplayPicture
            video={video}
            player={player}
            sceneId={live.program_live_id}
            photo={live.photo}
            className={styles.picture}
            endS={
              (isLive
                ? recordedMs
                : (lengthMs ??
                  plannedEndMs(bouts, live.matches, { furthestMs, lengthMs: recordedMs }))) / 1_000
            }
            marks={bouts
              .filter((bout) => !hidesResults || hasBegunAt(bout, furthestMs))
              .map((bout) => ({ id: bout.match_live_id, atS: (beginningOf(bout) ?? 0) / 1_000 }))}
            showsLength={isLive || !hidesResults}
            // The storyboard is made after the end of the live.
            previewsUntilS={
              isLive ? -1 : hidesResults ? furthestMs / 1_000 : Number.POSITIVE_INFINITY
            }
            cover={cover}
            badge={
              isLive && !(over?.name === 'refused' && over.code === 'live_locked') ? (
                <BackToLive onLive={() => onLive(null)} />
              ) : null
            }
          />
          <div className={styles.bout}>
            <LiveHeading live={live} renderedAtMs={0}>
              <p className={page.until}>
                {isLive ? t`From the start · still live` : t`Replay until ${until}`}
              </p>
              <Suspense>
                <LazyClipButton programLiveId={live.program_live_id} player={player} />
              </Suspense>
            </LiveHeading>
          </div>
        </>
      }
      aside={
        <>
          <ChapterList
            bouts={replay?.bouts ?? null}
            currentId={currentId}
            furthestMs={furthestMs}
            hidesResults={hidesResults}
            isLive={isLive}
            onHideResults={setHidesResults}
            onSeek={seek}
            onChoose={choose}
          />
          {hasChat ? (
            <NightChat player={player} programLiveId={live.program_live_id} isLive={isLive} />
          ) : null}
        </>
      }
    >
      {topsUp ? (
        <div className={styles.sheet}>
          <Suspense>
            <LazyTopUpSheet orderId={orderId} onClose={() => setTopsUp(false)} />
          </Suspense>
        </div>
      ) : null}
    </ReplayFrame>
  );
}
