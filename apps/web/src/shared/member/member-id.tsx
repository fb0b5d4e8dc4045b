import { useLingui } from '@lingui/react/macro';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import styles from './member-id.module.css';

const COPIED_MS = 2_000;

/** A member's id as a button that copies it, for the admin's chat. */
export function MemberId({ memberId }: { readonly memberId: string }) {
  const { t } = useLingui();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <button
      type="button"
      className={styles.id}
      onClick={() => {
        // A browser without a clipboard still shows the id to select.
        void navigator.clipboard?.writeText(memberId).then(
          () => setCopied(true),
          () => {},
        );
      }}
    >
      <VisuallyHidden>{copied ? t`Copied` : t`Copy member ID`}</VisuallyHidden>
      <span className={styles.text}>{memberId}</span>
      {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
    </button>
  );
}
