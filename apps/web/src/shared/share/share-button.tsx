import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { Check, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type ShareOutcome, shareLink } from './share-link.ts';

const OUTCOME_MS = 3_000;

interface ShareButtonProps {
  /** The public path of the page, without settings of this fan. */
  readonly path: string;
  readonly title: string;
}

/** A button that shares the link of a page by the device's share sheet or the clipboard, and shows the outcome. */
export function ShareButton({ path, title }: ShareButtonProps) {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<ShareOutcome | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), OUTCOME_MS);
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
