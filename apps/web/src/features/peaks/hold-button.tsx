import { Button } from '@sangwian/ui/button';
import { classNames } from '@sangwian/ui/class-names';
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './hold-button.module.css';

/** How long the button must be held. */
export const HOLD_MS = 600;
const BUZZ_MS = 30;

/** Returns whether a press comes from a screen reader, which cannot hold the button. */
const isVirtual = ({ width, height, pressure, pointerType }: PointerEvent): boolean =>
  pointerType !== 'mouse' && width <= 1 && height <= 1 && pressure === 0;

interface HoldButtonProps {
  readonly className?: string | undefined;
  /** Called when the button has been held long enough. */
  readonly onHeld: () => void;
  /** Called for a press by keyboard or screen reader, which cannot hold the button: asks for confirmation instead. */
  readonly onAsk: () => void;
  /** `short`: the button was released too early. */
  readonly children: (state: 'idle' | 'holding' | 'short') => ReactNode;
}

/** A button that acts only after it was held, so that an accidental tap sends nothing costly. */
export function HoldButton({ className, onHeld, onAsk, children }: HoldButtonProps) {
  const [state, setState] = useState<'idle' | 'holding' | 'short'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asks = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const begin = (event: PointerEvent) => {
    asks.current = isVirtual(event);
    if (event.button !== 0 || asks.current) return;
    setState('holding');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setState('idle');
      navigator.vibrate?.(BUZZ_MS);
      onHeld();
    }, HOLD_MS);
  };
  const release = () => {
    clearTimeout(timer.current);
    setState((now) => (now === 'holding' ? 'short' : now));
  };
  return (
    <Button
      variant="gold"
      className={classNames(styles.button, className)}
      data-hold={state}
      onPointerDown={begin}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={release}
      onContextMenu={(event) => event.preventDefault()}
      // A click event without a pointer comes from the keyboard.
      onClick={({ detail }) => {
        if (detail === 0 || asks.current) onAsk();
      }}
    >
      <span className={styles.fill} aria-hidden="true" />
      <svg className={styles.ring} viewBox="0 0 28 28" width={26} height={26} aria-hidden="true">
        <circle cx="14" cy="14" r="11" className={styles.track} />
        <circle cx="14" cy="14" r="11" pathLength={1} className={styles.progress} />
      </svg>
      <span className={styles.words}>{children(state)}</span>
    </Button>
  );
}
