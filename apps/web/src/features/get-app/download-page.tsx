import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { hasAppStore, storeUrlOf } from '../../shared/install/device.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { useSiteConfig } from '../../shared/site-config.ts';
import { GetApp } from './get-app.tsx';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Download the app`),
  description: i18n._(msg`The Sangwian app from the App Store and from Google Play.`),
});

/** `/download`: a phone goes on to its store; anything else shows what a phone scans to come here. */
export function Component() {
  const { t } = useLingui();
  const site = useSiteConfig();
  useEffect(() => {
    // In place of this page: whoever comes back from the store is not sent there again.
    const store = storeUrlOf(site, navigator);
    if (hasAppStore() && store !== '') window.location.replace(store);
  }, [site]);
  return (
    <GetApp
      title={t`Download the app`}
      text={t`A phone goes to its store by itself. At a computer, scan the code with your phone.`}
    />
  );
}
