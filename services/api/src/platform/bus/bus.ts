import { EventEmitter } from 'node:events';
import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import type { Gift, GiftLine } from '@sangwian/contract/endpoints/gifts';
import type { Bilingual, ChatMessage } from '@sangwian/contract/endpoints/live';
import type { StaffPresence } from '@sangwian/contract/endpoints/operator/show';
import type {
  ChatMessageId,
  MatchLiveId,
  MemberId,
  ProgramId,
  ProgramLiveId,
  WatchToken,
} from '@sangwian/contract/ids';
import type {
  OrderChanged,
  ReactionCounts,
  RefundReason,
} from '@sangwian/contract/sockets/event-namespace';
import type { StaffTopic } from '@sangwian/contract/sockets/operator-namespace';
import { Counter, Gauge } from 'prom-client';
import type { Gap } from '../health/gap.ts';
import type { ApiModule } from '../http/handler.ts';
import type { SwitchBoard } from '../switches/switch-rules.ts';

/** Gift totals that one node has counted for a bout. They only increase. */
export interface NodeCounts {
  readonly node_id: string;
  readonly red_coins: number;
  readonly red_gifts: number;
  readonly red_supporters: number;
  readonly blue_coins: number;
  readonly blue_gifts: number;
  readonly blue_supporters: number;
}

/** Events between modules, published after a commit. They are plain JSON, because other nodes receive them too. */
export interface BusEvents {
  /** These sessions were revoked; caches drop their tokens. */
  'session:revoked': { readonly memberId: MemberId; readonly sessionIds: readonly string[] };
  /** A watch session ended because the same member started watching elsewhere. */
  'watch:ejected': { readonly memberId: MemberId; readonly oldWatchToken: WatchToken };
  /** A live, its card or its viewers changed. */
  'live:changed': { readonly programLiveId: ProgramLiveId };
  /** Committed chat lines, ordered by `seq`. */
  'chat:sent': { readonly programLiveId: ProgramLiveId; readonly messages: readonly ChatMessage[] };
  /** Lines that moderators removed. */
  'chat:removed': {
    readonly programLiveId: ProgramLiveId;
    readonly chatMessageIds: readonly ChatMessageId[];
  };
  /** Slow mode, shield mode or the pinned line of a live changed; the current state is in the database. */
  'chat:state': { readonly programLiveId: ProgramLiveId };
  /** A member was timed out in this live (`null`: in all lives) until `until` (`null`: the time-out was lifted). */
  'chat:timeout': {
    readonly memberId: MemberId;
    readonly programLiveId: ProgramLiveId | null;
    readonly until: string | null;
  };
  /** A moderator allowed or removed a member's held line, or the line expired. */
  'chat:held': {
    readonly memberId: MemberId;
    readonly programLiveId: ProgramLiveId;
    readonly chatMessageId: ChatMessageId;
    readonly state: 'allowed' | 'removed' | 'expired';
    readonly reason: ReportReason | null;
  };
  /** A member blocked or unblocked another member. */
  'chat:block': {
    readonly memberId: MemberId;
    readonly blockedMemberId: MemberId;
    readonly blocked: boolean;
  };
  /** The list of banned words changed. */
  'chat:words': Record<string, never>;
  /** A member was banned or suspended; their sessions are revoked right after. */
  'member:barred': { readonly memberId: MemberId; readonly status: 'ban' | 'suspend' };
  /** The balance of a member's wallet changed. */
  'wallet:changed': { readonly memberId: MemberId };
  /** The balances of many members' wallets changed at once. */
  'wallets:changed': { readonly memberIds: readonly MemberId[] };
  /** Gifts were committed. Contains the newest gifts and the publishing node's totals for the bout. */
  'gift:sent': {
    readonly programLiveId: ProgramLiveId;
    readonly matchLiveId: MatchLiveId;
    readonly counts: readonly NodeCounts[];
    readonly gifts: readonly GiftLine[];
  };
  /** Quick reactions of members of one node to a live. Lost ones are not repeated. */
  'reactions:counted': { readonly programLiveId: ProgramLiveId; readonly counts: ReactionCounts };
  /** Operators changed the gifts on offer. Contains all gifts, so that no page has to fetch them. */
  'gifts:changed': { readonly gifts: readonly Gift[] };
  /** Gifts of a bout were refunded to these members, who are notified of the reason. */
  'gift:refunded': {
    readonly matchLiveId: MatchLiveId;
    readonly title: Bilingual;
    readonly reason: RefundReason;
    readonly refunds: readonly { readonly memberId: MemberId; readonly coins: number }[];
  };
  /** A result was recorded, withdrawn or corrected by a ruling, or the gifts of the bout were settled. */
  'bout:decided': {
    readonly programLiveId: ProgramLiveId;
    readonly matchLiveId: MatchLiveId;
    readonly state: 'recorded' | 'withdrawn' | 'corrected' | 'settled';
  };
  /** Prediction sheets of a programme closed, or their scores changed. */
  'predict:changed': { readonly programId: ProgramId };
  /** The status of an order changed. */
  'order:changed': { readonly memberId: MemberId } & OrderChanged;
  /** These members have new notices, or have read some. */
  'notices:changed': { readonly memberIds: readonly MemberId[] };
  /** Operators changed a switch or the notice. Contains the complete state, so that no node has to read it. */
  'switches:changed': SwitchBoard;
  /** The playback grants of these watch sessions were revoked. */
  'watch:revoked': { readonly watchSessionIds: readonly string[] };
  /** Another media process publishes this channel. */
  'media:claimed': { readonly channelId: string };
  /** Something that the operator console shows changed. */
  'staff:changed': { readonly topic: StaffTopic; readonly id?: string };
  /** Problems of the whole system, announced by one node. */
  'staff:health': { readonly problems: number };
  /** The operators whose consoles are connected to a node. */
  'staff:presence': { readonly node: string; readonly people: readonly StaffPresence[] };
}

