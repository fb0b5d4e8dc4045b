import type {
  OperatorNotice,
  OperatorSwitch,
  SwitchChange,
} from '@sangwian/contract/endpoints/operator/switches';
import type { SiteState, SwitchName } from '@sangwian/contract/endpoints/site';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import type { Database } from '../../schema/database.ts';
import type { Bus } from '../bus/bus.ts';
import { keepRecent } from '../cache/keep-recent.ts';
import type { ApiModule } from '../http/handler.ts';
import { staleEdit } from '../http/stale-edit.ts';
import type { Clock } from '../time/clock.ts';
import {
  isNoticeShown,
  mergeBoards,
  OFF_CODES,
  revisionOf,
  type SwitchBoard,
  siteStateOf,
} from './switch-rules.ts';
import { SwitchStore } from './switches.store.ts';

/** Without the bus, a node reads the database at most this often; an operator waits no longer for the effect. */
const READ_FRESH = { freshMs: 500, entriesMax: 1 } as const;

/** Checks whether a part of the site is switched off. */
export interface SwitchGate {
  /** Returns the error of a part that is switched off, with the reason in `details`; `null` while the part is on. */
  refusal(name: SwitchName): Promise<ApiError | null>;
}

/** @throws {ApiError} the error of a part that is switched off */
export async function refuseIfOff(switches: SwitchGate, name: SwitchName): Promise<void> {
  const off = await switches.refusal(name);
  if (off !== null) throw off;
}

export type NoticeChange = Pick<OperatorNotice, 'text' | 'level' | 'from' | 'until' | 'version'>;

/** The state for a rendered page, and a cache key that changes whenever the page would change. */
export interface PageSiteState {
  readonly state: SiteState;
  readonly key: string;
}

export interface Switches extends SwitchGate {
  /** Returns the state that fans see now; while the database does not respond, the last known state. */
  current(): Promise<SiteState>;
  /** Returns the state for a rendered page. */
  forPage(): Promise<PageSiteState>;
  /** Reads all switches and the notice from the database. */
  read(): Promise<SwitchBoard>;
  /**
   * Switches a part on or off, on every node.
   *
   * @throws {ApiError} `edit_stale` with the fields that differ and the name of the last editor, `request_invalid`
   */
  change(name: SwitchName, change: SwitchChange, actor: string): Promise<OperatorSwitch>;
  /** Sets or removes the notice, on every node. @throws {ApiError} `edit_stale`, `request_invalid` */
  changeNotice(change: NoticeChange, actor: string): Promise<OperatorNotice>;
  /** Subscribes to changes by any node. Returns a function that unsubscribes. */
  onChange(listener: (state: SiteState) => void): () => void;
}

export interface SwitchesDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
}

const invalid = (path: string, message: string): ApiError =>
  new ApiError('request_invalid', { details: [{ path, message }] });

/** The state that this node knows. It is current while the bus is connected. */
class KnownBoard {
  readonly #deps: SwitchesDeps;
  readonly #store: SwitchStore;
  /** The read that concurrent calls share while the bus is disconnected. */
  readonly #readOften: (key: 'all') => Promise<SwitchBoard>;
  readonly #listeners = new Set<(state: SiteState) => void>();
  #board: SwitchBoard | null = null;
  /** Number of times that changes may have been missed, and the number up to which a read has caught up. */
  #missed = 1;
  #caughtUp = 0;

