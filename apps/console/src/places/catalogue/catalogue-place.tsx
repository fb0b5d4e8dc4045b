import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { useMay } from '../../shared/session/permissions.ts';
import { BarContent } from '../../shared/ui/bar-content.tsx';
import { Skeleton } from '../../shared/ui/states.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';

const GiftsPage = lazy(async () => ({ default: (await import('./gifts-page.tsx')).GiftsPage }));
const PackagesPage = lazy(async () => ({
  default: (await import('./packages-page.tsx')).PackagesPage,
}));
const RatesPage = lazy(async () => ({ default: (await import('./rates-page.tsx')).RatesPage }));
const CodesPage = lazy(async () => ({ default: (await import('./codes-page.tsx')).CodesPage }));
const PartnersPage = lazy(async () => ({
  default: (await import('./partners-page.tsx')).PartnersPage,
}));

/** Catalogue: gifts, coin packages, rates, codes and partners. A cashier sees only the codes. */
export function Component() {
  const { t } = useLingui();
  const managesAll = useMay('manage_catalogue');
  const managesCodes = useMay('manage_codes');
  const start = managesAll ? '/catalogue/gifts' : '/catalogue/codes';
  return (
    <>
      <BarContent title={t`Catalogue`}>
        <Tabs
          label={t`Pages of this place`}
          tabs={[
            ...(managesAll
              ? [
                  { to: '/catalogue/gifts', label: <Trans>Gifts</Trans> },
                  { to: '/catalogue/packages', label: <Trans>Coin packages</Trans> },
                  { to: '/catalogue/rates', label: <Trans>Rates</Trans> },
                ]
              : []),
            ...(managesCodes ? [{ to: '/catalogue/codes', label: <Trans>Codes</Trans> }] : []),
            ...(managesAll ? [{ to: '/catalogue/partners', label: <Trans>Partners</Trans> }] : []),
          ]}
        />
      </BarContent>
      <Suspense fallback={<Skeleton rows={8} />}>
        <Routes>
          {managesAll ? (
            <>
              <Route path="gifts" element={<GiftsPage />} />
              <Route path="packages" element={<PackagesPage />} />
              <Route path="rates" element={<RatesPage />} />
              <Route path="partners" element={<PartnersPage />} />
            </>
          ) : null}
          {managesCodes ? <Route path="codes" element={<CodesPage />} /> : null}
          <Route path="*" element={<Navigate to={start} replace />} />
        </Routes>
      </Suspense>
    </>
  );
}
