import { Trans, useLingui } from '@lingui/react/macro';
import styles from './form.module.css';

/** The three steps of a new account. */
export function Steps({ current }: { readonly current: 0 | 1 | 2 }) {
  const { t } = useLingui();
  const steps = [
    <Trans key="account">Account</Trans>,
    <Trans key="factor">Second factor</Trans>,
    <Trans key="codes">Recovery codes</Trans>,
  ];
  return (
    <ol className={styles.steps} aria-label={t`Steps`}>
      {steps.map((step, index) => (
        <li
          key={step.key}
          className={styles.step}
          data-state={index < current ? 'done' : 'coming'}
          aria-current={index === current ? 'step' : undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  );
}