  constructor(deps: SwitchesDeps, store: SwitchStore) {
    this.#deps = deps;
    this.#store = store;
    this.#readOften = keepRecent(
      () => this.refresh(),
      () => Math.floor(performance.now()),
      READ_FRESH,
    );
  }

  /** Returns the state. Reads the database if changes of other nodes may have been missed. */
  async get(): Promise<SwitchBoard> {
    if (!this.#deps.bus.isBusConnected()) return this.#readOften('all');
    if (this.#board === null || this.#caughtUp < this.#missed) return this.refresh();
    return this.#board;
  }

  /** Returns the last known state without waiting for the database, which may be unavailable; pages update automatically. */
  async getKnown(): Promise<SwitchBoard> {
    const latest = this.get();
    if (this.#board === null) return latest;
    latest.catch((err: unknown) =>
      this.#deps.logger.warn(
        { err },
        'switches could not be read, and the last known ones are shown',
      ),
    );
    return this.#board;
  }

  merge(arrived: SwitchBoard): SwitchBoard {
    const before = this.#board;
    const board = before === null ? arrived : mergeBoards(before, arrived);
    this.#board = board;
    if (before !== null && revisionOf(before) !== revisionOf(board)) {
      const state = siteStateOf(board, this.#deps.clock());
      for (const listener of this.#listeners) listener(state);
    }
    return board;
  }

  async refresh(): Promise<SwitchBoard> {
    const missed = this.#missed;
    const board = this.merge(await this.#store.read());
    this.#caughtUp = Math.max(this.#caughtUp, missed);
    return board;
  }

  /** Reads again after the bus was disconnected, so that the sockets of this node receive the changes. */
  onMissed(): void {
    this.#missed += 1;
    this.refresh().catch((err: unknown) =>
      this.#deps.logger.warn({ err }, 'switches could not be read'),
    );
  }

  onChange(listener: (state: SiteState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

const refusalOf = ({ switches }: SwitchBoard, name: SwitchName): ApiError | null => {
  const reason = switches.find((row) => row.name === name)?.reason ?? null;
  if (reason === null) return null;
  return new ApiError(OFF_CODES[name], {
    details: [
      { path: 'reason_th', message: reason.th },
      { path: 'reason_en', message: reason.en },
    ],
  });
};

/**
 * Creates the functions with which operators change the switches. A changed row is merged here and published to the
 * other nodes.
 */
function createChanges({ clock }: SwitchesDeps, store: SwitchStore, changed: () => Promise<void>) {
  return {
    change: async (
      name: SwitchName,
      { on, reason, version }: SwitchChange,
      actor: string,
    ): Promise<OperatorSwitch> => {
      if (on === (reason !== undefined)) {
        throw invalid('body.reason', 'is required to switch off, and only then');
      }
      const edit = { version, actor, now: clock() };
      const row = await store.setSwitch(name, reason ?? null, edit);
      if (row === undefined) {
        const present = (await store.read()).switches.find((one) => one.name === name);
        throw staleEdit(present ?? {}, { on, reason: reason ?? null }, present?.by ?? '');
      }
      await changed();
      return row;
    },
    changeNotice: async (
      { version, ...notice }: NoticeChange,
      actor: string,
    ): Promise<OperatorNotice> => {
      const { from, until } = notice;
      if (until !== null && new Date(until) <= (from === null ? clock() : new Date(from))) {
        throw invalid('body.until', 'must be after the beginning, and in the future');
      }
      const row = await store.setNotice(notice, { version, actor, now: clock() });
      if (row === undefined) {
        const present = (await store.read()).notice;
        throw staleEdit(present, notice, present.by);
      }
      await changed();
      return row;
    },
  };
}

/** Creates the switches of this node (decision 66). */
export function createSwitches(deps: SwitchesDeps): Switches & { readonly module: ApiModule } {
  const { db, bus, clock } = deps;
  const store = new SwitchStore(db);
  const known = new KnownBoard(deps, store);
  const changes = createChanges(deps, store, async () =>
    bus.publish('switches:changed', await store.read()),
  );
  const stops = [
    bus.subscribe('switches:changed', (board) => void known.merge(board)),
    bus.onMissed(() => known.onMissed()),
  ];
  const current = async (): Promise<SiteState> => siteStateOf(await known.getKnown(), clock());
  return {
    ...changes,
    refusal: async (name) => refusalOf(await known.get(), name),
    current,
    forPage: async () => {
      const state = await current();
      return { state, key: `${state.revision}${isNoticeShown(state, clock()) ? '+' : ''}` };
    },
    read: () => store.read(),
    onChange: (listener) => known.onChange(listener),
    module: {
      handlers: { 'GET /site/state': async () => ({ data: await current() }) },
      stop: async () => {
        for (const stop of stops) stop();
      },
    },
  };
}
