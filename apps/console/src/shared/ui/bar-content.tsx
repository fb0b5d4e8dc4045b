import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import styles from './bar-content.module.css';

/** The part of the bar that belongs to the place; `null` until the bar is drawn. */
export const BarSlot = createContext<HTMLElement | null>(null);

interface BarContentProps {
  /** The heading of the place. */
  readonly title: string;
  /** What is larger than the title: `Money / Slips`. */
  readonly above?: string;
  /** The URL of what is larger. */
  readonly aboveTo?: string;
  /** Figures after the title. */
  readonly children?: ReactNode;
}

/** Puts a place's heading and figures into the bar. Every place draws one. */
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
