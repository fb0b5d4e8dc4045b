import { useLingui } from '@lingui/react/macro';
import { Check, ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './flow-frame.module.css';

type Step = 'coins' | 'method' | 'pay';
const STEPS: readonly Step[] = ['coins', 'method', 'pay'];

interface FlowFrameProps {
  readonly title: string;
  readonly step: Step;
  /** The URL of the previous step. */
  readonly back: string;
  readonly children: ReactNode;
  /** The order summary beside the content. */
  readonly aside?: ReactNode;
}

function Steps({ step }: { readonly step: Step }) {
  const { t } = useLingui();
  const names: Record<Step, string> = {
    coins: t`Coins`,
    method: t`Payment method`,
    pay: t`Pay`,
  };
  const now = STEPS.indexOf(step);
  return (
    <ol className={styles.steps} aria-label={t`Steps`}>
      {STEPS.map((name, index) => (
        <li
          key={name}
          className={styles.step}
          aria-current={index === now ? 'step' : undefined}
          data-done={index < now || undefined}
        >
          <span className={styles.number}>
            {index < now ? <Check size={16} aria-hidden="true" /> : index + 1}
          </span>
          {names[name]}
        </li>
      ))}
    </ol>
  );
}

/** A page of the order flow: back link, progress, content and order summary. */
export function FlowFrame({ title, step, back, children, aside }: FlowFrameProps) {
  const { t } = useLingui();
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <Link to={back} className={styles.back}>
          <ChevronLeft size={20} aria-hidden="true" />
          {t`Back`}
        </Link>
        <Steps step={step} />
      </div>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.layout}>
        <div className={styles.main}>{children}</div>
        {aside ? <div className={styles.aside}>{aside}</div> : null}
      </div>
    </div>
  );
}
