import { useLingui } from '@lingui/react/macro';
import type { ReplayMoments } from '@sangwian/contract/endpoints/replay';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { formatCoins } from '@sangwian/i18n/format-number';
import { classNames } from '@sangwian/ui/class-names';
import { CoinMark } from '@sangwian/ui/marks';
import { useId, useLayoutEffect, useRef } from 'react';
import { crestUrl } from '../../../shared/art-url.ts';
import { useLanguage } from '../../../shared/language/use-language.ts';
import type { ReplayPlayer } from '../player/replay-player.ts';
import type { Moment } from './moment-rules.ts';
import styles from './night-chat.module.css';
import { useMoments } from './use-moments.ts';

/** A list that was scrolled up by less than this stays at its end. */
const AT_END_PX = 48;

function CheerLine({ bar }: { readonly bar: NonNullable<ReplayMoments['bar']> }) {
  const { t } = useLingui();
  const share = useRef<HTMLDivElement>(null);
  const { red_coins: red, blue_coins: blue } = bar;
  const percent = red + blue === 0 ? 50 : (red / (red + blue)) * 100;
  // Set by script, because the page's CSP forbids style attributes.
  useLayoutEffect(() => {
    share.current?.style.setProperty('--red-share', `${percent}%`);
  }, [percent]);
  const [redCoins, blueCoins] = [formatCoins(red), formatCoins(blue)];
  return (
    <div
      ref={share}
      role="img"
      aria-label={t`Cheers: red ${redCoins}, blue ${blueCoins} coins`}
      className={styles.bar}
    >
      <span className={styles.red}>{redCoins}</span>
      <span className={styles.blue}>{blueCoins}</span>
    </div>
  );
}

function MomentRow({ moment }: { readonly moment: Moment }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  if (moment.kind === 'line') {
    return (
      <li className={styles.line}>
        <img
          src={moment.member_avatar ?? crestUrl(moment.member_name)}
          alt=""
          width={28}
          height={28}
          loading="lazy"
          className={styles.avatar}
        />
        <p className={styles.words}>
          <strong className={styles.name}>{moment.member_name}</strong> {moment.text}
        </p>
      </li>
    );
  }
  const gift = text(moment.name);
  return (
    <li className={classNames(styles.line, styles.gift, styles[moment.corner])}>
      <p className={styles.words}>{t`${moment.member_name} sent ${gift}`}</p>
      <span className={styles.coins}>
        <CoinMark size={16} />
        {formatCoins(moment.coins)}
      </span>
    </li>
  );
}

interface NightChatProps {
  readonly player: ReplayPlayer | null;
  readonly programLiveId: ProgramLiveId;
  /** Whether the live is still in progress. */
  readonly isLive: boolean;
}

/** The chat and the cheers of the evening, in step with the video. */
export function NightChat({ player, programLiveId, isLive }: NightChatProps) {
  const { t } = useLingui();
  const id = useId();
  const { moments, bar } = useMoments(player, programLiveId, isLive);
  const list = useRef<HTMLOListElement>(null);
  const lastId = moments.at(-1)?.id;
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (lastId !== undefined && isAtEnd.current && list.current !== null) {
      list.current.scrollTop = list.current.scrollHeight;
    }
  }, [lastId]);
  return (
    <section aria-labelledby={id} className={styles.chat}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {isLive ? t`Chat at this moment` : t`That night’s chat`}
        </h2>
        <p className={styles.note}>
          {isLive ? t`Go back to live to write or cheer` : t`In step with the picture`}
        </p>
      </header>
      {bar === null ? null : <CheerLine bar={bar} />}
      {moments.length === 0 ? (
        <p className={styles.note}>{t`Nobody has written here yet.`}</p>
      ) : (
        <ol
          ref={list}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls the list.
          tabIndex={0}
          aria-labelledby={id}
          className={styles.list}
          onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
            isAtEnd.current = scrollHeight - scrollTop - clientHeight < AT_END_PX;
          }}
        >
          {moments.map((moment) => (
            <MomentRow key={moment.id} moment={moment} />
          ))}
        </ol>
      )}
    </section>
  );
}
