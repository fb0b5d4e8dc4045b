import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ImportReport } from '@sangwian/contract/endpoints/operator/roster';
import { Download, FileUp } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { saveFile } from '../../shared/save-file.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import styles from './programme-place.module.css';
import { useNameOf } from './use-name-of.ts';

function Faults({ report }: { readonly report: ImportReport }) {
  const { t } = useLingui();
  const nameOf = useNameOf();
  if (report.faults_total === 0) return null;
  const save = () =>
    saveFile(new Blob([report.wrong_csv], { type: 'text/csv' }), 'sangwian-wrong-lines.csv');
  return (
    <>
      <Notice tone="warn" title={t`Some lines are wrong`}>
        <Plural
          value={report.wrong_lines}
          one="# line is left out. Mend it and import it on its own."
          other="# lines are left out. Mend them and import them on their own."
        />
      </Notice>
      <div className={layout.scroll}>
        <table className={layout.table}>
          <thead>
            <tr>
              <th scope="col">{t`Line`}</th>
              <th scope="col">{t`What is wrong`}</th>
            </tr>
          </thead>
          <tbody>
            {report.faults.map(({ line, message }) => (
              <tr key={`${line}${message.en}`}>
                <td>{line}</td>
                <td>{nameOf(message)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {report.wrong_csv === '' ? null : (
        <div className={layout.actions}>
          <Button icon={Download} onClick={save}>
            <Trans>Download the wrong lines</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

function Differences({ report }: { readonly report: ImportReport }) {
  const { t } = useLingui();
  const nameOf = useNameOf();
  if (report.additions.length + report.changes.length === 0) return null;
  return (
    <div className={layout.scroll}>
      <table className={layout.table}>
        <caption className={layout.weak}>
          <Trans>The first differences</Trans>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t`Fighter`}</th>
            <th scope="col">{t`What changes`}</th>
          </tr>
        </thead>
        <tbody>
          {report.changes.map(({ key, name, fields }) => (
            <tr key={key}>
              <td>{nameOf(name)}</td>
              <td>
                {fields.map(({ field, before, after }) => (
                  <div key={field}>
                    {field}: <del>{before}</del> → <ins>{after}</ins>
                  </div>
                ))}
              </td>
            </tr>
          ))}
          {report.additions.map(({ key, name }) => (
            <tr key={key}>
              <td>{nameOf(name)}</td>
              <td>
                <Trans>new</Trans>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Imports fighters from CSV: previews the changes first, then imports. */
export function ImportPage() {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [file, setFile] = useState<Blob | null>(null);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [send, isBusy] = useWrite('POST /operator/fighter/import');
  const check = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    // Browsers report different MIME types for CSV files.
    const upload = new Blob([chosen], { type: 'text/csv' });
    setReport(null);
    setFile(upload);
    const answer = await send({ query: { dry_run: '1' }, upload });
    setReport(answer?.data ?? null);
  };
  const keep = async () => {
    if (file === null) return;
    const answer = await send({ query: { skip_wrong: '1' }, upload: file });
    await queryClient.invalidateQueries({ queryKey: ['programme'] });
    if (answer === null) return;
    setReport(answer.data);
    showToast('done', t`Imported: ${answer.data.added} new, ${answer.data.changed} changed`);
  };
  const isChange = report !== null && !report.kept && report.added + report.changed > 0;
  return (
    <div className={layout.place}>
      <Panel title={t`Import fighters`} className={layout.main}>
        <div className={`${layout.body} ${layout.scroll}`}>
          <p>
            <Trans>
              Choose a CSV file with the columns of the runbook. Nothing is changed before you have
              seen the differences.
            </Trans>
          </p>
          <label>
            <Trans>CSV file</Trans>{' '}
            <input
              type="file"
              className={styles.file}
              accept=".csv,text/csv"
              disabled={isBusy || isLocked}
              onChange={(event) => {
                void check(event.currentTarget.files?.[0]);
                event.currentTarget.value = '';
              }}
            />
          </label>
          {isBusy ? <progress aria-label={t`Reading the file`} /> : null}
          {report === null ? null : (
            <>
              <Notice
                tone={report.kept ? 'ok' : 'info'}
                title={report.kept ? t`Imported` : t`Nothing is changed yet`}
              >
                <Trans>
                  {report.added} new, {report.changed} changed, {report.unchanged} unchanged
                </Trans>
              </Notice>
              {report.kept ? null : (
                <div className={layout.actions}>
                  <Button
                    icon={FileUp}
                    variant="primary"
                    disabled={!isChange || isBusy || isLocked}
                    onClick={() => void keep()}
                  >
                    <Trans>Import the right lines</Trans>
                  </Button>
                </div>
              )}
              <Faults report={report} />
              <Differences report={report} />
            </>
          )}
        </div>
      </Panel>
    </div>
  );
}
