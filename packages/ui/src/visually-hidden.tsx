import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** The class that hides an element visually, but not from screen readers. */
export const visuallyHiddenClass: string = styles.hidden ?? '';

/** A text for screen readers. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={visuallyHiddenClass}>{children}</span>;
}
