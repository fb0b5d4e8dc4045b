import { useLingui } from '@lingui/react/macro';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router';

/** The status and message of what was thrown; a routing error without a status is a 500. */
export function describeError(error: unknown): { status: number; message: string | null } {
  if (isRouteErrorResponse(error)) {
    const { data } = error;
    const message =
      typeof data === 'object' && data !== null && 'message' in data ? data.message : data;
    return { status: error.status, message: typeof message === 'string' ? message : null };
  }
  return { status: 500, message: null };
}

/** What is shown where a page should be: the page that could not be found, or a routing error. */
export function ErrorPage() {
  const { t } = useLingui();
  const { status, message } = describeError(useRouteError());
  const title =
    status === 404 ? t`This page could not be found` : (message ?? t`An error occurred.`);
  return (
    <section>
      <p>{status}</p>
      <h1>{title}</h1>
      <Link to="/">{t`Back to home`}</Link>
    </section>
  );
}
