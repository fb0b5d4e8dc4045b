import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useBackCloses } from './back-layers.ts';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  /** What closes it; Escape and the browser's Back do too. Not a tap beside it, which would lose what was typed. */
  readonly onClose: () => void;
  /** A button that only shows a cross, for instance; it stands in the corner. */
  readonly closeButton?: ReactNode;
  /** Not where the dialog asks about a navigation, which Back is part of. */
  readonly backCloses?: boolean;
  readonly children: ReactNode;
}

/**
 * A modal dialog, open for as long as it is drawn: from the bottom on phones, in the middle elsewhere. The focus goes
 * back to where it was.
 *
 * @example {open ? <Dialog title={t`Create a PIN`} onClose={close}>…</Dialog> : null}
 */
export function Dialog({ title, onClose, closeButton, backCloses = true, children }: DialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useBackCloses(onClose, backCloses);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    // Only a dialog that was closed, not one that is merely gone, gives the focus back.
    return () => opened?.close();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={titleId} className={styles.dialog} onClose={onClose}>
      <div className={styles.sheet}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
        {closeButton ? <div className={styles.close}>{closeButton}</div> : null}
      </div>
    </dialog>
  );
}
