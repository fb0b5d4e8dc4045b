import { PlaybackSession, type ReportedPlayer } from './playback-session.ts';
import { pageTelemetry } from './telemetry.ts';

const TICK_MS = 500;

/** The time of the last click, and of the navigation that loaded the document. */
let clickedMs = 0;
document.addEventListener(
  'click',
  ({ timeStamp }) => {
    clickedMs = timeStamp;
  },
  true,
);

/**
 * Reports the playback of a player until the returned function is called.
 *
 * @param liveId id of the live or of its stream; `null`: the running live
 * @param beganMs when the player began
 * @param calledMs when the first frame was shown, or when the page stopped waiting for it
 */
export function followPlayback(
  player: ReportedPlayer,
  liveId: string | null,
  beganMs: number,
  calledMs: number,
): () => void {
  const framedMs = player.snapshot.get().started ? calledMs : null;
  let stop = () => {};
  let isStopped = false;
  void pageTelemetry().then((telemetry) => {
    if (telemetry.isOff) return;
    const { isSampled } = telemetry;
    const session = new PlaybackSession(
      player,
      liveId,
      { beganMs, framedMs },
      {
        ...{ isSampled, clickedMs, nowMs: performance.now() },
      },
    );
    const ticker = setInterval(() => session.tick(performance.now()), TICK_MS);
    let isOver = false;
    const onHide = () => {
      isOver = true;
    };
    window.addEventListener('pagehide', onHide, true);
    const remove = telemetry.addPlayer(() => {
      const isEnd = isOver;
      // The page can return from the browser's cache.
      isOver = false;
      return session.read(performance.now(), isEnd);
    });
    stop = () => {
      isOver = true;
      clearInterval(ticker);
      window.removeEventListener('pagehide', onHide, true);
      remove();
    };
    if (isStopped) stop();
  });
  return () => {
    isStopped = true;
    stop();
  };
}
