import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { MemberFile } from '@sangwian/contract/endpoints/operator/members';
import { formatDate } from '@sangwian/i18n/format-date';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { deviceName, isPhone } from '../../shared/device-name.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { ActDialog } from './act-dialog.tsx';
import styles from './member-page.module.css';
import { SIGN_IN_NAMES, useNames } from './names.ts';

interface PanelProps {
  readonly member: MemberFile;
}

/** Facts of a member's profile and the amount of the member's activity. */
export function AboutPanel({ member }: PanelProps) {
  const { t } = useLingui();
  const { nameOf } = useNames();
  const { orders, paid_orders, chat_lines, removed_lines } = member.counts;
  const ways = member.signs_in_by.map((way) => nameOf(SIGN_IN_NAMES[way])).join(', ');
  return (
    <Panel title={t`About`}>
      <dl className={styles.facts}>
        <dt>{t`Member since`}</dt>
        <dd>{formatDate(member.created_at)}</dd>
        <dt>{t`Last seen`}</dt>
        <dd>{member.last_seen_at === null ? '–' : <Moment at={member.last_seen_at} />}</dd>
        <dt>{t`Signs in by`}</dt>
        <dd>{ways === '' ? '–' : ways}</dd>
        <dt>{t`Orders`}</dt>
        <dd>{t`${orders}, ${paid_orders} paid`}</dd>
        <dt>{t`Chat`}</dt>
        <dd>{t`${plural(chat_lines, { one: '# message', other: '# messages' })}, ${removed_lines} removed`}</dd>
        {member.nickname === null ? null : (
          <>
            <dt>{t`Chat nickname`}</dt>
            <dd>
              <bdi>{member.nickname}</bdi>
            </dd>
          </>
        )}
        {member.excluded_until === null ? null : (
          <>
            <dt>{t`Self-excluded until`}</dt>
            <dd>
              <Moment at={member.excluded_until} />
            </dd>
          </>
        )}
        {member.map_system_id === null ? null : (
          <>
            <dt>{t`Partner`}</dt>
            <dd>{member.map_system_id}</dd>
          </>
        )}
      </dl>
    </Panel>
  );
}

/** The sessions of the member. Owners can end one session or all of them. */
export function SessionsPanel({ member }: PanelProps) {
  const { t } = useLingui();
  const manages = useMay('manage_members');
  const isLocked = useWritesLocked();
  const [ending, setEnding] = useState<string | null>(null);
  return (
    <Panel title={t`Sessions`} note={member.sessions.length}>
      {member.sessions.length === 0 ? (
        <p className={styles.none}>
          <Trans>Signed in nowhere.</Trans>
        </p>
      ) : null}
      <ul className={styles.rows}>
        {member.sessions.map(({ member_session_id, user_agent, last_seen_at }) => {
          const Icon = isPhone(user_agent) ? Smartphone : Monitor;
          return (
            <li key={member_session_id} className={styles.session}>
              <Icon size={18} aria-hidden="true" />
              <span>
                <strong>{deviceName(user_agent)}</strong>
                <span className={styles.weak}>
                  <Moment at={last_seen_at} />
                </span>
              </span>
              {manages ? (
                <Button
                  variant="quiet"
                  size="small"
                  disabled={isLocked}
                  onClick={() => setEnding(member_session_id)}
                >
                  <Trans>End…</Trans>
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {ending === null ? null : (
        <ActDialog
          act="end-session"
          member={member}
          sessionId={ending}
          onClose={() => setEnding(null)}
        />
      )}
    </Panel>
  );
}

/** The consents that the member gave. */
export function ConsentsPanel({ member }: PanelProps) {
  const { t } = useLingui();
  const names: Record<string, string> = { terms: t`Terms`, privacy: t`Privacy policy` };
  const { consents, parent_consent: parent } = member;
  if (consents.length === 0 && parent === null) return null;
  return (
    <Panel title={t`Consents`}>
      <dl className={styles.facts}>
        {parent === null ? null : (
          <>
            <dt>{parent.given ? t`Parent consents` : t`Parent withdrew`}</dt>
            <dd>
              {formatDate(parent.recorded_at)} · {parent.recorded_by}
              <span className={styles.reason}>{parent.reason}</span>
            </dd>
          </>
        )}
        {consents.map(({ document, version, agreed_at }) => [
          <dt key={`${document}${version}`}>{`${names[document] ?? document} ${version}`}</dt>,
          <dd key={`${document}${version} at`}>{formatDate(agreed_at)}</dd>,
        ])}
      </dl>
    </Panel>
  );
}

/** The member's appeals. Appeals that concern the chat are decided in the place Chat. */
export function AppealsPanel({ member }: PanelProps) {
  const { t } = useLingui();
  const states = {
    open: t`Open`,
    granted: t`Granted`,
    refused: t`Refused`,
    upheld: t`Upheld`,
    lifted: t`Lifted`,
    shortened: t`Shortened`,
  };
  const subjects = { chat: t`Chat`, account: t`Account` };
  if (member.appeals.length === 0) return null;
  return (
    <Panel title={t`Appeals`} note={member.appeals.length}>
      <ul className={styles.rows}>
        {member.appeals.map((appeal) => (
          <li key={appeal.created_at} className={styles.appeal}>
            <Chip tone={appeal.state === 'open' ? 'warn' : 'plain'}>{states[appeal.state]}</Chip>
            <span className={styles.weak}>
              {subjects[appeal.about]} · <Moment at={appeal.created_at} />
            </span>
            <span className={styles.reason}>{appeal.text}</span>
            {appeal.reason === null ? null : (
              <span className={styles.weak}>
                {appeal.decided_by}: {appeal.reason}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
