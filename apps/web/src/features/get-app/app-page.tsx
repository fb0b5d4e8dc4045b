import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { GetApp } from './get-app.tsx';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`The Sangwian app`),
  description: i18n._(
    msg`Muay Thai live, the programme and your coins in your hand: the Sangwian app for iPhone, iPad and Android.`,
  ),
});

/** `/app`: the app and its stores. */
export function Component() {
  const { t } = useLingui();
  return (
    <GetApp
      title={t`The ring in your hand`}
      text={t`The Sangwian app brings every live, the programme and your coins to your phone.`}
    />
  );
}
