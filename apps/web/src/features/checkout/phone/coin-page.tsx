import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { formatMoney } from '@sangwian/i18n/format-number';
import { Button } from '@sangwian/ui/button';
import { EmptyState } from '@sangwian/ui/empty-state';
import { CoinMark } from '@sangwian/ui/marks';
import { Notice } from '@sangwian/ui/notice';
import { useLoaderData, useRevalidator, useSearchParams } from 'react-router';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { emptyUrl } from '../../../shared/art-url.ts';
import type { PageMeta, PageMetaArgs } from '../../../shared/page-meta.ts';
import { useShownBalance } from '../../../shared/session/shown-balance.ts';
import { useSwitchedOff } from '../../../shared/switches/site-state.ts';
import { SwitchNotice } from '../../../shared/switches/switch-notice.tsx';
import { useCoinsText } from '../../../shared/wallet/coins-text.ts';
import { PackageGrid } from '../core/package-grid.tsx';
import { useBuying } from '../core/use-buying.ts';
import { type CoinStore, loadCoinStore } from '../core/wallet-data.ts';
import { ActionBar } from './action-bar.tsx';
import { sumOf, useChosen } from './coin-choice.ts';
import styles from './coin-page.module.css';
import { CustomAmount } from './custom-amount.tsx';
import { FlowFrame } from './flow-frame.tsx';

export const loader = loadCoinStore;

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Top up coins`),
  noindex: true,
});

function Balance() {
  const { t } = useLingui();
  const balance = useShownBalance();
  const coinsText = useCoinsText();
  const amount = balance === null ? '–' : coinsText(balance);
  return (
    <p className={styles.balance}>
      <CoinMark size={20} />
      {t`You have ${amount}`}
    </p>
  );
}

function Shop({ store }: { readonly store: CoinStore }) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const [chosen, choose] = useChosen(search);
  const { busy, isExternal, refusal, buy } = useBuying('phone');
  // A partner sells packages only.
  const sum = isExternal && chosen?.kind === 'custom' ? null : sumOf(chosen, store);
  const refusalText = useErrorText(refusal);
  const coinsText = useCoinsText();
  const coins = sum ? coinsText(sum.base_coins + sum.bonus_coins) : '–';
  const price = sum ? formatMoney(sum.choice.satang) : '–';
  const isPaused = useSwitchedOff('payments') !== null;
  if (isPaused) {
    return (
      <>
        <Balance />
        <SwitchNotice name="payments" />
      </>
    );
  }
  return (
    <>
      <Balance />
      <PackageGrid
        packages={store.packages}
        chosen={chosen?.kind === 'package' ? chosen.id : null}
        onChoose={(id) => choose({ kind: 'package', id })}
      />
      {isExternal ? null : <CustomAmount custom={store.custom} chosen={chosen} onChoose={choose} />}
      <p className={styles.policy}>
        {t`Prices are in Thai baht. Coins do not expire, and cannot be refunded or turned into money.`}
      </p>
      <Notice tone="danger">{refusalText}</Notice>
      <ActionBar
        action={
          <Button
            variant="gold"
            wide
            aria-disabled={busy || sum === null}
            onClick={() => void (sum && buy(sum.choice))}
          >
            {busy ? t`One moment…` : null}
            {!busy && isExternal ? t`Buy on your partner’s account` : null}
            {!busy && !isExternal ? t`Choose how to pay` : null}
          </Button>
        }
      >
        <p className={styles.sum}>{coins}</p>
        <p className={styles.price}>฿{price}</p>
      </ActionBar>
    </>
  );
}

/** `/wallet/mobile-payment/coin`: choosing the coins. */
export function Component() {
  const { t } = useLingui();
  const store = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  return (
    <FlowFrame title={t`Top up coins`} step={1} back="/wallet">
      {store ? (
        <Shop store={store} />
      ) : (
        <EmptyState
          picture={emptyUrl('offline')}
          title={t`The coin packages could not be loaded`}
          text={t`Please check your connection and try again.`}
        >
          <Button variant="primary" onClick={() => void revalidate()}>
            {t`Try again`}
          </Button>
        </EmptyState>
      )}
    </FlowFrame>
  );
}