export type BusEventName = keyof BusEvents;

/** Whether an event was published on this node. Effects that must happen once run only on the publishing node. */
export type Origin = 'here' | 'elsewhere';

/**
 * Fan-out of events to the modules of all nodes. On this node, an event arrives before `publish` returns; on other
 * nodes it arrives later and possibly twice. The database is the source of truth: caches are cleared when events may
 * have been missed.
 */
export interface Bus {
  publish<Name extends BusEventName>(name: Name, event: BusEvents[Name]): void;
  /** Returns a function that unsubscribes. */
  subscribe<Name extends BusEventName>(
    name: Name,
    listener: (event: BusEvents[Name], origin: Origin) => void,
  ): () => void;
  /**
   * Receives the chat and gift events of a live from other nodes until the returned function is called.
   *
   * @param onHeard called once these events arrive, so that the caller can then read earlier ones
   */
  follow(programLiveId: ProgramLiveId, onHeard: () => void): () => void;
  /** Whether events of other nodes arrive. Otherwise caches must not be trusted. */
  isBusConnected(): boolean;
  /** Subscribes to reconnects, after which events may have been missed. Returns a function that unsubscribes. */
  onMissed(listener: () => void): () => void;
}

/** Name of the local event that reports possibly missed events. */
const MISSED = Symbol('missed');

/** Fan-out within one node, used by every bus implementation. */
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

/** Returns the bus of a single node. */
export function createInProcessBus(): Bus {
  const local = new LocalFanOut();
  return {
    publish: (name, event) => local.emit(name, event, 'here'),
    subscribe: (name, listener) => local.on(name, listener),
    follow: () => () => {},
    isBusConnected: () => true,
    onMissed: (listener) => local.onMissed(listener),
  };
}

const REDIS_SILENT: Gap = {
  name: 'bus',
  advice:
    'bus: Redis does not answer at BUS_URL. Check that it runs and that BUS_URL is its address and password. Nothing is lost, but chat of other nodes arrives late; the connection is retried automatically.',
  isTolerable: true,
};

/** Creates the module with the metrics of the bus. */
export function createBusModule(bus: Bus, redisUrl: string): ApiModule {
  return {
    missing: async () => (redisUrl === '' || bus.isBusConnected() ? [] : [REDIS_SILENT]),
    observe: (registry) => {
      new Gauge({
        name: 'bus_hearing',
        help: '1 while this node receives the events of other nodes; 0 while it bypasses its caches',
        registers: [registry],
        collect() {
          this.set(bus.isBusConnected() ? 1 : 0);
        },
      });
      const missed = new Counter({
        name: 'bus_missed_total',
        help: 'Number of times that this node may have missed events of other nodes and cleared its caches',
        registers: [registry],
      });
      bus.onMissed(() => missed.inc());
    },
  };
}
