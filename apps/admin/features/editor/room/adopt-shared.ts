import { currentMessages } from '../../../lib/messages.ts';
import { formatValue } from '../../../lib/format-value.ts';
import { toast } from '../../../ui/index.ts';
import { fieldConflicts, fieldKey, readVersions, withMine } from '../conflict/field-conflicts.ts';
import type { EditableDocument } from '../session/editable-document.ts';
import type { EditingSession } from '../session/editing-session.ts';
import { splitSource } from '../session/source-parts.ts';
import { roomMessages } from './room-messages.ts';

/**
 * Takes note of a version that was saved meanwhile. The room has its text; fields are combined one by one. Where both
 * changed the same field, the user's own value stays, and a message says the other one.
 */
export function adoptShared(
  editing: EditingSession,
  newer: EditableDocument,
  cause: string | undefined,
): void {
  const messages = currentMessages(roomMessages);
  const [mine, theirs] = [editing.parts(), splitSource(newer.raw)];
  const versions = readVersions({
    base: editing.savedParts().yaml,
    mine: mine.yaml,
    theirs: theirs.yaml,
  });
  const fields = versions ? fieldConflicts(versions) : [];
  const own = fields.filter(({ suggested }) => suggested === 'mine');
  const yaml = versions ? withMine(theirs.yaml, own) : mine.yaml;
  editing.adopt(newer, { yaml, body: mine.body });
  for (const field of fields.filter(({ isClash }) => isClash)) {
    const value = field.theirs === undefined ? messages.noValue : formatValue(field.theirs);
    const undo = () => editing.setValue(field.path, field.theirs);
    toast({
      text: messages.fieldClash({ field: fieldKey(field), value }),
      tone: 'info',
      action: { label: messages.useOther, onPress: undo },
    });
  }
  if (cause !== undefined) toast({ text: `${cause} ${messages.inText}`, tone: 'info' });
}
