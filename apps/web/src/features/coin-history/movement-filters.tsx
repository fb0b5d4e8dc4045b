import { useLingui } from '@lingui/react/macro';
import { isoDateInBangkok } from '@sangwian/i18n/format-date';
import { Button, buttonClass } from '@sangwian/ui/button';
import { Notice } from '@sangwian/ui/notice';
import { SelectField } from '@sangwian/ui/select-field';
import { Download, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../shared/api/call-api.ts';
import { saveFile } from '../../shared/save-file.ts';
import { useBusy } from '../../shared/use-busy.ts';
import { DayField } from './day-field.tsx';
import styles from './filters.module.css';
import { type HistoryFilter, MOVEMENT_KINDS, movementQuery } from './history-filter.ts';
import { MOVEMENT_WORDS } from './movement-words.ts';
import { useChooseFilter } from './use-choose-filter.ts';

/** Saves the filtered movements as a CSV file. */
async function downloadHistory(memberId: string, filter: HistoryFilter): Promise<void> {
  const { data } = await callApi('GET /auth/member/wallet/history/csv', {
    query: { member_id: memberId, ...movementQuery(filter) },
  });
  saveFile(new Blob([data.csv], { type: 'text/csv;charset=utf-8' }), data.file_name);
}

interface MovementFiltersProps {
  readonly filter: HistoryFilter;
  readonly memberId: string;
}

function CsvButton({ filter, memberId }: MovementFiltersProps) {
  const { t } = useLingui();
  const [busy, run] = useBusy();
  const [failed, setFailed] = useState(false);
  const download = () =>
    run(async () => {
      setFailed(false);
      try {
        await downloadHistory(memberId, filter);
      } catch {
        setFailed(true);
      }
    });
  return (
    <>
      <Button aria-disabled={busy} className={styles.csv} onClick={() => void download()}>
        <Download size={18} aria-hidden="true" />
        {busy ? t`Preparing your file…` : t`Download CSV`}
      </Button>
      <Notice tone="danger" className={styles.notice}>
        {failed ? t`The file could not be made. Please try again.` : null}
      </Notice>
    </>
  );
}

/** The filters of the movements by kind and days, and the CSV download. */
export function MovementFilters({ filter, memberId }: MovementFiltersProps) {
  const { i18n, t } = useLingui();
  const today = isoDateInBangkok(Date.now());
  const choose = useChooseFilter(filter);
  return (
    <div className={styles.filters}>
      <SelectField
        label={t`Kind`}
        value={filter.kind ?? ''}
        className={styles.wide}
        onChange={(event) => choose('kind', event.target.value)}
      >
        <option value="">{t`Everything`}</option>
        {MOVEMENT_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {i18n._(MOVEMENT_WORDS[kind].label)}
          </option>
        ))}
      </SelectField>
      <DayField
        label={t`From`}
        max={filter.to ?? today}
        value={filter.from}
        onChange={(day) => choose('from', day)}
      />
      <DayField
        label={t`To`}
        min={filter.from ?? undefined}
        max={today}
        value={filter.to}
        onChange={(day) => choose('to', day)}
      />
      <div className={styles.actions}>
        {filter.kind || filter.from || filter.to ? (
          <Link
            to={{ search: '' }}
            replace
            preventScrollReset
            className={buttonClass({ variant: 'ghost' })}
          >
            <X size={18} aria-hidden="true" />
            {t`Clear`}
          </Link>
        ) : null}
        <CsvButton filter={filter} memberId={memberId} />
      </div>
    </div>
  );
}
