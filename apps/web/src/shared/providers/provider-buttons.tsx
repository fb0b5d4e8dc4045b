import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { classNames } from '@sangwian/ui/class-names';
import { useState } from 'react';
import { fieldMessage, REFUSED } from '../forms/field-message.tsx';
import { codeOf } from '../forms/set-refusal.ts';
import { useLanguage } from '../language/use-language.ts';
import { useBusy } from '../use-busy.ts';
import { beginProvider } from './begin-provider.ts';
import type { OfferedProviders } from './offered-providers.ts';
import type { ProviderName } from './pending-provider.ts';
import styles from './provider-buttons.module.css';
import { AppleMark, LineMark } from './provider-marks.tsx';

interface ProviderButtonsProps {
  readonly offered: OfferedProviders;
  /** The page to return to after the sign-in. */
  readonly target: string;
  /** The error code of the last attempt. */
  readonly refusal: string | null;
  /** The text below the buttons that names the other way to sign in. */
  readonly or?: string;
}

/** Sign-in with LINE and Apple, labelled as their guidelines require. */
export function ProviderButtons({ offered, target, refusal, or }: ProviderButtonsProps) {
  const { t } = useLingui();
  const { language } = useLanguage();
  const [busy, run] = useBusy();
  const [failed, setFailed] = useState<string | null>(null);
  const begin = (provider: ProviderName) =>
    run(async () => {
      setFailed(null);
      try {
        await beginProvider({ provider, intent: 'sign_in', from: target, language });
      } catch (error) {
        setFailed(codeOf(error));
      }
    });
  const code = failed ?? refusal;
  if (!offered.line && !offered.apple) return null;
  return (
    <div className={styles.providers}>
      {offered.line ? (
        <Button
          wide
          className={classNames(styles.provider, styles.line)}
          aria-disabled={busy}
          onClick={() => void begin('line')}
        >
          <LineMark />
          {t`Log in with LINE`}
        </Button>
      ) : null}
      {offered.apple ? (
        <Button
          wide
          className={classNames(styles.provider, styles.apple)}
          aria-disabled={busy}
          onClick={() => void begin('apple')}
        >
          <AppleMark />
          {t`Sign in with Apple`}
        </Button>
      ) : null}
      <div role="alert" className={styles.refusal}>
        {code === null ? null : fieldMessage({ type: REFUSED, message: code })}
      </div>
      {or === undefined ? null : <p className={styles.or}>{or}</p>}
    </div>
  );
}
