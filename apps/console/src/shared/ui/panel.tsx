import { classNames } from '@sangwian/ui/class-names';
import { type ReactNode, useId } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  readonly title: string;
  /** Secondary text after the title, such as a count. */
  readonly note?: ReactNode;
  /** Buttons at the end of the header. */
  readonly actions?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A framed section of a place with a header of 40 px. */
export function Panel({ title, note, actions, className, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classNames(styles.panel, className)}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {note ? <span className={styles.note}>{note}</span> : null}
        <span className={styles.gap} />
        {actions}
      </div>
      {children}
    </section>
  );
}

/** Padding for content other than lists and tables. */
export function PanelBody({ children }: { readonly children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}
