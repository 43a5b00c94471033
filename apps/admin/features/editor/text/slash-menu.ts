import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSection,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import type { LucideIcon } from 'lucide-react';
import { currentMessages } from '../../../lib/messages.ts';
import type { EditorPrompts } from '../session/editor-prompts.ts';
import { countUse, findEntries, readUses, type SlashEntry, type Uses } from './slash-entries.ts';
import { isInCode, isInLink } from './syntax-at.ts';
import { textMessages } from './text-messages.ts';

export interface EntryCompletion extends Completion {
  readonly icon: LucideIcon;
}

type Applied = [view: EditorView, completion: Completion, from: number, to: number];

/** A slash at the start of a line or after a space; not in words, addresses and code. */
export function slashSource({ openDialog }: EditorPrompts) {
  return (context: CompletionContext): CompletionResult | null => {
    const { state, pos } = context;
    const typed = context.matchBefore(/(?:^|\s)\/(?:\p{L}[\p{L}\d ]{0,30}|)$/u);
    if (!typed || state.readOnly || isInCode(state, pos) || isInLink(state, pos)) return null;
    const slash = typed.from + typed.text.indexOf('/');
    const labels = currentMessages(textMessages);
    const query = state.sliceDoc(slash + 1, pos);
    const uses = readUses();
    const found = findEntries(query, { labels, uses });
    if (found.length === 0) return null;
    const section = query === '' ? sectionsOf(uses) : () => undefined;
    const options = found.map((one): EntryCompletion => {
      const group = section(one);
      return {
        label: labels[one.name],
        icon: one.icon,
        detail: one.detail,
        ...(group && { section: group }),
        apply: (...applied: Applied) => applyEntry(one, { applied, openDialog }),
      };
    });
    return { from: slash, options, filter: false };
  };
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
  const line = view.state.doc.lineAt(from);
  const before = view.state.sliceDoc(line.from, from);
  const start = isInline || before.trim() === '' ? from : line.from + before.trimEnd().length;
  view.dispatch({ changes: { from: start, to }, userEvent: 'input.complete' });
  if (typeof run === 'string') openDialog(run);
  else run(view);
}
