/**
 * What the forms of the page have in common: how they are sent and left by the keyboard, and what was typed into a field.
 * Whoever writes by an input method needs Enter and Escape for the word that they are at, so neither acts meanwhile.
 */

/** For the submit of a form, which would otherwise load the page anew. */
export function submitting(run: () => void): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    run();
  };
}

/** For the keys of a form: Ctrl+Enter sends it, because Enter is a new line in some fields, and Escape leaves it. */
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

/** Whether it is Escape, and nobody within has obeyed it yet. */
export function isEscape(event: KeyboardEvent): boolean {
  return event.key === 'Escape' && !event.isComposing && !event.defaultPrevented;
}

/** What the field says that the event comes from. */
export function textOf({ target }: Event): string {
  const isField =
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
  return isField ? target.value : '';
}
