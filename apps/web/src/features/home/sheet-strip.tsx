import { useLingui } from '@lingui/react/macro';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { Trophy } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../shared/session/session.ts';
import styles from './sheet-strip.module.css';

const OwnSheetStrip = lazy(async () => ({
  default: (await import('./own-sheet-strip.tsx')).OwnSheetStrip,
}));

interface StripProps {
  readonly to: string;
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
}

/** One line of the game, as high with every state: nothing below it moves when the own sheet is there. */
export function Strip({ to, title, children, action }: StripProps) {
  return (
    <aside className={classNames(cardClass, styles.strip)}>
      <Trophy size={24} aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <p className={styles.state}>{children}</p>
      </div>
      <Link to={to} className={styles.action}>
        {action}
      </Link>
    </aside>
  );
}

/** The prediction game on the home: of a member the own sheet's state; nothing in external mode. */
export function SheetStrip() {
  const { t } = useLingui();
  const { status, external } = useSession();
  if (external) return null;
  const invitation = (
    <Strip to="/predict" title={t`Predict the next card`} action={t`Predict`}>
      {t`For entertainment only, no prizes.`}
    </Strip>
  );
  return status === 'signed_in' ? (
    <Suspense fallback={invitation}>
      <OwnSheetStrip invitation={invitation} />
    </Suspense>
  ) : (
    invitation
  );
}
