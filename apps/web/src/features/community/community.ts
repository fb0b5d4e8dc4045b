import { AnswerChoices } from './answer-choices.tsx';
import { ComposerHead } from './composer-head.tsx';
import { LineNotes } from './line-notes.tsx';
import { ReactionWords } from './reaction-words.tsx';

/** The parts of the chat that the live page loads after its start. */
export const COMMUNITY = { AnswerChoices, ComposerHead, LineNotes, ReactionWords } as const;
