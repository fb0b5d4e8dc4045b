import { useCallback, useEffect, useState } from 'react';
import { declineHandover, type HandedOver, replacesAnother, takeOver } from './take-over.ts';

export type TakeOverState<Session extends HandedOver> =
  | { readonly name: 'opening' }
  /** Another member is signed in here, so the fan has to choose between both members. */
  | { readonly name: 'asking'; readonly session: Session }
  /** `error` is `null` if the URL contained no handover. */
  | { readonly name: 'refused'; readonly error: unknown }
  | { readonly name: 'taken' | 'declined'; readonly session: Session };

export interface TakeOver<Session extends HandedOver> {
  readonly state: TakeOverState<Session>;
  readonly answer: (switches: boolean) => void;
  readonly retry: () => void;
}

/** Handovers that were opened. They are not opened again when the fan returns to the page. */
const opened = new WeakSet<() => unknown>();

/**
 * Opens a handover and signs its member in. If another member is signed in, the fan has to agree first.
 *
 * @param open opens the session; `null` without a handover. Each function is called once.
 */
export function useTakeOver<Session extends HandedOver>(
  open: (() => Promise<Session>) | null,
): TakeOver<Session> {
  const [state, setState] = useState<TakeOverState<Session>>({ name: 'opening' });

  const begin = useCallback(async (opening: () => Promise<Session>) => {
    setState({ name: 'opening' });
    try {
      const session = await opening();
      if (replacesAnother(session.member)) return setState({ name: 'asking', session });
      takeOver(session);
      setState({ name: 'taken', session });
    } catch (error) {
      setState({ name: 'refused', error });
    }
  }, []);

  useEffect(() => {
    if (open === null || opened.has(open)) return setState({ name: 'refused', error: null });
    opened.add(open);
    void begin(open);
  }, [open, begin]);

  const answer = (switches: boolean): void => {
    if (state.name !== 'asking') return;
    const { session } = state;
    if (switches) takeOver(session);
    else declineHandover(session);
    setState({ name: switches ? 'taken' : 'declined', session });
  };
  return {
    state,
    answer,
    retry: () => {
      if (open !== null) void begin(open);
    },
  };
}
