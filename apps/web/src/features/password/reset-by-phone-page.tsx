import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { ResetCard } from './reset-card.tsx';
import { StartForm } from './start-form.tsx';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Forgot your password?`),
  noindex: true,
});

/** `/password/re-by-PHONE`: the phone number, and the choice between OTP and PIN. */
export function Component() {
  const { t } = useLingui();
  return (
    <ResetCard step={1} title={t`Choose a way`}>
      <StartForm />
    </ResetCard>
  );
}
