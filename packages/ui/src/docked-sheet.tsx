import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useBackCloses } from './back-layers.ts';
import { classNames } from './class-names.ts';
import styles from './docked-sheet.module.css';

interface DockedSheetProps {
  readonly title: string;
  /** Hides the title if the content has its own heading beside the close button. */
  readonly titleHidden?: boolean;
  /** Called by the close button, Escape and Back. */
  readonly onClose: () => void;
  /** Content between the title and the close button. */
  readonly head?: ReactNode;
  readonly closeButton: ReactNode;
  readonly children: ReactNode;
}

/**
 * A non-modal sheet beside running content, such as a video. It takes the focus and restores it when it closes. The
 * page determines its position.
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
