import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Skeleton } from '@sangwian/ui/skeleton';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { AccountPage } from './account-page.tsx';
import styles from './edit-form.module.css';
import { EditForm } from './edit-form.tsx';
import form from './form.module.css';
import { MemberGate } from './member-gate.tsx';
import { PhoneLine } from './phone-line.tsx';
import { PictureField } from './picture-field.tsx';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Edit profile`),
  noindex: true,
});

/** `/profile/edit` */
export function Component() {
  const { t } = useLingui();
  return (
    <AccountPage title={t`Edit profile`}>
      <MemberGate skeleton={<Skeleton shape="fill" className={form.skeleton} />}>
        {(member) => (
          <>
            <div className={styles.picture}>
              <PictureField member={member} />
            </div>
            <EditForm key={member.member_id} member={member} />
            {member.member_phone ? <PhoneLine member={member} /> : null}
          </>
        )}
      </MemberGate>
    </AccountPage>
  );
}
