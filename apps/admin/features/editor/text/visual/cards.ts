import type { SyntaxNode } from '@lezer/common';
import { AttributeCard } from './attribute-card.ts';
import { attributesIn } from './attribute-syntax.ts';
import type { DecorationBuilder } from './decoration-builder.ts';
import { TextWidget } from './widgets.ts';

/** As in packages/site/markdown/block-syntax.ts. */
const blockHead = /^:{3,}[ \t]*([a-z][a-z\d-]{0,63})(?=[ \t]|$)/;
const blockEnd = /^:{3,}[ \t]*$/;
/** `{{name key="value"}}` or, as in Hugo, `{{< name "value" >}}`, `{{% name %}}` and `{{< name />}}` */
const call = /\{\{([<%]?)[ \t]*([a-z][a-z\d-]{0,63})(?![a-z\d-])([^\n{}]*)\}\}/g;
const callAlone = new RegExp(`^${call.source}[ \\t]*$`);
const pairEnd = /^\{\{[<%][ \t]*\/[ \t]*[a-z][a-z\d-]{0,63}[ \t]*[>%]\}\}[ \t]*$/;
const frame = /^<iframe(\s[^>]*)><\/iframe>\s*$/i;

/** `:::name key="value"` and `:::`, between which the text stays text, and calls (ADD-EDIT-11). */
export function decoratePluginBlocks(builder: DecorationBuilder, { from, to }: SyntaxNode): void {
  builder.eachLine(from, to, (line) => {
    const text = builder.state.sliceDoc(line.from, line.to);
    if (builder.isActive(line.from, line.to)) return;
    const card = blockCard(text);
    if (card) builder.replace(line.from, line.to, card);
    else if (blockEnd.test(text) || pairEnd.test(text)) {
      builder.replace(line.from, line.to, new TextWidget('', 'cm-card-end'));
    } else {
      for (const found of text.matchAll(call)) {
        const start = line.from + found.index;
        const { name } = readCall(found) ?? {};
        if (name !== undefined)
          builder.replace(start, start + found[0].length, new TextWidget(name, 'cm-chip'));
      }
    }
  });
}

/** For the head of a block, or an inline block alone in its line. */
function blockCard(text: string): AttributeCard | undefined {
  const found = readHead(text) ?? readCall(callAlone.exec(text));
  if (!found) return undefined;
  const { name: title, given, from } = found;
  const attributes = attributesIn(given);
  return new AttributeCard({ kind: 'block', title, attributes, from, to: from + given.length });
}

interface BlockHead {
  readonly name: string;
  /** Attributes and values. */
  readonly given: string;
  /** Where they begin. */
  readonly from: number;
}

function readHead(text: string): BlockHead | undefined {
  const [head, name] = blockHead.exec(text) ?? [];
  if (head === undefined) return undefined;
  return { name: name!, given: text.slice(head.length), from: head.length };
}

function readCall(found: RegExpExecArray | null): BlockHead | undefined {
  if (!found) return undefined;
  const [source, sign, name, rest] = found as unknown as [string, string, string, string];
  const isHugo = sign !== '';
  if (isHugo && !/[>%]$/.test(rest)) return undefined;
  const given = isHugo ? rest.slice(0, -1).replace(/(?:^|[ \t])\/$/, '') : rest;
  if (given !== '' && !/^[ \t]/.test(given)) return undefined;
  return { name, given, from: found.index + source.trimEnd().length - '}}'.length - rest.length };
}

/** False for HTML that is not a frame alone in its line. */
export function decorateFrame(builder: DecorationBuilder, { from, to }: SyntaxNode): boolean {
  const text = builder.state.sliceDoc(from, to);
  const [, given] = frame.exec(text) ?? [];
  if (given === undefined || builder.isActive(from, to)) return false;
  const found = attributesIn(given);
  const attributes = ['src', 'title'].map(
    (name) =>
      found.find((one) => one.name.toLowerCase() === name) ?? { name, value: '', isNamed: true },
  );
  const start = '<iframe'.length;
  const title = URL.parse(attributes[0]!.value)?.host ?? 'iframe';
  const end = start + given.length;
  const card = new AttributeCard({ kind: 'frame', title, attributes, from: start, to: end });
  builder.replace(from, from + text.trimEnd().length, card);
  return true;
}
