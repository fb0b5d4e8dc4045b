import { useLingui } from '@lingui/react/macro';
import { formatCoins } from '@sangwian/i18n/format-number';
import { CoinMark } from '@sangwian/ui/marks';
import { useState } from 'react';
import { useLanguage } from '../../shared/language/use-language.ts';
import { costOf } from '../cheer/cheer-rules.ts';
import type { HoldToSendProps } from '../cheer/cheer-state.ts';
import { ConfirmGift } from './confirm-gift.tsx';
import { HoldButton } from './hold-button.tsx';
import styles from './hold-to-send.module.css';

/** The send button of a large gift. The member holds the button, or confirms by keyboard. */
export function HoldToSend({ choice, match, className, onSend, children }: HoldToSendProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const [asking, setAsking] = useState(false);
  const { gift, corner } = choice;
  return (
    <>
      <HoldButton className={className} onHeld={onSend} onAsk={() => setAsking(true)}>
        {(state) => (
          <>
            {state === 'holding' ? t`Keep holding` : t`Hold to send`}
            <span className={styles.cost}>
              <CoinMark size={16} />
              {formatCoins(costOf(choice))}
            </span>
            {children}
          </>
        )}
      </HoldButton>
      {asking && gift !== null && corner !== null && match !== null ? (
        <ConfirmGift
          giftName={text(gift.name)}
          fighter={text(match[corner].name)}
          coins={costOf(choice)}
          onSend={onSend}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
