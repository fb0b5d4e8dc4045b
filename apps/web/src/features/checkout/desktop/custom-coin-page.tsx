import { msg } from '@lingui/core/macro';
import { useLoaderData } from 'react-router';
import type { PageMeta, PageMetaArgs } from '../../../shared/page-meta.ts';
import { loadStore } from './load-store.ts';
import { StoreView } from './store-view.tsx';

export const loader = loadStore;

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Another amount of coins`),
  noindex: true,
});

/** `/wallet/modal/custom-coin`: the dialog for a custom amount over the store. */
export function Component() {
  const { store, rates } = useLoaderData<typeof loader>();
  return <StoreView store={store} rates={rates} opened={null} custom />;
}
