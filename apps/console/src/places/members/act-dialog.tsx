import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { MemberFile } from '@sangwian/contract/endpoints/operator/members';
import { LIMITS } from '@sangwian/contract/limits';
import { type ReactNode, useState } from 'react';
import { ApiError, isCode } from '../../shared/api/api-error.ts';
import { callStaff } from '../../shared/api/call-staff.ts';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { EditingMark } from '../../shared/live/editing-mark.tsx';
import { saveFile } from '../../shared/save-file.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { STATE_NAMES, useNames } from './names.ts';
import { EvidenceField, HOURS_FIRST, SuspensionTerms } from './suspension-terms.tsx';
import { useMemberAct } from './use-member-act.ts';

const HOUR_MS = 3_600_000;

/** An act on one member that requires a reason. */
export type Act =
  | 'suspend'
  | 'ban'
  | 'close'
  | 'lift'
  | 'end-session'
  | 'end-sessions'
  | 'end-exclusion'
  | 'reset-nickname'
  | 'export'
  | 'delete';

interface Sent {
  readonly reason: string;
  readonly evidence: string;
  readonly hours: number;
}

const SANCTIONS = ['suspend', 'ban', 'close', 'lift'] as const;
const isSanction = (act: Act): act is (typeof SANCTIONS)[number] =>
  (SANCTIONS as readonly string[]).includes(act);

interface ActDialogProps {
  readonly act: Act;
  readonly member: MemberFile;
  /** The session to end. */
  readonly sessionId?: string;
  readonly onClose: () => void;
}

/** Sends the request of an act. @throws {ApiError} */
async function send(
  { act, member, sessionId }: Omit<ActDialogProps, 'onClose'>,
  { reason, evidence, hours }: Sent,
): Promise<void> {
  const { member_id, version, balance_coins } = member;
  const params = { member_id };
  const sanction = { reason, evidence, version };
  if (act === 'suspend' && hours > LIMITS.suspensionHoursMax) {
    const until = hours === Infinity ? null : new Date(Date.now() + hours * HOUR_MS).toISOString();
    const body = { ...sanction, until };
    await callStaff('POST /operator/member/{member_id}/suspend-until', { params, body });
  } else if (act === 'suspend') {
    const body = { ...sanction, hours };
    await callStaff('POST /operator/member/{member_id}/suspend', { params, body });
  } else if (isSanction(act)) {
    await callStaff(`POST /operator/member/{member_id}/${act}`, { params, body: sanction });
  } else if (act === 'end-exclusion') {
    const body = { reason };
    await callStaff('POST /operator/member/{member_id}/exclusion/end', { params, body });
  } else if (act === 'reset-nickname') {
    const body = { reason };
    await callStaff('POST /operator/member/{member_id}/nickname/reset', { params, body });
  } else if (act === 'export') {
    const { data } = await callStaff('POST /operator/member/{member_id}/export', {
      params,
      body: { reason },
    });
    const text = JSON.stringify(data, null, 2);
    saveFile(new Blob([text], { type: 'application/json' }), `sangwian-member-${member_id}.json`);
  } else if (act === 'delete') {
    const body = { reason, expected_coins: balance_coins };
    await callStaff('POST /operator/member/{member_id}/delete', { params, body });
  } else {
    const body = {
      reason,
      ...(sessionId === undefined ? {} : { member_session_id: sessionId }),
    };
    await callStaff('POST /operator/member/{member_id}/sessions/end', { params, body });
  }
}

