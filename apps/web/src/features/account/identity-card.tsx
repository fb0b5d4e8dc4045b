import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { formatCoins } from '@sangwian/i18n/format-number';
import { Button, buttonClass } from '@sangwian/ui/button';
import { Card } from '@sangwian/ui/card';
import { CoinMark } from '@sangwian/ui/marks';
import { Camera, Ticket } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { formatPhone } from '../../shared/forms/phone-number.ts';
import { Avatar } from '../../shared/member/avatar.tsx';
import { MemberId } from '../../shared/member/member-id.tsx';
import { useHasPage } from '../../shared/navigation/has-page.ts';
import type { MemberProfile } from '../../shared/session/session.ts';
import { LazyRedeemDialog } from '../redeem/lazy-redeem-dialog.ts';
import styles from './identity-card.module.css';

/** The member's image, name, contact data, id and coins. */
export function IdentityCard({ member }: { readonly member: MemberProfile }) {
  const { t } = useLingui();
  const hasPage = useHasPage();
  const [redeeming, setRedeeming] = useState(false);
  return (
    <Card aria-label={t`Your profile`} className={styles.card}>
      <div className={styles.picture}>
        <Avatar member={member} size="large" />
        <Link to="/profile/edit" aria-label={t`Change the picture`} className={styles.camera}>
          <Camera size={18} aria-hidden="true" />
        </Link>
      </div>
      <div className={styles.who}>
        <p className={styles.name}>
          <strong>
            {member.member_fname} {member.member_lname}
          </strong>
        </p>
        {member.member_phone ? (
          <p className={styles.reach}>{formatPhone(member.member_phone)}</p>
        ) : null}
        {member.member_email ? <p className={styles.reach}>{member.member_email}</p> : null}
      </div>
      <div className={styles.balance}>
        <CoinMark size={32} />
        <p className={styles.coins}>
          <span className={styles.amount}>{formatCoins(member.wallet.balance)}</span>
          <span
            className={styles.unit}
          >{t`${plural(member.wallet.balance, { one: 'coin', other: 'coins' })}`}</span>
        </p>
        {hasPage('/wallet') ? (
          <Link to="/wallet" className={buttonClass({ variant: 'gold', size: 'small' })}>
            {t`Top up`}
          </Link>
        ) : null}
      </div>
      <Button size="small" wide onClick={() => setRedeeming(true)} className={styles.redeem}>
        <Ticket size={18} aria-hidden="true" />
        {t`Redeem a code`}
      </Button>
      <Suspense fallback={null}>
        {redeeming ? <LazyRedeemDialog onClose={() => setRedeeming(false)} /> : null}
      </Suspense>
      <div className={styles.id}>
        <p className={styles.term}>{t`Member ID`}</p>
        <MemberId memberId={member.member_id} />
      </div>
    </Card>
  );
}
