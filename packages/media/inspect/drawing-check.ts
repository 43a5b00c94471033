import { svgNamespace, whyNoAttribute, whyNoElement, whyNoStyle } from './drawing-rules.ts';
import { drawingSize } from './drawing-size.ts';
import type { Inspected } from './inspected.ts';
import { invalidMedia } from './refusals.ts';
import {
  closingTag,
  dataSection,
  declaredPrefix,
  isSoundComment,
  openingTag,
  plainText,
  soundDoctype,
  soundPacket,
  splitName,
} from './xml-forms.ts';

const maxDepth = 200;
const maxPrefixes = 100;
const remedy = 'Export it from the drawing program as plain SVG.';

interface OpenElement {
  readonly tag: string;
  readonly name: string;
  readonly namespace: string;
  /** Prefixes and what they stand for, within it. */
  readonly prefixes: ReadonlyMap<string, string>;
  style: string;
}

interface Attribute {
  readonly name: string;
  readonly value: string;
}

const atTheTop: ReadonlyMap<string, string> = new Map([
  ['', ''],
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
]);

/**
 * Follows a parser through a drawing and throws at the first thing that may not stand in one. A parser for the web
 * forgives mistakes, and a browser may forgive them otherwise; so each of its steps must begin where the last one ended
 * and be, letter for letter, what XML calls it.
 */
export class DrawingCheck {
  readonly #source: string;
  readonly #open: OpenElement[] = [];
  #attributes: Attribute[] = [];
  #next = 0;
  /** The parser leaves out the last character of an instruction. */
  #owed = '';
  #isInData = false;
  #size: Pick<Inspected, 'width' | 'height'> | undefined;

  constructor(source: string) {
    this.#source = source;
    const control = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(source);
    if (control !== null) throw this.#refusal('a control character', control.index);
  }

  attribute(name: string, value: string): void {
    this.#attributes.push({ name, value });
  }

  open(tag: string, start: number, end: number): void {
    this.#expect(openingTag, start, end);
    const attributes = this.#attributes;
    this.#attributes = [];
    const prefixes = this.#prefixesOf(attributes, start);
    const { prefix, name } = splitName(tag);
    const namespace = prefixes.get(prefix);
    if (namespace === undefined) throw this.#refusal(`an undeclared prefix "${prefix}"`, start);
    this.#forbid(whyNoElement(namespace, name), start);
    const isLink = namespace === svgNamespace && name === 'a';
    this.#checkAttributes(attributes, { prefixes, isLink }, start);
    if (this.#open.length === 0) this.#begin(namespace, name, attributes);
    if (this.#open.length >= maxDepth) {
      throw this.#refusal(`more than ${maxDepth} elements within each other`, start);
    }
    this.#open.push({ tag, name, namespace, prefixes, style: '' });
  }

  close(tag: string, start: number, end: number): void {
    const element = this.#open.pop();
    // One that closes itself was taken when it was opened.
    const isTaken = end === this.#next - 1;
    const closed = isTaken ? tag : closingTag.exec(this.#take(start, end))?.[1];
    if (element?.tag !== tag || closed !== tag) throw this.#malformed(start);
    if (element.namespace === svgNamespace && element.name === 'style') {
      this.#forbid(whyNoStyle(element.style), start);
    }
  }

  text(data: string, start: number, end: number): void {
    if (!this.#isInData) this.#expect(plainText, start, end);
    const element = this.#open.at(-1);
    if (element !== undefined) element.style += element.name === 'style' ? data : '';
    else if (data.trim() !== '' || this.#isInData) throw this.#malformed(start);
  }

  comment(start: number, end: number): void {
    const raw = this.#take(start, end);
    if (!isSoundComment(raw)) throw this.#malformed(start);
  }

  startOfData(start: number, end: number): void {
    this.#expect(dataSection, start, end);
    this.#isInData = true;
  }

  endOfData(): void {
    this.#isInData = false;
  }

  instruction(name: string, start: number, end: number): void {
    const raw = this.#take(start, end);
    if (name.startsWith('!')) {
      if (!soundDoctype.test(raw) || this.#size !== undefined) {
        throw this.#refusal('a DOCTYPE with declarations of its own', start);
      }
      return;
    }
    if (!soundPacket.test(`${raw}>`)) throw this.#refusal(`an instruction <${name}>`, start);
    this.#owed = '>';
  }

  /** The drawing's size, once the parser has come to its end. */
  finish(): Pick<Inspected, 'width' | 'height'> {
    const isAtEnd = this.#next === this.#source.length && this.#owed === '';
    if (!isAtEnd || this.#open.length > 0) throw this.#malformed(this.#source.length);
    if (this.#size === undefined) throw this.#refusal('no element <svg>', 0);
    return this.#size;
  }

  #begin(namespace: string, name: string, attributes: readonly Attribute[]): void {
    const isDrawing = namespace === svgNamespace && name === 'svg' && this.#size === undefined;
    if (!isDrawing) throw this.#malformed(this.#next);
    this.#size = drawingSize(new Map(attributes.map((one) => [one.name, one.value])));
  }

  #prefixesOf(attributes: readonly Attribute[], at: number): ReadonlyMap<string, string> {
    const outer = this.#open.at(-1)?.prefixes ?? atTheTop;
    const own = attributes.flatMap(({ name, value }): [string, string][] => {
      const prefix = declaredPrefix(name);
      if (prefix === undefined) return [];
      if (prefix === 'xml' || prefix === 'xmlns') throw this.#malformed(at);
      return [[prefix, value]];
    });
    const prefixes = own.length === 0 ? outer : new Map([...outer, ...own]);
    if (prefixes.size > maxPrefixes) throw this.#refusal(`more than ${maxPrefixes} prefixes`, at);
    return prefixes;
  }

  #checkAttributes(
    attributes: readonly Attribute[],
    { prefixes, isLink }: { prefixes: ReadonlyMap<string, string>; isLink: boolean },
    at: number,
  ): void {
    const names = new Set(attributes.map(({ name }) => name));
    if (names.size < attributes.length) throw this.#refusal('an attribute twice', at);
    for (const { name: whole, value } of attributes) {
      if (declaredPrefix(whole) !== undefined) continue;
      const { prefix, name } = splitName(whole);
      if (!prefixes.has(prefix)) throw this.#refusal(`an undeclared prefix "${prefix}"`, at);
      this.#forbid(whyNoAttribute({ prefix, name, value, isLink }), at);
    }
  }

  #expect(form: RegExp, start: number, end: number): void {
    if (!form.test(this.#take(start, end))) throw this.#malformed(start);
  }

  /** The next part of the source; between it and the last one nothing may have been passed over. */
  #take(start: number, end: number): string {
    if (start !== this.#next) throw this.#malformed(this.#next);
    this.#next = end + 1;
    const raw = this.#source.slice(start, end + 1);
    const owed = this.#owed;
    this.#owed = '';
    if (!raw.startsWith(owed)) throw this.#malformed(start);
    return raw.slice(owed.length);
  }

  #forbid(reason: string | undefined, at: number): void {
    if (reason !== undefined) throw this.#refusal(reason, at);
  }

  #malformed(at: number) {
    return invalidMedia(
      `This SVG drawing is not well-formed XML: look at line ${this.#lineOf(at)}.`,
      remedy,
    );
  }

  #refusal(what: string, at: number) {
    return invalidMedia(`In line ${this.#lineOf(at)} of this SVG drawing is ${what}.`, remedy);
  }

  #lineOf(at: number): number {
    return this.#source.slice(0, at).split('\n').length;
  }
}
