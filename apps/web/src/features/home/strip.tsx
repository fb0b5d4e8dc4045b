import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { ListChecks } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './strip.module.css';

interface StripProps {
  readonly to: string;
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
}

/** The strip of the prediction game. Its height is the same in every state, so that the layout does not shift. */
export function Strip({ to, title, children, action }: StripProps) {
  return (
    <aside className={classNames(cardClass, styles.strip)}>
      <ListChecks size={24} aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <p className={styles.state}>{children}</p>
      </div>
      <Link to={to} className={styles.action}>
        {action}
      </Link>
    </aside>
  );
}
