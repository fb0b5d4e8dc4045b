import { useEffect, useEffectEvent, useState } from 'react';
import { codeOf } from '../../shared/forms/set-refusal.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import { beginProvider } from '../../shared/providers/begin-provider.ts';
import type { LinkOutcome } from '../../shared/providers/use-provider-return.ts';
import type { MemberProfile } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import { takeWish, type WayAction } from './account-wish.ts';
import { isProofNeeded } from './owner-proof.ts';

/** The dialog that is open. */
type OpenDialog =
  | { readonly kind: 'act'; readonly action: WayAction }
  /** The owner is asked first. */
  | { readonly kind: 'confirm'; readonly action: WayAction };

/** A link that took so long at the provider that the sign-in was no longer young enough: asked for then. */
const unproven = (outcome: LinkOutcome | null): OpenDialog | null =>
  outcome?.refusal === 'proof_needed'
    ? { kind: 'confirm', action: { kind: 'link', way: outcome.provider } }
    : null;

/** What is being done about the ways to log in, and how the last of it went. */
export function useWays(member: MemberProfile, outcome: LinkOutcome | null) {
  const { language } = useLanguage();
  const [open, setOpen] = useState<OpenDialog | null>(() => unproven(outcome));
  const [done, setDone] = useState<'linked' | 'unlinked' | null>(
    outcome?.refusal === null ? 'linked' : null,
  );
  const [refusal, setRefusal] = useState(
    unproven(outcome) === null ? (outcome?.refusal ?? null) : null,
  );
  /** On the way to a provider, or asking whether the owner has to be asked. */
  const [busy, run] = useBusy();

  const act = async (action: WayAction) => {
    const { kind, way } = action;
    if (kind === 'link' && way !== 'phone') {
      await beginProvider({ provider: way, intent: 'link', from: '/profile', language });
    } else setOpen({ kind: 'act', action });
  };
  const attempt = (work: () => Promise<void>) =>
    void run(async () => {
      setDone(null);
      setRefusal(null);
      try {
        await work();
      } catch (error) {
        setRefusal(codeOf(error));
      }
    });
  const begin = (action: WayAction) =>
    attempt(async () => {
      if (await isProofNeeded()) setOpen({ kind: 'confirm', action });
      else await act(action);
    });

  const resume = useEffectEvent(() => {
    const wish = takeWish(member.member_id, ['link', 'unlink']);
    if (wish !== null && member.links[wish.way] === (wish.kind === 'unlink')) begin(wish);
  });
  useEffect(() => resume(), []);

  return {
    open,
    done,
    refusal,
    busy,
    begin,
    /** The owner has shown to be it. */
    goOn: (action: WayAction) => {
      setOpen(null);
      attempt(() => act(action));
    },
    close: () => setOpen(null),
    end: (how: 'linked' | 'unlinked') => {
      setOpen(null);
      setDone(how);
    },
  };
}
