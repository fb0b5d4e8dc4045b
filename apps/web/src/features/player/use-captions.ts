import { type RefObject, useEffect, useState } from 'react';

export interface Captions {
  /** The stream carries captions or subtitles. */
  readonly available: boolean;
  readonly on: boolean;
  readonly setOn: (on: boolean) => void;
  /** What is said now. */
  readonly lines: readonly string[];
}

const isCaptions = ({ kind }: TextTrack): boolean => kind === 'captions' || kind === 'subtitles';

const spoken = (track: TextTrack): string[] =>
  Array.from(track.activeCues ?? [], (cue) => ('text' in cue ? String(cue.text) : ''))
    .map((text) => text.replace(/<[^>]*>/g, '').trim())
    .filter((text) => text !== '');

/** The same each time, so that nothing is drawn anew for it. */
const SILENCE: readonly string[] = [];

/**
 * The captions that are in the stream, to be drawn by us: the browser's own would stand under our controls. The first
 * track is the one; a live has one language of them at the most.
 */
export const useCaptions = (video: RefObject<HTMLVideoElement | null>): Captions => {
  const [track, setTrack] = useState<TextTrack | null>(null);
  const [on, setOn] = useState(false);
  const [lines, setLines] = useState(SILENCE);

  useEffect(() => {
    const tracks = video.current?.textTracks;
    if (tracks === undefined) return;
    const follow = () => {
      const first = Array.from(tracks).find(isCaptions) ?? null;
      // Shown by the browser's own settings: the viewer wants them.
      if (first?.mode === 'showing') setOn(true);
      setTrack(first);
    };
    if (tracks.length > 0) follow();
    const names = ['addtrack', 'removetrack'] as const;
    for (const name of names) tracks.addEventListener(name, follow);
    return () => {
      for (const name of names) tracks.removeEventListener(name, follow);
    };
  }, [video]);

  useEffect(() => {
    if (track === null) return;
    track.mode = on ? 'hidden' : 'disabled';
    if (!on) return;
    const onCue = () => setLines(spoken(track));
    onCue();
    track.addEventListener('cuechange', onCue);
    return () => {
      track.removeEventListener('cuechange', onCue);
      setLines(SILENCE);
    };
  }, [track, on]);

  return { available: track !== null, on, setOn, lines };
};
