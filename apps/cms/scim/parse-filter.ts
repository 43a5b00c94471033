import type { ComparisonOperator, ProvisioningFilter } from '@galley/auth';
import { readTokens, type Token } from './filter-tokens.ts';
import { plainAttribute } from './attribute-name.ts';
import { ScimError, type ScimType } from './scim-error.ts';

const maxComparisons = 50;
const maxDepth = 10;
const comparisons: readonly ComparisonOperator[] = ['eq', 'ne', 'co', 'sw', 'ew'];

/** Linear in the length of the text (ADD-SCIM-3). @throws `ScimError` */
export function parseFilter(text: string): ProvisioningFilter {
  const reader = new FilterReader(readTokens(text, 'invalidFilter'), 'invalidFilter');
  const filter = reader.readOr('');
  reader.requireEnd();
  return filter;
}

export class FilterReader {
  readonly #tokens: readonly Token[];
  readonly #error: ScimType;
  #at = 0;
  #comparisons = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], error: ScimType) {
    this.#tokens = tokens;
    this.#error = error;
  }

  /** Attributes are below `parent`, such as `emails.`. */
  readOr(parent: string): ProvisioningFilter {
    return this.#readChain(parent, 'or', () =>
      this.#readChain(parent, 'and', () => this.#readPart(parent)),
    );
  }

  /** The filter in brackets, after its opening bracket. */
  readBracket(parent: string): ProvisioningFilter {
    const filter = this.#nested(() => this.readOr(`${parent}.`));
    this.#require(']');
    return filter;
  }

  tryTake(kind: Token['kind']): boolean {
    if (this.#tokens[this.#at]?.kind !== kind) return false;
    this.#at += 1;
    return true;
  }

  readWord(): string {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'word') throw this.#fault('an attribute or operator');
    this.#at += 1;
    return token.value;
  }

  requireEnd(): void {
    if (this.#at < this.#tokens.length) throw this.#fault('the end, "and" or "or"');
  }

  #readChain(parent: string, op: 'and' | 'or', read: () => ProvisioningFilter): ProvisioningFilter {
    const parts = [read()];
    while (this.#tryWord(op)) parts.push(read());
    return parts.length === 1 ? parts[0]! : { op, parts };
  }

  #readPart(parent: string): ProvisioningFilter {
    if (this.#tryWord('not')) {
      this.#require('(');
      return { op: 'not', part: this.#readGroup(parent) };
    }
    if (this.tryTake('(')) return this.#readGroup(parent);
    return this.#readComparison(parent);
  }

  #readGroup(parent: string): ProvisioningFilter {
    const filter = this.#nested(() => this.readOr(parent));
    this.#require(')');
    return filter;
  }

  /** `userName eq "x"`, `externalId pr`, `emails[type eq "work"]`, `emails[type eq "work"].value eq "x"` */
  #readComparison(parent: string): ProvisioningFilter {
    const attribute = parent + plainAttribute(this.readWord());
    if (!this.tryTake('[')) return this.#readOperator(attribute);
    const within = this.readBracket(attribute);
    const next = this.#tokens[this.#at];
    if (next?.kind !== 'word' || !next.value.startsWith('.')) return within;
    const inner = this.#readOperator(attribute + this.readWord().toLowerCase());
    return { op: 'and', parts: [within, inner] };
  }

  #readOperator(attribute: string): ProvisioningFilter {
    this.#comparisons += 1;
    if (this.#comparisons > maxComparisons)
      throw new ScimError(this.#error, `It has more than ${maxComparisons} comparisons.`);
    const word = this.readWord().toLowerCase();
    if (word === 'pr') return { op: 'pr', attribute };
    const op = comparisons.find((known) => known === word);
    if (!op)
      throw new ScimError(
        this.#error,
        `"${word}" is not an operator; there are ${comparisons.join(', ')} and pr.`,
      );
    return { op, attribute, value: this.#readValue() };
  }

  #readValue(): string | boolean {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token?.kind === 'text') return token.value;
    const word = token?.kind === 'word' ? token.value.toLowerCase() : undefined;
    if (word === 'true' || word === 'false') return word === 'true';
    this.#at -= 1;
    throw this.#fault('a text in quotation marks, true or false');
  }

  #nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > maxDepth)
      throw new ScimError(this.#error, `It is more than ${maxDepth} brackets deep.`);
    const result = read();
    this.#depth -= 1;
    return result;
  }

  #tryWord(word: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'word' || token.value.toLowerCase() !== word) return false;
    this.#at += 1;
    return true;
  }

  #require(kind: Token['kind']): void {
    if (!this.tryTake(kind)) throw this.#fault(`"${kind}"`);
  }

  #fault(expected: string): ScimError {
    const token = this.#tokens[this.#at];
    const found =
      token === undefined ? 'ends' : `has "${'value' in token ? token.value : token.kind}"`;
    return new ScimError(this.#error, `It ${found} where ${expected} was expected.`);
  }
}
