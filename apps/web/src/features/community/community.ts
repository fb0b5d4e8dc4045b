import { LineNotes } from './line-notes.tsx';

/** The parts of the chat that the live page loads after its start. */
export const COMMUNITY = { LineNotes } as const;
