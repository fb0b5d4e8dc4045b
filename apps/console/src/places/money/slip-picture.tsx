import { Trans, useLingui } from '@lingui/react/macro';
import type { SlipCase } from '@sangwian/contract/endpoints/operator/orders';
import { classNames } from '@sangwian/ui/class-names';
import { useQuery } from '@tanstack/react-query';
import { Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { QueryView } from '../../shared/ui/states.tsx';
import styles from './slips-page.module.css';

const ZOOM_STEPS = [1, 1.5, 2, 3] as const;

interface PictureProps {
  readonly slipId: string;
  readonly title: string;
  readonly at: string;
  readonly number: string;
  readonly zoom: number;
  readonly turns: number;
}

function Picture({ slipId, title, at, number, zoom, turns }: PictureProps) {
  const { t } = useLingui();
  const picture = useQuery({
    ...staffQuery('GET /operator/slip/{slip_id}/picture', { params: { slip_id: slipId } }, 'staff'),
    // A stored image never changes, so it is never stale.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <figure className={styles.figure}>
      <figcaption>
        <strong>{title}</strong>
        <span className={styles.weak}>
          {number} · <Moment at={at} />
        </span>
      </figcaption>
      <div className={styles.frame}>
        <QueryView query={picture} rows={10}>
          {({ base64 }) => (
            <img
              src={`data:image/webp;base64,${base64}`}
              alt={t`Slip of order ${number}`}
              className={classNames(zoom === 1 && styles.fit)}
              style={{
                ...(zoom === 1 ? {} : { width: `${zoom * 100}%` }),
                rotate: `${turns * 90}deg`,
              }}
            />
          )}
        </QueryView>
      </div>
    </figure>
  );
}

export type SlipView = 'this' | 'first' | 'both';

interface SlipPicturesProps {
  readonly slip: SlipCase;
  readonly view: SlipView;
  readonly onView: (view: SlipView) => void;
}

/** The image of a slip, of the first use of its transfer, or both side by side. Both zoom and rotate together. */
export function SlipPictures({ slip, view, onView }: SlipPicturesProps) {
  const { t } = useLingui();
  const [step, setStep] = useState(0);
  const [turns, setTurns] = useState(0);
  const zoom = ZOOM_STEPS[step] ?? 1;
  const first = slip.first_use;
  const shown = first === null ? 'this' : view;
  const views: [SlipView, string][] = [
    ['this', t`This slip`],
    ['first', t`First use`],
    ['both', t`Side by side`],
  ];
  return (
    <section className={styles.stage} aria-label={t`Picture of the slip`}>
      <div className={styles.views}>
        {first === null
          ? null
          : views.map(([id, label]) => (
              <Button
                key={id}
                aria-pressed={shown === id}
                variant={shown === id ? 'primary' : 'quiet'}
                {...(id === 'both' ? { keys: 'V' } : {})}
                onClick={() => onView(id)}
              >
                {label}
              </Button>
            ))}
        <span className={styles.gap} />
        <span className={styles.weak}>
          <Trans>
            Sent <Moment at={slip.sent_at} />
          </Trans>
        </span>
      </div>
      <div className={classNames(styles.pictures, shown === 'both' && styles.both)}>
        {shown === 'first' ? null : (
          <Picture
            slipId={slip.slip_id}
            title={t`This slip`}
            at={slip.sent_at}
            number={slip.order.number}
            {...{ zoom, turns }}
          />
        )}
        {first === null || shown === 'this' ? null : (
          <Picture
            slipId={first.slip_id}
            title={first.status === 'accepted' ? t`First use, approved` : t`First use`}
            at={first.sent_at}
            number={first.order.number}
            {...{ zoom, turns }}
          />
        )}
      </div>
      <div className={styles.tools}>
        <IconButton
          icon={ZoomOut}
          label={t`Smaller`}
          disabled={step === 0}
          onClick={() => setStep(step - 1)}
        />
        <span className={styles.weak}>{zoom * 100}%</span>
        <IconButton
          icon={ZoomIn}
          label={t`Larger`}
          disabled={step === ZOOM_STEPS.length - 1}
          onClick={() => setStep(step + 1)}
        />
        <IconButton icon={RotateCw} label={t`Turn`} onClick={() => setTurns(turns + 1)} />
        <IconButton
          icon={Maximize}
          label={t`Whole picture`}
          onClick={() => {
            setStep(0);
            setTurns(0);
          }}
        />
      </div>
    </section>
  );
}
