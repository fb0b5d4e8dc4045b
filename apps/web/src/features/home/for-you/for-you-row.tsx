import { useLingui } from '@lingui/react/macro';
import type { NextBout } from '@sangwian/contract/endpoints/follows';
import { formatClock, formatDate } from '@sangwian/i18n/format-date';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { Tag } from '@sangwian/ui/tag';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { memberQuery } from '../../../shared/api/api-query.ts';
import { cornerFaceUrl } from '../../../shared/faces/face-url.ts';
import { useLanguage } from '../../../shared/language/use-language.ts';
import { PhotoImage } from '../../../shared/photo/photo-image.tsx';
import { useMemberId } from '../../../shared/session/session.ts';
import styles from './for-you-row.module.css';

interface CornerLineProps {
  readonly bout: NextBout;
  readonly corner: 'red' | 'blue';
}

function CornerLine({ bout, corner }: CornerLineProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const { name, gym, photo } = bout[corner];
  return (
    <span className={classNames(styles.corner, styles[corner])}>
      <PhotoImage
        photo={photo}
        owner="fighter"
        src={cornerFaceUrl(bout, corner)}
        alt=""
        width={44}
        height={44}
        loading="lazy"
        className={styles.crest}
      />
      <span className={styles.who}>
        <span className={styles.name}>{text(name)}</span>
        <span className={styles.gym}>{text(gym)}</span>
      </span>
      {bout.followed.includes(corner) ? <Tag tone="soft">{t`Following`}</Tag> : null}
    </span>
  );
}

function BoutCard({ bout }: { readonly bout: NextBout }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const path =
    bout.program_live_id === null
      ? `/program?card=${bout.program_id}&bout=${bout.match_id}`
      : `/live/${bout.program_live_id}`;
  return (
    <li className={classNames(cardClass, styles.card)}>
      <Link to={path} className={styles.link}>
        <CornerLine bout={bout} corner="red" />
        <CornerLine bout={bout} corner="blue" />
        <span className={styles.fact}>
          {bout.status === 'in_progress' ? (
            t`Live now`
          ) : (
            <time dateTime={bout.starts_at}>
              {formatDate(bout.starts_at)} {formatClock(bout.starts_at)}
            </time>
          )}
          {' · '}
          {text(bout.program)}
        </span>
      </Link>
    </li>
  );
}

/** The next bouts of the fighters, gyms and promotions that the member follows; nothing without any. */
export function ForYouRow() {
  const { t } = useLingui();
  const id = useId();
  const { data } = useQuery(memberQuery(useMemberId(), 'GET /follow/next', {}));
  if (data === undefined || data.length === 0) return null;
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.heading}>
        {t`For you`}
      </h2>
      <ul className={styles.row}>
        {data.map((bout) => (
          <BoutCard key={bout.match_id} bout={bout} />
        ))}
      </ul>
    </section>
  );
}
