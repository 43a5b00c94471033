import { GripVertical, Pencil, Plus, X } from 'lucide-react';
import { useState, type DragEvent, type ReactNode } from 'react';
import {
  hasErrorWithin,
  moveByKeys,
  pathTo,
  readField,
  RowActions,
  useRows,
  type FieldErrors,
  type Rows,
} from '../../fields/index.ts';
import { useMessages } from '../../lib/messages.ts';
import { confirmAction, Badge, Button, EmptyState, IconButton } from '../../ui/index.ts';
import styles from './custom-fields.module.css';
import { customFieldMessages } from './custom-field-messages.ts';
import { readDefinitions, type Definition } from './definition.ts';
import { fieldTypeIcons } from './field-type-icons.ts';
import { fieldTypeMessages } from './field-type-messages.ts';

export interface FieldListProps {
  readonly definitions: readonly Definition[];
  readonly onChange: (definitions: readonly Definition[]) => void;
  readonly onEdit: (place: number | 'new') => void;
  readonly path: string;
  readonly errors: FieldErrors;
}

export function FieldList(props: FieldListProps): ReactNode {
  const { definitions, onChange, onEdit, path, errors } = props;
  const messages = useMessages(customFieldMessages);
  const nameOf = (place: number) => readField(definitions[place] ?? {}).label;
  const rows = useRows({
    rows: definitions,
    onChange: (next) => onChange(readDefinitions(next)),
    nameOf,
  });
  const [dragged, setDragged] = useState<number | null>(null);
  const dragOver = (place: number) => {
    if (dragged === null || dragged === place) return;
    rows.move(dragged, place > dragged ? 1 : -1);
    setDragged(dragged + (place > dragged ? 1 : -1));
  };
  return (
    <div className="stack">
      {definitions.length === 0 && (
        <EmptyState title={messages.noFields}>{messages.noFieldsText}</EmptyState>
      )}
      <ul className={styles['list']}>
        {definitions.map((definition, place) => (
          <FieldRow
            key={rows.keys[place]}
            {...{ definition, rows, place }}
            isDragged={dragged === place}
            isWrong={hasErrorWithin(errors, pathTo(path, place))}
            message={messageOf(errors, pathTo(path, place))}
            onEdit={() => onEdit(place)}
            onDrag={setDragged}
            onDragOver={() => dragOver(place)}
          />
        ))}
      </ul>
      <div id={rows.addId}>
        <Button icon={Plus} onPress={() => onEdit('new')}>
          {messages.add}
        </Button>
      </div>
      <span className="sr-only" aria-live="polite">
        {rows.said}
      </span>
    </div>
  );
}

function messageOf(errors: FieldErrors, path: string): string | undefined {
  const found = Object.entries(errors).find(([at]) => hasErrorWithin({ [at]: '' }, path));
  if (!found) return undefined;
  const [at, message] = found;
  const within = at.slice(path.length).replace(/^\./, '');
  return within === '' ? message : `${within}: ${message}`;
}

interface FieldRowProps {
  readonly definition: Definition;
  readonly rows: Rows;
  readonly place: number;
  readonly isDragged: boolean;
  readonly isWrong: boolean;
  readonly message: string | undefined;
  readonly onEdit: () => void;
  readonly onDrag: (place: number | null) => void;
  readonly onDragOver: () => void;
}

function FieldRow(props: FieldRowProps): ReactNode {
  const { definition, rows, place, isDragged, isWrong, message, onEdit, onDrag, onDragOver } =
    props;
  const messages = useMessages(customFieldMessages);
  const { label } = readField(definition);
  const [isHeld, setHeld] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    onDragOver();
  };
  return (
    <li
      id={rows.rowId(place)}
      className={styles['item']}
      data-dragged={isDragged || undefined}
      data-wrong={isWrong || undefined}
      draggable={isHeld}
      onDragStart={() => onDrag(place)}
      onDragOver={over}
      onDragEnd={() => {
        onDrag(null);
        setHeld(false);
      }}
      onKeyDown={moveByKeys(rows, place)}
    >
      {/* Only the handle is draggable, so that the text next to it can be selected. */}
      <span
        className={styles['handle']}
        title={messages.drag}
        onPointerDown={() => setHeld(true)}
        onPointerUp={() => setHeld(false)}
        aria-hidden
      >
        <GripVertical size={16} />
      </span>
      <FieldFacts definition={definition} message={message} />
      <span className={styles['actions']}>
        <IconButton icon={Pencil} kind="quiet" size="small" onPress={onEdit}>
          {messages.edit({ name: label })}
        </IconButton>
        <RowActions rows={rows} place={place} name={label} remove={<Remove {...props} />} />
      </span>
    </li>
  );
}

function Remove({ definition, rows, place }: FieldRowProps): ReactNode {
  const messages = useMessages(customFieldMessages);
  const { label } = readField(definition);
  const remove = async () => {
    const question = { title: messages.removeTitle({ name: label }), text: messages.removeText };
    if (await confirmAction({ ...question, action: messages.removeAction, kind: 'danger' }))
      rows.remove(place);
  };
  return (
    <IconButton icon={X} kind="quiet" size="small" onPress={() => void remove()}>
      {messages.remove({ name: label })}
    </IconButton>
  );
}

function FieldFacts(props: {
  readonly definition: Definition;
  readonly message: string | undefined;
}): ReactNode {
  const messages = useMessages(customFieldMessages);
  const types = useMessages(fieldTypeMessages);
  const { name, label, type, required, multiple, fields } = readField(props.definition);
  const Icon = fieldTypeIcons[type];
  return (
    <span className={styles['names']}>
      <Icon aria-hidden size={18} />
      <span className="grow">
        <span className={styles['label']}>{label}</span>
        <span className={`soft small block breaks`}>
          <code>{name}</code> · {types[type]}
          {fields.length > 0 && ` · ${messages.subFields({ count: fields.length })}`}
        </span>
        {props.message !== undefined && <span className="field-error">{props.message}</span>}
      </span>
      {required && <Badge tone="info">{messages.required}</Badge>}
      {multiple && <Badge>{messages.several}</Badge>}
    </span>
  );
}
