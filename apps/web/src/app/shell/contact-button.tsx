import { useLingui } from '@lingui/react/macro';
import { buttonClass } from '@sangwian/ui/button';
import { classNames } from '@sangwian/ui/class-names';
import { MessageCircle, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useSiteConfig } from '../../shared/site-config.ts';
import styles from './contact-button.module.css';
import { useDisclosure } from './use-disclosure.ts';

interface ContactButtonProps {
  /** The corner of the screen in which the button floats. */
  readonly side: 'left' | 'right';
  readonly className?: string | undefined;
}

/**
 * The floating contact button, with 'Contact Admin' on hover and a panel with the chat link. The button is invisible
 * while it would cover content, but stays reachable by keyboard.
 */
export function ContactButton({ side, className }: ContactButtonProps) {
  const { t } = useLingui();
  const { contactUrl } = useSiteConfig();
  const { open, toggle, place } = useDisclosure<HTMLElement>();
  const button = useRef<HTMLButtonElement>(null);
  const [isClear, setClear] = useState(true);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isUnmounted = false;
    import('./watch-overlap.ts').then(
      ({ watchOverlap }) => {
        if (!isUnmounted && button.current !== null) stop = watchOverlap(button.current, setClear);
      },
      // If the chunk cannot be loaded, the button stays visible.
      () => {},
    );
    return () => {
      isUnmounted = true;
      stop?.();
    };
  }, []);
  const panelId = useId();
  const label = t`Contact Admin`;
  if (contactUrl === '') return null;
  return (
    <aside
      ref={place}
      aria-label={label}
      className={classNames(styles.place, styles[side], className)}
    >
      <div id={panelId} hidden={!open} className={styles.panel}>
        <p className={styles.title}>{label}</p>
        <p className={styles.text}>{t`Support by chat is available 24 hours.`}</p>
        <a
          href={contactUrl}
          target="_blank"
          rel="noopener"
          className={buttonClass({ variant: 'primary', wide: true })}
        >
          {t`Open chat`}
        </a>
      </div>
      <button
        ref={button}
        type="button"
        data-away={isClear || open ? undefined : ''}
        aria-label={label}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={toggle}
        className={styles.button}
      >
        {open ? <X size={24} aria-hidden="true" /> : <MessageCircle size={24} aria-hidden="true" />}
        <span aria-hidden="true" className={styles.tip}>
          {label}
        </span>
      </button>
    </aside>
  );
}
