import { useLingui } from '@lingui/react/macro';
import type { ExchangeRates } from '@sangwian/contract/endpoints/coins';
import { Button } from '@sangwian/ui/button';
import { EmptyState } from '@sangwian/ui/empty-state';
import { CoinMark } from '@sangwian/ui/marks';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { emptyUrl } from '../../../shared/art-url.ts';
import { returnPath } from '../../../shared/navigation/navigation.ts';
import { useSwitchedOff } from '../../../shared/switches/site-state.ts';
import { SwitchNotice } from '../../../shared/switches/switch-notice.tsx';
import { PackageGrid } from '../core/package-grid.tsx';
import { useBuying } from '../core/use-buying.ts';
import type { CoinStore } from '../core/wallet-data.ts';
import { purchaseOrigin, WALLET_PATHS } from '../core/wallet-paths.ts';
import { BalanceCard } from './balance-card.tsx';
import { BuyPanel } from './buy-panel.tsx';
import { CoinPolicy } from './coin-policy.tsx';
import { ConvertedPrices } from './converted-prices.tsx';
import { CustomCoinDialog } from './custom-coin-dialog.tsx';
import styles from './store-view.module.css';

interface StoreViewProps {
  /** `null` if loading failed. */
  readonly store: CoinStore | null;
  readonly rates: ExchangeRates | null;
  /** The id of the package in the URL. */
  readonly opened: number | null;
  /** Whether the dialog for a custom amount is open. */
  readonly custom?: boolean;
}

/** Stores the page that linked to the coin store. The fan returns to that page after the purchase. */
function useRememberOrigin(): void {
  const [search] = useSearchParams();
  const from = search.get('from');
  useEffect(() => {
    const path = from === null ? '/' : returnPath(from);
    if (path !== '/') purchaseOrigin.change({ path });
  }, [from]);
}

/** Navigation state after the dialog for a custom amount was closed. */
const FROM_CUSTOM = 'from-custom';

function CustomLink() {
  const { t } = useLingui();
  const { state } = useLocation();
  const link = useRef<HTMLAnchorElement>(null);
  // The dialog has a separate URL, so the browser does not return the focus to the link. This effect returns it.
  useEffect(() => {
    if (state === FROM_CUSTOM) link.current?.focus({ preventScroll: true });
  }, [state]);
  return (
    <Link ref={link} to={WALLET_PATHS.custom} preventScrollReset className={styles.custom}>
      <CoinMark size={32} />
      <span className={styles.customWords}>
        <span className={styles.customTitle}>{t`Another amount`}</span>
        <span className={styles.customText}>{t`20 to 50,000 coins`}</span>
      </span>
      <ChevronRight size={20} aria-hidden="true" className={styles.chevron} />
    </Link>
  );
}

function Store({ store, rates, opened, custom }: StoreViewProps & { readonly store: CoinStore }) {
  const navigate = useNavigate();
  const buying = useBuying();
  const [picked, setPicked] = useState(opened);
  const chosen = store.packages.find(({ id }) => id === picked) ?? null;
  const isPaused = useSwitchedOff('payments') !== null;
  if (isPaused) return <SwitchNotice name="payments" />;
  return (
    <>
      <PackageGrid
        packages={store.packages}
        chosen={chosen?.id ?? null}
        onChoose={(id) => {
          buying.forget();
          setPicked(id);
        }}
      >
        {buying.isExternal ? null : <CustomLink />}
      </PackageGrid>
      <div className={styles.aside}>
        <BuyPanel chosen={chosen} isLinked={opened !== null} buying={buying} />
        <div className={styles.info}>
          <ConvertedPrices satang={chosen?.price_satang ?? null} rates={rates} />
          <CoinPolicy />
        </div>
      </div>
      {custom && !buying.isExternal ? (
        <CustomCoinDialog
          store={store}
          buying={buying}
          onClose={() => {
            buying.forget();
            void navigate(WALLET_PATHS.store, { preventScrollReset: true, state: FROM_CUSTOM });
          }}
        />
      ) : null}
    </>
  );
}

function Unavailable() {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  return (
    <EmptyState
      picture={emptyUrl('offline')}
      title={t`The coin packages could not be loaded`}
      text={t`Please check your connection and try again.`}
    >
      <Button variant="primary" onClick={() => void revalidate()}>
        {t`Try again`}
      </Button>
    </EmptyState>
  );
}

/** The coin store: balance, packages, prices and policy. */
export function StoreView(props: StoreViewProps) {
  const { t } = useLingui();
  useRememberOrigin();
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t`Wallet`}</h1>
      <div className={styles.layout}>
        <BalanceCard />
        {props.store ? <Store {...props} store={props.store} /> : <Unavailable />}
      </div>
    </div>
  );
}
