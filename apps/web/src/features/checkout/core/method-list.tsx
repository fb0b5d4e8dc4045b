import { useLingui } from '@lingui/react/macro';
import type { PaymentMethod, PaymentOption } from '@sangwian/contract/endpoints/orders';
import { formatMoney } from '@sangwian/i18n/format-number';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import type { ReactNode } from 'react';
import { useSwitchedOff } from '../../../shared/switches/site-state.ts';
import { SwitchNotice } from '../../../shared/switches/switch-notice.tsx';
import styles from './method-list.module.css';
import { METHOD_HINTS, METHOD_WORDS } from './order-words.ts';
import { METHOD_ICONS, type Offer, offersFor } from './payment-methods.ts';

interface MethodListProps {
  readonly options: readonly PaymentOption[];
  readonly satang: number;
  readonly chosen: PaymentMethod | null;
  readonly onChoose: (method: PaymentMethod) => void;
  /** Content below the chosen method: the card form. */
  readonly children?: ReactNode;
}

/** Shows the limits of a method, or only the limit that the amount violates. */
function Limit({ offer: { option, fits } }: { readonly offer: Offer }) {
  const { t } = useLingui();
  const from = `฿${formatMoney(option.satang_min)}`;
  const to = `฿${formatMoney(option.satang_max)}`;
  if (fits === 'too_little') return t`Minimum ${from}`;
  if (fits === 'too_much') return t`Maximum ${to}`;
  return t`${from} to ${to}`;
}

function Method({
  offer,
  chosen,
  onChoose,
  children,
}: Pick<MethodListProps, 'chosen' | 'onChoose' | 'children'> & { readonly offer: Offer }) {
  const { i18n } = useLingui();
  const { method } = offer.option;
  const Icon = METHOD_ICONS[method];
  const isChosen = chosen === method;
  return (
    <li className={styles.item}>
      <label className={styles.method}>
        <span className={styles.icon}>
          <Icon size={22} aria-hidden="true" />
        </span>
        <span className={styles.words}>
          <span className={styles.name}>{i18n._(METHOD_WORDS[method])}</span>
          <span className={styles.hint}>{i18n._(METHOD_HINTS[method])}</span>
          <span className={styles.limit}>
            <Limit offer={offer} />
          </span>
        </span>
        <input
          type="radio"
          name="payment-method"
          value={method}
          checked={isChosen}
          disabled={offer.fits !== 'yes'}
          onChange={() => onChoose(method)}
          className={styles.radio}
        />
      </label>
      {isChosen && children ? <div className={styles.more}>{children}</div> : null}
    </li>
  );
}

/** The available payment methods with their limits. Methods that do not allow the amount come last. */
export function MethodList({ options, satang, ...choice }: MethodListProps) {
  const isPaused = useSwitchedOff('payments') !== null;
  const { t } = useLingui();
  if (isPaused) return <SwitchNotice name="payments" />;
  return (
    <fieldset className={styles.group}>
      <legend>
        <VisuallyHidden>{t`Payment method`}</VisuallyHidden>
      </legend>
      <ul className={styles.list}>
        {offersFor(options, satang).map((offer) => (
          <Method key={offer.option.method} offer={offer} {...choice} />
        ))}
      </ul>
    </fieldset>
  );
}
