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

/** `/download`: redirects a phone to its app store. Other devices show a QR code. */
export function Component() {
  const { t } = useLingui();
  const site = useSiteConfig();
  useEffect(() => {
    // Replaces this history entry, so that the back button does not open the store again.
    const store = storeUrlOf(site, navigator);
    if (hasAppStore() && store !== '') window.location.replace(store);
  }, [site]);
  return (
    <GetApp
      title={t`Download the app`}
      text={t`Phones open their store automatically. On a computer, scan the code with your phone.`}
    />
  );
}
