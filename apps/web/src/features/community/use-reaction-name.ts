import { useLingui } from '@lingui/react/macro';
import type { Reaction } from '@sangwian/contract/sockets/event-namespace';

/** Returns a function that returns what fans shout. */
export function useReactionName(): (reaction: Reaction) => string {
  const { t } = useLingui();
  return (reaction) => {
    const names: Readonly<Record<Reaction, string>> = {
      ouch: t`Ouch!`,
      knee: t`Knee!`,
      kick: t`Kick!`,
      elbow: t`Elbow!`,
    };
    return names[reaction];
  };
}
