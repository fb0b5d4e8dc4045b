import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { formatCoins, formatMoney } from '@sangwian/i18n/format-number';
import { Button } from '@sangwian/ui/button';
import { EmptyState } from '@sangwian/ui/empty-state';
import { CoinMark } from '@sangwian/ui/marks';
import { Notice } from '@sangwian/ui/notice';
import { useState } from 'react';
import { useLoaderData, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { emptyUrl } from '../../shared/art-url.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { useSession } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import { ActionBar } from '../../shared/wallet/action-bar.tsx';
import { PackageGrid } from '../../shared/wallet/package-grid.tsx';
import { startOrder } from '../../shared/wallet/start-order.ts';
import { type Refusal, refusalOf } from '../../shared/wallet/use-pay.ts';
import { type CoinStore, loadCoinStore } from '../../shared/wallet/wallet-data.ts';
import { type Sum, sumOf, useChosen } from './coin-choice.ts';
import styles from './coin-page.module.css';
import { CustomAmount } from './custom-amount.tsx';
import { FlowFrame } from './flow-frame.tsx';
import { FLOW_PATHS } from './flow-paths.ts';

export const loader = loadCoinStore;

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Top up coins`),
  noindex: true,
});

function Balance() {
  const { t } = useLingui();
  const { member } = useSession();
  const amount = member ? formatCoins(member.wallet.balance) : '–';
  return (
    <p className={styles.balance}>
      <CoinMark size={20} />
      {t`You have ${amount} coins`}
    </p>
  );
}

/** Orders what was chosen and goes on to the payment methods. */
function useOrdering(sum: Sum | null) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [busy, run] = useBusy();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const begin = () =>
    run(async () => {
      if (sum === null) return;
      setRefusal(null);
      try {
        const order = await startOrder(sum.choice);
        await navigate(FLOW_PATHS.method(order.order_id));
      } catch (error) {
        const refused = refusalOf(error);
        setRefusal(refused);
        // The new price is on the page before the fan presses again.
        if (refused.status === 'price_changed' || refused.status === 'package_not_found')
          await revalidate();
      }
    });
  return { busy, refusal, begin };
}

function Shop({ store }: { readonly store: CoinStore }) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const [chosen, choose] = useChosen(search);
  const sum = sumOf(chosen, store);
  const { busy, refusal, begin } = useOrdering(sum);
  const refusalText = useErrorText(refusal);
  const coins = sum ? formatCoins(sum.base_coins + sum.bonus_coins) : '–';
  const price = sum ? formatMoney(sum.choice.satang) : '–';
  return (
    <>
      <Balance />
      <PackageGrid
        packages={store.packages}
        chosen={chosen?.kind === 'package' ? chosen.id : null}
        onChoose={(id) => choose({ kind: 'package', id })}
      />
      <CustomAmount custom={store.custom} chosen={chosen} onChoose={choose} />
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
            onClick={() => void begin()}
          >
            {busy ? t`One moment…` : t`Choose how to pay`}
          </Button>
        }
      >
        <p className={styles.sum}>{t`${coins} coins`}</p>
        <p className={styles.price}>฿{price}</p>
      </ActionBar>
    </>
  );
}

/** `/wallet/mobile-payment/coin`: which coins. */
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
