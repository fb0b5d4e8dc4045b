/** The id of the text box of the chat. */
const TEXT_BOX_ID = 'chat-box';

/** Moves the focus to the text box once the open dialog has closed, which returns the focus to its button first. */
export function focusTextBox(): void {
  requestAnimationFrame(() => document.getElementById(TEXT_BOX_ID)?.focus());
}
