import type { ProgramId } from '@sangwian/contract/ids';
import type { PictureClock } from './picture-clock.ts';

const NAME = 'sangwian-picture';
const POST_INTERVAL_MS = 1_000;
/** Browsers wake a hidden tab once a minute. A tab that sends no message for longer than this has crashed. */
export const SILENT_MS_MAX = 90_000;

type PictureMessage =
  | { readonly type: 'ask' }
  /** A message with the stadium time of a tab's video; `null` once the video is no longer delayed. */
  | { readonly type: 'reached'; readonly programId: ProgramId; readonly reachedMs: number | null };

/**
 * Shares the position of this tab's delayed video with the other tabs of this browser. Returns the cleanup.
 */
export function sharePicturePosition(programId: ProgramId, clock: PictureClock): () => void {
  const channel = new BroadcastChannel(NAME);
  const post = (reachedMs: number | null) =>
    channel.postMessage({ type: 'reached', programId, reachedMs } satisfies PictureMessage);
  const postPosition = () => {
    const reachedMs = clock.reachedMs.get();
    post(Number.isFinite(reachedMs) ? reachedMs : null);
  };
  const leave = () => post(null);
  channel.addEventListener('message', ({ data }) => {
    if ((data as PictureMessage).type === 'ask') postPosition();
  });
  window.addEventListener('pagehide', leave);
  const timer = setInterval(postPosition, POST_INTERVAL_MS);
  postPosition();
  return () => {
    clearInterval(timer);
    window.removeEventListener('pagehide', leave);
    leave();
    channel.close();
  };
}

/**
 * Listens for the video positions of other tabs, and requests these positions once.
 *
 * @param listener called with a programme and the stadium time that its video has reached
 */
export function onPicturePosition(
  listener: (programId: ProgramId, reachedMs: number | null) => void,
): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }) => {
    const message = data as PictureMessage;
    if (message.type === 'reached') listener(message.programId, message.reachedMs);
  });
  channel.postMessage({ type: 'ask' } satisfies PictureMessage);
  return () => channel.close();
}
