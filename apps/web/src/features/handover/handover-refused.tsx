import { useLingui } from '@lingui/react/macro';
import { Button, buttonClass } from '@sangwian/ui/button';
import { Link } from 'react-router';
import { ApiError } from '../../shared/api/api-error.ts';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { useSession } from '../../shared/session/session.ts';
import { useSiteConfig } from '../../shared/site-config.ts';
import styles from './handover-refused.module.css';

interface HandoverRefusedProps {
  /** `null` without a handover, as after a reload. */
  readonly error: unknown;
  readonly onRetry: () => void;
}

const NOTHING = { status: 'handover_invalid', message: '' };

/** Why the link did not sign the member in, with buttons to continue. */
export function HandoverRefused({ error, onRetry }: HandoverRefusedProps) {
  const { t } = useLingui();
  const { contactUrl } = useSiteConfig();
  const { status, external } = useSession();
  const refusal = error instanceof ApiError ? error : error === null ? NOTHING : null;
  const sentence = useErrorText(refusal);
  return (
    <div className={styles.refused}>
      <p role="alert" className={styles.text}>
        {refusal === null ? t`Please check your connection and try again.` : sentence}
      </p>
      <div className={styles.actions}>
        {refusal === null ? (
          <Button variant="primary" onClick={onRetry}>
            {t`Try again`}
          </Button>
        ) : null}
        <Link
          to={external ? '/liveExternal' : '/'}
          className={buttonClass({ variant: refusal === null ? 'quiet' : 'primary' })}
        >
          {t`Back to home`}
        </Link>
        {/* A partner's members have no password on this site. */}
        {status === 'signed_out' && !external ? (
          <Link to="/sign-in" className={buttonClass({})}>
            {t`Log in`}
          </Link>
        ) : null}
        {contactUrl === '' ? null : (
          <a
            href={contactUrl}
            target="_blank"
            rel="noopener"
            className={buttonClass({ variant: 'ghost' })}
          >
            {t`Contact Admin`}
          </a>
        )}
      </div>
    </div>
  );
}
