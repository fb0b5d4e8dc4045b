import { Trans, useLingui } from '@lingui/react/macro';
import { formatDateTime } from '@sangwian/i18n/format-date';
import { Copy } from 'lucide-react';
import { useRoleName } from '../../shared/session/role-name.ts';
import { useCopy } from '../../shared/toasts/use-copy.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { ActionsGap, Dialog, DialogBody } from '../../shared/ui/dialog.tsx';
import layout from '../../shared/ui/place.module.css';
import styles from './audit-dialog.module.css';
import { type AuditEntry, AuditResult } from './audit-result.tsx';
import { differencesOf } from './diff-rules.ts';

interface AuditDialogProps {
  readonly entry: AuditEntry;
  readonly onClose: () => void;
}

/** The values before and after an act, side by side. */
function Differences({ entry }: Pick<AuditDialogProps, 'entry'>) {
  const differences = differencesOf(entry.before, entry.after);
  if (differences.length === 0) return null;
  return (
    <table className={layout.table}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Value</Trans>
          </th>
          <th scope="col">
            <Trans>Before</Trans>
          </th>
          <th scope="col">
            <Trans>After</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className={styles.before}>{before ?? '–'}</td>
            <td className={styles.after}>{after ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One entry of the audit with all its fields. */
export function AuditDialog({ entry, onClose }: AuditDialogProps) {
  const { t } = useLingui();
  const roleName = useRoleName();
  const copy = useCopy();
  const parts = Object.keys(entry.parts).length > 0 ? JSON.stringify(entry.parts, null, 2) : '';
  return (
    <Dialog
      title={entry.operation.replace('/operator', '')}
      description={
        <>
          {entry.actor}
          {entry.role ? `, ${roleName(entry.role)}` : null} · {formatDateTime(entry.at)}
        </>
      }
      aside={<AuditResult entry={entry} />}
      onClose={onClose}
      actions={
        <>
          <ActionsGap />
          <Button size="big" keys="Escape" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      <DialogBody>
        <Differences entry={entry} />
        <dl className={layout.facts}>
          <dt>{t`Reason`}</dt>
          <dd>{entry.reason ?? '–'}</dd>
          <dt>{t`Subject`}</dt>
          <dd>{[entry.subject_type, entry.subject_id].filter(Boolean).join(' ') || '–'}</dd>
          <dt>{t`Address`}</dt>
          <dd>{entry.address}</dd>
          <dt>{t`Request`}</dt>
          <dd className={styles.copied}>
            <span className={layout.mono}>{entry.request_id}</span>
            <IconButton
              icon={Copy}
              label={t`Copy the number of the request`}
              onClick={() => copy(entry.request_id)}
            />
          </dd>
        </dl>
        {parts === '' ? null : <pre className={layout.well}>{parts}</pre>}
      </DialogBody>
    </Dialog>
  );
}
