/** `undefined` if none is stored or storage is disabled. */
export function readPreference(name: string): string | undefined {
  try {
    return localStorage.getItem(`galley.${name}`) ?? undefined;
  } catch {
    // Storage is disabled.
    return undefined;
  }
}

export function storePreference(name: string, value: string): void {
  try {
    localStorage.setItem(`galley.${name}`, value);
  } catch {
    // Storage is disabled: the choice lasts as long as the page.
  }
}

export function removePreference(name: string): void {
  try {
    localStorage.removeItem(`galley.${name}`);
  } catch {
    // Storage is disabled.
  }
}
