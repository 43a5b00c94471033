import type { SyntaxNode } from '@lezer/common';
import { currentMessages } from '../../../../lib/messages.ts';
import type { DecorationBuilder } from './decoration-builder.ts';
import { decorateFrame, decoratePluginBlocks } from './cards.ts';
import { pictureIn, sourceOf } from './picture-syntax.ts';
import { isPictures } from './top-blocks.ts';
import { visualMessages } from './visual-messages.ts';
import { ImageWidget, RuleWidget, TaskWidget, TextWidget } from './widgets.ts';

type Rule = (builder: DecorationBuilder, node: SyntaxNode) => boolean | void;

const rules: Readonly<Record<string, Rule>> = {
  SetextHeading1: (builder, node) => heading(builder, node, 1),
  SetextHeading2: (builder, node) => heading(builder, node, 2),
  Blockquote: blockquote,
  ListItem: listItem,
  FencedCode: fencedCode,
  CodeBlock: (builder, { from, to }) =>
    builder.eachLine(from, to, (line) => builder.line(line.from, { class: 'cm-code' })),
  HorizontalRule: (builder, { from, to }) => {
    if (!builder.isActive(from, to)) builder.replace(from, to, new RuleWidget());
  },
  Emphasis: inlineMarks,
  StrongEmphasis: inlineMarks,
  Strikethrough: inlineMarks,
  InlineCode: inlineMarks,
  Autolink: inlineMarks,
  Link: link,
  URL: (builder, { from, to, parent }) => {
    if (parent?.name === 'Paragraph' || parent?.name === 'TableCell')
      builder.mark(from, to, linkLook(builder.state.sliceDoc(from, to)));
  },
  LinkReference: (builder, { from, to }) => builder.mark(from, to, { class: 'cm-quiet' }),
  Escape: (builder, { from, to }) => {
    if (!builder.isActive(from, to)) builder.hide(from, from + 1);
  },
  HardBreak: (builder, { from, to }) => {
    if (builder.state.sliceDoc(from, from + 1) === '\\' && !builder.isActive(from, to - 1))
      builder.hide(from, from + 1);
  },
  Comment: comment,
  CommentBlock: comment,
  HTMLTag: (builder, { from, to }) => builder.mark(from, to, { class: 'cm-quiet' }),
  HTMLBlock: (builder, node) => {
    if (decorateFrame(builder, node)) return;
    builder.eachLine(node.from, node.to, (line) => builder.line(line.from, { class: 'cm-html' }));
  },
  Image: (builder, node) => {
    const { from, to } = node;
    const picture = pictureIn(builder.state, node);
    if (picture && !builder.isActive(from, to))
      builder.replace(from, to, new ImageWidget(picture, sourceOf(picture.address, builder.path)));
    return false;
  },
  Paragraph: (builder, node) => {
    if (node.parent?.name === 'Document') decoratePluginBlocks(builder, node);
  },
};

/** False: the children of the node need nothing. */
export function decorateNode(builder: DecorationBuilder, node: SyntaxNode): boolean {
  const level = /^ATXHeading(\d)$/.exec(node.name)?.[1];
  if (level !== undefined) heading(builder, node, Number(level));
  if (node.name === 'Paragraph' && isPictures(builder.state, node)) return false;
  return rules[node.name]?.(builder, node) ?? true;
}

function heading(builder: DecorationBuilder, node: SyntaxNode, level: number): void {
  const { from, to } = node;
  const look = { class: `cm-heading cm-h${level}`, role: 'heading', 'aria-level': String(level) };
  const isActive = builder.isActive(from, to);
  for (const mark of node.getChildren('HeaderMark')) {
    if (isActive) continue;
    const { text, from: start } = builder.state.doc.lineAt(mark.from);
    const isOpening = text.slice(0, mark.from - start).trim() === '';
    const isUnderline = isOpening && mark.from > from;
    // The space between mark and text is markup, too.
    const gap = (isOpening ? /^[ \t]*/ : /[ \t]*$/).exec(
      isOpening ? text.slice(mark.to - start) : text.slice(0, mark.from - start),
    )![0].length;
    if (isUnderline) builder.hide(mark.from, mark.to);
    else if (isOpening) builder.hide(mark.from, mark.to + gap);
    else builder.hide(mark.from - gap, mark.to);
  }
  builder.line(builder.state.doc.lineAt(from).from, look);
}

function blockquote(builder: DecorationBuilder, node: SyntaxNode): void {
  const kind = calloutKind(builder, node);
  const isInner = node.parent?.name === 'Blockquote';
  const look = kind ? `cm-callout cm-callout-${kind}` : isInner ? 'cm-quote-inner' : 'cm-quote';
  builder.eachLine(node.from, node.to, (line) => {
    const edges =
      (line.from <= node.from ? ' cm-block-first' : '') +
      (line.to >= node.to ? ' cm-block-last' : '');
    builder.line(line.from, { class: kind ? look + edges : look });
    if (builder.isActive(line.from, line.to)) return;
    const text = builder.state.sliceDoc(line.from, line.to);
    const length = /^(?:[ \t]*>[ \t]?)*/.exec(text)![0].length;
    if (!isInner) builder.hide(line.from, line.from + length);
  });
}

