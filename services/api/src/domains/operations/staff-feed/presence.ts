import { randomUUID } from 'node:crypto';
import type { StaffPresence } from '@sangwian/contract/endpoints/operator/show';
import type { StaffWhereabouts } from '@sangwian/contract/sockets/operator-namespace';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Staff } from '../../../platform/http/handler.ts';

/** A node that has not announced its operators for this long counts as gone. */
const NODE_SILENT_MS = 40_000;
/** Maximum number of operators of one node, the most recent ones. A crew is small, so more would be an error. */
const PEOPLE_MAX = 200;
const NODES_MAX = 64;

interface OtherNode {
  readonly people: readonly StaffPresence[];
  readonly heardMs: number;
}

/** The operators at the console of all nodes. Each node announces its own operators after a change and periodically. */
export class Presence {
  readonly #node = randomUUID();
  readonly #bus: Bus;
  readonly #onChange: (people: readonly StaffPresence[]) => void;
  readonly #here = new Map<string, StaffPresence>();
  readonly #others = new Map<string, OtherNode>();
  readonly #unsubscribe: () => void;
  #last = '[]';

  constructor(bus: Bus, onChange: (people: readonly StaffPresence[]) => void) {
    this.#bus = bus;
    this.#onChange = onChange;
    this.#unsubscribe = bus.subscribe('staff:presence', ({ node, people }) => {
      if (node === this.#node) return;
      this.#others.delete(node);
      if (this.#others.size < NODES_MAX) {
        this.#others.set(node, { people, heardMs: performance.now() });
      }
      this.#notify();
    });
  }

  join(socketId: string, { staffId, name, role }: Staff): void {
    if (this.#here.size >= PEOPLE_MAX) return;
    this.#here.set(socketId, { staff_id: staffId, name, role, place: '', editing: null });
    this.announce();
  }

  move(socketId: string, { place, editing }: StaffWhereabouts): void {
    const person = this.#here.get(socketId);
    if (person === undefined) return;
    // Moves the socket to the end: of several tabs of a person, the most recently used tab counts.
    this.#here.delete(socketId);
    this.#here.set(socketId, { ...person, place, editing });
    this.announce();
  }

  leave(socketId: string): void {
    if (this.#here.delete(socketId)) this.announce();
  }

  /** Returns all operators, each person once. */
  people(): StaffPresence[] {
    const oldest = performance.now() - NODE_SILENT_MS;
    for (const [node, { heardMs }] of this.#others) {
      if (heardMs < oldest) this.#others.delete(node);
    }
    const all = [
      ...[...this.#others.values()].flatMap(({ people }) => people),
      ...this.#here.values(),
    ];
    const byId = new Map(all.map((person) => [person.staff_id, person]));
    return [...byId.values()].sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Announces the operators of this node to the other nodes. */
  announce(): void {
    this.#bus.publish('staff:presence', { node: this.#node, people: [...this.#here.values()] });
    this.#notify();
  }

  close(): void {
    this.#unsubscribe();
  }

  #notify(): void {
    const people = this.people();
    const text = JSON.stringify(people);
    if (text === this.#last) return;
    this.#last = text;
    this.#onChange(people);
  }
}
