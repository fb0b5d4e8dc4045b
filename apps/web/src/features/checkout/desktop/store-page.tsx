import { msg } from '@lingui/core/macro';
import { data, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import type { PageMeta, PageMetaArgs } from '../../../shared/page-meta.ts';
import { loadStore } from './load-store.ts';
import { StoreView } from './store-view.tsx';

const NUMBER = /^\d{1,9}$/;

export function loader(args: LoaderFunctionArgs) {
  const requested = args.params.buy_coin;
  if (requested !== undefined && requested !== 'buy-coin' && !NUMBER.test(requested)) {
    throw data({ status: 404, message: 'This page could not be found' }, { status: 404 });
  }
  return loadStore(args);
}

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Wallet`),
  description: i18n._(
    msg`Coins for cheering and premium lives: packages with their bonus, and how to pay for them.`,
  ),
});

/** `/wallet` and `/wallet/{buy-coin}`. The parameter is the number of a package, or `buy-coin` for the list. */
export function Component() {
  const { buy_coin: requested } = useParams();
  const { store, rates } = useLoaderData<typeof loader>();
  const opened = requested !== undefined && NUMBER.test(requested) ? Number(requested) : null;
  return <StoreView key={requested ?? ''} store={store} rates={rates} opened={opened} />;
}
