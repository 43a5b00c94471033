import type { ReactNode } from 'react';
import styles from './runs.module.css';

type Block =
  | { readonly kind: 'heading' | 'text' | 'quote' | 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[]; readonly isNumbered: boolean };

/** Links, images and HTML of an agent stay plain text, so that nothing can be clicked or fetched. */
export function PlainMarkdown({ text }: { readonly text: string }): ReactNode {
  return (
    <div className={styles['prose']}>
      {blocksOf(text).map((block, place) => (
        <BlockText key={place} block={block} />
      ))}
    </div>
  );
}

function BlockText({ block }: { readonly block: Block }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <p className={styles['proseHead']}>{block.text}</p>;
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return <blockquote>{inline(block.text)}</blockquote>;
    case 'list': {
      const items = block.items.map((item, place) => <li key={place}>{inline(item)}</li>);
      return block.isNumbered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'text':
      return <p>{inline(block.text)}</p>;
  }
}

function inline(text: string): ReactNode[] {
  return text.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*)/g).map((part, place) => {
    if (/^`.+`$/s.test(part)) return <code key={place}>{part.slice(1, -1)}</code>;
    if (/^\*\*.+\*\*$/s.test(part)) return <strong key={place}>{part.slice(2, -2)}</strong>;
    return part;
  });
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  for (let at = 0; at < lines.length;) {
    const fence = /^\s*(```+|~~~+)/.exec(lines[at]!)?.[1];
    if (fence) {
      const end = lines.findIndex((line, place) => place > at && line.trim().startsWith(fence));
      const stop = end < 0 ? lines.length : end;
      blocks.push({ kind: 'code', text: lines.slice(at + 1, stop).join('\n') });
      at = stop + 1;
    } else {
      takeLine(lines[at]!, blocks, (lines[at - 1] ?? '').trim() === '');
      at += 1;
    }
  }
  return blocks;
}

const patterns = {
  heading: /^#{1,6}\s+(.*)$/,
  quote: /^>\s?(.*)$/,
  bullet: /^\s*[-*+]\s+(.*)$/,
  number: /^\s*\d{1,9}[.)]\s+(.*)$/,
};

function takeLine(line: string, blocks: Block[], isNew: boolean): void {
  const heading = patterns.heading.exec(line)?.[1];
  if (line.trim() === '') return;
  if (heading !== undefined) {
    blocks.push({ kind: 'heading', text: heading });
    return;
  }
  const quote = patterns.quote.exec(line)?.[1];
  const bullet = patterns.bullet.exec(line)?.[1];
  const item = bullet ?? patterns.number.exec(line)?.[1];
  if (item !== undefined) addItem(blocks, item, bullet === undefined);
  else
    addText(blocks, { kind: quote === undefined ? 'text' : 'quote', text: quote ?? line }, isNew);
}

function addItem(blocks: Block[], item: string, isNumbered: boolean): void {
  const last = blocks.at(-1);
  if (last?.kind === 'list' && last.isNumbered === isNumbered) {
    blocks[blocks.length - 1] = { ...last, items: [...last.items, item] };
  } else blocks.push({ kind: 'list', items: [item], isNumbered });
}

function addText(
  blocks: Block[],
  block: { readonly kind: 'text' | 'quote'; readonly text: string },
  isNew: boolean,
): void {
  const last = blocks.at(-1);
  if (isNew || !last) blocks.push(block);
  else if (last.kind === 'list') {
    const items = [...last.items.slice(0, -1), `${last.items.at(-1) ?? ''} ${block.text.trim()}`];
    blocks[blocks.length - 1] = { ...last, items };
  } else if (last.kind === block.kind) {
    blocks[blocks.length - 1] = { ...last, text: `${last.text}\n${block.text}` };
  } else blocks.push(block);
}
