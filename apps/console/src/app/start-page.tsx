import { Trans, useLingui } from '@lingui/react/macro';
import { Compass, DoorOpen } from 'lucide-react';
import { Link, Navigate } from 'react-router';
import { BarContent } from '../shared/ui/bar-content.tsx';
import { Empty } from '../shared/ui/states.tsx';
import { usePlaces } from './use-places.ts';

/** The start page: opens the first place of the role. A role without a place gets a hint to its account. */
export function StartPage() {
  const { t } = useLingui();
  const [first] = usePlaces();
  if (first) return <Navigate to={`/${first.path}`} replace />;
  return (
    <>
      <BarContent title={t`Console`} />
      <Empty icon={DoorOpen} title={t`No place is open to your role yet`}>
        <Trans>Your own account is in the menu at the top right.</Trans>
      </Empty>
    </>
  );
}

/** Shown for a URL without a page and for a place that the role may not open. */
export function UnknownPage() {
  const { t } = useLingui();
  return (
    <>
      <BarContent title={t`Not found`} />
      <Empty icon={Compass} title={t`There is nothing at this address`}>
        <Link to="/">
          <Trans>Go to the start</Trans>
        </Link>
      </Empty>
    </>
  );
}
