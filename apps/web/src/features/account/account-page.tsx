import { useLingui } from '@lingui/react/macro';
import { Card } from '@sangwian/ui/card';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './account-page.module.css';

interface AccountPageProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The layout of a page below `/profile`, with a link back. */
export function AccountPage({ title, children }: AccountPageProps) {
  const { t } = useLingui();
  return (
    <div className={styles.page}>
      <Link to="/profile" className={styles.back}>
        <ChevronLeft size={20} aria-hidden="true" />
        {t`My account`}
      </Link>
      <h1 className={styles.title}>{title}</h1>
      <Card className={styles.card}>{children}</Card>
    </div>
  );
}
