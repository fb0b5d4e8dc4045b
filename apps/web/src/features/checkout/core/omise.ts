/** The types of the functions of Omise.js that this file uses. */
interface OmiseScript {
  setPublicKey(key: string): void;
  createToken(
    kind: 'card',
    card: Readonly<Record<string, string | number>>,
    done: (status: number, response: OmiseAnswer) => void,
  ): void;
}

interface OmiseAnswer {
  readonly object?: string;
  readonly id?: string;
  readonly code?: string;
  readonly message?: string;
  readonly card?: { readonly brand?: string; readonly last_digits?: string };
}

declare global {
  interface Window {
    Omise?: OmiseScript;
  }
}

/** The URL of the provider's script and this site's public key, from `GET /payment/option`. */
export interface Tokeniser {
  readonly script_url: string;
  readonly public_key: string;
}

export interface Card {
  readonly name: string;
  /** The card number without spaces. */
  readonly number: string;
  readonly month: number;
  readonly year: number;
  readonly code: string;
}

/** The token that replaces the card in requests. Only the provider receives the card number. */
export interface CardToken {
  readonly token: string;
  readonly brand: string;
  readonly last_digits: string;
}

/** The provider refused the card. */
export class CardRefused extends Error {
  override readonly name = 'CardRefused';
}

const loading = new Map<string, Promise<OmiseScript>>();

function loadScript(url: string): Promise<OmiseScript> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.onload = () => {
      if (window.Omise) resolve(window.Omise);
      else reject(new Error('Omise.js did not define window.Omise'));
    };
    script.onerror = () => {
      script.remove();
      reject(new Error('Omise.js could not be loaded'));
    };
    document.head.append(script);
  });
}

/** Loads the provider's script once. After a failure the next call retries. */
export function loadTokeniser({ script_url: url }: Tokeniser): Promise<OmiseScript> {
  const known = loading.get(url);
  if (known) return known;
  const script = loadScript(url);
  loading.set(url, script);
  script.catch(() => loading.delete(url));
  return script;
}

/**
 * Exchanges a card for a token of the provider. The browser sends the card directly to the provider.
 *
 * @throws {CardRefused} if the provider refuses the card; {Error} if it cannot be reached
 */
export async function tokeniseCard(tokeniser: Tokeniser, card: Card): Promise<CardToken> {
  const omise = await loadTokeniser(tokeniser);
  omise.setPublicKey(tokeniser.public_key);
  const fields = {
    name: card.name,
    number: card.number,
    expiration_month: card.month,
    expiration_year: card.year,
    security_code: card.code,
  };
  return new Promise((resolve, reject) => {
    omise.createToken('card', fields, (status, answer) => {
      if (status === 200 && answer.object === 'token' && answer.id) {
        const { brand = '', last_digits = card.number.slice(-4) } = answer.card ?? {};
        resolve({ token: answer.id, brand, last_digits });
        return;
      }
      const message = answer.message ?? 'The card could not be used';
      reject(status >= 400 && status < 500 ? new CardRefused(message) : new Error(message));
    });
  });
}
