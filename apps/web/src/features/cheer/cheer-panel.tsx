import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Gift } from '@sangwian/contract/endpoints/gifts';
import type { Match } from '@sangwian/contract/endpoints/live';
import { LIMITS } from '@sangwian/contract/limits';
import { formatCoins } from '@sangwian/i18n/format-number';
import { Button } from '@sangwian/ui/button';
import { classNames } from '@sangwian/ui/class-names';
import { CoinMark } from '@sangwian/ui/marks';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { useQueryClient } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../shared/api/call-api.ts';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import { updateBalance } from '../../shared/session/session.ts';
import { useStore } from '../../shared/store.ts';
import { useSwitchedOff } from '../../shared/switches/site-state.ts';
import { SwitchNotice } from '../../shared/switches/switch-notice.tsx';
import { refreshWallet, useWallet } from '../../shared/wallet/use-wallet.ts';
import { GIFTS_QUERY, useGifts } from '../live/room/gift-catalogue.ts';
import styles from './cheer-panel.module.css';
import {
  type Choice,
  type Corner,
  clampQuantity,
  costOf,
  findRefusal,
  STORM_COINS_MIN,
  tapGift,
  withPresentGift,
} from './cheer-rules.ts';
import type { CheerState } from './cheer-state.ts';
import { GiftSender } from './gift-sender.ts';

/** Returns the live's gift sender, which keeps sending after the panel is closed. */
function useSender(cheer: CheerState): GiftSender {
  const queryClient = useQueryClient();
  const [sender] = useState(() => {
    cheer.sender ??= new GiftSender({
      call: callApi,
      onSent: (_cheer, answer) => {
        updateBalance(answer.balance);
        cheer.applyBar(answer.bar);
      },
      onRefused: (status) => {
        if (status === 'price_changed') void queryClient.refetchQueries(GIFTS_QUERY);
        if (status === 'gift_balance_insufficient') void refreshWallet();
      },
      onFailed: (refusal) => cheer.effects?.withdraw(refusal),
    });
    return cheer.sender;
  });
  return sender;
}

interface CheerPanelProps {
  readonly cheer: CheerState;
  /** The current bout; `null` if there is none. */
  readonly match: Match | null;
  /** Whether the bout has ended in the video, which may be delayed. */
  readonly isOver: boolean;
  /** Opens the top-up sheet over the page. */
  readonly onTopUp: () => void;
  /** Whether the panel is in a sheet, whose header shows the balance. */
  readonly narrow?: boolean;
}

interface ChoiceProps {
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}

const CORNERS = ['red', 'blue'] as const;

