import { Trans, useLingui } from '@lingui/react/macro';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, type LucideIcon, RotateCw, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, ConnectionError } from '../api/api-error.ts';
import { useErrorText } from '../api/error-text.ts';
import { Button } from './button.tsx';
import styles from './states.module.css';

interface SkeletonProps {
  /** The expected number of rows, so that the layout does not shift when they load. */
  readonly rows?: number;
}

/** Placeholder rows while content loads. */
export function Skeleton({ rows = 5 }: SkeletonProps) {
  return (
    <div className={styles.skeleton} role="status">
      <VisuallyHidden>
        <Trans>Loading</Trans>
      </VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <span key={row} className={styles.line} />
      ))}
    </div>
  );
}

interface StateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** The meaning of the empty state, or the next step. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

function State({ icon: Icon, title, children, action }: StateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.mark}>
        <Icon size={22} aria-hidden="true" />
      </span>
      <p className={styles.title}>{title}</p>
      {children ? <div className={styles.text}>{children}</div> : null}
      {action}
    </div>
  );
}

/** An empty state: describes the missing content and the next step. */
export function Empty(props: StateProps) {
  return <State {...props} />;
}

interface FailureProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** A failed read: the reason, the id of the request for the logs, and a button to try again. */
export function Failure({ error, onRetry }: FailureProps) {
  const { t } = useLingui();
  const text = useErrorText(error);
  const retry = (
    <Button icon={RotateCw} onClick={onRetry}>
      <Trans>Try again</Trans>
    </Button>
  );
  if (error instanceof ConnectionError) {
    return (
      <State icon={WifiOff} title={t`No connection`} action={retry}>
        <p role="alert">{text}</p>
      </State>
    );
  }
  const requestId = error instanceof ApiError ? error.requestId : '';
  return (
    <State icon={CircleAlert} title={t`This could not be loaded`} action={retry}>
      <p role="alert">{text}</p>
      {requestId === '' ? null : (
        <p className={styles.request}>
          <Trans>Request {requestId}</Trans>
        </p>
      )}
    </State>
  );
}

interface QueryViewProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}

/** Renders a query: its skeleton, its error, or its data. Earlier data stays visible while newer data loads. */
export function QueryView<Data>({ query, rows, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton {...(rows === undefined ? {} : { rows })} />;
}
