import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { LinkOutcome } from './use-provider-return.ts';

/** How the link went that this page is back from; told once, not again after a reload. */
export function useLinkOutcome(): LinkOutcome | null {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [outcome] = useState<LinkOutcome | null>(() => state?.link ?? null);
  const isTold = state?.link !== undefined;
  useEffect(() => {
    if (!isTold) return;
    void navigate(pathname + search, { replace: true, state: null, preventScrollReset: true });
  }, [isTold, pathname, search, navigate]);
  return outcome;
}
