import { useLingui } from '@lingui/react/macro';
import type { Follow } from '@sangwian/contract/endpoints/follows';
import { Button, buttonClass } from '@sangwian/ui/button';
import { Skeleton } from '@sangwian/ui/skeleton';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { Dumbbell, Trophy, UserRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useLanguage } from '../../shared/language/use-language.ts';
import { useBusy } from '../../shared/use-busy.ts';
import { useFollows, useSetFollowed } from '../follows/use-follows.ts';
import styles from './devices-section.module.css';
import { Row, Rows } from './row.tsx';
import { Section } from './section.tsx';

const ICONS = { fighter: UserRound, gym: Dumbbell, promotion: Trophy } as const;
/** Rows that are shown before “Show all”. */
const ROWS_MAX = 5;

/** Returns the page of a follow: the fighter, the fighters of a gym, or the cards of a promotion. */
function pathOf({ type, id }: Follow): string {
  if (type === 'fighter') return `/history/boxer_detail?id=${id}`;
  return type === 'gym' ? `/history?gym=${id}` : `/program?promotion=${id}`;
}

function FollowRow({ follow }: { readonly follow: Follow }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const setFollowed = useSetFollowed();
  const [busy, run] = useBusy();
  const name = text(follow.name);
  const kind = { fighter: t`Fighter`, gym: t`Gym`, promotion: t`Promotion` }[follow.type];
  const detail = follow.detail === null ? '' : ` · ${text(follow.detail)}`;
  return (
    <Row
      Icon={ICONS[follow.type]}
      label={<Link to={pathOf(follow)}>{name}</Link>}
      value={`${kind}${detail}`}
    >
      <Button
        size="small"
        aria-disabled={busy}
        onClick={() => void run(() => setFollowed(follow, false).catch(() => {}))}
      >
        {t`Unfollow`}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    </Row>
  );
}

/** The fighters, gyms and promotions that the member follows. */
export function FollowsSection() {
  const { t } = useLingui();
  const { data: follows, isError, refetch } = useFollows();
  const [all, setAll] = useState(false);
  const count = follows?.length ?? 0;
  return (
    <Section
      title={t`What you follow`}
      text={t`The next bouts are on the home page, under “For you”.`}
    >
      <div aria-busy={follows === undefined && !isError}>
        {follows === undefined && !isError ? (
          <Skeleton shape="fill" className={styles.skeleton} />
        ) : null}
        {follows === undefined && isError ? (
          <div className={styles.failed}>
            <p>{t`The list could not be loaded.`}</p>
            <Button size="small" onClick={() => void refetch()}>
              {t`Try again`}
            </Button>
          </div>
        ) : null}
        {follows?.length === 0 ? (
          <div className={styles.failed}>
            <p>{t`You do not follow anyone yet.`}</p>
            <Link to="/history" className={buttonClass({ size: 'small' })}>
              {t`Find fighters`}
            </Link>
          </div>
        ) : null}
        {follows !== undefined && count > 0 ? (
          <Rows>
            {follows.slice(0, all ? count : ROWS_MAX).map((follow) => (
              <FollowRow key={follow.id} follow={follow} />
            ))}
          </Rows>
        ) : null}
        {count > ROWS_MAX && !all ? (
          <Button wide className={styles.all} onClick={() => setAll(true)}>
            {t`Show all ${count}`}
          </Button>
        ) : null}
      </div>
    </Section>
  );
}
