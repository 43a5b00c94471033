import { formatRelativeTime } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { personName } from '../../../lib/person-name.ts';
import type { EditableDocument } from '../session/editable-document.ts';
import type { TextChange } from '../session/editing-state.ts';
import { useEditing } from '../use-editing.ts';
import { conflictMessages } from './conflict-messages.ts';

/** A sentence about who changed the text, or what, and when. */
export function useCause(): (
  change: TextChange | null,
  names: EditableDocument['names'],
) => string {
  const messages = useMessages(conflictMessages);
  const editing = useEditing();
  return (change, names) => {
    if (!change) return messages.bySomebody;
    const { cause, author, at } = change;
    const when = formatRelativeTime(at);
    if (author === editing.username) return messages.byYou({ when });
    const name = personName(names, author.replace(/^(plugin|agent):/, ''));
    return messages[cause]({ name, when });
  };
}
