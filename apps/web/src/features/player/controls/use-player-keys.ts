import { useEffect, useRef } from 'react';
import type { PicturePlayer } from '../state/picture-player.ts';
import { actionOf, type KeyAction } from './player-keys.ts';

const STEP_S = 10;
const VOLUME_STEP = 0.1;

interface KeyTargets {
  readonly toggleFullscreen: () => void;
  readonly togglePicture: () => void;
  readonly showHelp: () => void;
  /** Called after each action. The page then shows the controls. */
  readonly onAction: () => void;
}

const perform = (player: PicturePlayer, action: KeyAction, targets: KeyTargets): void => {
  const { muted, volume } = player.snapshot.get();
  const { fromS } = player.progress.get();
  const changeVolume = (by: number) => player.sound.setVolume((muted ? 0 : volume) + by);
  const actions: Record<KeyAction, () => void> = {
    toggle_play: () => player.togglePlay(),
    toggle_mute: () => player.sound.setMuted(!muted),
    toggle_fullscreen: targets.toggleFullscreen,
    toggle_picture: targets.togglePicture,
    back: () => player.position.skip(-STEP_S),
    forward: () => player.position.skip(STEP_S),
    beginning: () => player.position.seekTo(fromS),
    help: targets.showHelp,
    louder: () => changeVolume(VOLUME_STEP),
    softer: () => changeVolume(-VOLUME_STEP),
    live: () => player.goLive?.(),
  };
  actions[action]();
};

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type !== 'range'));

/** Handles the player's keys on the whole page. `surface` is the element of the video. */
export const usePlayerKeys = (
  player: PicturePlayer | null,
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
      // Prevents the space bar from also pressing the play button, and arrow keys from scrolling.
      event.preventDefault();
      perform(player, action, latest.current);
      latest.current.onAction();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [player, surface]);
};
