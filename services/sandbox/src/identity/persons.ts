import { createHash, randomBytes, randomInt } from 'node:crypto';

/** An invented person at a provider. */
export interface Person {
  /** The provider's subject. */
  readonly subject: string;
  /** Display name, with emoji and the like. */
  readonly displayName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

type Sketch = Omit<Person, 'subject'>;

const SKETCHES: readonly Sketch[] = [
  {
    displayName: 'พลอย 🥊',
    firstName: 'พลอยไพลิน',
    lastName: 'ศรีสุข',
    email: 'ploy@sandbox.example',
  },
  {
    displayName: 'Bank ชลบุรี',
    firstName: 'ธนากร',
    lastName: 'ทองดี',
    email: 'bank@sandbox.example',
  },
  {
    displayName: 'Nam_🌊',
    firstName: 'น้ำทิพย์',
    lastName: 'แก้วมณี',
    email: 'nam@sandbox.example',
  },
  {
    displayName: 'Daniel M.',
    firstName: 'Daniel',
    lastName: 'Marlow',
    email: 'daniel@sandbox.example',
  },
];

/** Invents a new person with a random name of four letters, for first sign-ins. */
function sketchStranger(): Sketch {
  const letters = Array.from({ length: 4 }, () => String.fromCharCode(97 + randomInt(26))).join('');
  return {
    displayName: `แฟนใหม่ ${letters} ✨`,
    firstName: 'แฟนใหม่',
    lastName: letters,
    email: `${letters}-${randomBytes(4).toString('hex')}@sandbox.example`,
  };
}
const STRANGERS_MAX = 10_000;

/** The persons of a provider by subject. */
export class Persons {
  readonly #bySubject = new Map<string, Person>();
  readonly #subjectOf: (key: string) => string;
  /** Persons that testers can choose. */
  readonly known: readonly Person[];

  /** @param subjectOf formats a hexadecimal hash as a subject of the provider */
  constructor(provider: string, subjectOf: (hash: string) => string) {
    this.#subjectOf = (key) =>
      subjectOf(createHash('sha256').update(`${provider} ${key}`).digest('hex'));
    this.known = SKETCHES.map((sketch) => this.#add(sketch));
  }

  #add(sketch: Sketch): Person {
    const person = { ...sketch, subject: this.#subjectOf(sketch.email) };
    this.#bySubject.set(person.subject, person);
    return person;
  }

  find(subject: string): Person | undefined {
    return this.#bySubject.get(subject);
  }

  /** Adds a new person. */
  addStranger(): Person {
    if (this.#bySubject.size >= STRANGERS_MAX) {
      for (const subject of this.#bySubject.keys()) {
        if (this.known.some((person) => person.subject === subject)) continue;
        this.#bySubject.delete(subject);
        break;
      }
    }
    return this.#add(sketchStranger());
  }

  /** New persons, the latest first. */
  get strangers(): readonly Person[] {
    return [...this.#bySubject.values()].slice(this.known.length).reverse();
  }
}
