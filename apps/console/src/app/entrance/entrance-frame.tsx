import { Trans, useLingui } from '@lingui/react/macro';
import { LogoMark } from '@sangwian/ui/marks';
import { Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { showLanguage, useLanguage } from '../../shared/language/language.ts';
import { useStore } from '../../shared/store.ts';
import { switchTheme, themeStore } from '../../shared/theme.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { ToastRegion } from '../shell/toast-region.tsx';
import styles from './entrance-frame.module.css';

interface EntranceFrameProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
}

/** The layout of the pages before sign-in: one panel with the logo above it. */
export function EntranceFrame({ title, text, children }: EntranceFrameProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const theme = useStore(themeStore);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <LogoMark size={32} />
        <span className={styles.name}>
          <Trans>Sangwian Console</Trans>
        </span>
        <span className={styles.gap} />
        <IconButton
          icon={theme === 'light' ? Moon : Sun}
          label={theme === 'light' ? t`Dark` : t`Light`}
          onClick={switchTheme}
        />
        <Button
          variant="quiet"
          lang={language === 'TH' ? 'en' : 'th'}
          onClick={() => void showLanguage(language === 'TH' ? 'EN' : 'TH').catch(() => {})}
        >
          {language === 'TH' ? 'English' : 'ไทย'}
        </Button>
      </header>
      <main className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        {text ? <div className={styles.text}>{text}</div> : null}
        {children}
      </main>
      <ToastRegion />
    </div>
  );
}
