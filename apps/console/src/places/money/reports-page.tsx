import { useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { isoDateInBangkok } from '@sangwian/i18n/format-date';
import { formatCoins } from '@sangwian/i18n/format-number';
import { useQuery } from '@tanstack/react-query';
import { callStaff } from '../../shared/api/call-staff.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { formatBaht } from '../../shared/baht.ts';
import { LineChart } from '../../shared/charts/line-chart.tsx';
import { useMay } from '../../shared/session/permissions.ts';
import { CsvButton } from '../../shared/table/csv-button.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { Field, SelectField } from '../../shared/ui/field.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { QueryView } from '../../shared/ui/states.tsx';
import { ChecksPanel } from './checks-panel.tsx';
import styles from './money-place.module.css';
import { METHOD_NAMES, useNames } from './names.ts';

type Report = ResponseOf<'GET /operator/money/report'>['data'];

const DAY_MS = 24 * 60 * 60_000;
/** Default length of the report in days. */
const SHOWN_DAYS = 30;

/** Returns the chosen days; by default the last thirty. */
function useSpan() {
  const [filters, setFilters] = useFilters({ from: '', to: '', by: '' });
  const now = Date.now();
  return {
    setFilters,
    query: {
      from: filters.from || isoDateInBangkok(new Date(now - (SHOWN_DAYS - 1) * DAY_MS)),
      to: filters.to || isoDateInBangkok(new Date(now)),
      by: filters.by === 'month' ? ('month' as const) : ('day' as const),
    },
  };
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className={styles.figure}>
      <span>{label}</span>
      <strong>{value}</strong>
    </div>
  );
}

function Figures({ report: { total } }: { readonly report: Report }) {
  const { t } = useLingui();
  const { coins, baht } = total;
  return (
    <div className={styles.figures}>
      <Figure label={t`Received`} value={formatBaht(baht.received_satang)} />
      <Figure label={t`Refunded`} value={formatBaht(baht.refunded_satang)} />
      <Figure label={t`Charged back`} value={formatBaht(baht.charged_back_satang)} />
      <Figure label={t`VAT 7/107`} value={formatBaht(baht.vat_satang)} />
      <Figure label={t`Coins sold`} value={formatCoins(coins.sold - coins.sold_returned)} />
      <Figure
        label={t`Coins granted`}
        value={formatCoins(coins.granted - coins.granted_returned)}
      />
      <Figure label={t`Coins held`} value={formatCoins(coins.held)} />
      <Figure label={t`Coins returned`} value={formatCoins(coins.returned + coins.corrected)} />
      <Figure
        label={t`Coins earned`}
        value={formatCoins(coins.earned_gifts + coins.earned_premium)}
      />
    </div>
  );
}

function Charts({ report: { rows } }: { readonly report: Report }) {
  const { t } = useLingui();
  const times = rows.map(({ period }) => Date.parse(period) / 1_000);
  return (
    <>
      <Panel title={t`Baht received`}>
        <div className={styles.chart}>
          <LineChart
            label={t`Baht received by period`}
            times={times}
            lines={[
              { label: t`Received`, values: rows.map(({ baht }) => baht.received_satang / 100) },
            ]}
            format={(value) => formatCoins(value)}
          />
        </div>
      </Panel>
      <Panel title={t`Coins sold and earned`}>
        <div className={styles.chart}>
          <LineChart
            label={t`Coins sold and earned by period`}
            times={times}
            lines={[
              { label: t`Sold`, values: rows.map(({ coins }) => coins.sold) },
              {
                label: t`Earned`,
                look: 'goal',
                values: rows.map(({ coins }) => coins.earned_gifts + coins.earned_premium),
              },
            ]}
            format={(value) => formatCoins(value)}
          />
        </div>
      </Panel>
    </>
  );
}

function Methods({ report: { total } }: { readonly report: Report }) {
  const { t } = useLingui();
  const { nameOf } = useNames();
  return (
    <Panel title={t`By method`}>
      <table className={styles.sums}>
        <tbody>
          {total.baht.by_method.map(({ method, orders, satang }) => (
            <tr key={method}>
              <td>{method === null ? t`Partner` : nameOf(METHOD_NAMES[method])}</td>
              <td>{formatCoins(orders)}</td>
              <td>{formatBaht(satang)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Sums({ report: { rows, total } }: { readonly report: Report }) {
  const cellsOf = ({ period, coins, baht }: Report['total']) => [
    period,
    formatBaht(baht.received_satang),
    formatBaht(baht.refunded_satang + baht.charged_back_satang),
    formatBaht(baht.vat_satang),
    formatCoins(coins.sold),
    formatCoins(coins.granted),
    formatCoins(coins.held),
    formatCoins(coins.returned + coins.corrected),
    formatCoins(coins.earned_gifts + coins.earned_premium),
  ];
  const { t } = useLingui();
  const headings = [
    ...[t`Period`, t`Received`, t`Went back`, t`VAT 7/107`],
    ...[t`Sold`, t`Granted`, t`Held`, t`Returned`, t`Earned`],
  ];
  const shown = rows.filter(({ coins, baht }) =>
    [coins.sold, coins.granted, coins.held, coins.returned, baht.received_satang].some(
      (value) => value !== 0,
    ),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must scroll by the keyboard, too.
    <section className={layout.scroll} aria-label={t`Sums by period`} tabIndex={0}>
      <table className={styles.sums}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.toReversed().map((row) => (
            <tr key={row.period}>
              {cellsOf(row).map((cell, index) => (
                <td key={headings[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            {cellsOf({ ...total, period: t`Total` }).map((cell, index) => (
              <td key={headings[index]}>{cell}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** Coins and baht by day or month, from the ledger and the orders. Managers also see the checks. */
export function ReportsPage() {
  const { t } = useLingui();
  const seesChecks = useMay('manage_orders');
  const { query, setFilters } = useSpan();
  const report = useQuery(staffQuery('GET /operator/money/report', { query }, 'orders'));
  return (
    <div className={layout.place}>
      <div className={styles.reports}>
        <Panel
          title={t`Report`}
          actions={
            <CsvButton
              fileName={`sangwian-report-${query.from}-${query.to}.csv`}
              read={async () =>
                (await callStaff('GET /operator/money/report/csv', { query })).data.csv
              }
            />
          }
        >
          <div className={layout.filters}>
            <Field
              label={t`From`}
              type="date"
              value={query.from}
              onChange={(event) => setFilters({ from: event.currentTarget.value })}
            />
            <Field
              label={t`To`}
              type="date"
              value={query.to}
              onChange={(event) => setFilters({ to: event.currentTarget.value })}
            />
            <SelectField
              label={t`By`}
              value={query.by}
              options={[
                { value: 'day', label: t`Day` },
                { value: 'month', label: t`Month` },
              ]}
              onChange={(event) => setFilters({ by: event.currentTarget.value })}
            />
          </div>
          <QueryView query={report} rows={8}>
            {(data) => (
              <>
                <Figures report={data} />
                <Sums report={data} />
              </>
            )}
          </QueryView>
        </Panel>
        <div className={styles.column}>
          {seesChecks ? <ChecksPanel /> : null}
          {report.data ? (
            <>
              <Charts report={report.data} />
              <Methods report={report.data} />
            </>
          ) : null}
        </div>
      </div>
    </div>
  );
}
