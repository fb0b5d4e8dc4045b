import { ChevronRight } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './row.module.css';

interface RowWords {
  /** A Lucide icon or the logo of a brand. */
  readonly Icon: ComponentType<{ readonly size?: number; readonly 'aria-hidden'?: 'true' }>;
  readonly label: ReactNode;
  readonly value?: ReactNode;
}

function Words({ Icon, label, value }: RowWords) {
  return (
    <>
      <span className={styles.icon}>
        <Icon size={20} aria-hidden="true" />
      </span>
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        {value ? <span className={styles.value}>{value}</span> : null}
      </span>
    </>
  );
}

const Chevron = () => <ChevronRight size={20} aria-hidden="true" className={styles.chevron} />;

/** A list of rows with lines between them. */
export function Rows({ children }: { readonly children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>;
}

/** A row of information with an action at its end. */
export function Row({ children, ...words }: RowWords & { readonly children?: ReactNode }) {
  return (
    <li>
      <div className={styles.row}>
        <Words {...words} />
        {children}
      </div>
    </li>
  );
}

/** A row that links to a page. */
export function RowLink({ to, ...words }: RowWords & { readonly to: string }) {
  return (
    <li>
      <Link to={to} className={styles.row}>
        <Words {...words} />
        <Chevron />
      </Link>
    </li>
  );
}

/** A row that opens a dialog or starts an action. */
export function RowButton({ onClick, ...words }: RowWords & { readonly onClick: () => void }) {
  return (
    <li>
      <button type="button" className={styles.row} onClick={onClick}>
        <Words {...words} />
        <Chevron />
      </button>
    </li>
  );
}
