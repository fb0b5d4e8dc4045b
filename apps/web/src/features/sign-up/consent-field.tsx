import { Trans } from '@lingui/react/macro';
import { CONSENT_VERSIONS } from '@sangwian/contract/consents';
import { formatDate } from '@sangwian/i18n/format-date';
import { CheckField } from '@sangwian/ui/check-field';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { useHasPage } from '../../shared/navigation/has-page.ts';
import styles from './sign-up.module.css';

interface PolicyLinkProps {
  readonly to: string;
  readonly children?: ReactNode;
}

/** Opens beside the form, so that nothing that was typed is lost. */
function PolicyLink({ to, children }: PolicyLinkProps) {
  const hasPage = useHasPage();
  if (!hasPage(to)) return <span className={styles.policy}>{children}</span>;
  return (
    <Link to={to} target="_blank" className={styles.policy}>
      {children}
    </Link>
  );
}

/** What a new member has to agree to, with the versions that are recorded. */
export function ConsentField(props: Omit<ComponentProps<typeof CheckField>, 'children'>) {
  const terms = formatDate(CONSENT_VERSIONS.terms);
  const privacy = formatDate(CONSENT_VERSIONS.privacy);
  return (
    <CheckField {...props}>
      <Trans>
        I agree to the <PolicyLink to="/terms">terms and conditions</PolicyLink> (version of {terms}
        ) and the <PolicyLink to="/privacy-policy">privacy policy</PolicyLink> (version of {privacy}
        ).
      </Trans>
    </CheckField>
  );
}
