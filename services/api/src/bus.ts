import { EventEmitter } from 'node:events';
import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { MemberId, ProgramLiveId, WatchToken } from '@sangwian/contract/ids';

/** What one module tells the others after its transaction has committed. */
export interface BusEvents {
  /** Tokens of these sessions are dead from now on; caches forget them. */
  'session:revoked': { readonly memberId: MemberId; readonly sessionIds: readonly string[] };
  /** A watch session ended because the same member watches elsewhere. */
  'watch:ejected': { readonly memberId: MemberId; readonly oldWatchToken: WatchToken };
  /** A live, its card or its viewers changed. */
  'live:changed': { readonly programLiveId: ProgramLiveId };
  /** Chat lines that were committed, in the order of their `seq`. */
  'chat:sent': { readonly programLiveId: ProgramLiveId; readonly messages: readonly ChatMessage[] };
  /** A member was banned or suspended; their sessions are revoked right after. */
  'member:barred': { readonly memberId: MemberId; readonly status: 'ban' | 'suspend' };
  /** Watch sessions whose playback grants have to die now. */
  'watch:revoked': { readonly watchSessionIds: readonly string[] };
}

/** Fan-out between modules, and later between nodes. The database is the truth: a lost event is fetched again. */
export interface Bus {
  publish<Name extends keyof BusEvents>(name: Name, event: BusEvents[Name]): void;
  /** Returns the call that ends the subscription. */
  subscribe<Name extends keyof BusEvents>(
    name: Name,
    listener: (event: BusEvents[Name]) => void,
  ): () => void;
}

/** The bus of one node. */
export function createInProcessBus(): Bus {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    publish: (name, event) => {
      emitter.emit(name, event);
    },
    subscribe: (name, listener) => {
      emitter.on(name, listener);
      return () => emitter.off(name, listener);
    },
  };
}
