import type { Command } from '@codemirror/view';
import {
  Braces,
  Footprints,
  Heading2,
  Heading3,
  Heading4,
  Image,
  Info,
  Link,
  List,
  ListChecks,
  ListOrdered,
  Minus,
  Quote,
  Table,
  type LucideIcon,
} from 'lucide-react';
import { readPreference, storePreference } from '../../../lib/local-preference.ts';
import {
  bullets,
  callout,
  codeBlock,
  footnote,
  heading,
  numbers,
  quote,
  rule,
  table,
  tasks,
} from './format.ts';
import { slashKeywords, type textMessages } from './text-messages.ts';
import { currentMessages, type TextsOf } from '../../../lib/messages.ts';

export interface SlashEntry {
  readonly name: keyof TextsOf<typeof textMessages> & keyof TextsOf<typeof slashKeywords>;
  readonly group: 'groupText' | 'groupLists' | 'groupInsert';
  readonly icon: LucideIcon;
  /** The Markdown that it writes. */
  readonly detail: string;
  readonly run: Command | 'link' | 'image';
  /** Stays in its line; other entries take the space before the slash with them. */
  readonly isInline?: true;
}

const groups = {
  groupText: [
    entry('heading2', {
      icon: Heading2,
      detail: '##',
      run: heading(2),
    }),
    entry('heading3', {
      icon: Heading3,
      detail: '###',
      run: heading(3),
    }),
    entry('heading4', {
      icon: Heading4,
      detail: '####',
      run: heading(4),
    }),
    entry('quote', { icon: Quote, detail: '>', run: quote }),
    entry('callout', {
      icon: Info,
      detail: '> [!NOTE]',
      run: callout,
    }),
    entry('codeBlock', {
      icon: Braces,
      detail: '```',
      run: codeBlock,
    }),
  ],
  groupLists: [
    entry('bullets', {
      icon: List,
      detail: '-',
      run: bullets,
    }),
    entry('numbers', {
      icon: ListOrdered,
      detail: '1.',
      run: numbers,
    }),
    entry('tasks', {
      icon: ListChecks,
      detail: '- [ ]',
      run: tasks,
    }),
  ],
  groupInsert: [
    entry('image', {
      icon: Image,
      detail: '![ ]',
      run: 'image',
      isInline: true,
    }),
    entry('table', {
      icon: Table,
      detail: '| |',
      run: table,
    }),
    entry('link', {
      icon: Link,
      detail: '[ ]',
      run: 'link',
      isInline: true,
    }),
    entry('footnote', {
      icon: Footprints,
      detail: '[^1]',
      run: footnote,
      isInline: true,
    }),
    entry('rule', {
      icon: Minus,
      detail: '---',
      run: rule,
    }),
  ],
} as const;

type Given = Omit<SlashEntry, 'name' | 'group'>;

function entry(name: SlashEntry['name'], given: Given): Given & Pick<SlashEntry, 'name'> {
  return { name, ...given };
}

export const slashEntries: readonly SlashEntry[] = Object.entries(groups).flatMap(
  ([group, entries]) => entries.map((one) => ({ ...one, group: group as SlashEntry['group'] })),
);

/** Labels that start with the text come first, then labels and keywords with a word that does. */
export function findEntries(
  typed: string,
  { labels, uses }: { readonly labels: Readonly<Record<string, string>>; readonly uses: Uses },
): SlashEntry[] {
  const wanted = plain(typed);
  const own = currentMessages(slashKeywords);
  const ranked = slashEntries.flatMap((one, place) => {
    const label = plain(labels[one.name]!);
    const keywords = plain(`${slashKeywords.english[one.name]} ${own[one.name]}`);
    const isWord = ` ${label} ${keywords}`.includes(` ${wanted}`);
    if (!isWord) return [];
    const rank = label.startsWith(wanted) ? 0 : 1;
    return [{ one, rank, used: uses[one.name] ?? 0, place }];
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank || b.used - a.used || a.place - b.place)
    .map(({ one }) => one);
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** How often this person chose each entry, in this browser. */
export type Uses = Readonly<Record<string, number>>;

const preference = 'slash-uses';

export function readUses(): Uses {
  try {
    const stored: unknown = JSON.parse(readPreference(preference) ?? '{}');
    return stored !== null && typeof stored === 'object' ? (stored as Uses) : {};
  } catch {
    return {};
  }
}

export function countUse(name: string): void {
  const uses = readUses();
  storePreference(preference, JSON.stringify({ ...uses, [name]: (uses[name] ?? 0) + 1 }));
}
