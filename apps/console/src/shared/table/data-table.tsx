import { Trans, useLingui } from '@lingui/react/macro';
import { classNames } from '@sangwian/ui/class-names';
import { visuallyHiddenClass } from '@sangwian/ui/visually-hidden';
import {
  type ColumnDef,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { ListX, LoaderCircle } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { StaffList } from '../api/staff-query.ts';
import { Button } from '../ui/button.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { type BulkAction, BulkBar } from './bulk-bar.tsx';
import styles from './data-table.module.css';

const features = tableFeatures({ rowSelectionFeature });
type Features = typeof features;

/** The columns, with `header` and `cell` as in TanStack Table. Define the array at module scope or in a memo. */
export type Column<Row extends object> = ColumnDef<Features, Row>;

interface DataTableProps<Row extends object> {
  /** Accessible name. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly list: StaffList<Row>;
  readonly rowId: (row: Row) => string;
  /** Opens a row, by a click or by Enter on the button in its first cell. */
  readonly onOpen?: (row: Row) => void;
  readonly currentId?: string | undefined;
  /** Acts on the selected rows. Without acts, rows cannot be selected. */
  readonly bulkActions?: readonly BulkAction<Row>[];
  readonly empty?: { readonly title: string; readonly text?: ReactNode };
}

/** A list of the API as a table: paginated, with skeleton, empty and error states, and acts on several rows. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, list, rowId, onOpen, currentId, bulkActions = [], empty } = props;
  const { t } = useLingui();
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const table = useTable({
    features,
    columns: columns as ColumnDef<Features, Row>[],
    data: list.items as Row[],
    getRowId: rowId,
    state: { rowSelection },
    onRowSelectionChange: setRowSelection,
    enableRowSelection: bulkActions.length > 0,
  });
  if (list.isPending) return <Skeleton rows={8} />;
  if (list.error && list.items.length === 0)
    return <Failure error={list.error} onRetry={list.retry} />;
  if (list.items.length === 0) {
    return (
      <Empty icon={ListX} title={empty?.title ?? t`Nothing matches`}>
        {empty?.text}
      </Empty>
    );
  }
  const selected = table.getSelectedRowModel().rows.map(({ original }) => original);
  const selects = bulkActions.length > 0;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must scroll by the keyboard, too. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a table is no group of form fields. */}
      <div role="group" className={styles.scroll} aria-label={label} tabIndex={0}>
        <table className={styles.table}>
          <caption className={visuallyHiddenClass}>{label}</caption>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {selects ? (
                  <th className={styles.check}>
                    <label>
                      <input
                        type="checkbox"
                        aria-label={t`Select all that are shown`}
                        checked={table.getIsAllRowsSelected()}
                        onChange={table.getToggleAllRowsSelectedHandler()}
                      />
                    </label>
                  </th>
                ) : null}
                {group.headers.map((header) => (
                  <th key={header.id} scope="col">
                    {header.isPlaceholder ? null : <table.FlexRender header={header} />}
                  </th>
                ))}
              </tr>
            ))}
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              <tr
                key={row.id}
                className={classNames(
                  onOpen && styles.opens,
                  row.id === currentId && styles.current,
                )}
                onClick={onOpen ? () => onOpen(row.original) : undefined}
              >
                {selects ? (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the checkbox handles keys; a click must not open the row.
                  <td className={styles.check} onClick={(event) => event.stopPropagation()}>
                    <label>
                      <input
                        type="checkbox"
                        aria-label={t`Select this row`}
                        checked={row.getIsSelected()}
                        onChange={row.getToggleSelectedHandler()}
                      />
                    </label>
                  </td>
                ) : null}
                {row.getAllCells().map((cell) => (
                  <td key={cell.id}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {list.hasMore || list.error ? (
          <div className={styles.more}>
            <Button onClick={list.loadMore} disabled={list.isLoadingMore}>
              {list.isLoadingMore ? (
                <LoaderCircle size={16} className={styles.spin} aria-hidden="true" />
              ) : null}
              {list.error ? <Trans>Try again</Trans> : <Trans>Show more</Trans>}
            </Button>
          </div>
        ) : null}
      </div>
      {selected.length > 0 ? (
        <BulkBar
          rows={selected}
          rowId={rowId}
          actions={bulkActions}
          onDone={(failedIds) =>
            setRowSelection(Object.fromEntries(failedIds.map((id) => [id, true as const])))
          }
        />
      ) : null}
    </>
  );
}
