import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { Notice } from '@sangwian/ui/notice';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { Smartphone } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useLoaderData, useLocation, useNavigate } from 'react-router';
import { lazyDialog } from '../../shared/dialogs/lazy-dialog.tsx';
import { fieldMessage, REFUSED } from '../../shared/forms/field-message.tsx';
import { formatPhone } from '../../shared/forms/phone-number.ts';
import type { OfferedProviders } from '../../shared/providers/offered-providers.ts';
import { AppleMark, LineMark } from '../../shared/providers/provider-marks.tsx';
import type { LinkOutcome } from '../../shared/providers/use-provider-return.ts';
import type { MemberProfile } from '../../shared/session/session.ts';
import { Row, Rows } from './row.tsx';
import { Section } from './section.tsx';
import { UnlinkDialog } from './unlink-dialog.tsx';
import { useWays } from './use-ways.ts';
import { onlyWay, WAYS, type Way } from './ways.ts';
import styles from './ways-section.module.css';

/** Returns the outcome of linking an account if a provider's redirect opened this page; `null` after a reload. */
function useLinkOutcome(): LinkOutcome | null {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [outcome] = useState<LinkOutcome | null>(() => state?.link ?? null);
  const hasOutcome = state?.link !== undefined;
  useEffect(() => {
    if (!hasOutcome) return;
    void navigate(pathname + search, { replace: true, state: null, preventScrollReset: true });
  }, [hasOutcome, pathname, search, navigate]);
  return outcome;
}

const LinkPhoneDialog = lazyDialog(
  async () => (await import('./link-phone-dialog.tsx')).LinkPhoneDialog,
);

const ConfirmDialog = lazyDialog(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

const ICONS = { phone: Smartphone, line: LineMark, apple: AppleMark } as const;

interface WayRowProps {
  readonly way: Way;
  readonly name: string;
  readonly member: MemberProfile;
  /** Whether this way can be linked: a phone always; LINE and Apple if they are configured and available. */
  readonly offered: boolean;
  readonly busy: boolean;
  readonly onLink: () => void;
  readonly onUnlink: () => void;
}

function WayRow({ way, name, member, offered, busy, onLink, onUnlink }: WayRowProps) {
  const { t } = useLingui();
  const linked = member.links[way];
  const only = onlyWay(member.links) === way;
  const number = way === 'phone' && member.member_phone ? formatPhone(member.member_phone) : null;
  const value = !linked
    ? t`Not linked`
    : only
      ? [number, t`Your only way to log in`].filter(Boolean).join(' · ')
      : (number ?? t`Linked`);
  return (
    <Row Icon={ICONS[way]} label={name} value={value}>
      {linked && !only ? (
        <Button variant="ghost" size="small" aria-disabled={busy} onClick={onUnlink}>
          {t`Unlink`}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      ) : null}
      {!linked && offered ? (
        <Button size="small" aria-disabled={busy} onClick={onLink}>
          {t`Link`}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      ) : null}
    </Row>
  );
}

/** The ways to log in, with buttons to link and unlink them. */
export function WaysSection({ member }: { readonly member: MemberProfile }) {
  const { t } = useLingui();
  const names: Record<Way, string> = { phone: t`Phone number`, line: 'LINE', apple: 'Apple' };
  const outcome = useLinkOutcome();
  const { open, done, refusal, busy, begin, proceed, close, end } = useWays(member, outcome);
  const offered = { phone: true, ...useLoaderData<OfferedProviders>() };
  const shown = WAYS.filter((way) => offered[way] || member.links[way]);
  const notices = useRef<HTMLDivElement>(null);
  // After a provider's redirect the page starts at its top, far from the notice, so the notice receives the focus.
  useEffect(() => {
    if (outcome === null) return;
    notices.current?.focus({ preventScroll: true });
    notices.current?.scrollIntoView({ block: 'center' });
  }, [outcome]);
  return (
    <Section
      title={t`Ways to log in`}
      text={t`With more than one you can still log in if you lose one.`}
    >
      <Rows>
        {shown.map((way) => (
          <WayRow
            key={way}
            way={way}
            name={names[way]}
            member={member}
            offered={offered[way]}
            busy={busy}
            onLink={() => begin({ kind: 'link', way })}
            onUnlink={() => begin({ kind: 'unlink', way })}
          />
        ))}
      </Rows>
      <div ref={notices} tabIndex={-1} className={styles.notices}>
        <Notice tone="ok" className={styles.notice}>
          {done === 'linked' ? t`Linked.` : null}
          {done === 'unlinked' ? t`Unlinked.` : null}
        </Notice>
        <Notice tone="danger" className={styles.notice}>
          {refusal === null ? null : fieldMessage({ type: REFUSED, message: refusal })}
        </Notice>
      </div>
      <Suspense fallback={null}>
        {open?.kind === 'confirm' ? (
          <ConfirmDialog
            member={member}
            action={open.action}
            onClose={close}
            onConfirmed={() => proceed(open.action)}
          />
        ) : null}
        {open?.kind === 'act' && open.action.kind === 'link' ? (
          <LinkPhoneDialog member={member} onClose={close} onDone={() => end('linked')} />
        ) : null}
      </Suspense>
      {open?.kind === 'act' && open.action.kind === 'unlink' ? (
        <UnlinkDialog
          way={open.action.way}
          name={names[open.action.way]}
          onClose={close}
          onDone={() => end('unlinked')}
        />
      ) : null}
    </Section>
  );
}
