import type { Verdict } from './player-status.ts';

/** A slower response counts as a lost connection. */
const PROBE_TIMEOUT_MS = 4_000;

/** The result of one probe. Two probes are compared by `text`. */
export type ProbeResult =
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'playlist'; readonly text: string };

const firstAddress = (playlist: string): string | undefined =>
  playlist.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#'));

const read = async (url: string, signal: AbortSignal): Promise<ProbeResult> => {
  const answer = await fetch(url, { signal, cache: 'no-store' });
  if (answer.status === 401 || answer.status === 403) return { kind: 'refused' };
  // The server responded but has no stream, so the viewer's connection works.
  if (!answer.ok) return { kind: 'missing' };
  const text = await answer.text();
  if (text.includes('#EXT-X-ENDLIST')) return { kind: 'ended' };
  return { kind: 'playlist', text };
};

/**
 * Fetches the playlist, or the first rendition of a master playlist, without waiting for the next part. Works for every
 * engine, because Safari's native player reports nothing about its requests.
 */
export const probePlaylist = async (url: string, stop?: AbortSignal): Promise<ProbeResult> => {
  // Safari 15 lacks `AbortSignal.any` and `timeout`.
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
 * Compares probes: two different playlists mean that the publisher is sending, two equal ones that it is not. The first
 * probe alone shows only whether the server can be reached.
 */
export class PlaylistWatch {
  #text: string | null = null;

  compare(answer: ProbeResult): Verdict | null {
    if (answer.kind === 'unreachable') return 'unreachable';
    if (answer.kind === 'missing') return 'stalled';
    if (answer.kind !== 'playlist') return null;
    const before = this.#text;
    this.#text = answer.text;
    if (before === null) return null;
    return before === answer.text ? 'stalled' : 'advancing';
  }

  forget(): void {
    this.#text = null;
  }
}
