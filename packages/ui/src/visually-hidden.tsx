import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** The class that hides an element from sight and from nothing else. */
export const visuallyHiddenClass: string = styles.hidden ?? '';

/** A text for screen readers. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={visuallyHiddenClass}>{children}</span>;
}
