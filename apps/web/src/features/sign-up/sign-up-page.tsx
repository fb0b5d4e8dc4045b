import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { Button } from '@sangwian/ui/button';
import { Notice } from '@sangwian/ui/notice';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link, useLoaderData, useLocation, useNavigate, useSearchParams } from 'react-router';
import { EntranceCard } from '../../shared/entrance/entrance-card.tsx';
import { StepLine } from '../../shared/entrance/step-line.tsx';
import { useIsHydrated } from '../../shared/hydration.ts';
import { returnPath, signInPathFrom } from '../../shared/navigation/navigation.ts';
import { OtpEntry } from '../../shared/otp/otp-entry.tsx';
import type { SentOtp } from '../../shared/otp/send-otp.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import {
  loadOfferedProviders,
  type OfferedProviders,
} from '../../shared/providers/offered-providers.ts';
import { pendingRegistration } from '../../shared/providers/pending-registration.ts';
import { beginSession, useSession } from '../../shared/session/session.ts';
import { useSwitchedOff } from '../../shared/switches/site-state.ts';
import { SwitchNotice } from '../../shared/switches/switch-notice.tsx';
import { DetailsStep, type Secrets } from './details-step.tsx';
import { PhoneStep } from './phone-step.tsx';
import styles from './sign-up.module.css';
import { otpProof, STEPS, type Step, signUpDraft, stepOf } from './sign-up-draft.ts';

export const loader = loadOfferedProviders;

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Register`),
  description: i18n._(msg`Become a member to watch live, chat and cheer your corner.`),
});

/** Returns the first sign-in with LINE or Apple that this registration completes. */
function ProviderNote() {
  const { t } = useLingui();
  const { provider } = pendingRegistration.use();
  if (provider === null) return null;
  const name = provider === 'line' ? 'LINE' : 'Apple';
  return (
    <div className={styles.provider}>
      <p>{t`Your ${name} account is new here. Confirm your phone number and you can log in with it from now on.`}</p>
      <Button size="small" onClick={() => pendingRegistration.forget()}>
        {t`Register without ${name}`}
      </Button>
    </div>
  );
}

/** Loaded in parallel; the form does not wait for the providers. */
const ProviderButtons = lazy(async () => ({
  default: (await import('../../shared/providers/provider-buttons.tsx')).ProviderButtons,
}));

/** Buttons to register with LINE or Apple. Hidden if a provider's sign-in has already begun the registration. */
function ProviderWays({ target }: { readonly target: string }) {
  const { t } = useLingui();
  const offered = useLoaderData<OfferedProviders>();
  const { provider } = pendingRegistration.use();
  const isHydrated = useIsHydrated();
  const count = Number(offered.line) + Number(offered.apple);
  if (provider !== null || count === 0) return null;
  const space = <div className={styles.ways} data-ways={count} />;
  // The server cannot wait for code that is loaded separately.
  if (!isHydrated) return space;
  return (
    <Suspense fallback={space}>
      <ProviderButtons
        offered={offered}
        target={target}
        refusal={null}
        or={t`or with your phone number`}
      />
    </Suspense>
  );
}

/** The step of the OTP. */
function OtpStep({ otp, onDone, onChangePhone }: OtpStepProps) {
  const { t } = useLingui();
  return (
    <div className={styles.form}>
      <OtpEntry
        sent={otp}
        onResent={(sent) => signUpDraft.change({ otp: sent })}
        onToken={async (otpToken) => {
          signUpDraft.change({ otp: null, proof: otpProof(otp.phone, otpToken, Date.now()) });
          onDone();
        }}
      />
      <Button wide onClick={onChangePhone}>{t`Change number`}</Button>
    </div>
  );
}

interface OtpStepProps {
  readonly otp: SentOtp;
  readonly onDone: () => void;
  readonly onChangePhone: () => void;
}

/**
 * The current step. Each step is an entry of the browser's history, so that the back button returns to the previous
 * step.
 */
function useSteps() {
  const draft = signUpDraft.use();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const wanted: unknown = state?.step;
  const go = (step: Step, replace = false) =>
    void navigate(pathname + search, { state: { step }, replace });
  return { draft, step: stepOf(wanted, draft), moved: wanted !== undefined, go };
}

/** `/sign-up`: the phone number, its OTP and the details; then the member returns signed in. */
export function Component() {
  const { t } = useLingui();
  const { status, member } = useSession();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { pathname, search } = useLocation();
  const { draft, step, moved, go } = useSteps();
  const secrets = useRef<Secrets>({ password: '', confirm_password: '' });
  const isOpen = useSwitchedOff('registration') === null;
  const target = returnPath(query.get('from'));
  const signInPath = signInPathFrom(pathname, search);
  const titles: Record<Step, string> = {
    phone: t`Your phone number`,
    otp: t`The OTP`,
    details: t`Your details`,
  };

  useEffect(() => {
    if (status === 'signed_in') void navigate(target, { replace: true });
  }, [status, target, navigate]);

  const finish = (answer: ResponseOf<'POST /auth/member/register-v2'>['data']) => {
    beginSession(answer);
    signUpDraft.forget();
    pendingRegistration.forget();
  };

  const name = member?.member_fname ?? '';
  return (
    <EntranceCard title={t`Become a member`} lead={t`Free of charge. It takes two minutes.`}>
      {status === 'signed_in' ? (
        <Notice tone="ok">{t`Welcome, ${name}!`}</Notice>
      ) : (
        <>
          <ProviderNote />
          {step === 'phone' && isOpen ? <ProviderWays target={target} /> : null}
          <StepLine
            key={step}
            step={STEPS.indexOf(step) + 1}
            steps={STEPS.length}
            title={titles[step]}
            focus={moved && step !== 'otp'}
          />
          <SwitchNotice name="registration" />
          {step === 'phone' && isOpen ? <PhoneStep signInPath={signInPath} onDone={go} /> : null}
          {step === 'otp' && isOpen && draft.otp ? (
            <OtpStep
              otp={draft.otp}
              onDone={() => go('details', true)}
              onChangePhone={() => go('phone')}
            />
          ) : null}
          {step === 'details' && isOpen ? (
            <DetailsStep
              secrets={secrets}
              signInPath={signInPath}
              onDone={finish}
              onChangePhone={() => go('phone')}
              onOtpSent={() => go('otp')}
            />
          ) : null}
          <p className={styles.other}>
            {t`Already a member?`}{' '}
            <Link to={signInPath} className={styles.otherLink}>
              {t`Log in`}
            </Link>
          </p>
        </>
      )}
    </EntranceCard>
  );
}
