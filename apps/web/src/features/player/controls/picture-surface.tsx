import { useLingui } from '@lingui/react/macro';
import { Play, RotateCcw, RotateCw } from 'lucide-react';
import { type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { LivePlayer } from '../state/live-player.ts';
import styles from './picture-surface.module.css';
import { TouchGestures } from './touch-gestures.ts';

const STEP_S = 10;

interface PictureSurfaceProps {
  readonly surface: RefObject<HTMLButtonElement | null>;
  readonly player: LivePlayer | null;
  readonly paused: boolean;
  readonly controls: {
    readonly shown: boolean;
    readonly show: () => void;
    readonly hide: () => void;
  };
  readonly fullscreen: { readonly on: boolean; readonly toggle: () => void };
}

/** A jump of some seconds, shown where the finger tapped. The turn makes the same jump again another one. */
interface Jump {
  readonly to: 'back' | 'forward';
  readonly turn: number;
}

const touchOf = ({ currentTarget, clientX, clientY, timeStamp }: PointerEvent) => ({
  x: clientX - currentTarget.getBoundingClientRect().left,
  y: clientY,
  atMs: timeStamp,
});

/** The picture under the pointer: a mouse plays and pauses, a finger sees the controls, jumps and swipes. */
export function PictureSurface(props: PictureSurfaceProps) {
  const { surface, player, paused, controls, fullscreen } = props;
  const { t } = useLingui();
  const [gestures] = useState(() => new TouchGestures());
  const [jump, setJump] = useState<Jump | null>(null);
  /** The press that the next click ends: by what, whether the controls were there, and what it has done already. */
  const press = useRef({ type: 'mouse', shown: true, done: false });

  const onUp = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') return;
    const gesture = gestures.up(touchOf(event), event.currentTarget.clientWidth);
    press.current.done = gesture !== 'tap';
    if (gesture === 'swipe_down' && fullscreen.on) fullscreen.toggle();
    if (gesture !== 'back' && gesture !== 'forward') return;
    const gone = player?.place.skip(gesture === 'back' ? -STEP_S : STEP_S) === true;
    if (gone) setJump((before) => ({ to: gesture, turn: (before?.turn ?? 0) + 1 }));
  };
  /** A mouse plays and pauses; a finger first wants to see what there is. */
  const onClick = (event: MouseEvent) => {
    const byTouch = event.detail > 0 && press.current.type === 'touch';
    if (byTouch && press.current.done) return;
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
        aria-label={paused ? t`Play the live` : t`Pause the live`}
        onPointerDown={(event) => {
          press.current = { type: event.pointerType, shown: controls.shown, done: false };
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
