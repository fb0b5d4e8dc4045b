import { useBackCloses } from '@sangwian/ui/back-layers';
import { classNames } from '@sangwian/ui/class-names';
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  /** One or two sentences under the title that describe the effect, in numbers. */
  readonly description?: ReactNode;
  /** Content beside the title, such as a countdown. */
  readonly aside?: ReactNode;
  /**
   * Called by Escape and Back, which are always safe. A click outside does not close the dialog, because typed text
   * would be lost.
   */
  readonly onClose: () => void;
  /** Makes the content a form. Enter in a field and the submit button call this handler. */
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** The buttons. */
  readonly actions?: ReactNode;
  /** Aligns the dialog with the top of the screen, for the palette. */
  readonly placement?: 'low' | 'high';
  readonly children?: ReactNode;
}

const FIELDS = 'input:not([type=hidden]), textarea, select';

/**
 * A modal dialog that is open while mounted. It is 640 px wide and covers the lower middle column, so that the clock
 * and the video stay visible. The focus starts on the first field or on the dialog, never on an action button.
 *
 * @example {isOpen ? <Dialog title={t`Invite`} onClose={close} onSubmit={send} actions={…}>…</Dialog> : null}
 */
export function Dialog(props: DialogProps) {
  const {
    title,
    description,
    aside,
    onClose,
    onSubmit,
    actions,
    placement = 'low',
    children,
  } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useBackCloses(onClose);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    (opened?.querySelector<HTMLElement>(FIELDS) ?? opened)?.focus();
    // Only `close` restores the focus; unmounting the element does not.
    return () => opened?.close();
  }, []);
  const content = (
    <>
      {children}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </>
  );
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className={classNames(styles.dialog, styles[placement])}
      onClose={onClose}
    >
      <div className={styles.head}>
        <div>
          <h2 id={`${id}-title`} className={styles.title}>
            {title}
          </h2>
          {description ? (
            <div id={`${id}-description`} className={styles.description}>
              {description}
            </div>
          ) : null}
        </div>
        {aside}
      </div>
      {onSubmit ? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit(event);
          }}
        >
          {content}
        </form>
      ) : (
        content
      )}
    </dialog>
  );
}

/** The content of a dialog between its title and its buttons. */
export function DialogBody({ children }: { readonly children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

/** Space that pushes the following buttons to the right. */
export function ActionsGap() {
  return <span className={styles.gap} />;
}
