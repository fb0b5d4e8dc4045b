import { useLingui } from '@lingui/react/macro';
import { LIMITS } from '@sangwian/contract/limits';
import { customBonus, isCustomAmount } from '@sangwian/contract/rules/coin-amounts';
import { formatCoins, formatMoney, toAsciiDigits } from '@sangwian/i18n/format-number';
import { Button } from '@sangwian/ui/button';
import { Field } from '@sangwian/ui/field';
import { CoinMark } from '@sangwian/ui/marks';
import { type FormEvent, useState } from 'react';
import { ClosableDialog } from '../../../shared/dialogs/closable-dialog.tsx';
import { useOwnDraft } from '../../../shared/storage/use-own-draft.ts';
import { useCoinsText } from '../../../shared/wallet/coins-text.ts';
import type { Buying } from '../core/use-buying.ts';
import type { CoinStore } from '../core/wallet-data.ts';
import { BuyRefusal } from './buy-refusal.tsx';
import styles from './custom-coin-dialog.module.css';

const DIGITS_MAX = 6;

interface CustomCoinDialogProps {
  readonly store: CoinStore;
  readonly buying: Buying;
  readonly onClose: () => void;
}

/** The dialog for a custom amount. Bonus and price update while the fan types. */
export function CustomCoinDialog({ store, buying, onClose }: CustomCoinDialogProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useOwnDraft('custom-coins');
  const [touched, setTouched] = useState(false);
  const base = Number(typed);
  const fits = typed !== '' && isCustomAmount(base);
  const bonus = fits ? customBonus(base, store.packages) : 0;
  const satang = fits ? base * store.custom.satang_per_coin : 0;
  const least = formatCoins(LIMITS.customCoinsMin);
  const most = formatCoins(LIMITS.customCoinsMax);
  const range = t`From ${least} to ${most} coins`;
  const coins = useCoinsText()(base + bonus);
  const extra = formatCoins(bonus);
  const price = formatMoney(satang);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (fits) void buying.buy({ custom_coins: base, satang });
  };
  return (
    <ClosableDialog title={t`Another amount of coins`} onClose={onClose} backCloses={false}>
      <form noValidate onSubmit={send} className={styles.form}>
        <Field
          label={t`Coins`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={DIGITS_MAX}
          value={typed}
          hint={range}
          error={touched && !fits ? range : null}
          onBlur={() => setTouched(typed !== '')}
          onChange={({ currentTarget }) => {
            buying.forget();
            setTyped(toAsciiDigits(currentTarget.value).replace(/\D/g, ''));
          }}
        />
        <div className={styles.sum} aria-live="polite">
          <CoinMark size={32} />
          <p className={styles.coins}>
            {fits ? coins : '–'}
            <span className={styles.bonus}>{bonus > 0 ? t`+${extra} bonus` : null}</span>
          </p>
          <p className={styles.price}>{fits ? `฿${price}` : '–'}</p>
        </div>
        <BuyRefusal refusal={buying.refusal} satang={fits ? satang : null} />
        <Button
          type="submit"
          variant="gold"
          wide
          aria-disabled={buying.busy}
          onMouseDown={(event) => event.preventDefault()}
        >
          {buying.busy ? t`One moment…` : t`Choose how to pay`}
        </Button>
      </form>
    </ClosableDialog>
  );
}
