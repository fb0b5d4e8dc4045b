import { useEffect, useEffectEvent, useState } from 'react';
import { codeOf } from '../../shared/forms/set-refusal.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import { beginProvider } from '../../shared/providers/begin-provider.ts';
import type { LinkOutcome } from '../../shared/providers/use-provider-return.ts';
import type { MemberProfile } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import { isProofNeeded } from './owner-proof.ts';
import { takePendingAction, type WayAction } from './pending-action.ts';

type OpenDialog =
  | { readonly kind: 'act'; readonly action: WayAction }
  /** The member must first prove ownership of the account. */
  | { readonly kind: 'confirm'; readonly action: WayAction };

/** The sign-in at the provider took so long that linking now needs a proof of ownership. */
const unproven = (outcome: LinkOutcome | null): OpenDialog | null =>
  outcome?.refusal === 'proof_needed'
    ? { kind: 'confirm', action: { kind: 'link', way: outcome.provider } }
    : null;

/** Links and unlinks ways to log in. Returns the state with the last outcome. */
export function useWays(member: MemberProfile, outcome: LinkOutcome | null) {
  const { language } = useLanguage();
  const [open, setOpen] = useState<OpenDialog | null>(() => unproven(outcome));
  const [done, setDone] = useState<'linked' | 'unlinked' | null>(
    outcome?.refusal === null ? 'linked' : null,
  );
  const [refusal, setRefusal] = useState(
    unproven(outcome) === null ? (outcome?.refusal ?? null) : null,
  );
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
    const action = takePendingAction(member.member_id, ['link', 'unlink']);
    if (action !== null && member.links[action.way] === (action.kind === 'unlink')) begin(action);
  });
  useEffect(() => resume(), []);

  return {
    open,
    done,
    refusal,
    busy,
    begin,
    /** Continues after the proof of ownership. */
    proceed: (action: WayAction) => {
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
