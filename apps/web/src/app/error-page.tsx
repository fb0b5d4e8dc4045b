import { useLingui } from '@lingui/react/macro';
import { Button, buttonClass } from '@sangwian/ui/button';
import { useEffect } from 'react';
import { Link, useRouteError } from 'react-router';
import { emptyUrl } from '../shared/art-url.ts';
import { failLoading } from '../shared/loading-bar.ts';
import { describeError } from './describe-error.ts';
import styles from './error-page.module.css';

/** What is shown where a page should be: the page that could not be found, or a routing error with its status. */
export function ErrorPage() {
  const { t } = useLingui();
  const error = useRouteError();
  const { status, message } = describeError(error);
  const missing = status === 404;
  useEffect(() => {
    failLoading();
    if (!missing) console.error(error);
  }, [missing, error]);
  return (
    <div className={styles.place}>
      <img
        src={emptyUrl(missing ? 'not-found' : 'offline')}
        alt=""
        width={240}
        height={160}
        className={styles.picture}
      />
      <p className={styles.status}>{status}</p>
      <h1 className={styles.title}>
        {missing ? t`This page could not be found` : (message ?? t`An error occurred.`)}
      </h1>
      <div className={styles.actions}>
        {missing ? null : <Button onClick={() => window.location.reload()}>{t`Try again`}</Button>}
        <Link to="/" className={buttonClass({ variant: 'primary' })}>
          {t`Back to home`}
        </Link>
      </div>
    </div>
  );
}
