import { useRef } from 'react';

/**
 * Returns the id of an act. The id stays the same while the content of the act stays the same, so that a request that
 * is repeated after a lost response takes effect once.
 */
export function useActId(): (content: unknown) => string {
  const last = useRef({ content: '', id: '' });
  return (content) => {
    const text = JSON.stringify(content);
    if (last.current.content !== text) last.current = { content: text, id: crypto.randomUUID() };
    return last.current.id;
  };
}
