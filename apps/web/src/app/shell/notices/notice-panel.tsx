import { useLingui } from '@lingui/react/macro';
import { IconButton } from '@sangwian/ui/button';
import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef } from 'react';
import { NoticeList } from '../../../features/notices/notice-list.tsx';
import styles from './notice-panel.module.css';

/** A screen of a phone and a little more. */
const PAGE_MAX = 12;

interface NoticePanelProps {
  readonly onClose: () => void;
}

/** The notices below the bell. */
export function NoticePopover({ onClose }: NoticePanelProps) {
  const { t } = useLingui();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={styles.popover}>
      <h2 id={titleId} className={styles.title}>{t`Notices`}</h2>
      <NoticeList pageMax={PAGE_MAX} onOpen={onClose} />
    </section>
  );
}

/** The notices on a phone, over the whole height of the screen. The bell's disclosure makes Back close it. */
export function NoticeSheet({ onClose }: NoticePanelProps) {
  const { t } = useLingui();
  const titleId = useId();
  const sheet = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opened = sheet.current;
    opened?.showModal();
    // Only `close` restores the focus; removing the element does not.
    return () => opened?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser handles Escape; this handles a click on the backdrop.
    <dialog
      ref={sheet}
      aria-labelledby={titleId}
      className={styles.sheet}
      onClose={onClose}
      onClick={({ target }) => {
        if (target === sheet.current) onClose();
      }}
    >
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>{t`Notices`}</h2>
        <IconButton label={t`Close`} onClick={onClose}>
          <X size={24} aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.body}>
        <NoticeList pageMax={PAGE_MAX} onOpen={onClose} />
      </div>
    </dialog>
  );
}
