/**
 * What the forms of the page have in common: submitting and leaving them with the keyboard, and reading a field. Users
 * of an input method need Enter and Escape for the current word, so neither acts during composition.
 */

/** For the submit of a form, which would otherwise reload the page. */
export function submitting(run: () => void): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    run();
  };
}

/**
 * For the keys of a form: Ctrl+Enter submits it, because Enter starts a new line in some fields, and Escape leaves it.
 */
export function formKeys(leave?: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (leave !== undefined && isEscape(event)) {
      event.preventDefault();
      event.stopPropagation();
      leave();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing) {
      event.preventDefault();
      if (event.currentTarget instanceof HTMLFormElement) event.currentTarget.requestSubmit();
    }
  };
}

/** Whether it is Escape, and no inner element has handled it. */
export function isEscape(event: KeyboardEvent): boolean {
  return event.key === 'Escape' && !event.isComposing && !event.defaultPrevented;
}

/** The value of the field that triggered the event. */
export function textOf({ target }: Event): string {
  const isField =
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
  return isField ? target.value : '';
}
