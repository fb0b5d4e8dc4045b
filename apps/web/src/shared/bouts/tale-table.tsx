import type { ReactNode } from 'react';
import styles from './tale-table.module.css';

interface TaleTableProps {
  readonly caption?: ReactNode;
  readonly red: ReactNode;
  readonly blue: ReactNode;
  readonly rows: readonly {
    readonly label: string;
    readonly red: string | number;
    readonly blue: string | number;
  }[];
}

/** A tale of the tape: two fighters side by side, red left and blue right. */
export function TaleTable({ caption, red, blue, rows }: TaleTableProps) {
  return (
    <table className={styles.table}>
      {caption === undefined ? null : <caption className={styles.caption}>{caption}</caption>}
      <thead>
        <tr>
          <th scope="col" className={styles.red}>
            {red}
          </th>
          <td className={styles.label} />
          <th scope="col" className={styles.blue}>
            {blue}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <td className={styles.value}>{row.red}</td>
            <th scope="row" className={styles.label}>
              {row.label}
            </th>
            <td className={styles.value}>{row.blue}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
