import type { MouseEvent, ReactNode } from 'react';
import { Button } from './button.tsx';

interface SubmitButtonProps {
  /** What it began is under way; it stays in reach of who cannot see it. */
  readonly busy: boolean;
  readonly children: ReactNode;
}

/**
 * Pressing must not take the focus from the field before: its message would come with that and move the button from
 * under the finger, so the click would be lost.
 */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

/** What sends a form. */
export function SubmitButton({ busy, children }: SubmitButtonProps) {
  return (
    <Button type="submit" variant="primary" wide aria-disabled={busy} onMouseDown={keepFocus}>
      {children}
    </Button>
  );
}
