import { Trans, useLingui } from '@lingui/react/macro';
import { Copy, Download } from 'lucide-react';
import { saveFile } from '../save-file.ts';
import { useCopy } from '../toasts/use-copy.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './recovery-codes.module.css';

/** The recovery codes, which are shown once, with buttons to copy them or to save them as a file. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useLingui();
  const text = `${codes.join('\n')}\n`;
  const copy = useCopy();
  return (
    <div className={styles.codes}>
      <Notice tone="warn" title={t`These codes are shown only once`}>
        <Trans>
          Without your phone, one of them signs you in. Each works once. Keep them where the phone
          is not.
        </Trans>
      </Notice>
      <ol className={styles.list} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.actions}>
        <Button icon={Copy} onClick={() => copy(text)}>
          <Trans>Copy</Trans>
        </Button>
        <Button
          icon={Download}
          onClick={() =>
            saveFile(new Blob([text], { type: 'text/plain' }), 'sangwian-recovery-codes.txt')
          }
        >
          <Trans>Save as a file</Trans>
        </Button>
      </div>
    </div>
  );
}
