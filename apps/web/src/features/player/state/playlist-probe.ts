import type { Verdict } from './player-status.ts';

/** A look at the playlist that takes longer than this counts as a lost connection. */
const PROBE_TIMEOUT_MS = 4_000;

/** One look at the stream's playlist. `text` is what two looks are compared by. */
export type ProbeAnswer =
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'playlist'; readonly text: string };

const firstAddress = (playlist: string): string | undefined =>
  playlist.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#'));

const read = async (url: string, signal: AbortSignal): Promise<ProbeAnswer> => {
  const answer = await fetch(url, { signal, cache: 'no-store' });
  if (answer.status === 401 || answer.status === 403) return { kind: 'refused' };
  // The server is there and the stream is not: nothing is wrong with the viewer's connection.
  if (!answer.ok) return { kind: 'missing' };
  const text = await answer.text();
  if (text.includes('#EXT-X-ENDLIST')) return { kind: 'ended' };
  return { kind: 'playlist', text };
};

/**
 * Looks at the playlist without waiting for its next part, and through a master playlist at the first rendition.
 * hls.js knows more about its own requests, but Safari's player tells nothing of them; this serves both.
 */
export const probePlaylist = async (url: string, stop?: AbortSignal): Promise<ProbeAnswer> => {
  // `AbortSignal.any` and `timeout` are too young for Safari 15.
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, PROBE_TIMEOUT_MS);
  stop?.addEventListener('abort', abort);
  const { signal } = controller;
  try {
    const first = await read(url, signal);
    if (first.kind !== 'playlist' || !first.text.includes('#EXT-X-STREAM-INF')) return first;
    const child = firstAddress(first.text);
    return child === undefined
      ? { kind: 'missing' }
      : await read(new URL(child, new URL(url, location.href)).href, signal);
  } catch {
    return { kind: 'unreachable' };
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', abort);
  }
};

/**
 * Compares looks at the playlist: two different ones mean that the publisher is there, two equal ones that it is
 * away. The first look alone says only whether the server can be reached.
 */
export class PlaylistWatch {
  #text: string | null = null;

  judge(answer: ProbeAnswer): Verdict | null {
    if (answer.kind === 'unreachable') return 'unreachable';
    if (answer.kind === 'missing') return 'standing';
    if (answer.kind !== 'playlist') return null;
    const before = this.#text;
    this.#text = answer.text;
    if (before === null) return null;
    return before === answer.text ? 'standing' : 'advancing';
  }

  forget(): void {
    this.#text = null;
  }
}
