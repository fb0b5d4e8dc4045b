import { useLingui } from '@lingui/react/macro';
import { formatCoins, toAsciiDigits } from '@sangwian/i18n/format-number';
import { Field } from '@sangwian/ui/field';
import { useState } from 'react';
import type { CoinStore } from '../core/wallet-data.ts';
import type { Chosen } from './coin-choice.ts';

interface CustomAmountProps {
  readonly custom: CoinStore['custom'];
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}

export function CustomAmount({ custom, chosen, onChoose }: CustomAmountProps) {
  const { t } = useLingui();
  // An amount that is too small counts as an error only after the field has lost the focus, because more digits may
  // follow.
  const [touched, setTouched] = useState(false);
  const typed = chosen?.kind === 'custom' ? chosen.typed : '';
  const least = formatCoins(custom.base_min);
  const most = formatCoins(custom.base_max);
  const fits =
    typed === '' || (Number(typed) >= custom.base_min && Number(typed) <= custom.base_max);
  const range = t`From ${least} to ${most} coins`;
  return (
    <Field
      label={t`Another amount of coins`}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      value={typed}
      hint={range}
      error={touched && !fits ? range : null}
      onBlur={() => setTouched(true)}
      onChange={(event) => {
        const digits = toAsciiDigits(event.target.value).replace(/\D/g, '');
        onChoose(digits === '' ? null : { kind: 'custom', typed: digits });
      }}
    />
  );
}
