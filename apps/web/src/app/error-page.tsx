import { useLingui } from '@lingui/react/macro';
import { languageOf } from '@sangwian/i18n/language';
import { Button, buttonClass } from '@sangwian/ui/button';
import { useEffect } from 'react';
import { Link, useRouteError } from 'react-router';
import { emptyUrl } from '../shared/art-url.ts';
import { failLoading } from '../shared/loading-bar.ts';
import { describeError } from './describe-error.ts';
import { documentTitle } from './document-meta.ts';
import styles from './error-page.module.css';
import { errorTitle } from './error-title.ts';

/** Shown instead of a page: not found, or a routing error with its status. */
export function ErrorPage() {
  const { i18n, t } = useLingui();
  const error = useRouteError();
  const { status } = describeError(error);
  const missing = status === 404;
  const title = errorTitle(i18n, error);
  useEffect(() => {
    document.title = documentTitle({ title }, languageOf(i18n.locale));
  }, [title, i18n.locale]);
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
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.actions}>
        {missing ? null : <Button onClick={() => window.location.reload()}>{t`Try again`}</Button>}
        <Link to="/" className={buttonClass({ variant: 'primary' })}>
          {t`Back to home`}
        </Link>
      </div>
    </div>
  );
}
