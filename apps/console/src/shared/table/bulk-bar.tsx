import { Plural, Trans } from '@lingui/react/macro';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { loadErrorText } from '../api/error-text.ts';
import { useLanguage } from '../language/language.ts';
import { useWritesLocked } from '../live/connection.ts';
import { Button } from '../ui/button.tsx';
import styles from './bulk-bar.module.css';

/** An act on several rows. It runs once per row, so that one failure does not stop the others. */
export interface BulkAction<Row> {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly isDanger?: boolean;
  /** Returns the name of a row for the list of failures. */
  readonly nameOf: (row: Row) => string;
  /** Asks for input that all rows share, such as a reason. If it resolves to `false`, nothing runs. */
  readonly prepare?: (rows: readonly Row[]) => Promise<boolean>;
  readonly run: (row: Row) => Promise<unknown>;
}

interface RowFailure {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
}

interface BulkBarProps<Row> {
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly actions: readonly BulkAction<Row>[];
  /** Receives the failed rows, which stay selected. */
  readonly onDone: (failedIds: readonly string[]) => void;
}

/** The buttons that act on the selected rows, and the list of failed rows with their errors. */
export function BulkBar<Row>({ rows, rowId, actions, onDone }: BulkBarProps<Row>) {
  const language = useLanguage();
  const isLocked = useWritesLocked();
  const [progress, setProgress] = useState<number | null>(null);
  const [failures, setFailures] = useState<readonly RowFailure[]>([]);
  const run = async (action: BulkAction<Row>) => {
    if (action.prepare && !(await action.prepare(rows))) return;
    const failed: RowFailure[] = [];
    setFailures([]);
    for (const [index, row] of rows.entries()) {
      setProgress(index);
      try {
        await action.run(row);
      } catch (error) {
        const reason = await loadErrorText(error, language);
        failed.push({ id: rowId(row), name: action.nameOf(row), reason });
      }
    }
    setProgress(null);
    setFailures(failed);
    onDone(failed.map(({ id }) => id));
  };
  const count = rows.length;
  const isBusy = progress !== null;
  return (
    <div className={styles.bar}>
      <div className={styles.row}>
        <strong className={styles.count} role="status">
          {isBusy ? (
            <Trans>
              {progress + 1} of {count}
            </Trans>
          ) : (
            <Plural value={count} one="# selected" other="# selected" />
          )}
        </strong>
        {actions.map((action) => (
          <Button
            key={action.id}
            variant={action.isDanger ? 'danger' : 'plain'}
            disabled={isBusy || isLocked}
            {...(action.icon ? { icon: action.icon } : {})}
            onClick={() => void run(action)}
          >
            {action.label}
          </Button>
        ))}
        <Button variant="quiet" disabled={isBusy} onClick={() => onDone([])}>
          <Trans>Clear</Trans>
        </Button>
      </div>
      {failures.length > 0 ? (
        <ul className={styles.failures} role="alert">
          {failures.map(({ id, name, reason }) => (
            <li key={id}>
              <strong>{name}</strong> {reason}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
