/** The answer that hands out a secret is exempt, because the secret becomes known only afterwards. */
export type WatchedPlace = 'answers' | 'records';

interface Known {
  readonly what: string;
  readonly hiddenFrom: ReadonlySet<WatchedPlace>;
}

/** Shorter secrets occur in other texts by chance. */
const shortest = 12;

/** Fields of answers that hand out secrets. Tokens of pages and locks are sent to their owner repeatedly. */
const handedOut = /"(token|secret|recovery_codes|csrf_token|lock_token)":\s*(\[[^\]]*\]|"[^"]*")/g;
const repeatedFields = new Set(['csrf_token', 'lock_token']);

/** `answers` are responses to anybody; `records` are logs, audit entries, backups and output of commands. */
export class SecretWatch {
  readonly #known = new Map<string, Known>();
  readonly #leaks = new Set<string>();

  plant(
    what: string,
    secret: string | undefined,
    hiddenFrom: readonly WatchedPlace[] = ['answers', 'records'],
  ): void {
    if (secret === undefined || secret.length < shortest || this.#known.has(secret)) return;
    this.#known.set(secret, { what, hiddenFrom: new Set(hiddenFrom) });
  }

  plantVariables(variables: Readonly<Record<string, string | undefined>>): void {
    for (const [name, value = ''] of Object.entries(variables)) {
      if (/PASSWORD|TOKEN|SECRET|KEY$/.test(name)) this.plant(name, value);
      const { password = '' } = URL.parse(value) ?? {};
      this.plant(`the password in ${name}`, decodeURIComponent(password));
    }
  }

  learn(where: string, text: string): void {
    for (const [, name = '', value = ''] of text.matchAll(handedOut)) {
      const secrets = [JSON.parse(value) as string | string[]].flat();
      const hiddenFrom: WatchedPlace[] = repeatedFields.has(name)
        ? ['records']
        : ['answers', 'records'];
      for (const secret of secrets) this.plant(`${name} of ${where}`, secret, hiddenFrom);
    }
  }

  look(place: WatchedPlace, where: string, text: string): void {
    for (const [secret, { what, hiddenFrom }] of this.#known)
      if (hiddenFrom.has(place) && text.includes(secret)) this.#leaks.add(`${what}: in ${where}`);
  }

  /** Throws if a secret was found. The message names the secret and the place, without its value. */
  expectNone(): void {
    if (this.#leaks.size === 0) return;
    throw new Error(`Secrets leaked.\n${[...this.#leaks].join('\n')}`);
  }
}
