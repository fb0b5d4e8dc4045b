import { useLingui } from '@lingui/react/macro';
import type { Show } from '@sangwian/contract/endpoints/operator/show';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, ConnectionError } from '../../shared/api/api-error.ts';
import { callStaff, type StaffOperation } from '../../shared/api/call-staff.ts';
import { loadErrorText } from '../../shared/api/error-text.ts';
import { useLanguage } from '../../shared/language/language.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { showQuery } from './use-show.ts';

const RESEND_MS = 2_000;

type ActOperation = Extract<StaffOperation, `POST /operator/show/${'lives' | 'bouts'}/${string}`>;

/** The request of one press of a button. Sending it again has no second effect. */
interface Act {
  readonly operation: ActOperation;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The change that made the act stale, with its actor. */
export interface StaleAct {
  readonly changes: readonly { readonly path: string; readonly message: string }[];
}

export type RunAct = (
  operation: ActOperation,
  of: { readonly id: string; readonly version: number },
  body?: Readonly<Record<string, unknown>>,
) => Promise<boolean>;

export interface Acts {
  readonly run: RunAct;
  readonly isBusy: boolean;
  /** Whether the network failed before the response. The act is sent again until a response arrives. */
  readonly isUnknown: boolean;
  readonly stale: StaleAct | null;
  readonly forgetStale: () => void;
}

export const ActsContext = createContext<Acts | null>(null);

export function useActs(): Acts {
  const acts = use(ActsContext);
  if (acts === null) throw new Error('Acts are used outside of Tonight');
  return acts;
}

const send = async ({ operation, params, body }: Act): Promise<Show> => {
  const call = callStaff as (name: string, request: object) => Promise<{ data: Show }>;
  return (await call(operation, { params, body })).data;
};

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Creates the functions that run the acts of the place. Acts run one at a time, because each act needs the version that
 * the previous act created.
 */
export function useCreateActs(): Acts {
  const { t } = useLingui();
  const client = useQueryClient();
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const [isUnknown, setUnknown] = useState(false);
  const [stale, setStale] = useState<StaleAct | null>(null);
  const busy = useRef(false);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  const sendUntilAnswered = useCallback(
    async (act: Act): Promise<Show> => {
      for (let tries = 0; ; tries += 1) {
        try {
          const show = await send(act);
          if (tries > 0) showToast('done', t`The connection is back. It took effect once.`);
          return show;
        } catch (error) {
          // If the first response was lost and the second attempt is refused, the refusal is the current state and is
          // shown.
          const isLost =
            error instanceof ConnectionError ||
            (tries > 0 && !(error instanceof ApiError)) ||
            (error instanceof ApiError && error.httpStatus >= 500 && tries > 0);
          if (!isLost || !mounted.current) throw error;
          setUnknown(true);
          await pause(RESEND_MS);
        }
      }
    },
    [t],
  );
  const run = useCallback<RunAct>(
    async (operation, { id, version }, body = {}) => {
      if (busy.current) return false;
      busy.current = true;
      setBusy(true);
      setStale(null);
      const params = operation.includes('/lives/')
        ? { program_live_id: id }
        : { match_live_id: id };
      const act = { operation, params, body: { act_id: crypto.randomUUID(), version, ...body } };
      try {
        const show = await sendUntilAnswered(act);
        // Cancels reads that began before the act, because they would restore the earlier version.
        await client.cancelQueries({ queryKey: showQuery.queryKey });
        client.setQueryData(showQuery.queryKey, show);
        void client.invalidateQueries({ queryKey: ['show'] });
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'edit_stale') {
          setStale({ changes: error.details });
        } else showToast('problem', await loadErrorText(error, language));
        // The buttons stay disabled until the current version is read, because the next act needs it.
        await client.invalidateQueries({ queryKey: ['show'] });
        return false;
      } finally {
        busy.current = false;
        setBusy(false);
        setUnknown(false);
      }
    },
    [client, language, sendUntilAnswered],
  );
  const forgetStale = useCallback(() => setStale(null), []);
  return { run, isBusy, isUnknown, stale, forgetStale };
}
