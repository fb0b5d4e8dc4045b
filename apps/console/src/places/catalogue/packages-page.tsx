import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { formatCoins } from '@sangwian/i18n/format-number';
import { classNames } from '@sangwian/ui/class-names';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { formatBaht } from '../../shared/baht.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { QueryView } from '../../shared/ui/states.tsx';
import styles from './catalogue-place.module.css';

const PriceDialog = lazy(() => import('./price-dialog.tsx'));

type Prices = ResponseOf<'GET /operator/coin/package'>['data'];
type Package = Prices['packages'][number];

interface PackageRowProps {
  readonly row: Package;
  readonly onEdit: () => void;
}

function PackageRow({ row, onEdit }: PackageRowProps) {
  const { t } = useLingui();
  const coins = row.base_coins + row.bonus_coins;
  return (
    <li className={classNames(styles.row, !row.offered && styles.off)}>
      <span className={layout.two}>
        <strong>
          <Plural value={coins} one="# coin" other="# coins" />
        </strong>
        <span className={layout.weak}>
          {row.bonus_coins === 0 ? (
            <Trans>no bonus</Trans>
          ) : (
            <Trans>
              {formatCoins(row.base_coins)} + {formatCoins(row.bonus_coins)} bonus
            </Trans>
          )}
        </span>
      </span>
      <span className={layout.actions}>
        {row.offered ? null : <Chip tone="warn">{t`Withdrawn`}</Chip>}
        <span className={layout.amount}>{formatBaht(row.satang)}</span>
        <Button
          size="small"
          onClick={onEdit}
          aria-label={t`Change the price of ${plural(coins, { one: '# coin', other: '# coins' })}`}
        >
          <Trans>Change…</Trans>
        </Button>
      </span>
    </li>
  );
}

function Changes({ data }: { readonly data: Prices }) {
  const { t } = useLingui();
  const nameOf = (packageId: number | null): string => {
    const row = data.packages.find(({ package_id: id }) => id === packageId);
    return row === undefined
      ? t`Custom amount, one coin`
      : t`${plural(row.base_coins + row.bonus_coins, { one: '# coin', other: '# coins' })}`;
  };
  if (data.changes.length === 0) {
    return (
      <p className={classNames(layout.body, layout.weak)}>
        <Trans>No price was changed yet.</Trans>
      </p>
    );
  }
  return (
    <ul className={styles.rows}>
      {data.changes.map((change) => (
        <li key={`${change.at} ${change.package_id}`} className={styles.row}>
          <span className={layout.two}>
            <strong>{nameOf(change.package_id)}</strong>
            <span>
              {formatBaht(change.satang_before)} → {formatBaht(change.satang_after)}
              {change.offered_before === change.offered_after
                ? null
                : change.offered_after
                  ? ` · ${t`offered again`}`
                  : ` · ${t`withdrawn`}`}
            </span>
            <span className={layout.weak}>
              {change.reason} · {change.by}
            </span>
          </span>
          <span className={layout.weak}>
            <Moment at={change.at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The coin packages with their prices and price changes. The specification fixes their coins and bonus coins. */
export function PackagesPage() {
  const { t } = useLingui();
  const prices = useQuery(staffQuery('GET /operator/coin/package', {}, 'catalogue'));
  const [edited, setEdited] = useState<number | 'custom' | null>(null);
  const row = prices.data?.packages.find(({ package_id: id }) => id === edited);
  const custom = edited === 'custom' ? prices.data?.custom : undefined;
  const close = () => setEdited(null);
  return (
    <div className={layout.place}>
      <Panel title={t`Coin packages`} className={layout.main}>
        <QueryView query={prices} rows={10}>
          {(data) => (
            <ul className={styles.rows}>
              {data.packages.map((one) => (
                <PackageRow
                  key={one.package_id}
                  row={one}
                  onEdit={() => setEdited(one.package_id)}
                />
              ))}
              <li className={styles.row}>
                <span className={layout.two}>
                  <strong>
                    <Trans>Custom amount</Trans>
                  </strong>
                  <span className={layout.weak}>
                    <Trans>for one coin; the bonus is that of the package below</Trans>
                  </span>
                </span>
                <span className={layout.actions}>
                  <span className={layout.amount}>{formatBaht(data.custom.satang_per_coin)}</span>
                  <Button
                    size="small"
                    onClick={() => setEdited('custom')}
                    aria-label={t`Change the price of a custom amount`}
                  >
                    <Trans>Change…</Trans>
                  </Button>
                </span>
              </li>
            </ul>
          )}
        </QueryView>
      </Panel>
      <Panel title={t`Changes`} className={classNames(layout.side, layout.last)}>
        <QueryView query={prices}>{(data) => <Changes data={data} />}</QueryView>
      </Panel>
      <Suspense fallback={null}>
        {row === undefined ? null : (
          <PriceDialog
            key={row.package_id}
            packageId={row.package_id}
            name={t`${plural(row.base_coins + row.bonus_coins, { one: '# coin', other: '# coins' })}`}
            satang={row.satang}
            offered={row.offered}
            version={row.version}
            onClose={close}
          />
        )}
        {custom === undefined ? null : (
          <PriceDialog
            packageId={null}
            name={t`Custom amount, one coin`}
            satang={custom.satang_per_coin}
            offered
            version={custom.version}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}
