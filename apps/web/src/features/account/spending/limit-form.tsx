import { useLingui } from '@lingui/react/macro';
import type { SpendingOfPeriod, SpendingPeriod } from '@sangwian/contract/endpoints/spending';
import { LIMITS } from '@sangwian/contract/limits';
import { formatDateTime } from '@sangwian/i18n/format-date';
import { formatMoney } from '@sangwian/i18n/format-number';
import { Button } from '@sangwian/ui/button';
import { Field } from '@sangwian/ui/field';
import { Notice } from '@sangwian/ui/notice';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { type FormEvent, useId, useState } from 'react';
import { callApi } from '../../../shared/api/call-api.ts';
import type { Refusal } from '../../../shared/api/refusal.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useBusy } from '../../../shared/use-busy.ts';
import { parseBaht } from './baht.ts';
import styles from './spending-page.module.css';
import type { SpendingChange } from './use-spending-change.ts';

const { spendingLimitSatangMin: MIN, spendingLimitSatangMax: MAX } = LIMITS;

interface LimitFormProps {
  readonly period: SpendingPeriod;
  readonly spending: SpendingOfPeriod;
  readonly change: SpendingChange;
}

/** Shows the amount that was spent and its share of the limit. */
function Spent({ period, spending }: Pick<LimitFormProps, 'period' | 'spending'>) {
  const { t } = useLingui();
  const { limit_satang: limit, spent_satang: spentSatang, renews_at } = spending;
  const spent = formatMoney(spentSatang);
  const renews = formatDateTime(renews_at);
  if (limit === null) {
    return (
      <p>
        {period === 'day' ? t`Today: ฿${spent}. No limit.` : t`This month: ฿${spent}. No limit.`}
      </p>
    );
  }
  const max = formatMoney(limit);
  const words =
    period === 'day' ? t`Today: ฿${spent} of ฿${max}` : t`This month: ฿${spent} of ฿${max}`;
  return (
    <>
      <p>{words}</p>
      <progress
        className={styles.bar}
        max={limit}
        value={Math.min(limit, spentSatang)}
        aria-label={words}
      />
      <p className={styles.weak}>{t`Starts again ${renews}`}</p>
    </>
  );
}

/** Shows a higher limit that is not in effect yet, with a button to keep the current limit. */
function Planned({ period, spending: { next }, change }: LimitFormProps) {
  const { t } = useLingui();
  const [busy, run] = useBusy();
  if (next === null) return null;
  const at = formatDateTime(next.at);
  const amount = next.limit_satang === null ? '' : formatMoney(next.limit_satang);
  const keep = () =>
    run(async () => {
      await change(() =>
        callApi('DELETE /member/spending/limit/{period}/next', { params: { period } }),
      );
    });
  return (
    <div className={styles.planned}>
      <p>
        {next.limit_satang === null ? t`No limit from ${at} on.` : t`฿${amount} from ${at} on.`}
      </p>
      <Button size="small" aria-disabled={busy} onClick={() => void keep()}>
        {t`Keep the present limit`}
      </Button>
    </div>
  );
}

/** The form for the spending limit of a day or a month. */
export function LimitForm({ period, spending, change }: LimitFormProps) {
  const { t } = useLingui();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isSaved, setSaved] = useState(false);
  const refused = useErrorText(refusal);
  const [busy, run] = useBusy();
  const set = (satang: number | null) =>
    run(async () => {
      setSaved(false);
      const reason = await change(() =>
        callApi('PUT /member/spending/limit/{period}', {
          params: { period },
          body: { limit_satang: satang },
        }),
      );
      setRefusal(reason);
      if (reason !== null) return;
      setTyped('');
      setSaved(true);
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const satang = parseBaht(typed);
    const [least, most] = [formatMoney(MIN), formatMoney(MAX)];
    const isWrong = satang === null || satang < MIN || satang > MAX;
    setError(isWrong ? t`Enter an amount from ฿${least} to ฿${most}.` : null);
    if (!isWrong) void set(satang);
  };
  return (
    <section aria-labelledby={id} className={styles.part}>
      <h2 id={id} className={styles.title}>
        {period === 'day' ? t`Per day` : t`Per month`}
      </h2>
      <Spent period={period} spending={spending} />
      <Planned period={period} spending={spending} change={change} />
      <form noValidate onSubmit={submit} className={styles.form}>
        <Field
          label={t`New limit in baht`}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={error}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <div className={styles.actions}>
          <SubmitButton busy={busy}>{busy ? t`Saving…` : t`Save`}</SubmitButton>
          {spending.limit_satang === null ? null : (
            <Button wide aria-disabled={busy} onClick={() => void set(null)}>
              {t`Remove the limit`}
            </Button>
          )}
        </div>
      </form>
      <Notice tone="ok">{isSaved ? t`Saved.` : null}</Notice>
      <Notice tone="danger">{refused}</Notice>
    </section>
  );
}
