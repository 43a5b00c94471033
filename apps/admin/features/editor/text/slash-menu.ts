import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSection,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import type { Block } from '@galley/sdk';
import { Puzzle, type LucideIcon } from 'lucide-react';
import { queryClient } from '../../../app/query-client.ts';
import { readFields } from '../../../fields/field.ts';
import { documentTypesQuery } from '../../../lib/document-types.ts';
import { currentMessages } from '../../../lib/messages.ts';
import type { EditorPrompts } from '../session/editor-prompts.ts';
import { insertBlock } from './format.ts';
import { countUse, findEntries, readUses, type SlashEntry, type Uses } from './slash-entries.ts';
import { isInCode, isInLink } from './syntax-at.ts';
import { textMessages } from './text-messages.ts';
import { requiredAttributes } from './visual/attribute-syntax.ts';

export interface EntryCompletion extends Completion {
  readonly icon: LucideIcon;
}

type Applied = [view: EditorView, completion: Completion, from: number, to: number];

/** A slash at the start of a line or after a space; not in words, addresses and code. */
export function slashSource({ openDialog }: EditorPrompts) {
  const optionsFor = (
    context: CompletionContext,
    blocks: readonly Block[],
  ): CompletionResult | null => {
    const { state, pos } = context;
    const slash = findSlash(context);
    if (slash === undefined) return null;
    const labels = currentMessages(textMessages);
    const query = state.sliceDoc(slash + 1, pos);
    const uses = readUses();
    const found = findEntries(query, { labels, uses });
    const section = query === '' ? sectionsOf(uses) : () => undefined;
    const entries = found.map((one): EntryCompletion => {
      const group = section(one);
      return {
        label: labels[one.name],
        icon: one.icon,
        detail: one.detail,
        ...(group && { section: group }),
        apply: (...applied: Applied) => applyEntry(one, { applied, openDialog }),
      };
    });
    const others = blockOptions(blocks, query);
    const isNamed = ({ label }: Completion) => label === query.trim().toLowerCase();
    const options = [
      ...others.filter(isNamed),
      ...entries,
      ...others.filter((one) => !isNamed(one)),
    ];
    if (options.length === 0) return null;
    // At once with each character: while a menu waits for its options, Enter adds a line.
    const update: CompletionResult['update'] = (...given) => optionsFor(given[3], blocks);
    return { from: slash, options, filter: false, update };
  };
  return (
    context: CompletionContext,
  ): CompletionResult | Promise<CompletionResult | null> | null => {
    if (findSlash(context) === undefined) return null;
    const known = queryClient.getQueryData(documentTypesQuery.queryKey);
    if (known) return optionsFor(context, known.blocks);
    return queryClient.fetchQuery(documentTypesQuery).then(
      ({ blocks }) => optionsFor(context, blocks),
      () => optionsFor(context, []),
    );
  };
}

function findSlash(context: CompletionContext): number | undefined {
  const { state, pos } = context;
  const typed = context.matchBefore(/(?:^|\s)\/(?:\p{L}[\p{L}\d ]{0,30}|)$/u);
  if (!typed || state.readOnly || isInCode(state, pos) || isInLink(state, pos)) return undefined;
  return typed.from + typed.text.indexOf('/');
}

/** Blocks of plugins and shortcodes, which appear as cards. */
function blockOptions(blocks: readonly Block[], query: string): EntryCompletion[] {
  const wanted = query.trim().toLowerCase();
  const name = currentMessages(textMessages).groupBlocks;
  return blocks
    .filter(({ name: block }) => `-${block}`.includes(`-${wanted}`))
    .map(({ name: block, parameters, inline }) => ({
      label: block,
      icon: Puzzle,
      detail: inline ? '{{ }}' : ':::',
      ...(wanted === '' && { section: { name, rank: 4, header: sectionHeader } }),
      apply: (...[view, , from, to]: Applied) => {
        removeSlash(view, { from, to, isInline: false });
        const head = block + requiredAttributes(readFields(parameters));
        insertBlock(view, inline ? `{{${head}}}` : `:::${head}\n\u0000\n:::`);
      },
    }));
}

/** The four entries used most come first. */
function sectionsOf(uses: Uses): (entry: SlashEntry) => CompletionSection {
  const labels = currentMessages(textMessages);
  const most = Object.entries(uses)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 4)
    .map(([name]) => name);
  const made = (['groupUsed', 'groupText', 'groupLists', 'groupInsert'] as const).map(
    (name, rank): CompletionSection => ({ name: labels[name], rank, header: sectionHeader }),
  );
  const ranks = { groupText: 1, groupLists: 2, groupInsert: 3 };
  return ({ name, group }) => made[most.includes(name) ? 0 : ranks[group]]!;
}

function sectionHeader({ name }: CompletionSection): HTMLElement {
  const header = document.createElement('li');
  // Options are announced by their names; a listbox has no headings.
  header.setAttribute('role', 'presentation');
  header.className = 'cm-slash-group';
  header.textContent = name;
  return header;
}

function applyEntry(
  { name, run, isInline }: SlashEntry,
  { applied, openDialog }: { applied: Applied; openDialog: EditorPrompts['openDialog'] },
): void {
  const [view, , from, to] = applied;
  countUse(name);
  removeSlash(view, { from, to, isInline: isInline === true });
  if (typeof run === 'string') openDialog(run);
  else run(view);
}

interface Slash {
  readonly from: number;
  readonly to: number;
  readonly isInline: boolean;
}

function removeSlash(view: EditorView, { from, to, isInline }: Slash): void {
  const line = view.state.doc.lineAt(from);
  const before = view.state.sliceDoc(line.from, from);
  const start = isInline || before.trim() === '' ? from : line.from + before.trimEnd().length;
  view.dispatch({ changes: { from: start, to }, userEvent: 'input.complete' });
}
