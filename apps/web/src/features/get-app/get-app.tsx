import { useLingui } from '@lingui/react/macro';
import { buttonClass } from '@sangwian/ui/button';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { QrCode } from '@sangwian/ui/qr-code';
import { CalendarDays, type LucideIcon, Radio, Trophy, Wallet } from 'lucide-react';
import { Link } from 'react-router';
import { StoreBadges } from '../../shared/install/store-badges.tsx';
import { useSession } from '../../shared/session/session.ts';
import { useSiteConfig } from '../../shared/site-config.ts';
import styles from './get-app.module.css';
import { PhonePicture } from './phone-picture.tsx';

interface Reason {
  readonly Icon: LucideIcon;
  readonly title: string;
  readonly text: string;
}

/** The features of the app. External mode has no prediction game. */
function useReasons(): Reason[] {
  const { t } = useLingui();
  const { external } = useSession();
  const game = {
    Icon: Trophy,
    title: t`Pick the winners`,
    text: t`A sheet for every card. For entertainment only, no prizes.`,
  };
  return [
    {
      Icon: Radio,
      title: t`Every live`,
      text: t`Watch, chat and cheer the red or the blue corner.`,
    },
    {
      Icon: CalendarDays,
      title: t`The whole programme`,
      text: t`Every bout, every fighter, every result.`,
    },
    ...(external ? [] : [game]),
    {
      Icon: Wallet,
      title: t`One account`,
      text: t`Coins and lives are the same in the app and on this site.`,
    },
  ];
}

/** A QR code that opens the app store on a phone, for fans on larger screens. */
function ScanCard() {
  const { t } = useLingui();
  const { publicUrl } = useSiteConfig();
  return (
    <div className={classNames(cardClass, styles.scan)}>
      <div className={styles.code}>
        <QrCode payload={`${publicUrl}/download`} label={t`QR code for the app stores`} />
      </div>
      <div>
        <p className={styles.scanTitle}>{t`Scan with your phone`}</p>
        <p className={styles.text}>{t`The code leads to the App Store or to Google Play.`}</p>
      </div>
    </div>
  );
}

/** Shown if no store is configured. */
function NotInStores() {
  const { t } = useLingui();
  return (
    <div className={styles.reasons}>
      <p className={styles.text}>
        {t`The app is not in the stores yet. Everything is on this site, on your phone too.`}
      </p>
      <Link to="/" className={buttonClass({ variant: 'primary' })}>
        {t`Back to home`}
      </Link>
    </div>
  );
}

interface GetAppProps {
  readonly title: string;
  readonly text: string;
}

/** The features of the app, the badges of both stores, and a QR code for the phone. */
export function GetApp({ title, text }: GetAppProps) {
  const { t } = useLingui();
  const { iosStoreUrl, androidStoreUrl } = useSiteConfig();
  const isInStores = iosStoreUrl !== '' || androidStoreUrl !== '';
  const reasons = useReasons();
  return (
    <div className={styles.page}>
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{text}</p>
        {isInStores ? (
          <>
            <StoreBadges />
            <ScanCard />
          </>
        ) : (
          <NotInStores />
        )}
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason.title} className={styles.reason}>
              <reason.Icon size={24} aria-hidden="true" className={styles.icon} />
              <div>
                <p className={styles.reasonTitle}>{reason.title}</p>
                <p className={styles.text}>{reason.text}</p>
              </div>
            </li>
          ))}
        </ul>
        <p className={styles.fees}>
          {t`Top-up via an app includes operating-system fees, so coins received are fewer than the amount paid.`}{' '}
          <Link to="/coin-policy" className={styles.link}>
            {t`Coin policy`}
          </Link>
        </p>
      </div>
      <PhonePicture />
    </div>
  );
}
