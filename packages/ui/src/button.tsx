import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

export interface ButtonLook {
  /**
   * `primary`: the one action of a place; `quiet`: beside it; `ghost`: without a ground; `red` and `blue`: the
   * corners; `gold`: costs or brings coins, and nothing else.
   */
  readonly variant?: 'primary' | 'quiet' | 'ghost' | 'red' | 'blue' | 'gold';
  /** 48 px, or 44 px where room is scarce. Never smaller: a finger has to hit it. */
  readonly size?: 'normal' | 'small';
  /** As wide as its place. */
  readonly wide?: boolean;
}

/** The class of a button, for a link that looks like one. */
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
  /** What it does, for who cannot see the icon. */
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
