import { useLingui } from '@lingui/react/macro';
import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { IconButton } from '@sangwian/ui/button';
import { CornerUpLeft, X } from 'lucide-react';
import styles from './reply-chip.module.css';

interface ReplyChipProps {
  readonly message: ChatMessage;
  readonly onCancel: () => void;
}

/** Above the text box: the message that the member is answering. */
export function ReplyChip({ message, onCancel }: ReplyChipProps) {
  const { t } = useLingui();
  const name = message.member_name || t`deleted member`;
  const text = message.removed ? t`Message removed` : message.text;
  return (
    <div className={styles.chip}>
      <CornerUpLeft size={16} aria-hidden="true" className={styles.arrow} />
      <p className={styles.words}>
        <span>{t`Replying to`}</span> <bdi className={styles.name}>{name}</bdi> <bdi>{text}</bdi>
      </p>
      <IconButton label={t`Cancel reply`} className={styles.cancel} onClick={onCancel}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
