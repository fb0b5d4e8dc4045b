import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useBackCloses } from './back-layers.ts';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  /** Called by Escape and Back. A tap outside does not close the dialog, since typed text would be lost. */
  readonly onClose: () => void;
  /** Close button in the corner. */
  readonly closeButton?: ReactNode;
  /** Whether Back closes the dialog; `false` if the dialog confirms a navigation. */
  readonly backCloses?: boolean;
  readonly children: ReactNode;
}

/**
 * A modal dialog that is open while mounted: at the bottom on phones, centred elsewhere. Restores the focus when it
 * closes.
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
    // Only `close` restores the focus; removing the element does not.
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
