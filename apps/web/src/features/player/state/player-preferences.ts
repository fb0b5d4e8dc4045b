import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../../shared/storage/local-storage.ts';
import { createStore } from '../../../shared/store.ts';

/** How this browser's viewer likes the picture, in every live. */
export interface PlayerPreferences {
  /** Results, bars, gifts and chat wait until the picture has reached their moment. */
  readonly spoilerSafe: boolean;
  /** Never more than the smallest picture that is still good to look at. */
  readonly dataSaver: boolean;
  /** The sound without the picture, where the stream offers it. */
  readonly audioOnly: boolean;
}

export const DEFAULT_PREFERENCES: PlayerPreferences = {
  spoilerSafe: true,
  dataSaver: false,
  audioOnly: false,
};

/** What was stored; anything that is not a preference of this version reads as its default. */
export const readPreferences = (
  text: string | null,
  defaults: PlayerPreferences = DEFAULT_PREFERENCES,
): PlayerPreferences => {
  if (text === null) return defaults;
  let stored: Partial<Record<keyof PlayerPreferences, unknown>> = {};
  try {
    stored = JSON.parse(text) ?? {};
  } catch {
    // Written by something else.
  }
  const pick = (name: keyof PlayerPreferences): boolean => {
    const value = stored[name];
    return typeof value === 'boolean' ? value : defaults[name];
  };
  return {
    spoilerSafe: pick('spoilerSafe'),
    dataSaver: pick('dataSaver'),
    audioOnly: pick('audioOnly'),
  };
};

/** Who has asked the whole browser to save data need not ask again. */
const savesData = (): boolean => {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
};

let known: PlayerPreferences | null = null;
const changes = createStore(0);

export const getPreferences = (): PlayerPreferences => {
  known ??= readPreferences(
    readStored('player'),
    savesData() ? { ...DEFAULT_PREFERENCES, dataSaver: true } : DEFAULT_PREFERENCES,
  );
  return known;
};

/** Keeps a wish for this page and the next visits. */
export const prefer = (wish: Partial<PlayerPreferences>): void => {
  known = { ...getPreferences(), ...wish };
  writeStored('player', JSON.stringify(known));
  changes.set(changes.get() + 1);
};

export const usePreferences = (): PlayerPreferences =>
  useSyncExternalStore(changes.subscribe, getPreferences, () => DEFAULT_PREFERENCES);
