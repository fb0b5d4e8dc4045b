import { useState } from 'react';
import { codeOf } from '../../shared/forms/place-refusal.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import { beginProvider } from '../../shared/providers/begin-provider.ts';
import type { LinkOutcome } from '../../shared/providers/use-provider-return.ts';
import { useBusy } from '../../shared/use-busy.ts';
import type { Way } from './ways.ts';

/** What is being done about the ways to log in, and how the last of it went. */
export function useWays(outcome: LinkOutcome | null) {
  const { language } = useLanguage();
  /** The dialog that is open. */
  const [open, setOpen] = useState<{ readonly kind: 'link' | 'unlink'; readonly way: Way } | null>(
    null,
  );
  const [done, setDone] = useState<'linked' | 'unlinked' | null>(
    outcome?.refusal === null ? 'linked' : null,
  );
  const [refusal, setRefusal] = useState(outcome?.refusal ?? null);
  /** On the way to a provider. */
  const [leaving, run] = useBusy();
  const forget = () => {
    setDone(null);
    setRefusal(null);
  };
  const begin = (kind: 'link' | 'unlink', way: Way) => {
    forget();
    setOpen({ kind, way });
  };
  const link = (way: Way) =>
    way === 'phone'
      ? begin('link', way)
      : void run(async () => {
          forget();
          try {
            await beginProvider({ provider: way, intent: 'link', from: '/profile', language });
          } catch (error) {
            setRefusal(codeOf(error));
          }
        });
  return {
    open,
    done,
    refusal,
    leaving,
    link,
    unlink: (way: Way) => begin('unlink', way),
    close: () => setOpen(null),
    end: (how: 'linked' | 'unlinked') => {
      setOpen(null);
      setDone(how);
    },
  };
}
