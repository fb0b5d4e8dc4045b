import { useState } from 'react';
import { ApiError, isCode } from '../../shared/api/api-error.ts';
import { loadErrorText } from '../../shared/api/error-text.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { useLanguage } from '../../shared/language/language.ts';

interface Edit {
  readonly isBusy: boolean;
  /** The reason why the last attempt was refused; empty without a refusal. */
  readonly refusal: string;
  /** The name of the operator whose earlier edit made this one stale. */
  readonly staleBy: string | null;
  /** Resolves to whether the edit succeeded. */
  readonly run: (call: () => Promise<unknown>) => Promise<boolean>;
}

/**
 * Runs an edit of a switch or of the notice. After a stale edit, reads the newer row and returns the name of its
 * editor.
 */
export function useEdit(): Edit {
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [staleBy, setStaleBy] = useState<string | null>(null);
  const run = async (call: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setRefusal('');
    setStaleBy(null);
    try {
      await call();
      return true;
    } catch (error) {
      if (error instanceof ApiError && isCode(error, 'edit_stale')) {
        setStaleBy(error.details.find(({ path }) => path === 'by')?.message ?? '');
      }
      setRefusal(await loadErrorText(error, language));
      return false;
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['switches'] });
      setBusy(false);
    }
  };
  return { isBusy, refusal, staleBy, run };
}
