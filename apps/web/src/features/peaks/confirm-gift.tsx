import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { ClosableDialog } from '../../shared/dialogs/closable-dialog.tsx';
import { useCoinsText } from '../../shared/wallet/coins-text.ts';
import styles from './confirm-gift.module.css';

interface ConfirmGiftProps {
  readonly giftName: string;
  readonly fighter: string;
  readonly coins: number;
  readonly onSend: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation of a large gift. Replaces holding the button for keyboards and screen readers. */
export function ConfirmGift({ giftName, fighter, coins, onSend, onClose }: ConfirmGiftProps) {
  const { t } = useLingui();
  const price = useCoinsText()(coins);
  const send = () => {
    onSend();
    onClose();
  };
  return (
    <ClosableDialog title={t`${giftName} for ${fighter}`} onClose={onClose}>
      <p className={styles.text}>{t`This gift costs ${price}. It cannot be taken back.`}</p>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={onClose}>
          {t`Cancel`}
        </Button>
        <Button variant="gold" onClick={send}>
          {t`Send for ${price}`}
        </Button>
      </div>
    </ClosableDialog>
  );
}
