import { createStore } from '../shared/store.ts';

/** What lies over every place, one at a time. */
type Layer = 'palette' | 'keys';

export const layerStore = createStore<Layer | null>(null);

export const openLayer = (layer: Layer): void => layerStore.set(layer);
export const closeLayer = (): void => layerStore.set(null);
