/** What somebody chose in this browser, for next time. Where nothing may be kept, the first value counts. */
export function readChoice(name: string): string | undefined {
  try {
    return localStorage.getItem(`galley.${name}`) ?? undefined;
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
    return undefined;
  }
}

export function keepChoice(name: string, value: string): void {
  try {
    localStorage.setItem(`galley.${name}`, value);
  } catch {
    // As above.
  }
}

export function forgetChoice(name: string): void {
  try {
    localStorage.removeItem(`galley.${name}`);
  } catch {
    // As above.
  }
}
