import { useLingui } from '@lingui/react/macro';
import type { GiftLine } from '@sangwian/contract/endpoints/gifts';
import type { Match } from '@sangwian/contract/endpoints/live';
import { formatCoins } from '@sangwian/i18n/format-number';
import { CoinMark } from '@sangwian/ui/marks';
import { CircleAlert } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import { getMemberId } from '../../shared/session/session.ts';
import { useStore } from '../../shared/store.ts';
import type { CheerState } from '../cheer/cheer-state.ts';
import { useGift } from '../live/room/gift-catalogue.ts';
import { playGiftSound, volumeOf } from '../live/room/sounds.ts';
import styles from './gift-effects.module.css';
import { type EffectGift, GiftLanes, type ShownGift } from './gift-lanes.ts';
import { HoldToSend } from './hold-to-send.tsx';

interface EffectProps {
  readonly gift: ShownGift;
  readonly match: Match | null;
}

/** Returns the sender, the gift and the fighter of an effect. */
function useEffectWords({ gift, match }: EffectProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const kind = useGift(gift.giftId);
  const fighter = match === null ? null : text(match[gift.corner].name);
  const giftName = kind === null ? '' : text(kind.name);
  return {
    picture: kind?.picture ?? null,
    sender: gift.isOwn ? t`You` : gift.memberName || t`deleted member`,
    giftName,
    line: fighter === null ? giftName : t`${giftName} for ${fighter}`,
  };
}

function Times({ gift }: { readonly gift: ShownGift }) {
  if (gift.quantity < 2) return null;
  // A new key restarts the pulse animation whenever the number grows.
  return (
    <span key={gift.quantity} className={styles.times}>
      ×{gift.quantity}
    </span>
  );
}

const Picture = ({ src, size }: { readonly src: string | null; readonly size: number }) =>
  src === null ? null : <img src={src} alt="" width={size} height={size} />;

/** Up to 58 coins: an icon rises on the side of its corner. */
function Rise(props: EffectProps) {
  const { gift } = props;
  const { picture, sender, giftName } = useEffectWords(props);
  return (
    <div className={styles.rise}>
      <span className={styles.disc}>
        <Picture src={picture} size={44} />
      </span>
      <Times gift={gift} />
      <span className={styles.riseName}>
        {gift.isSum ? (
          <>
            <CoinMark size={14} /> {formatCoins(gift.coins)}
          </>
        ) : (
          `${sender} · ${giftName}`
        )}
      </span>
    </div>
  );
}

/** From 59 coins: a banner slides in from the corner. */
function Banner(props: EffectProps) {
  const { gift } = props;
  const { picture, sender, line } = useEffectWords(props);
  return (
    <div className={styles.banner}>
      <Picture src={picture} size={56} />
      <span className={styles.words}>
        <b className={styles.name}>{sender}</b>
        <span className={styles.line}>
          {line} <CoinMark size={14} /> {formatCoins(gift.coins)}
        </span>
      </span>
      <Times gift={gift} />
    </div>
  );
}

/** From 399 coins: an effect in the lower half of the video, with sound. */
function Storm(props: EffectProps & { readonly video: RefObject<HTMLVideoElement | null> }) {
  const { gift, video } = props;
  const { picture, sender, line } = useEffectWords(props);
  const { key } = gift;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one sound per effect.
  useEffect(() => playGiftSound(volumeOf(video.current)), [key]);
  return (
    <>
      <div className={styles.frame} />
      <div className={styles.storm}>
        <span className={styles.great}>
          <Picture src={picture} size={120} />
        </span>
        <span className={styles.words}>
          <b className={styles.stormName}>{sender}</b>
          <span className={styles.line}>{line}</span>
          <span className={styles.sum}>
            <CoinMark size={18} /> {formatCoins(gift.coins)} <Times gift={gift} />
          </span>
        </span>
      </div>
    </>
  );
}

/** Shows why the effect of a refused gift was withdrawn. */
function Refused({ lanes }: { readonly lanes: GiftLanes }) {
  const { t } = useLingui();
  const refusal = useStore(lanes.refusal, null);
  const reason = useErrorText(refusal);
  return (
    <div role="status" className={styles.refusal}>
      {refusal === null || reason === null ? null : (
        <p>
          <CircleAlert size={18} aria-hidden="true" /> {t`Not sent`} · {reason}
        </p>
      )}
    </div>
  );
}

const toEffect = (line: GiftLine): EffectGift => ({
  memberId: line.member_id,
  memberName: line.member_name,
  corner: line.corner,
  giftId: line.gift_id,
  quantity: line.quantity,
  coins: line.coins,
  isOwn: false,
});

interface GiftEffectsProps {
  readonly cheer: CheerState;
  readonly match: Match | null;
  /** The player whose volume applies to the sound effects. */
  readonly video: RefObject<HTMLVideoElement | null>;
}

/** The gift effects over the video. Hidden from screen readers, because the chat contains the same gifts as text. */
export function GiftEffects({ cheer, match, video }: GiftEffectsProps) {
  const [lanes] = useState(() => new GiftLanes());
  useEffect(() => {
    cheer.effects = {
      HoldToSend,
      // The effect of a gift from this page was already shown at the press.
      add: (lines) =>
        lanes.add(
          lines
            .filter(
              (line) => line.member_id !== getMemberId() || cheer.sender?.claims(line) !== true,
            )
            .map(toEffect),
        ),
      echo: ({ corner, gift, quantity }) =>
        lanes.echo({
          memberId: getMemberId() ?? '',
          memberName: '',
          corner,
          giftId: gift.gift_id,
          quantity,
          coins: gift.coins * quantity,
          isOwn: true,
        }),
      withdraw: (refusal) => lanes.withdraw(refusal),
    };
    return () => {
      cheer.effects = null;
      lanes.close();
    };
  }, [cheer, lanes]);
  const shown = useStore(lanes.shown, []);
  return (
    <>
      <div className={styles.layer} aria-hidden="true">
        {shown.map((gift) => (
          <div
            key={gift.key}
            data-corner={gift.corner}
            data-gift-effect={gift.tier}
            data-own={gift.isOwn || undefined}
          >
            {gift.tier === 'rise' ? <Rise gift={gift} match={match} /> : null}
            {gift.tier === 'banner' ? <Banner gift={gift} match={match} /> : null}
            {gift.tier === 'storm' ? <Storm gift={gift} match={match} video={video} /> : null}
          </div>
        ))}
      </div>
      <Refused lanes={lanes} />
    </>
  );
}
