import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { Skeleton } from '@sangwian/ui/skeleton';
import { Download, LogOut } from 'lucide-react';
import { useInstall } from '../../shared/install/install-prompt.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { loadOfferedProviders } from '../../shared/providers/offered-providers.ts';
import { type MemberProfile, signOut } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import { AccountSection } from './account-section.tsx';
import { BlockedSection } from './blocked-section.tsx';
import { DataSection } from './data-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { FollowsSection } from './follows-section.tsx';
import { IdentityCard } from './identity-card.tsx';
import { LanguageSection } from './language-section.tsx';
import { MemberGate } from './member-gate.tsx';
import { NicknameSection } from './nickname-section.tsx';
import { NoticesSection } from './notices-section.tsx';
import styles from './profile-page.module.css';
import { SanctionsSection } from './sanctions-section.tsx';
import { ScorecardSection } from './scorecard-section.tsx';
import { Section } from './section.tsx';
import { WaysSection } from './ways-section.tsx';

/** The button that installs the site, if the browser offers the installation. */
function AppSection() {
  const { t } = useLingui();
  const install = useInstall();
  const [busy, run] = useBusy();
  if (install === null) return null;
  return (
    <Section
      title={t`Install the app`}
      text={t`Sangwian on your home screen: opens instantly, full screen, with reminders.`}
    >
      <Button wide aria-disabled={busy} onClick={() => void run(install)}>
        <Download size={18} aria-hidden="true" />
        {t`Add Sangwian to your home screen`}
      </Button>
    </Section>
  );
}

export const loader = loadOfferedProviders;

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`My account`),
  noindex: true,
});

function LogOutButton({ className }: { readonly className?: string | undefined }) {
  const { t } = useLingui();
  return (
    <Button wide className={className} onClick={() => void signOut()}>
      <LogOut size={18} aria-hidden="true" />
      {t`Log out`}
    </Button>
  );
}

function Account({ member }: { readonly member: MemberProfile }) {
  return (
    <div className={styles.columns}>
      <div className={styles.aside}>
        <IdentityCard member={member} />
        <LogOutButton className={styles.outBeside} />
      </div>
      <div className={styles.main}>
        <AccountSection member={member} />
        <NoticesSection />
        <NicknameSection member={member} />
        {member.external ? null : <WaysSection member={member} />}
        <FollowsSection />
        <ScorecardSection />
        <LanguageSection />
        <AppSection />
        <DevicesSection />
        <BlockedSection />
        <SanctionsSection />
        <DataSection member={member} />
        <LogOutButton className={styles.outBelow} />
      </div>
    </div>
  );
}

function AccountSkeleton() {
  return (
    <div className={styles.columns}>
      <Skeleton shape="fill" className={styles.card} />
      <div className={styles.main}>
        <Skeleton shape="fill" className={styles.list} />
        <Skeleton shape="fill" className={styles.list} />
        <Skeleton shape="fill" className={styles.list} />
      </div>
    </div>
  );
}

/** `/profile`: the member's account. */
export function Component() {
  const { t } = useLingui();
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t`My account`}</h1>
      <MemberGate skeleton={<AccountSkeleton />}>
        {(member) => <Account key={member.member_id} member={member} />}
      </MemberGate>
    </div>
  );
}