/** As in packages/site/markdown/callout.ts. */
function calloutKind(builder: DecorationBuilder, { from }: SyntaxNode): string | undefined {
  const line = builder.state.doc.lineAt(from);
  const found = /^([ \t]*>[ \t]?)\[!(note|tip|important|warning|caution)\][ \t]*$/i.exec(line.text);
  if (!found) return undefined;
  const kind = found[2]!.toLowerCase() as 'note';
  if (!builder.isActive(line.from, line.to)) {
    const title = currentMessages(visualMessages)[kind];
    const start = line.from + found[1]!.length;
    builder.replace(start, line.to, new TextWidget(title, 'cm-callout-title'));
  }
  return kind;
}

function listItem(builder: DecorationBuilder, node: SyntaxNode): void {
  const mark = node.getChild('ListMark');
  if (!mark) return;
  const depth = depthOf(node);
  builder.eachLine(node.from, node.to, (line) => {
    builder.line(line.from, { class: 'cm-item', depth });
    const text = builder.state.sliceDoc(line.from, line.to);
    if (line.from > mark.from) hideIndent(builder, line.from, text);
  });
  const line = builder.state.doc.lineAt(mark.from);
  const task = node.getChild('Task')?.getChild('TaskMarker');
  const isTouched = builder.isActive(line.from, (task ?? mark).to);
  const indent = builder.state.sliceDoc(line.from, mark.from);
  if (/^[ \t]+$/.test(indent) && !isTouched) builder.hide(line.from, mark.from);
  const end = Math.min((task ?? mark).to + 1, line.to);
  if (task) taskMark(builder, { from: mark.from, end, task, isTouched });
  else if (node.parent?.name === 'OrderedList')
    builder.mark(mark.from, end, { class: 'cm-number' });
  else if (!isTouched) builder.replace(mark.from, end, new TextWidget('•', 'cm-bullet'));
}

interface TaskMark {
  readonly from: number;
  readonly end: number;
  readonly task: SyntaxNode;
  readonly isTouched: boolean;
}

function taskMark(builder: DecorationBuilder, { from, end, task, isTouched }: TaskMark): void {
  const isDone = builder.state.sliceDoc(task.from + 1, task.from + 2) !== ' ';
  if (isDone) builder.mark(end, builder.state.doc.lineAt(end).to, { class: 'cm-done' });
  if (!isTouched) builder.replace(from, end, new TaskWidget(isDone));
}

function hideIndent(builder: DecorationBuilder, from: number, text: string): void {
  const length = /^[ \t]*/.exec(text)![0].length;
  if (length > 0 && length < text.length && !builder.isActive(from, from + length - 1))
    builder.hide(from, from + length);
}

function depthOf(node: SyntaxNode): number {
  let depth = 0;
  for (let at: SyntaxNode | null = node; at; at = at.parent) if (at.name === 'ListItem') depth += 1;
  return depth;
}

function fencedCode(builder: DecorationBuilder, node: SyntaxNode): void {
  const { from, to } = node;
  const isActive = builder.isActive(from, to);
  const first = builder.state.doc.lineAt(from);
  const last = builder.state.doc.lineAt(to);
  builder.eachLine(from, to, (line) => {
    const edge =
      (line.from === first.from ? ' cm-block-first' : '') +
      (line.from === last.from ? ' cm-block-last' : '');
    builder.line(line.from, { class: `cm-code${edge}` });
  });
  if (isActive) return;
  const info = node.getChild('CodeInfo');
  const label = info ? builder.state.sliceDoc(info.from, info.to) : '';
  builder.replace(from, first.to, new TextWidget(label, 'cm-code-label'));
  const marks = node.getChildren('CodeMark');
  const closing = marks.length > 1 ? marks.at(-1) : undefined;
  if (closing) builder.hide(closing.from, closing.to);
}

function inlineMarks(builder: DecorationBuilder, node: SyntaxNode): void {
  const { from, to, name } = node;
  if (name === 'InlineCode') builder.mark(from, to, { class: 'cm-inline-code' });
  if (builder.isActive(from, to)) return;
  for (const kind of ['EmphasisMark', 'StrikethroughMark', 'CodeMark', 'LinkMark'])
    for (const mark of node.getChildren(kind)) builder.hide(mark.from, mark.to);
}

function link(builder: DecorationBuilder, node: SyntaxNode): boolean | void {
  const { from, to } = node;
  const text = builder.state.sliceDoc(from, to);
  const isActive = builder.isActive(from, to);
  if (/^\[\^[^\]\s]+\]$/.test(text)) {
    builder.mark(from, to, { class: 'cm-footnote', tagName: 'sup' });
    if (isActive) return false;
    builder.hide(from, from + 2);
    builder.hide(to - 1, to);
    return false;
  }
  const [opening, closing] = node.getChildren('LinkMark');
  const url = node.getChild('URL');
  const label = node.getChild('LinkLabel');
  if (!opening || !closing || (!url && !label)) return undefined;
  const address = url ? builder.state.sliceDoc(url.from, url.to) : '';
  builder.mark(opening.to, closing.from, linkLook(address));
  if (isActive) return undefined;
  builder.hide(from, opening.to);
  builder.hide(closing.from, to);
  return undefined;
}

function linkLook(address: string) {
  return { class: 'cm-link', attributes: { role: 'link', title: address } };
}

function comment(builder: DecorationBuilder, { from, to }: SyntaxNode): void {
  builder.mark(from, to, { class: 'cm-comment' });
  const text = builder.state.sliceDoc(from, to);
  if (builder.isActive(from, to) || !text.endsWith('-->')) return;
  builder.hide(from, from + 4);
  builder.hide(to - 3, to);
}
