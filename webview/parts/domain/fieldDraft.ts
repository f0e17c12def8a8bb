/**
 * Unsaved texts of a form, by field, with the values before the user typed. Untouched fields follow concurrent changes,
 * and a field that was changed both here and elsewhere is reported, so that nothing is overwritten unseen.
 */

interface FieldDraft<Name extends string> {
  fields: Record<Name, string>;
  begun: Record<Name, string>;
}

/** The draft with the current values in the fields that the user has not touched. */
export function rebasedOn<Name extends string, Draft extends FieldDraft<Name>>(
  draft: Draft,
  now: Record<Name, string>,
  names: readonly Name[],
): Draft {
  const fields: Record<Name, string> = { ...draft.fields };
  const begun: Record<Name, string> = { ...draft.begun };
  for (const name of names) {
    if (fields[name] === begun[name]) fields[name] = begun[name] = now[name];
  }
  return { ...draft, fields, begun };
}

/** The fields that were changed both elsewhere and here, so that saving would overwrite the other change. */
export function overtakenIn<Name extends string>(
  { fields, begun }: FieldDraft<Name>,
  now: Record<Name, string>,
  names: readonly Name[],
): Name[] {
  return names.filter((name) => begun[name] !== now[name] && fields[name] !== now[name]);
}

/** The draft with the other change in these fields. */
export function adopted<Name extends string, Draft extends FieldDraft<Name>>(
  draft: Draft,
  now: Record<Name, string>,
  names: readonly Name[],
): Draft {
  const fields: Record<Name, string> = { ...draft.fields };
  const begun: Record<Name, string> = { ...draft.begun };
  for (const name of names) fields[name] = begun[name] = now[name];
  return { ...draft, fields, begun };
}

/** The parts of a text that are separated by commas or lines, without empty ones. */
export function partsOf(text: string, separator: ',' | '\n'): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