function CornerChoice({ choice, match, onChange }: ChoiceProps & { readonly match: Match | null }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const cornerNames: Record<Corner, string> = { red: t`Red corner`, blue: t`Blue corner` };
  return (
    <fieldset className={styles.corners}>
      <legend>
        <VisuallyHidden>{t`Choose a corner`}</VisuallyHidden>
      </legend>
      {CORNERS.map((corner) => (
        <label key={corner} className={classNames(styles.corner, styles[corner])}>
          <input
            type="radio"
            name="cheer-corner"
            className={styles.radio}
            checked={choice.corner === corner}
            onChange={() => onChange({ ...choice, corner })}
          />
          <span className={styles.cornerName}>{cornerNames[corner]}</span>
          <span className={styles.fighter}>{match === null ? null : text(match[corner].name)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function GiftTile({ gift, choice, onChange }: ChoiceProps & { readonly gift: Gift }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const chosen = choice.gift?.gift_id === gift.gift_id;
  const coins = formatCoins(gift.coins);
  return (
    <button
      type="button"
      className={styles.tile}
      aria-pressed={chosen}
      onClick={() => onChange(tapGift(choice, gift))}
    >
      <img src={gift.picture} alt="" width={48} height={48} className={styles.picture} />
      <span className={styles.name}>{text(gift.name)}</span>
      <span className={styles.price}>
        <CoinMark size={16} />
        {coins}
        <VisuallyHidden>
          {' '}
          {t`${plural(gift.coins, { one: 'coin', other: 'coins' })}`}
        </VisuallyHidden>
      </span>
      {chosen && choice.quantity > 1 ? (
        <span className={styles.times}>×{choice.quantity}</span>
      ) : null}
    </button>
  );
}

function Quantity({ choice, onChange }: ChoiceProps) {
  const { t } = useLingui();
  const { quantity } = choice;
  const set = (next: number) => onChange({ ...choice, quantity: clampQuantity(next) });
  return (
    <div className={styles.quantity}>
      <button
        type="button"
        className={styles.step}
        aria-label={t`Decrease quantity`}
        disabled={quantity <= 1}
        onClick={() => set(quantity - 1)}
      >
        <Minus size={18} aria-hidden="true" />
      </button>
      <input
        className={styles.number}
        aria-label={t`Quantity`}
        inputMode="numeric"
        autoComplete="off"
        value={quantity}
        onChange={({ currentTarget }) => set(Number(currentTarget.value.replace(/\D/g, '')))}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <button
        type="button"
        className={styles.step}
        aria-label={t`Increase quantity`}
        disabled={quantity >= LIMITS.giftQuantityMax}
        onClick={() => set(quantity + 1)}
      >
        <Plus size={18} aria-hidden="true" />
      </button>
    </div>
  );
}

/** Explains the refund rules before a member cheers. */
function Terms({ match }: { readonly match: Match | null }) {
  const { t } = useLingui();
  return (
    <p className={styles.terms}>
      {t`Your coins are held until the result is official. If your corner wins, they are spent. If it loses or the bout is cancelled, you get them back.`}{' '}
      {match === null
        ? null
        : match.draw_refunds
          ? t`A draw is refunded too.`
          : t`A draw is not refunded.`}
    </p>
  );
}

/** The balance with a top-up button. */
export function CheerBalance({ onTopUp }: Pick<CheerPanelProps, 'onTopUp'>) {
  const { t } = useLingui();
  const { balance } = useWallet();
  return (
    <span className={styles.balance}>
      <span>
        <VisuallyHidden>{t`Your balance`} </VisuallyHidden>
        <CoinMark size={18} />
        <b>{balance === null ? '–' : formatCoins(balance)}</b>
      </span>
      <button type="button" className={styles.more} aria-label={t`Top up coins`} onClick={onTopUp}>
        <Plus size={18} aria-hidden="true" />
      </button>
    </span>
  );
}

/** Clears the refusal for a low balance once the balance covers the choice, for example after a top-up. */
function useClearShortage(sender: GiftSender, spendable: number | null, cost: number): void {
  const latestCost = useRef(cost);
  latestCost.current = cost;
  useEffect(() => {
    // Reacts only to a changed balance: the API may have refused a gift because the shown balance was outdated.
    if (spendable !== null && spendable >= latestCost.current) sender.clearShortage();
  }, [sender, spendable]);
}

function Combo({ combo, choice }: { readonly combo: number; readonly choice: Choice }) {
  const { t } = useLingui();
  return combo > choice.quantity ? (
    <span className={styles.combo}>{t`Combo ×${combo}`}</span>
  ) : null;
}

/** The gift form: corner, gift, quantity, price and balance. */
export function CheerPanel({ cheer, match, isOver, onTopUp, narrow }: CheerPanelProps) {
  const { t } = useLingui();
  const gifts = useGifts();
  const choice = withPresentGift(useStore(cheer.choice, cheer.choice.get()), gifts);
  const sender = useSender(cheer);
  const { refusal, canRetry, combo, pendingCoins } = useStore(
    sender.snapshot,
    sender.snapshot.get(),
  );
  const { balance } = useWallet();
  // A request whose response was lost may have been charged. The retry uses the same idempotency key.
  const isClosed = isOver && !canRetry;
  const refusalText = useErrorText(isClosed ? null : refusal);
  const change = (next: Choice) => {
    cheer.choice.set(next);
    sender.refuse(null);
  };
  useClearShortage(sender, balance === null ? null : balance - pendingCoins, costOf(choice));
  const cheerFor = t`${plural(costOf(choice), { one: 'Cheer for # coin', other: 'Cheer for # coins' })}`;
  const short = refusal?.status === 'gift_balance_insufficient';
  const send = () => {
    const spendable = balance === null ? null : balance - pendingCoins;
    const blocked = findRefusal(choice, match, spendable);
    const { corner, gift, quantity } = choice;
    if (blocked !== null || match === null || corner === null || gift === null) {
      sender.refuse(blocked);
      return;
    }
    // Shows the effect first, because the effect must not wait for the request.
    cheer.effects?.echo({ corner, gift, quantity });
    sender.send({ matchLiveId: match.match_live_id, corner, gift, quantity });
  };
  const isHeld =
    !canRetry &&
    costOf(choice) >= STORM_COINS_MIN &&
    findRefusal(choice, match, balance === null ? null : balance - pendingCoins) === null;
  const HoldToSend = cheer.effects?.HoldToSend;
  const isPaused = useSwitchedOff('gifts') !== null;
  return (
    <div className={classNames(styles.panel, narrow && styles.narrow)}>
      <SwitchNotice name="gifts" />
      <CornerChoice choice={choice} match={match} onChange={change} />
      <fieldset className={styles.gifts}>
        <legend>
          <VisuallyHidden>{t`Choose a gift`}</VisuallyHidden>
        </legend>
        {gifts === null
          ? Array.from({ length: 9 }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: static placeholders while gifts load.
              <span key={index} className={styles.place} />
            ))
          : gifts.map((gift) => (
              <GiftTile key={gift.gift_id} gift={gift} choice={choice} onChange={change} />
            ))}
      </fieldset>
      {isClosed ? null : <Terms match={match} />}
      <div className={styles.end}>
        <p role="alert" className={styles.said}>
          {refusalText}
        </p>
        <p role="status" className={styles.over}>
          {isClosed ? t`This bout has ended. No more gifts can be sent to it.` : null}
        </p>
        <div className={styles.row} hidden={isClosed || (isPaused && !canRetry)}>
          <Quantity choice={choice} onChange={change} />
          {narrow ? null : <CheerBalance onTopUp={onTopUp} />}
          {short ? (
            <Button variant="gold" className={styles.send} onClick={onTopUp}>
              {t`Top up coins`}
            </Button>
          ) : null}
          {isHeld && HoldToSend !== undefined ? (
            <HoldToSend choice={choice} match={match} className={styles.send} onSend={send}>
              <Combo combo={combo} choice={choice} />
            </HoldToSend>
          ) : (
            <Button
              variant={short ? 'quiet' : 'gold'}
              className={styles.send}
              onClick={canRetry ? () => sender.retry() : send}
            >
              {canRetry ? t`Try again` : choice.gift === null ? t`Cheer` : cheerFor}
              <Combo combo={combo} choice={choice} />
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
