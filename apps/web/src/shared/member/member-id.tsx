import { useLingui } from '@lingui/react/macro';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import styles from './member-id.module.css';

const COPIED_MS = 2_000;

/** A member's id as a button that copies the id, which members need in the chat with the admin. */
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
        // Without a clipboard API, the fan can still select the id.
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
