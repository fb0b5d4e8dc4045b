import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import styles from './bar-content.module.css';

/** The element of the bar into which the place renders; `null` until the bar is mounted. */
export const BarSlot = createContext<HTMLElement | null>(null);

interface BarContentProps {
  /** The heading of the place. */
  readonly title: string;
  /** The parent in the heading, such as `Money` in `Money / Slips`. */
  readonly above?: string;
  /** The URL of the parent. */
  readonly aboveTo?: string;
  /** Figures after the title. */
  readonly children?: ReactNode;
}

/** Renders a place's heading and figures into the bar. Every place uses it. */
export function BarContent({ title, above, aboveTo, children }: BarContentProps) {
  const slot = use(BarSlot);
  if (slot === null) return null;
  return createPortal(
    <>
      {above ? (
        <span className={styles.above}>
          {aboveTo === undefined ? above : <Link to={aboveTo}>{above}</Link>}
          <span aria-hidden="true"> /</span>
        </span>
      ) : null}
      <h1 className={styles.title}>{title}</h1>
      {children}
    </>,
    slot,
  );
}
