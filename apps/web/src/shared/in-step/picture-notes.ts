import type { ProgramId } from '@sangwian/contract/ids';
import type { PictureClock } from './picture-clock.ts';

const NAME = 'sangwian-picture';
const TELL_MS = 1_000;
/** Browsers wake a hidden tab once a minute; who is silent for longer has crashed. */
export const SILENT_MS_MAX = 90_000;

type Note =
  | { readonly type: 'ask' }
  /** Which moment of this programme a tab's picture has reached; `null`: nobody has to wait for it any more. */
  | { readonly type: 'reached'; readonly programId: ProgramId; readonly reachedMs: number | null };

/**
 * Tells the other tabs of this browser how far this one's picture has come, since it is behind. Returns the call that
 * ends it.
 */
export function tellPicture(programId: ProgramId, clock: PictureClock): () => void {
  const channel = new BroadcastChannel(NAME);
  const say = (reachedMs: number | null) =>
    channel.postMessage({ type: 'reached', programId, reachedMs } satisfies Note);
  const tell = () => {
    const reachedMs = clock.reachedMs.get();
    say(Number.isFinite(reachedMs) ? reachedMs : null);
  };
  const leave = () => say(null);
  channel.addEventListener('message', ({ data }) => {
    if ((data as Note).type === 'ask') tell();
  });
  window.addEventListener('pagehide', leave);
  const timer = setInterval(tell, TELL_MS);
  tell();
  return () => {
    clearInterval(timer);
    window.removeEventListener('pagehide', leave);
    leave();
    channel.close();
  };
}

/**
 * Hears from the other tabs how far their pictures have come, and asks them at once.
 *
 * @param listener gets a programme, and the moment that its picture has reached
 */
export function hearPictures(
  listener: (programId: ProgramId, reachedMs: number | null) => void,
): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }) => {
    const note = data as Note;
    if (note.type === 'reached') listener(note.programId, note.reachedMs);
  });
  channel.postMessage({ type: 'ask' } satisfies Note);
  return () => channel.close();
}
