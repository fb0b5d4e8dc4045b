import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { EmptyState } from '@sangwian/ui/empty-state';
import { useRevalidator } from 'react-router';
import { emptyUrl } from '../../../shared/art-url.ts';

/** Shown when no payment method is configured or the request failed. */
export function NoMethods() {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  return (
    <EmptyState
      picture={emptyUrl('offline')}
      title={t`No payment method is available now`}
      text={t`Please try again in a moment, or contact the admin.`}
    >
      <Button variant="primary" onClick={() => void revalidate()}>
        {t`Try again`}
      </Button>
    </EmptyState>
  );
}
