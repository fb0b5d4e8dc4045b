import { Trans, useLingui } from '@lingui/react/macro';
import { Notice } from '../../shared/ui/notice.tsx';
import { EntranceFrame } from './entrance-frame.tsx';

/** Plain HTTP away from localhost: passwords would cross the network in the clear, and passkeys do not work. */
export function InsecureSite({ url }: { readonly url: string }) {
  const { t } = useLingui();
  return (
    <EntranceFrame title={t`This address is not safe`}>
      <Notice tone="warn" title={t`The console needs https or localhost`}>
        <Trans>
          At <strong>{url}</strong> passwords would cross the network in the clear, and passkeys do
          not work. Put the site behind https, or give the console an https address of its own with{' '}
          <code>CONSOLE_URL</code>.
        </Trans>
      </Notice>
    </EntranceFrame>
  );
}
