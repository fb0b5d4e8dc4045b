import { useRef } from 'react';

/**
 * Returns the id of an act: the same one while its content is the same, so that an attempt that is repeated after a lost
 * answer has one effect.
 */
export function useActId(): (content: unknown) => string {
  const last = useRef({ content: '', id: '' });
  return (content) => {
    const text = JSON.stringify(content);
    if (last.current.content !== text) last.current = { content: text, id: crypto.randomUUID() };
    return last.current.id;
  };
}
