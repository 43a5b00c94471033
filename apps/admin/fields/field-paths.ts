import type { FieldErrors } from './field.ts';

/** `event`, `start` → `event.start`; `people`, 0 → `people[0]` */
export function pathTo(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  return path === '' ? step : `${path}.${step}`;
}

/** Whether something is at a place or within what is there. */
export function isWithin(path: string, place: string): boolean {
  if (!path.startsWith(place)) return false;
  return ['', '.', '['].includes(path.charAt(place.length));
}

/** What is wrong with the value at a place; with what is in it, where it shows no places of its own. */
export function errorAt(errors: FieldErrors, path: string, isWhole = true): string | undefined {
  if (errors[path] !== undefined) return errors[path];
  return isWhole ? Object.entries(errors).find(([at]) => isWithin(at, path))?.[1] : undefined;
}

export function hasErrorWithin(errors: FieldErrors, path: string): boolean {
  return Object.keys(errors).some((at) => isWithin(at, path));
}

/** The errors that are left once the value at a place is another one. */
export function withoutErrorsAt(errors: FieldErrors, path: string): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([at]) => !isWithin(at, path)));
}

/** Those at no place of the fields: for a notice of their own. */
export function errorsElsewhere(errors: FieldErrors, paths: readonly string[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([at]) => !paths.some((path) => isWithin(at, path))),
  );
}

/** Puts the focus into the first field that has an error, in the order of the page. */
export function focusFirstError(form: HTMLElement | null, errors: FieldErrors): void {
  const places = [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
  const wrong = places.filter((place) => hasErrorWithin(errors, place.dataset['field']!));
  // The innermost of the first: the fields within a field come after it.
  const [first] = wrong;
  const inner = wrong.findLast((place) => first?.contains(place) && isFirstBranch(wrong, place));
  const place = inner ?? first;
  place?.scrollIntoView({ block: 'center' });
  place?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
}

function isFirstBranch(wrong: readonly HTMLElement[], place: HTMLElement): boolean {
  const before = wrong.slice(0, wrong.indexOf(place));
  return before.every((other) => other.contains(place));
}
