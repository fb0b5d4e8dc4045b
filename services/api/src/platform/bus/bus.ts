import { EventEmitter } from 'node:events';
import type { GiftLine } from '@sangwian/contract/endpoints/gifts';
import type { Bilingual, ChatMessage } from '@sangwian/contract/endpoints/live';
import type {
  ChatMessageId,
  MatchLiveId,
  MemberId,
  ProgramId,
  ProgramLiveId,
  WatchToken,
} from '@sangwian/contract/ids';
import type { OrderChanged, RefundReason } from '@sangwian/contract/sockets/event-namespace';
import { Counter, Gauge } from 'prom-client';
import type { ApiModule } from '../http/handler.ts';

/** What one node has added to a bout's bar. It only ever grows. */
export interface NodeCounts {
  readonly node_id: string;
  readonly red_coins: number;
  readonly red_gifts: number;
  readonly red_supporters: number;
  readonly blue_coins: number;
  readonly blue_gifts: number;
  readonly blue_supporters: number;
}

/** What one module tells the others after its transaction has committed; plain JSON, since other nodes hear it too. */
export interface BusEvents {
  /** Tokens of these sessions are dead from now on; caches forget them. */
  'session:revoked': { readonly memberId: MemberId; readonly sessionIds: readonly string[] };
  /** A watch session ended because the same member watches elsewhere. */
  'watch:ejected': { readonly memberId: MemberId; readonly oldWatchToken: WatchToken };
  /** A live, its card or its viewers changed. */
  'live:changed': { readonly programLiveId: ProgramLiveId };
  /** Chat lines that were committed, in the order of their `seq`. */
  'chat:sent': { readonly programLiveId: ProgramLiveId; readonly messages: readonly ChatMessage[] };
  /** Lines that were taken away. */
  'chat:removed': {
    readonly programLiveId: ProgramLiveId;
    readonly chatMessageIds: readonly ChatMessageId[];
  };
  /** Slow mode or the pinned line of a live changed; what holds now is in the database. */
  'chat:state': { readonly programLiveId: ProgramLiveId };
  /** A member may not send until then, in this live or (`null`) in every one; `null`: it may again. */
  'chat:timeout': {
    readonly memberId: MemberId;
    readonly programLiveId: ProgramLiveId | null;
    readonly until: string | null;
  };
  /** The list of banned words changed. */
  'chat:words': Record<string, never>;
  /** A member was banned or suspended; their sessions are revoked right after. */
  'member:barred': { readonly memberId: MemberId; readonly status: 'ban' | 'suspend' };
  /** Coins of a member's wallet moved. */
  'wallet:changed': { readonly memberId: MemberId };
  /** The same of many at once. */
  'wallets:changed': { readonly memberIds: readonly MemberId[] };
  /** Gifts that were committed: the newest of them, and all that this node has counted of the bout. */
  'gift:sent': {
    readonly programLiveId: ProgramLiveId;
    readonly matchLiveId: MatchLiveId;
    readonly counts: readonly NodeCounts[];
    readonly gifts: readonly GiftLine[];
  };
  /** Gifts of a bout went back to these members: their wallets changed, and they are told why. */
  'gift:refunded': {
    readonly matchLiveId: MatchLiveId;
    readonly title: Bilingual;
    readonly reason: RefundReason;
    readonly refunds: readonly { readonly memberId: MemberId; readonly coins: number }[];
  };
  /** A result was recorded, withdrawn or corrected, or gifts of its bout were settled. */
  'bout:decided': {
    readonly programLiveId: ProgramLiveId;
    readonly matchLiveId: MatchLiveId;
    readonly state: 'recorded' | 'withdrawn' | 'corrected' | 'settled';
  };
  /** Sheets of a programme closed, or what they are worth changed. */
  'predict:changed': { readonly programId: ProgramId };
  /** An order went on. */
  'order:changed': { readonly memberId: MemberId } & OrderChanged;
  /** Watch sessions whose playback grants have to die now. */
  'watch:revoked': { readonly watchSessionIds: readonly string[] };
}

export type BusEventName = keyof BusEvents;

/** Whether an event was published on this node. What an event has done once for all is done where it was published. */
export type Origin = 'here' | 'elsewhere';

/**
 * Fan-out between modules, and between nodes. On this node an event arrives before `publish` returns; on the others as
 * soon as it can. The database is the truth: whoever remembers anything forgets it when events may have been missed.
 * An event may come twice.
 */
export interface Bus {
  publish<Name extends BusEventName>(name: Name, event: BusEvents[Name]): void;
  /** Returns the call that ends the subscription. */
  subscribe<Name extends BusEventName>(
    name: Name,
    listener: (event: BusEvents[Name], origin: Origin) => void,
  ): () => void;
  /** Whether what other nodes publish arrives here now. While it does not, memory is not to be trusted. */
  isHearing(): boolean;
  /** Calls whenever this node hears the others again and may have missed something. Returns the call that ends that. */
  onMissed(listener: () => void): () => void;
}

/** The name under which a node's own bus tells that events were missed. */
const MISSED = Symbol('missed');

/** The fan-out inside one node, which every kind of bus has. */
export class LocalFanOut {
  readonly #emitter = new EventEmitter();

  constructor() {
    this.#emitter.setMaxListeners(0);
  }

  emit<Name extends BusEventName>(name: Name, event: BusEvents[Name], origin: Origin): void {
    this.#emitter.emit(name, event, origin);
  }

  on<Name extends BusEventName>(
    name: Name,
    listener: (event: BusEvents[Name], origin: Origin) => void,
  ): () => void {
    this.#emitter.on(name, listener);
    return () => this.#emitter.off(name, listener);
  }

  emitMissed(): void {
    this.#emitter.emit(MISSED);
  }

  onMissed(listener: () => void): () => void {
    this.#emitter.on(MISSED, listener);
    return () => this.#emitter.off(MISSED, listener);
  }
}

/** The bus of a node that is alone. */
export function createInProcessBus(): Bus {
  const local = new LocalFanOut();
  return {
    publish: (name, event) => local.emit(name, event, 'here'),
    subscribe: (name, listener) => local.on(name, listener),
    isHearing: () => true,
    onMissed: (listener) => local.onMissed(listener),
  };
}

/** What the bus shows of itself. */
export function createBusModule(bus: Bus): ApiModule {
  return {
    observe: (registry) => {
      new Gauge({
        name: 'bus_hearing',
        help: '1 while this node hears what the others publish; 0: it asks the database instead of its memory',
        registers: [registry],
        collect() {
          this.set(bus.isHearing() ? 1 : 0);
        },
      });
      const missed = new Counter({
        name: 'bus_missed_total',
        help: 'Times that this node may have missed what others published, and forgot what it remembered',
        registers: [registry],
      });
      bus.onMissed(() => missed.inc());
    },
  };
}
