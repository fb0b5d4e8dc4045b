import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useBackCloses } from './back-layers.ts';
import { classNames } from './class-names.ts';
import styles from './docked-sheet.module.css';

interface DockedSheetProps {
  readonly title: string;
  /** What stands in the sheet has a heading of its own, beside the cross. */
  readonly titleHidden?: boolean;
  /** What closes it; Escape in it and the browser's Back do too. */
  readonly onClose: () => void;
  /** Beside the title, before the cross. */
  readonly head?: ReactNode;
  readonly closeButton: ReactNode;
  readonly children: ReactNode;
}

/**
 * A sheet beside something that goes on meanwhile, such as a picture: it takes the focus, but locks nothing. Where it
 * stands the page says. The focus goes back to where it was.
 */
export function DockedSheet(props: DockedSheetProps) {
  const { title, titleHidden, onClose, head, closeButton, children } = props;
  const titleId = useId();
  const sheet = useRef<HTMLElement>(null);
  useBackCloses(onClose);
  useEffect(() => {
    const before = document.activeElement;
    sheet.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <section
      ref={sheet}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={styles.sheet}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className={classNames(styles.head, titleHidden && styles.over)}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {head}
        {closeButton}
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
