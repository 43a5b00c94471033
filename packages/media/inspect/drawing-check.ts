import { svgNamespace, attributeFault, elementFault, styleFault } from './drawing-rules.ts';
import { drawingSize } from './drawing-size.ts';
import type { Inspected } from './inspected.ts';
import { invalidMedia } from './refusals.ts';
import {
  closingTag,
  dataSection,
  parsePrefixDeclaration,
  isUnambiguousComment,
  openingTag,
  plainText,
  allowedDoctype,
  allowedPacket,
  splitName,
} from './xml-forms.ts';

const maxDepth = 200;
const maxPrefixes = 100;
const remedy = 'Export it from the drawing program as plain SVG.';

interface OpenElement {
  readonly tag: string;
  readonly name: string;
  readonly namespace: string;
  readonly prefixes: ReadonlyMap<string, string>;
  style: string;
}

interface Attribute {
  readonly name: string;
  readonly value: string;
}

const rootPrefixes: ReadonlyMap<string, string> = new Map([
  ['', ''],
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
]);

/**
 * Throws at the first forbidden construct. Browsers tolerate errors in different ways, so every event must start where
 * the last one ended and match well-formed XML exactly.
 */
export class DrawingCheck {
  readonly #source: string;
  readonly #open: OpenElement[] = [];
  #attributes: Attribute[] = [];
  #next = 0;
  /** The parser omits the last character of a processing instruction. */
  #pendingText = '';
  #isInData = false;
  #size: Pick<Inspected, 'width' | 'height'> | undefined;

  constructor(source: string) {
    this.#source = source;
    const control = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(source);
    if (control !== null) throw this.#refusalError('a control character', control.index);
  }

  attribute(name: string, value: string): void {
    this.#attributes.push({ name, value });
  }

  open(tag: string, start: number, end: number): void {
    this.#expect(openingTag, start, end);
    const attributes = this.#attributes;
    this.#attributes = [];
    const prefixes = this.#readPrefixes(attributes, start);
    const { prefix, name } = splitName(tag);
    const namespace = prefixes.get(prefix);
    if (namespace === undefined)
      throw this.#refusalError(`an undeclared prefix "${prefix}"`, start);
    this.#forbid(elementFault(namespace, name), start);
    const isLink = namespace === svgNamespace && name === 'a';
    this.#checkAttributes(attributes, { prefixes, isLink }, start);
    if (this.#open.length === 0) this.#startDrawing(namespace, name, attributes);
    if (this.#open.length >= maxDepth) {
      throw this.#refusalError(`more than ${maxDepth} elements within each other`, start);
    }
    this.#open.push({ tag, name, namespace, prefixes, style: '' });
  }

  close(tag: string, start: number, end: number): void {
    const element = this.#open.pop();
    // Self-closing elements were consumed when opened.
    const isSelfClosing = end === this.#next - 1;
    const closed = isSelfClosing ? tag : closingTag.exec(this.#consume(start, end))?.[1];
    if (element?.tag !== tag || closed !== tag) throw this.#malformedError(start);
    if (element.namespace === svgNamespace && element.name === 'style') {
      this.#forbid(styleFault(element.style), start);
    }
  }

  text(data: string, start: number, end: number): void {
    if (!this.#isInData) this.#expect(plainText, start, end);
    const element = this.#open.at(-1);
    if (element !== undefined) element.style += element.name === 'style' ? data : '';
    else if (data.trim() !== '' || this.#isInData) throw this.#malformedError(start);
  }

  comment(start: number, end: number): void {
    const raw = this.#consume(start, end);
    if (!isUnambiguousComment(raw)) throw this.#malformedError(start);
  }

  startOfData(start: number, end: number): void {
    this.#expect(dataSection, start, end);
    this.#isInData = true;
  }

  endOfData(): void {
    this.#isInData = false;
  }

  instruction(name: string, start: number, end: number): void {
    const raw = this.#consume(start, end);
    if (name.startsWith('!')) {
      if (!allowedDoctype.test(raw) || this.#size !== undefined) {
        throw this.#refusalError('a DOCTYPE with declarations of its own', start);
      }
      return;
    }
    if (!allowedPacket.test(`${raw}>`)) throw this.#refusalError(`an instruction <${name}>`, start);
    this.#pendingText = '>';
  }

  /** Call at the end of the input. */
  finish(): Pick<Inspected, 'width' | 'height'> {
    const isAtEnd = this.#next === this.#source.length && this.#pendingText === '';
    if (!isAtEnd || this.#open.length > 0) throw this.#malformedError(this.#source.length);
    if (this.#size === undefined) throw this.#refusalError('no element <svg>', 0);
    return this.#size;
  }

  #startDrawing(namespace: string, name: string, attributes: readonly Attribute[]): void {
    const isDrawing = namespace === svgNamespace && name === 'svg' && this.#size === undefined;
    if (!isDrawing) throw this.#malformedError(this.#next);
    this.#size = drawingSize(new Map(attributes.map((one) => [one.name, one.value])));
  }

  #readPrefixes(attributes: readonly Attribute[], at: number): ReadonlyMap<string, string> {
    const outer = this.#open.at(-1)?.prefixes ?? rootPrefixes;
    const own = attributes.flatMap(({ name, value }): [string, string][] => {
      const prefix = parsePrefixDeclaration(name);
      if (prefix === undefined) return [];
      if (prefix === 'xml' || prefix === 'xmlns') throw this.#malformedError(at);
      return [[prefix, value]];
    });
    const prefixes = own.length === 0 ? outer : new Map([...outer, ...own]);
    if (prefixes.size > maxPrefixes)
      throw this.#refusalError(`more than ${maxPrefixes} prefixes`, at);
    return prefixes;
  }

  #checkAttributes(
    attributes: readonly Attribute[],
    { prefixes, isLink }: { prefixes: ReadonlyMap<string, string>; isLink: boolean },
    at: number,
  ): void {
    const names = new Set(attributes.map(({ name }) => name));
    if (names.size < attributes.length) throw this.#refusalError('an attribute twice', at);
    for (const { name: whole, value } of attributes) {
      if (parsePrefixDeclaration(whole) !== undefined) continue;
      const { prefix, name } = splitName(whole);
      if (!prefixes.has(prefix)) throw this.#refusalError(`an undeclared prefix "${prefix}"`, at);
      this.#forbid(attributeFault({ prefix, name, value, isLink }), at);
    }
  }

  #expect(form: RegExp, start: number, end: number): void {
    if (!form.test(this.#consume(start, end))) throw this.#malformedError(start);
  }

  #consume(start: number, end: number): string {
    if (start !== this.#next) throw this.#malformedError(this.#next);
    this.#next = end + 1;
    const raw = this.#source.slice(start, end + 1);
    const owed = this.#pendingText;
    this.#pendingText = '';
    if (!raw.startsWith(owed)) throw this.#malformedError(start);
    return raw.slice(owed.length);
  }

  #forbid(reason: string | undefined, at: number): void {
    if (reason !== undefined) throw this.#refusalError(reason, at);
  }

  #malformedError(at: number) {
    return invalidMedia(
      `This SVG drawing is not well-formed XML: look at line ${this.#lineNumber(at)}.`,
      remedy,
    );
  }

  #refusalError(what: string, at: number) {
    return invalidMedia(`In line ${this.#lineNumber(at)} of this SVG drawing is ${what}.`, remedy);
  }

  #lineNumber(at: number): number {
    return this.#source.slice(0, at).split('\n').length;
  }
}
