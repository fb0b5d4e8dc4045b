import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, RotateCw } from 'lucide-react';
import { useRouteError } from 'react-router';
import { Button } from '../shared/ui/button.tsx';
import { Empty } from '../shared/ui/states.tsx';

/** Shown when a place fails to load or throws while rendering. */
export function RouteFailure() {
  const { t } = useLingui();
  const error = useRouteError();
  return (
    <main>
      <Empty
        icon={CircleAlert}
        title={t`This page could not be shown`}
        action={
          <Button icon={RotateCw} onClick={() => window.location.reload()}>
            <Trans>Reload</Trans>
          </Button>
        }
      >
        <p>{error instanceof Error ? error.message : null}</p>
      </Empty>
    </main>
  );
}
