import { useState, type FormEvent, type ReactNode } from 'react';
import {
  FieldForm,
  FieldInput,
  pathTo,
  readField,
  textOf,
  type FieldErrors,
  type FieldType,
  type FieldValues,
} from '../../fields/index.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import { confirmAction, Button, Dialog, Notice, uiMessages } from '../../ui/index.ts';
import { customFieldMessages } from './custom-field-messages.ts';
import { validateDefinition } from './validate-definition.ts';
import {
  defaultField,
  nameFor,
  optionRows,
  readDefinitions,
  cleanDefinition,
  type Definition,
} from './definition.ts';
import { FieldList } from './field-list.tsx';
import { fieldsOfDefinition, type TypeName } from './fields-of-definition.ts';
import { changesOf } from './setting.ts';
import { useFieldFormats } from './use-field-formats.ts';
import { TypeChoice } from './type-choice.tsx';
import { settingsMessages } from './messages.ts';

interface EditableFieldsProps {
  readonly definitions: readonly Definition[];
  readonly onChange: (definitions: readonly Definition[]) => void;
  readonly types: readonly TypeName[];
  readonly path: string;
  readonly errors: FieldErrors;
}

export function EditableFields(props: EditableFieldsProps): ReactNode {
  const { definitions, onChange, types, path, errors } = props;
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const place = edited === 'new' ? definitions.length : (edited ?? 0);
  return (
    <>
      <FieldList {...{ definitions, onChange, path, errors }} onEdit={setEdited} />
      {edited !== null && (
        <FieldDialog
          {...dialogAt(definitions, edited)}
          types={types}
          path={pathTo(path, place)}
          errors={errors}
          onClose={() => setEdited(null)}
          onDone={(done) => {
            onChange(definitions.toSpliced(place, 1, done));
            setEdited(null);
          }}
        />
      )}
    </>
  );
}

function dialogAt(
  definitions: readonly Definition[],
  place: number | 'new',
): Pick<FieldDialogProps, 'definition' | 'takenNames'> {
  const others = definitions.filter((_, at) => at !== place);
  return {
    definition: place === 'new' ? undefined : definitions[place],
    takenNames: others.map(({ name }) => textOf(name)),
  };
}

interface FieldDialogProps {
  readonly definition: Definition | undefined;
  readonly takenNames: readonly string[];
  readonly types: readonly TypeName[];
  readonly path: string;
  readonly errors: FieldErrors;
  readonly onClose: () => void;
  readonly onDone: (definition: Definition) => void;
}

/** Key order of the file. */
const blank: Definition = { name: '', label: '', type: 'text' };

/** Changes apply to the list when the dialog is done, and to the server when the page is saved. */
function FieldDialog(props: FieldDialogProps): ReactNode {
  const { definition, takenNames, types, path, onDone } = props;
  const messages = useMessages(customFieldMessages);
  const [first] = useState<Definition>(() => optionRows(definition ?? blank));
  const [draft, setDraft] = useState(first);
  const [errors, setErrors] = useState(props.errors);
  const change = (next: FieldValues) => {
    setDraft(withName(draft, next, definition === undefined));
    setErrors({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble through portals, so the outer form would submit as well.
    event.stopPropagation();
    const done = cleanDefinition(draft);
    const faults = validateDefinition(done, { takenNames, path, words: messages });
    setErrors(faults);
    if (Object.keys(faults).length === 0) onDone(done);
  };
  const close = async () => {
    if (await mayBeLost(Object.keys(changesOf(first, draft)).length)) props.onClose();
  };
  const formId = `field-${path}`;
  return (
    <Dialog
      title={
        definition ? messages.editField({ name: readField(definition).label }) : messages.newField
      }
      onClose={() => void close()}
      actions={<Actions formId={formId} onClose={() => void close()} />}
    >
      <form id={formId} className="stack" onSubmit={submit} noValidate>
        <DefinitionForm {...{ draft, change, errors, path, types }} before={definition} />
        {isNested(draft) && (
          <InnerFields
            definitions={readDefinitions(draft['fields'])}
            onChange={(fields) => change({ ...draft, fields })}
            types={types}
            path={pathTo(path, 'fields')}
            errors={errors}
          />
        )}
      </form>
    </Dialog>
  );
}

/** A click outside the dialog closes it. */
async function mayBeLost(changes: number): Promise<boolean> {
  const { discardTitle, discardText, discard } = currentMessages(settingsMessages);
  if (changes === 0) return true;
  return confirmAction({
    title: discardTitle,
    text: discardText({ count: changes }),
    action: discard,
    kind: 'danger',
  });
}

function isNested(draft: Definition): boolean {
  const { type } = readField(draft);
  return type === 'object' || type === 'repeater';
}

function Actions(props: { readonly formId: string; readonly onClose: () => void }): ReactNode {
  const messages = useMessages(customFieldMessages);
  const common = useMessages(uiMessages);
  return (
    <>
      <Button onPress={props.onClose}>{common.cancel}</Button>
      <Button type="submit" kind="primary" form={props.formId}>
        {messages.done}
      </Button>
    </>
  );
}

function InnerFields(props: EditableFieldsProps): ReactNode {
  const { path, errors } = props;
  const messages = useMessages(customFieldMessages);
  return (
    <div className="stack" data-field={path}>
      <h3>{messages.inner}</h3>
      {errors[path] !== undefined && <p className="field-error">{errors[path]}</p>}
      <EditableFields {...props} />
    </div>
  );
}

function withName(before: FieldValues, next: FieldValues, isNew: boolean): Definition {
  const isNamed = textOf(before['name']) !== nameFor(textOf(before['label']));
  if (!isNew || isNamed || next['name'] !== before['name']) return next;
  return { ...next, name: nameFor(textOf(next['label'])) };
}

function DefinitionForm(props: {
  readonly draft: Definition;
  readonly change: (next: Definition) => void;
  readonly before: Definition | undefined;
  readonly errors: FieldErrors;
  readonly path: string;
  readonly types: readonly TypeName[];
}): ReactNode {
  const { draft, change, before, errors, path, types } = props;
  const messages = useMessages(customFieldMessages);
  const { type } = readField(draft);
  const oldName = before && textOf(before['name']);
  const formats = useFieldFormats(textOf(draft['format']));
  return (
    <>
      <TypeChoice
        value={type}
        isNew={before === undefined}
        onChange={(next: FieldType) => change({ ...draft, type: next, default: null })}
      />
      <FieldForm
        fields={fieldsOfDefinition(type, { words: messages, types, formats })}
        values={draft}
        errors={errors}
        onChange={change}
        path={path}
      />
      {oldName && draft['name'] !== oldName && (
        <Notice tone="warn">{messages.renamed({ old: oldName })}</Notice>
      )}
      {canHaveDefault(draft) && (
        <FieldInput
          field={defaultField(draft, messages)}
          value={draft['default']}
          onChange={(value) => change({ ...draft, default: value })}
          path={pathTo(path, 'default')}
          errors={errors}
        />
      )}
    </>
  );
}

/** Groups have no default of their own: their fields do. */
function canHaveDefault(draft: Definition): boolean {
  const { type, options } = readField(draft);
  if (isNested(draft) || type === 'plugin') return false;
  return type !== 'select' || options.some(({ value }) => value !== '');
}
