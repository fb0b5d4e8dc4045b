import { useLingui } from '@lingui/react/macro';
import type { ChatPin } from '@sangwian/contract/endpoints/live';
import { IconButton } from '@sangwian/ui/button';
import { Pin, X } from 'lucide-react';
import { useState } from 'react';
import { useLanguage } from '../../shared/language/use-language.ts';
import styles from './pinned-line.module.css';

interface PinnedLineProps {
  readonly pin: ChatPin;
  /** `null` for members who cannot unpin; they can hide the message. */
  readonly onUnpin: (() => void) | null;
}

/** The pinned message above the chat. */
export function PinnedLine({ pin, onUnpin }: PinnedLineProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const [hidden, setHidden] = useState<string | null>(null);
  if (pin.chat_pin_id === hidden) return null;
  return (
    <div className={styles.pin}>
      <Pin size={16} aria-hidden="true" className={styles.mark} />
      <p className={styles.text} dir="auto">
        {pin.member_name === null ? null : (
          <>
            <bdi className={styles.name}>{pin.member_name || t`deleted member`}</bdi>{' '}
          </>
        )}
        {text(pin.text)}
      </p>
      <IconButton
        label={onUnpin === null ? t`Hide the pinned message` : t`Unpin`}
        className={styles.button}
        onClick={onUnpin ?? (() => setHidden(pin.chat_pin_id))}
      >
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