/** Returns the texts of each act, which name its effect in numbers. */
function useTexts(member: MemberFile): Record<Act, { title: string; what: string; done: string }> {
  const { t } = useLingui();
  const { name } = member;
  const count = member.sessions.length;
  const coins = member.balance_coins;
  const ends = member.watching
    ? t`This ends ${plural(count, { one: '# session', other: '# sessions' })} and takes ${name} off the live now.`
    : t`This ends ${plural(count, { one: '# session', other: '# sessions' })}. ${name} watches no live now.`;
  const cut = count === 0 ? t`${name} is signed in nowhere now.` : ends;
  const reads = t`The fan reads the reason.`;
  return {
    suspend: { title: t`Suspend ${name}`, what: `${cut} ${reads}`, done: t`${name} is suspended` },
    ban: {
      title: t`Ban ${name}`,
      what: `${cut} ${reads} ${t`Only an owner can lift the ban.`}`,
      done: t`${name} is banned`,
    },
    close: {
      title: t`Close the account of ${name}`,
      what: `${cut} ${t`${plural(coins, { one: '# coin stays', other: '# coins stay' })} in the wallet.`}`,
      done: t`The account of ${name} is closed`,
    },
    lift: {
      title: t`Lift the sanction of ${name}`,
      what: t`${name} can sign in again at once. Nobody is signed in by it.`,
      done: t`${name} can sign in again`,
    },
    'end-session': {
      title: t`End this session of ${name}`,
      what: t`The device is signed out at once and has to sign in again.`,
      done: t`The session has ended`,
    },
    'end-sessions': {
      title: t`End all sessions of ${name}`,
      what: `${cut} ${t`${name} can sign in again at once.`}`,
      done: t`Signed out of ${plural(count, { one: '# session', other: '# sessions' })}`,
    },
    'end-exclusion': {
      title: t`End the self-exclusion of ${name}`,
      what: t`${name} can buy and spend coins again in 24 hours. Do this only on the fan’s own request.`,
      done: t`The self-exclusion ends in 24 hours`,
    },
    'reset-nickname': {
      title: t`Reset the nickname of ${name}`,
      what: t`The chat and the rankings show the first name again. Sent messages keep the nickname; remove them in the chat.`,
      done: t`The nickname is reset`,
    },
    export: {
      title: t`Export the data of ${name}`,
      what: t`Saves everything that is held of ${name} as one file. Hand it to nobody else.`,
      done: t`The file is saved`,
    },
    delete: {
      title: t`Delete the account of ${name}`,
      what: t`Personal data is erased for good and ${plural(coins, { one: '# coin is forfeited', other: '# coins are forfeited' })}. The ledger stays. This cannot be undone.`,
      done: t`The account is deleted`,
    },
  };
}

/** Shows who changed the member's status in the meantime, and the new status. */
function StaleNotice({ error }: { readonly error: ApiError }) {
  const { t } = useLingui();
  const { nameOf } = useNames();
  const detailOf = (path: string) => error.details.find((one) => one.path === path)?.message ?? '';
  const status = detailOf('status') as keyof typeof STATE_NAMES;
  const state = STATE_NAMES[status] === undefined ? status : nameOf(STATE_NAMES[status]);
  const by = detailOf('by');
  return (
    <Notice tone="warn" title={t`The state is now: ${state}`}>
      {by === '' ? null : t`Changed by ${by}. Your text is kept; confirm again if it still fits.`}
    </Notice>
  );
}

/** Asks for the reason of an act on one member and runs the act. A refusal keeps what was typed. */
export function ActDialog({ act, member, sessionId, onClose }: ActDialogProps) {
  const texts = useTexts(member)[act];
  const isOwner = useMay('manage_members');
  const [hours, setHours] = useState(HOURS_FIRST);
  const [evidence, setEvidence] = useState('');
  const { run, isBusy, failure } = useMemberAct(onClose);
  const submit = (reason: string) =>
    run(async () => {
      const target = { act, member, ...(sessionId === undefined ? {} : { sessionId }) };
      await send(target, { reason, evidence, hours });
      return texts.done;
    });
  const isStale = isCode(failure, 'edit_stale');
  let notice: ReactNode = <FormFailure error={failure} />;
  if (isStale && failure instanceof ApiError) notice = <StaleNotice error={failure} />;
  return (
    <ConfirmDialog
      title={texts.title}
      description={texts.what}
      asksReason
      isDanger={act !== 'lift' && act !== 'export'}
      isBusy={isBusy}
      action={texts.title}
      {...(act === 'delete' && member.name !== '' ? { typed: member.name } : {})}
      onConfirm={(reason) => void submit(reason)}
      onClose={onClose}
    >
      <EditingMark subject={`member:${member.member_id}`} />
      {notice}
      {act === 'suspend' ? (
        <SuspensionTerms hours={hours} onHours={setHours} isOwner={isOwner} />
      ) : null}
      {isSanction(act) && act !== 'lift' ? (
        <EvidenceField value={evidence} onChange={setEvidence} />
      ) : null}
    </ConfirmDialog>
  );
}
