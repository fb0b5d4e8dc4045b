import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import styles from './copy-line.module.css';

const DONE_MS = 2_000;

interface CopyLineProps {
  readonly term: string;
  readonly children: string;
  /** The copied text, for example without dashes. */
  readonly value?: string;
}

/** A value that the fan needs in a banking app, with a copy button. */
export function CopyLine({ term, children, value = children }: CopyLineProps) {
  const { t } = useLingui();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), DONE_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    // A page over plain HTTP has no clipboard API. The fan can select the text.
    await navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => {},
    );
  };
  return (
    <div className={styles.line}>
      <dt className={styles.term}>{term}</dt>
      <dd className={styles.value}>{children}</dd>
      <dd className={styles.action}>
        <Button size="small" onClick={() => void copy()}>
          {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
          <span>
            <span aria-live="polite">{copied ? t`Copied` : t`Copy`}</span>
            <VisuallyHidden>: {term}</VisuallyHidden>
          </span>
        </Button>
      </dd>
    </div>
  );
}
