import { Trans, useLingui } from '@lingui/react/macro';
import { Scale } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StaffList } from '../api/staff-query.ts';
import { Age } from '../ui/age.tsx';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import styles from './appeal-queue.module.css';

interface AppealQueueProps<Item> {
  readonly list: StaffList<Item>;
  /** What the appeal is against. */
  readonly about: ReactNode;
  readonly children: (item: Item) => ReactNode;
}

/** Appeals that wait for a decision, oldest first. */
export function AppealQueue<Item>({ list, about, children }: AppealQueueProps<Item>) {
  const { t } = useLingui();
  return (
    <Panel title={t`Appeals that wait`} className={styles.fill}>
      {list.error ? <Failure error={list.error} onRetry={list.retry} /> : null}
      {list.isPending ? <Skeleton /> : null}
      {!list.isPending && !list.error && list.items.length === 0 ? (
        <Empty icon={Scale} title={t`No appeals`}>
          {about}
        </Empty>
      ) : null}
      <ul className={styles.list}>{list.items.map(children)}</ul>
      {list.hasMore ? (
        <div className={styles.more}>
          <Button onClick={list.loadMore} disabled={list.isLoadingMore}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}

interface AppealItemProps {
  readonly name: ReactNode;
  /** When the fan appealed. */
  readonly at: string;
  readonly text: string;
  /** The sanction that the appeal is against. */
  readonly facts: ReactNode;
  readonly children: ReactNode;
}

/** One appeal: the fan, its age, its text, the sanction, and the buttons. */
export function AppealItem({ name, at, text, facts, children }: AppealItemProps) {
  return (
    <li className={styles.item}>
      <p className={styles.actions}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className={styles.weak}>
          <Age at={at} />
        </span>
      </p>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      <div className={styles.facts}>{facts}</div>
      <div className={styles.actions}>{children}</div>
    </li>
  );
}

/** The text that led to the sanction. */
export const AppealQuote = ({ text }: { readonly text: string }) => (
  <span className={styles.quote} dir="auto">
    {text}
  </span>
);
