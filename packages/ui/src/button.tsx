import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

export interface ButtonLook {
  /**
   * `primary`: the main action of an area; `quiet`: secondary; `ghost`: without a background; `red` and `blue`: the
   * corners; `gold`: only for actions that cost or bring coins.
   */
  readonly variant?: 'primary' | 'quiet' | 'ghost' | 'red' | 'blue' | 'gold';
  /** 48 px, or 44 px where space is scarce: the minimum size for touch. */
  readonly size?: 'normal' | 'small';
  /** Full width. */
  readonly wide?: boolean;
}

/** Returns the class of a button, for a link that looks like one. */
export const buttonClass = ({ variant = 'quiet', size = 'normal', wide }: ButtonLook): string =>
  classNames(styles.button, styles[variant], size === 'small' && styles.small, wide && styles.wide);

type ButtonProps = ButtonLook & ButtonHTMLAttributes<HTMLButtonElement>;

export function Button({ variant, size, wide, className, type = 'button', ...rest }: ButtonProps) {
  const look = buttonClass({
    ...(variant ? { variant } : {}),
    ...(size ? { size } : {}),
    ...(wide ? { wide } : {}),
  });
  return <button type={type} className={classNames(look, className)} {...rest} />;
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Accessible name of the icon. */
  readonly label: string;
}

/** A square button that shows only an icon. */
export function IconButton({ label, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      className={classNames(styles.icon, className)}
      {...rest}
    />
  );
}
