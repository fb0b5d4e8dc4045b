import { classNames } from '@sangwian/ui/class-names';
import type { LucideIcon } from 'lucide-react';
import { type ButtonHTMLAttributes, type Ref, useRef, useState } from 'react';
import { holdStore } from '../commands/commands.ts';
import { HOLD_MS } from '../commands/follow-keys.ts';
import type { KeyName } from '../commands/key-rules.ts';
import { useStore } from '../store.ts';
import styles from './button.module.css';
import { Keys } from './keys.tsx';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /**
   * `primary`: the next step; `quiet`: without a border; `danger`: outlined; `danger-filled`: confirms a dangerous act.
   */
  readonly variant?: 'primary' | 'plain' | 'quiet' | 'danger' | 'danger-filled';
  /** Height: 34 px (44 px on touch screens); `big`: 48 px; `small`: 28 px. */
  readonly size?: 'normal' | 'big' | 'small';
  readonly icon?: LucideIcon;
  /** The key of the button's command, shown on the button. */
  readonly keys?: KeyName;
  readonly wide?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/**
 * A button of the console. It uses only the text colour and orange, because the other colours mean corners, coins and
 * health.
 */
export function Button(props: ButtonProps) {
  const {
    variant = 'plain',
    size = 'normal',
    icon: Icon,
    keys,
    wide,
    className,
    children,
    type = 'button',
    ...rest
  } = props;
  return (
    <button
      type={type}
      className={classNames(
        styles.button,
        styles[variant],
        styles[size],
        wide && styles.wide,
        className,
      )}
      {...rest}
    >
      {Icon ? <Icon size={16} aria-hidden="true" /> : null}
      {children}
      {keys ? <Keys name={keys} /> : null}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: LucideIcon;
  /** Accessible name, also used as the tooltip. */
  readonly label: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A square button with only an icon. */
export function IconButton({
  icon: Icon,
  label,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={classNames(styles.button, styles.quiet, styles.iconOnly, className)}
      {...rest}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  );
}

interface HoldButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** The id of the button's command. Holding the command's key also fills the button. */
  readonly command: string;
  readonly onHeld: () => void;
}

/**
 * A button that acts after it was held for 800 ms, with the pointer, Enter or its key. Its dotted edge fills in the
 * meantime.
 */
export function HoldButton({ command, onHeld, className, disabled, ...rest }: HoldButtonProps) {
  const byKey = useStore(holdStore) === command;
  const [isPressed, setPressed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = () => {
    clearTimeout(timer.current);
    setPressed(false);
  };
  const begin = () => {
    if (disabled || isPressed) return;
    setPressed(true);
    timer.current = setTimeout(() => {
      end();
      onHeld();
    }, HOLD_MS);
  };
  return (
    <Button
      {...rest}
      disabled={disabled}
      className={classNames(styles.hold, (isPressed || byKey) && styles.filling, className)}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerLeave={end}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.repeat) begin();
      }}
      onKeyUp={end}
      onBlur={end}
      onContextMenu={(event) => event.preventDefault()}
    />
  );
}
