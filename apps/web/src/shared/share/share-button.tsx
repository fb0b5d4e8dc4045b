import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { Check, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type ShareOutcome, shareLink } from './share-link.ts';

/** Long enough to be read. */
const TOLD_MS = 3_000;

interface ShareButtonProps {
  /** Of the page as everybody sees it, without what only this fan chose. */
  readonly path: string;
  /** What the page is about. */
  readonly title: string;
}

/** Hands a page’s link on, by the device’s own sheet or as a copy, which is said in the button’s place. */
export function ShareButton({ path, title }: ShareButtonProps) {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<ShareOutcome | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), TOLD_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const share = async () => {
    const url = new URL(path, window.location.origin).href;
    setOutcome(await shareLink({ title, url }));
  };
  const isCopied = outcome === 'copied';
  const Icon = isCopied ? Check : Share2;
  return (
    <Button size="small" onClick={() => void share()}>
      <Icon size={18} aria-hidden="true" />
      <span aria-live="polite">
        {isCopied ? t`Link copied` : outcome === 'failed' ? t`Copy failed` : t`Share`}
      </span>
    </Button>
  );
}
