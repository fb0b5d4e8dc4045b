import { useEffect, useRef } from 'react';
import type { LivePlayer } from '../state/live-player.ts';
import { actionOf, type KeyAction } from './player-keys.ts';

const STEP_S = 10;
const VOLUME_STEP = 0.1;

interface KeyTargets {
  readonly toggleFullscreen: () => void;
  readonly togglePicture: () => void;
  readonly showHelp: () => void;
  /** A key was the player's: its controls show themselves. */
  readonly onAction: () => void;
}

const perform = (player: LivePlayer, action: KeyAction, targets: KeyTargets): void => {
  const { muted, volume } = player.snapshot.get();
  const { fromS } = player.progress.get();
  const louder = (by: number) => player.sound.setVolume((muted ? 0 : volume) + by);
  const actions: Record<KeyAction, () => void> = {
    toggle_play: () => player.togglePlay(),
    toggle_mute: () => player.sound.setMuted(!muted),
    toggle_fullscreen: targets.toggleFullscreen,
    toggle_picture: targets.togglePicture,
    back: () => player.place.skip(-STEP_S),
    forward: () => player.place.skip(STEP_S),
    beginning: () => player.place.seekTo(fromS),
    help: targets.showHelp,
    louder: () => louder(VOLUME_STEP),
    softer: () => louder(-VOLUME_STEP),
    live: () => player.goLive(),
  };
  actions[action]();
};

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type !== 'range'));

/** The player's keys, wherever in the page the focus is; `surface` is the picture itself. */
export const usePlayerKeys = (
  player: LivePlayer | null,
  surface: { readonly current: HTMLElement | null },
  targets: KeyTargets,
): void => {
  const latest = useRef(targets);
  useEffect(() => {
    latest.current = targets;
  });
  useEffect(() => {
    if (player === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const action = actionOf({
        key: event.key,
        modified: event.ctrlKey || event.altKey || event.metaKey,
        writing: isWriting(event.target),
        onPlayer: event.target === surface.current,
      });
      if (action === null) return;
      // Otherwise a space would press the picture's own button once more, and an arrow scroll the page.
      event.preventDefault();
      perform(player, action, latest.current);
      latest.current.onAction();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [player, surface]);
};
