import type { FieldErrors } from './field.ts';

/** `event`, `start` → `event.start`; `people`, 0 → `people[0]` */
export function pathTo(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  return path === '' ? step : `${path}.${step}`;
}

export function isWithin(path: string, place: string): boolean {
  if (!path.startsWith(place)) return false;
  return ['', '.', '['].includes(path.charAt(place.length));
}

/** With `isWhole`, also errors within it, for inputs that do not show them themselves. */
export function errorAt(errors: FieldErrors, path: string, isWhole = true): string | undefined {
  if (errors[path] !== undefined) return errors[path];
  return isWhole ? Object.entries(errors).find(([at]) => isWithin(at, path))?.[1] : undefined;
}

export function hasErrorWithin(errors: FieldErrors, path: string): boolean {
  return Object.keys(errors).some((at) => isWithin(at, path));
}

export function withoutErrorsAt(errors: FieldErrors, path: string): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([at]) => !isWithin(at, path)));
}

export function errorsElsewhere(errors: FieldErrors, paths: readonly string[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([at]) => !paths.some((path) => isWithin(at, path))),
  );
}

export function focusFirstError(form: HTMLElement | null, errors: FieldErrors): void {
  const places = [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
  const wrong = places.filter((place) => hasErrorWithin(errors, place.dataset['field']!));
  // Nested fields follow their parent, so this finds the innermost field of the first one.
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
