import { Trans, useLingui } from '@lingui/react/macro';
import { Notice } from '../../shared/ui/notice.tsx';
import { EntranceFrame } from './entrance-frame.tsx';

interface InsecureSiteProps {
  /** The configured URL of the console. */
  readonly url: string;
  /** Whether the configured URL is secure. If so, this page was only opened at a different URL. */
  readonly isSafe: boolean;
}

/** Shown for plain HTTP on any host but localhost: passwords would be sent unencrypted, and passkeys do not work. */
export function InsecureSite({ url, isSafe }: InsecureSiteProps) {
  const { t } = useLingui();
  const { origin, pathname } = window.location;
  return (
    <EntranceFrame title={t`This address is not safe`}>
      <Notice tone="warn" title={t`The console needs https or localhost`}>
        {isSafe ? (
          <Trans>
            At <strong>{origin}</strong> passwords would cross the network in the clear, and
            passkeys do not work. The console is at <a href={`${url}${pathname}`}>{url}</a>.
          </Trans>
        ) : (
          <Trans>
            At <strong>{url}</strong> passwords would cross the network in the clear, and passkeys
            do not work. Put the site behind https, or give the console an https address of its own
            with <code>CONSOLE_URL</code>.
          </Trans>
        )}
      </Notice>
    </EntranceFrame>
  );
}
