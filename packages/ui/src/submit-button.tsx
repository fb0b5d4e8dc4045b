import type { MouseEvent, ReactNode } from 'react';
import { Button } from './button.tsx';

interface SubmitButtonProps {
  /** Whether the form is being sent; the button stays focusable for screen readers. */
  readonly busy: boolean;
  readonly children: ReactNode;
}

/**
 * Keeps the focus in the field on press: otherwise the field's message would appear, move the button, and the click
 * would be lost.
 */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

/** The submit button of a form. */
export function SubmitButton({ busy, children }: SubmitButtonProps) {
  return (
    <Button type="submit" variant="primary" wide aria-disabled={busy} onMouseDown={keepFocus}>
      {children}
    </Button>
  );
}
