import { createStore, useStore, useStorePart } from '../../../shared/store.ts';
import { type LiveRoom, NO_ROOM, type RoomSnapshot } from './live-room.ts';

const EMPTY = createStore(NO_ROOM);

export const useRoom = (room: LiveRoom | null): RoomSnapshot =>
  useStore(room?.snapshot ?? EMPTY, NO_ROOM);

/** Returns the viewer count only, so that other changes of the room do not re-render the component. */
export const useViewers = (room: LiveRoom | null): number | null =>
  useStorePart(room?.snapshot ?? EMPTY, NO_ROOM, ({ viewers }) => viewers);
