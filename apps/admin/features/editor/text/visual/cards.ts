import type { SyntaxNode } from '@lezer/common';
import { AttributeCard, attributesIn } from './attribute-card.ts';
import type { DecorationBuilder } from './decoration-builder.ts';
import { TextWidget } from './widgets.ts';

/** As in packages/site/markdown/block-syntax.ts. */
const blockHead = /^:{3,}[ \t]*([a-z][a-z\d-]{0,63})(?=[ \t]|$)/;
const blockEnd = /^:{3,}[ \t]*$/;
const inlineBlock = /\{\{[ \t]*([a-z][a-z\d-]{0,63})((?:[ \t]+[^\n{}]*)?)\}\}/g;
const frame = /^<iframe(\s[^>]*)><\/iframe>\s*$/i;

/** `:::name key="value"` and `:::`, between which the text stays text, and `{{name key="value"}}`. */
export function decoratePluginBlocks(builder: DecorationBuilder, { from, to }: SyntaxNode): void {
  builder.eachLine(from, to, (line) => {
    const text = builder.state.sliceDoc(line.from, line.to);
    if (builder.isActive(line.from, line.to)) return;
    const head = blockHead.exec(text);
    if (head) {
      const attributes = attributesIn(text.slice(head[0].length));
      const options = { title: head[1]!, attributes, from: head[0].length, to: text.length };
      builder.replace(line.from, line.to, new AttributeCard(options));
    } else if (blockEnd.test(text)) {
      builder.replace(line.from, line.to, new TextWidget('', 'cm-card-end'));
    } else {
      for (const { 0: source, 1: name, index } of text.matchAll(inlineBlock)) {
        const start = line.from + index;
        builder.replace(start, start + source.length, new TextWidget(name!, 'cm-chip'));
      }
    }
  });
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
  const card = new AttributeCard({ title, attributes, from: start, to: start + given.length });
  builder.replace(from, from + text.trimEnd().length, card);
  return true;
}
