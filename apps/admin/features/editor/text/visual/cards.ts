import type { SyntaxNode } from '@lezer/common';
import { AttributeCard } from './attribute-card.ts';
import { attributesIn } from './attribute-syntax.ts';
import type { DecorationBuilder } from './decoration-builder.ts';
import { TextWidget } from './widgets.ts';

/** As in packages/site/markdown/block-syntax.ts. */
const blockHead = /^:{3,}[ \t]*([a-z][a-z\d-]{0,63})(?=[ \t]|$)/;
const blockEnd = /^:{3,}[ \t]*$/;
const inlineAlone = /^\{\{[ \t]*([a-z][a-z\d-]{0,63})((?:[ \t]+[^\n{}]*)?)\}\}[ \t]*$/;
const inlineBlock = /\{\{[ \t]*([a-z][a-z\d-]{0,63})((?:[ \t]+[^\n{}]*)?)\}\}/g;
const frame = /^<iframe(\s[^>]*)><\/iframe>\s*$/i;

/** `:::name key="value"` and `:::`, between which the text stays text, and `{{name key="value"}}`. */
export function decoratePluginBlocks(builder: DecorationBuilder, { from, to }: SyntaxNode): void {
  builder.eachLine(from, to, (line) => {
    const text = builder.state.sliceDoc(line.from, line.to);
    if (builder.isActive(line.from, line.to)) return;
    const card = blockCard(text);
    if (card) builder.replace(line.from, line.to, card);
    else if (blockEnd.test(text)) {
      builder.replace(line.from, line.to, new TextWidget('', 'cm-card-end'));
    } else {
      for (const { 0: source, 1: name, index } of text.matchAll(inlineBlock)) {
        const start = line.from + index;
        builder.replace(start, start + source.length, new TextWidget(name!, 'cm-chip'));
      }
    }
  });
}

/** For the head of a block, or an inline block alone in its line. */
function blockCard(text: string): AttributeCard | undefined {
  const head = blockHead.exec(text);
  const alone = inlineAlone.exec(text);
  const [, title, given = text.slice(head?.[0].length)] = head ?? alone ?? [];
  if (title === undefined) return undefined;
  const from = head ? head[0].length : text.lastIndexOf('}}') - given.length;
  const attributes = attributesIn(given);
  return new AttributeCard({ kind: 'block', title, attributes, from, to: from + given.length });
}

/** False for HTML that is not a frame alone in its line. */
export function decorateFrame(builder: DecorationBuilder, { from, to }: SyntaxNode): boolean {
  const text = builder.state.sliceDoc(from, to);
  const [, given] = frame.exec(text) ?? [];
  if (given === undefined || builder.isActive(from, to)) return false;
  const found = attributesIn(given);
  const attributes = ['src', 'title'].map(
    (name) => found.find((one) => one.name.toLowerCase() === name) ?? { name, value: '' },
  );
  const start = '<iframe'.length;
  const title = URL.parse(attributes[0]!.value)?.host ?? 'iframe';
  const end = start + given.length;
  const card = new AttributeCard({ kind: 'frame', title, attributes, from: start, to: end });
  builder.replace(from, from + text.trimEnd().length, card);
  return true;
}
