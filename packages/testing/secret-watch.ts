/** Where a secret may be seen by whoever is meant to see it: its own answer has it once, before it is known here. */
export type WatchedPlace = 'answers' | 'records';

interface Known {
  readonly what: string;
  readonly hiddenFrom: ReadonlySet<WatchedPlace>;
}

/** Shorter ones stand in other texts by chance. */
const shortest = 12;

/** What an answer calls a secret that it hands out; those of pages and locks are told again and again to their owner. */
const handedOut = /"(token|secret|recovery_codes|csrf_token|lock_token)":\s*(\[[^\]]*\]|"[^"]*")/g;
const toldAgain = new Set(['csrf_token', 'lock_token']);

/**
 * Knows the secrets that tests plant and that servers hand out, and looks for them in everything that comes out. `answers`
 * are what anybody is sent; `records` what is written down: logs, audit entries, backups, what commands print.
 */
export class SecretWatch {
  readonly #known = new Map<string, Known>();
  readonly #leaks = new Set<string>();

  /** From now on the secret must not be seen, or not in these places. */
  plant(
    what: string,
    secret: string | undefined,
    hiddenFrom: readonly WatchedPlace[] = ['answers', 'records'],
  ): void {
    if (secret === undefined || secret.length < shortest || this.#known.has(secret)) return;
    this.#known.set(secret, { what, hiddenFrom: new Set(hiddenFrom) });
  }

  /** The secrets among the variables of a process, by their names. */
  plantVariables(variables: Readonly<Record<string, string | undefined>>): void {
    for (const [name, value = ''] of Object.entries(variables)) {
      if (/PASSWORD|TOKEN|SECRET|KEY$/.test(name)) this.plant(name, value);
      const { password = '' } = URL.parse(value) ?? {};
      this.plant(`the password in ${name}`, decodeURIComponent(password));
    }
  }

  /** What an answer hands out, which whoever asked for it is to keep. */
  learn(where: string, text: string): void {
    for (const [, name = '', value = ''] of text.matchAll(handedOut)) {
      const secrets = [JSON.parse(value) as string | string[]].flat();
      const hiddenFrom: WatchedPlace[] = toldAgain.has(name) ? ['records'] : ['answers', 'records'];
      for (const secret of secrets) this.plant(`${name} of ${where}`, secret, hiddenFrom);
    }
  }

  look(place: WatchedPlace, where: string, text: string): void {
    for (const [secret, { what, hiddenFrom }] of this.#known)
      if (hiddenFrom.has(place) && text.includes(secret)) this.#leaks.add(`${what}: in ${where}`);
  }

  /** Throws when any secret was seen; names what and where, and not the secret. */
  expectNone(): void {
    if (this.#leaks.size === 0) return;
    throw new Error(`Secrets got out.\n${[...this.#leaks].join('\n')}`);
  }
}
