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
import { useWords } from '../../lib/words.ts';
import { Button, Dialog, Notice, uiWords } from '../../ui/index.ts';
import { customFieldWords } from './custom-field-words.ts';
import { faultsOf } from './definition-faults.ts';
import {
  defaultField,
  nameFor,
  optionRows,
  readDefinitions,
  tidied,
  type Definition,
} from './definition.ts';
import { FieldList, type FieldListProps } from './field-list.tsx';
import { fieldsOfDefinition, type TypeName } from './fields-of-definition.ts';
import { TypeChoice } from './type-choice.tsx';

export interface FieldDialogProps {
  /** Undefined for a new one. */
  readonly definition: Definition | undefined;
  /** Of the fields beside it. */
  readonly takenNames: readonly string[];
  readonly types: readonly TypeName[];
  readonly path: string;
  /** Of the last save. */
  readonly errors: FieldErrors;
  readonly onClose: () => void;
  readonly onDone: (definition: Definition) => void;
}

/** In the order in which the file will have it. */
const blank: Definition = { name: '', label: '', type: 'text' };

/** One definition. Nothing of it counts until it is done, and nothing is saved by that. */
export function FieldDialog(props: FieldDialogProps): ReactNode {
  const { definition, takenNames, types, path, onClose, onDone } = props;
  const words = useWords(customFieldWords);
  const [draft, setDraft] = useState<Definition>(() => optionRows(definition ?? blank));
  const [errors, setErrors] = useState(props.errors);
  const [inner, setInner] = useState<number | 'new' | null>(null);
  const innerFields = readDefinitions(draft['fields']);
  const change = (next: FieldValues) => {
    setDraft(withName(draft, next, definition === undefined));
    setErrors({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A form within a form of React hears what the inner one sends.
    event.stopPropagation();
    const done = tidied(draft);
    const faults = faultsOf(done, { takenNames, path, words });
    setErrors(faults);
    if (Object.keys(faults).length === 0) onDone(done);
  };
  const formId = `field-${path}`;
  const innerPath = pathTo(path, 'fields');
  const innerPlace = inner === 'new' ? innerFields.length : (inner ?? 0);
  return (
    <>
      <Dialog
        title={definition ? words.editField(readField(definition).label) : words.newField}
        onClose={onClose}
        actions={<Actions formId={formId} onClose={onClose} />}
      >
        <form id={formId} className="stack" onSubmit={submit} noValidate>
          <DefinitionForm {...{ draft, change, errors, path, types }} before={definition} />
          {isNested(draft) && (
            <InnerFields
              definitions={innerFields}
              onChange={(fields) => change({ ...draft, fields })}
              onEdit={setInner}
              path={innerPath}
              errors={errors}
            />
          )}
        </form>
      </Dialog>
      {inner !== null && (
        <FieldDialog
          {...innerDialog(innerFields, inner)}
          types={types}
          path={pathTo(innerPath, innerPlace)}
          errors={errors}
          onClose={() => setInner(null)}
          onDone={(done) => {
            change({ ...draft, fields: innerFields.toSpliced(innerPlace, 1, done) });
            setInner(null);
          }}
        />
      )}
    </>
  );
}

function isNested(draft: Definition): boolean {
  const { type } = readField(draft);
  return type === 'object' || type === 'repeater';
}

function Actions(props: { readonly formId: string; readonly onClose: () => void }): ReactNode {
  const words = useWords(customFieldWords);
  const common = useWords(uiWords);
  return (
    <>
      <Button onPress={props.onClose}>{common.cancel}</Button>
      <Button type="submit" kind="primary" form={props.formId}>
        {words.done}
      </Button>
    </>
  );
}

function InnerFields(props: FieldListProps): ReactNode {
  const { path, errors } = props;
  const words = useWords(customFieldWords);
  return (
    <div className="stack" data-field={path}>
      <h3>{words.inner}</h3>
      {errors[path] !== undefined && <p className="field-error">{errors[path]}</p>}
      <FieldList {...props} />
    </div>
  );
}

/** What a dialog is given of the definition at a place among others. */
export function innerDialog(
  definitions: readonly Definition[],
  place: number | 'new',
): Pick<FieldDialogProps, 'definition' | 'takenNames'> {
  const others = definitions.filter((_, at) => at !== place);
  return {
    definition: place === 'new' ? undefined : definitions[place],
    takenNames: others.map(({ name }) => textOf(name)),
  };
}

/** The name of a new field follows its label until somebody names it. */
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
  const words = useWords(customFieldWords);
  const { type } = readField(draft);
  const oldName = before && textOf(before['name']);
  return (
    <>
      <TypeChoice
        value={type}
        isNew={before === undefined}
        onChange={(next: FieldType) => change({ ...draft, type: next, default: null })}
      />
      <FieldForm
        fields={fieldsOfDefinition(type, { words, types })}
        values={draft}
        errors={errors}
        onChange={change}
        path={path}
      />
      {oldName && draft['name'] !== oldName && (
        <Notice tone="warn">{words.renamed(oldName)}</Notice>
      )}
      {canHaveDefault(draft) && (
        <FieldInput
          field={defaultField(draft, words)}
          value={draft['default']}
          onChange={(value) => change({ ...draft, default: value })}
          path={pathTo(path, 'default')}
          errors={errors}
        />
      )}
    </>
  );
}

/** Of groups, their fields have defaults of their own. */
function canHaveDefault(draft: Definition): boolean {
  const { type, options } = readField(draft);
  if (isNested(draft)) return false;
  return type !== 'select' || options.some(({ value }) => value !== '');
}
