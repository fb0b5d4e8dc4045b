import { useLingui } from '@lingui/react/macro';
import { Play, RotateCcw, RotateCw } from 'lucide-react';
import { type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { PicturePlayer } from '../state/picture-player.ts';
import styles from './picture-surface.module.css';
import { TouchGestures } from './touch-gestures.ts';

const STEP_S = 10;

interface PictureSurfaceProps {
  readonly surface: RefObject<HTMLButtonElement | null>;
  readonly player: PicturePlayer | null;
  /** The accessible names of the play button; by default those for a live. */
  readonly labels?: { readonly play: string; readonly pause: string };
  readonly paused: boolean;
  readonly controls: {
    readonly shown: boolean;
    readonly show: () => void;
    readonly hide: () => void;
  };
  readonly fullscreen: { readonly on: boolean; readonly toggle: () => void };
}

/** The label of a skip, on the side that was tapped. Each skip has another `turn`, which restarts the animation. */
interface Jump {
  readonly to: 'back' | 'forward';
  readonly turn: number;
}

const touchOf = ({ currentTarget, clientX, clientY, timeStamp }: PointerEvent) => ({
  x: clientX - currentTarget.getBoundingClientRect().left,
  y: clientY,
  atMs: timeStamp,
});

/** Handles pointers on the video: a mouse plays and pauses; a finger shows the controls, skips and swipes. */
export function PictureSurface(props: PictureSurfaceProps) {
  const { surface, player, paused, controls, fullscreen } = props;
  const { t } = useLingui();
  const labels = props.labels ?? { play: t`Play the live`, pause: t`Pause the live` };
  const [gestures] = useState(() => new TouchGestures());
  const [jump, setJump] = useState<Jump | null>(null);
  /** The current press: its pointer type, whether the controls were shown, and whether a gesture handled it. */
  const press = useRef({ type: 'mouse', shown: true, handled: false });

  const onUp = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') return;
    const gesture = gestures.up(touchOf(event), event.currentTarget.clientWidth);
    press.current.handled = gesture !== 'tap';
    if (gesture === 'swipe_down' && fullscreen.on) fullscreen.toggle();
    if (gesture !== 'back' && gesture !== 'forward') return;
    const skipped = player?.position.skip(gesture === 'back' ? -STEP_S : STEP_S) === true;
    if (skipped) setJump((before) => ({ to: gesture, turn: (before?.turn ?? 0) + 1 }));
  };
  /** A click plays and pauses. A tap first shows the controls. */
  const onClick = (event: MouseEvent) => {
    const byTouch = event.detail > 0 && press.current.type === 'touch';
    if (byTouch && press.current.handled) return;
    if (!byTouch || paused) player?.togglePlay();
    else if (press.current.shown) controls.hide();
    else controls.show();
  };

  return (
    <>
      <button
        ref={surface}
        type="button"
        className={styles.surface}
        data-fullscreen={fullscreen.on || undefined}
        aria-label={paused ? labels.play : labels.pause}
        onPointerDown={(event) => {
          press.current = { type: event.pointerType, shown: controls.shown, handled: false };
          if (event.pointerType === 'touch') gestures.down(touchOf(event));
        }}
        onPointerUp={onUp}
        onPointerCancel={() => gestures.cancel()}
        onClick={onClick}
        onDoubleClick={() => press.current.type === 'mouse' && fullscreen.toggle()}
      >
        {paused ? (
          <span className={styles.bigPlay} aria-hidden="true">
            <Play size={34} fill="currentColor" />
          </span>
        ) : null}
      </button>
      {jump === null ? null : (
        <span key={jump.turn} className={styles.jump} data-to={jump.to} aria-hidden="true">
          {jump.to === 'back' ? <RotateCcw size={28} /> : <RotateCw size={28} />}
          {STEP_S}
        </span>
      )}
    </>
  );
}
