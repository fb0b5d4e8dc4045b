import { useLingui } from '@lingui/react/macro';
import type { MemberNickname } from '@sangwian/contract/endpoints/account';
import { Notice } from '@sangwian/ui/notice';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AtSign } from 'lucide-react';
import { Suspense, useState } from 'react';
import { keepWritten, memberQuery } from '../../shared/api/api-query.ts';
import { lazyDialog } from '../../shared/dialogs/lazy-dialog.tsx';
import type { MemberProfile } from '../../shared/session/session.ts';
import { RowButton, Rows } from './row.tsx';
import { Section } from './section.tsx';

const NicknameDialog = lazyDialog(
  async () => (await import('./nickname-dialog.tsx')).NicknameDialog,
);

/** The nickname of the member, with the dialog that changes it. */
export function NicknameSection({ member }: { readonly member: MemberProfile }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const query = memberQuery(member.member_id, 'GET /auth/member/nickname', {});
  const { data: known } = useQuery(query);
  const [isOpen, setOpen] = useState(false);
  const [saved, setSaved] = useState(false);
  const nickname = known?.nickname ?? member.nickname ?? null;
  const done = (next: MemberNickname) => {
    keepWritten<MemberNickname>(queryClient, query.queryKey, () => next);
    setOpen(false);
    setSaved(next.nickname !== null);
  };
  return (
    <Section title={t`Name in the chat`}>
      <Rows>
        <RowButton
          Icon={AtSign}
          label={nickname === null ? t`Choose a nickname` : <bdi>{nickname}</bdi>}
          value={
            nickname === null ? t`The chat and the rankings show your first name` : t`Your nickname`
          }
          onClick={() => {
            setSaved(false);
            setOpen(true);
          }}
        />
      </Rows>
      <Notice tone="ok">{saved ? t`Your nickname has been saved.` : null}</Notice>
      <Suspense fallback={null}>
        {isOpen ? (
          <NicknameDialog
            member={member}
            known={known ?? { nickname, changeable_at: null }}
            onClose={() => setOpen(false)}
            onDone={done}
          />
        ) : null}
      </Suspense>
    </Section>
  );
}
