import { useEffect, useRef, useState } from 'react';
import { type NavigateFunction, useLocation, useNavigate } from 'react-router';
import { callApi } from '../api/call-api.ts';
import { codeOf } from '../forms/set-refusal.ts';
import { signInPath, signUpPath } from '../navigation/navigation.ts';
import { beginSession, keepMemberIfCurrent } from '../session/session.ts';
import { type PendingProvider, type ProviderName, takePending } from './pending-provider.ts';
import { pendingRegistration } from './pending-registration.ts';
import { isAnswerTo, readReturn } from './read-return.ts';

export interface ProviderReturn {
  /** Whether a response of a provider is being processed. */
  readonly isWorking: boolean;
  /** The error code of the last response; `null` without one. */
  readonly refusal: string | null;
}

/** The outcome of linking an account. It is passed in the navigation state of the page to which the member returns. */
export interface LinkOutcome {
  readonly provider: ProviderName;
  /** The error code; `null` after success. */
  readonly refusal: string | null;
}

const bodyOf = {
  line: ({ verifier, nonce, redirect_uri }: PendingProvider, code: string) => ({
    code,
    code_verifier: verifier,
    nonce,
    redirect_uri,
  }),
  apple: ({ verifier, nonce }: PendingProvider) => ({ state_verifier: verifier, nonce }),
};

async function signIn(
  pending: PendingProvider,
  code: string,
  navigate: NavigateFunction,
): Promise<void> {
  const { provider, from } = pending;
  const { data } =
    provider === 'line'
      ? await callApi('POST /auth/member/login', { body: bodyOf.line(pending, code) })
      : await callApi('POST /auth/member/login-v3', { body: bodyOf.apple(pending) });
  if ('access_token' in data) return beginSession(data);
  const { registration_token, profile } = data;
  pendingRegistration.change({ provider, registration_token, profile });
  await navigate(signUpPath(from), { replace: true });
}

async function link(
  pending: PendingProvider,
  code: string,
  navigate: NavigateFunction,
): Promise<void> {
  const { provider, from } = pending;
  let refusal: string | null = null;
  try {
    const { data } =
      provider === 'line'
        ? await callApi('POST /auth/member/link/line', { body: bodyOf.line(pending, code) })
        : await callApi('POST /auth/member/link/apple', { body: bodyOf.apple(pending) });
    keepMemberIfCurrent(data);
  } catch (error) {
    refusal = codeOf(error);
  }
  const outcome: LinkOutcome = { provider, refusal };
  await navigate(from, { replace: true, state: { link: outcome } });
}

/**
 * Processes a provider's redirect. Signs the member in, continues at `/sign-up` after a first sign-in, or links the
 * account and returns to the page of the request. Removes the response from the URL at once.
 */
export function useProviderReturn(): ProviderReturn {
  const { search } = useLocation();
  const navigate = useNavigate();
  const started = useRef(false);
  const [shown, setShown] = useState<ProviderReturn>(() => ({
    isWorking: readReturn(search).kind !== 'none',
    refusal: null,
  }));

  useEffect(() => {
    const returned = readReturn(search);
    if (returned.kind === 'none' || started.current) return;
    started.current = true;
    const processReturn = async (): Promise<ProviderReturn> => {
      const pending = takePending();
      const from = pending?.from ?? '/';
      const isLink = pending?.intent === 'link';
      await navigate(from === '/' ? '/sign-in' : signInPath(from), { replace: true });
      if (returned.kind === 'cancelled') {
        if (isLink) await navigate(from, { replace: true });
        return { isWorking: isLink, refusal: null };
      }
      if (!isAnswerTo(pending, returned)) return { isWorking: false, refusal: 'provider_failed' };
      try {
        await (isLink ? link : signIn)(pending, returned.code ?? '', navigate);
        return { isWorking: isLink, refusal: null };
      } catch (error) {
        return { isWorking: false, refusal: codeOf(error) };
      }
    };
    void processReturn().then(setShown);
  }, [search, navigate]);

  return shown;
}
