import { useLingui } from '@lingui/react/macro';
import type { ExclusionDays } from '@sangwian/contract/endpoints/spending';
import { formatDateTime } from '@sangwian/i18n/format-date';
import { Button } from '@sangwian/ui/button';
import { Notice } from '@sangwian/ui/notice';
import { useId, useState } from 'react';
import { callApi } from '../../../shared/api/call-api.ts';
import type { Refusal } from '../../../shared/api/refusal.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { ClosableDialog } from '../../../shared/dialogs/closable-dialog.tsx';
import { useBusy } from '../../../shared/use-busy.ts';
import styles from './spending-page.module.css';
import type { SpendingChange } from './use-spending-change.ts';

const CHOICES = [7, 30, 180] as const satisfies readonly ExclusionDays[];

interface PauseSectionProps {
  /** The end of the current pause; `null` without one. */
  readonly until: string | null;
  readonly change: SpendingChange;
}

interface ConfirmPauseProps extends Pick<PauseSectionProps, 'change'> {
  readonly days: ExclusionDays;
  readonly onClose: () => void;
}

/** Asks for confirmation, because the member cannot end a pause early. */
function ConfirmPause({ days, change, onClose }: ConfirmPauseProps) {
  const { t } = useLingui();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refused = useErrorText(refusal);
  const [busy, run] = useBusy();
  const pause = () =>
    run(async () => {
      const reason = await change(() =>
        callApi('POST /member/spending/exclusion', { body: { days } }),
      );
      setRefusal(reason);
      if (reason === null) onClose();
    });
  return (
    <ClosableDialog title={t`Pause for ${days} days?`} onClose={onClose}>
      <div className={styles.form}>
        <p>
          {t`You cannot buy coins, cheer with coins or unlock lives until then, and you cannot end the pause yourself. Watching, chat and predictions stay.`}
        </p>
        <Notice tone="danger">{refused}</Notice>
        <Button variant="primary" wide aria-disabled={busy} onClick={() => void pause()}>
          {busy ? t`One moment…` : t`Pause now`}
        </Button>
        <Button wide onClick={onClose}>
          {t`Cancel`}
        </Button>
      </div>
    </ClosableDialog>
  );
}

/** Lets the member pause buying and spending coins. */
export function PauseSection({ until, change }: PauseSectionProps) {
  const { t } = useLingui();
  const id = useId();
  const [asked, setAsked] = useState<ExclusionDays | null>(null);
  const end = until === null ? '' : formatDateTime(until);
  return (
    <section aria-labelledby={id} className={styles.part}>
      <h2 id={id} className={styles.title}>
        {t`Take a pause`}
      </h2>
      <p role="status">
        {until === null ? null : t`Paused until ${end}. The pause ends by itself.`}
      </p>
      <p className={styles.weak}>
        {until === null
          ? t`Stop buying and spending coins for a while. Your coins stay.`
          : t`You can make the pause longer.`}
      </p>
      <div className={styles.choices}>
        {CHOICES.map((days) => (
          <Button key={days} onClick={() => setAsked(days)}>
            {t`${days} days`}
          </Button>
        ))}
      </div>
      {asked === null ? null : (
        <ConfirmPause days={asked} change={change} onClose={() => setAsked(null)} />
      )}
    </section>
  );
}
