/** The answer that hands out a secret is exempt, because the secret becomes known only afterwards. */
export type WatchedPlace = 'answers' | 'records';

interface Known {
  readonly what: string;
  readonly hiddenFrom: ReadonlySet<WatchedPlace>;
}

/** Shorter secrets occur in other texts by chance. */
const shortest = 12;

/** Where a secret is in a text, one of its first `stride` pieces starts at a multiple of `stride`. */
const pieceLength = 4;
const stride = shortest - pieceLength + 1;

/** A number below 2^16. */
function hashPiece(bytes: Uint8Array, at: number): number {
  const first = bytes[at]! * 29_791 + bytes[at + 1]! * 961;
  return (first + bytes[at + 2]! * 31 + bytes[at + 3]!) & 0xffff;
}

/** Fields of answers that hand out secrets. Tokens of pages and locks are sent to their owner repeatedly. */
const handedOut = /"(token|secret|recovery_codes|csrf_token|lock_token)":\s*(\[[^\]]*\]|"[^"]*")/g;
const repeatedFields = new Set(['csrf_token', 'lock_token']);

/** `answers` are responses to anybody; `records` are logs, audit entries, backups and output of commands. */
export class SecretWatch {
  readonly #known = new Map<string, Known>();
  readonly #pieces = new Map<number, Set<string>>();
  /** Whether `#pieces` has an entry: most texts need nothing else. */
  readonly #hasPiece = new Uint8Array(0x10000);
  readonly #leaks = new Set<string>();

  plant(
    what: string,
    secret: string | undefined,
    hiddenFrom: readonly WatchedPlace[] = ['answers', 'records'],
  ): void {
    if (secret === undefined || secret.length < shortest || this.#known.has(secret)) return;
    this.#known.set(secret, { what, hiddenFrom: new Set(hiddenFrom) });
    const bytes = Buffer.from(secret);
    for (let at = 0; at < stride; at += 1) {
      const hash = hashPiece(bytes, at);
      this.#pieces.set(hash, (this.#pieces.get(hash) ?? new Set()).add(secret));
      this.#hasPiece[hash] = 1;
    }
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
    const bytes = Buffer.from(text);
    const suspects = new Set<string>();
    const hasPiece = this.#hasPiece;
    for (let at = 0; at + pieceLength <= bytes.length; at += stride) {
      const hash = hashPiece(bytes, at);
      if (hasPiece[hash] === 0) continue;
      for (const secret of this.#pieces.get(hash)!) suspects.add(secret);
    }
    for (const secret of suspects) {
      const { what, hiddenFrom } = this.#known.get(secret)!;
      if (hiddenFrom.has(place) && text.includes(secret)) this.#leaks.add(`${what}: in ${where}`);
    }
  }

  /** Throws if a secret was found. The message names the secret and the place, without its value. */
  expectNone(): void {
    if (this.#leaks.size === 0) return;
    throw new Error(`Secrets leaked.\n${[...this.#leaks].join('\n')}`);
  }
}
