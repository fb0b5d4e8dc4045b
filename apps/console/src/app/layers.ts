import { createStore } from '../shared/store.ts';

/** The overlays above every place. At most one is open. */
type Layer = 'palette' | 'keys';

export const layerStore = createStore<Layer | null>(null);

export const openLayer = (layer: Layer): void => layerStore.set(layer);
export const closeLayer = (): void => layerStore.set(null);
