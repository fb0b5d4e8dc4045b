import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../../shared/storage/local-storage.ts';
import { createStore } from '../../../shared/store.ts';

/** Player settings of this browser. They apply to all lives. */
export interface PlayerPreferences {
  /** Delays results, bars, gifts and chat messages until the video reaches the time at which they happened. */
  readonly spoilerSafe: boolean;
  /** Caps the automatic quality at the smallest good rendition. */
  readonly dataSaver: boolean;
  /** Plays audio only, if the stream offers it. */
  readonly audioOnly: boolean;
}

export const DEFAULT_PREFERENCES: PlayerPreferences = {
  spoilerSafe: true,
  dataSaver: false,
  audioOnly: false,
};

/** Parses the stored preferences. The defaults replace missing or malformed values. */
export const readPreferences = (
  text: string | null,
  defaults: PlayerPreferences = DEFAULT_PREFERENCES,
): PlayerPreferences => {
  if (text === null) return defaults;
  let stored: Partial<Record<keyof PlayerPreferences, unknown>> = {};
  try {
    stored = JSON.parse(text) ?? {};
  } catch {
    // Not JSON: use the defaults.
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

/** Returns whether the browser's own data saver is on. */
const isDataSaverOn = (): boolean => {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
};

let current: PlayerPreferences | null = null;
const changes = createStore(0);

export const getPreferences = (): PlayerPreferences => {
  current ??= readPreferences(
    readStored('player'),
    isDataSaverOn() ? { ...DEFAULT_PREFERENCES, dataSaver: true } : DEFAULT_PREFERENCES,
  );
  return current;
};

/** Changes preferences and stores them for later visits. */
export const savePreferences = (changed: Partial<PlayerPreferences>): void => {
  current = { ...getPreferences(), ...changed };
  writeStored('player', JSON.stringify(current));
  changes.set(changes.get() + 1);
};

export const usePreferences = (): PlayerPreferences =>
  useSyncExternalStore(changes.subscribe, getPreferences, () => DEFAULT_PREFERENCES);
