import type { ReactNode } from 'react';
import { FieldInput, readField } from '../../../fields/index.ts';
import { useMessages } from '../../../lib/messages.ts';
import { isMapping } from '../session/frontmatter-text.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { useDefinitions } from './definitions.ts';
import { fieldMessages } from './field-messages.ts';
import { useCanEdit } from './use-can-edit.ts';

/** Keys that themes read. A document type can define its own fields of these names. */
export const coverNames = ['image', 'image_alt'] as const;

export function CoverField(): ReactNode {
  const messages = useMessages(fieldMessages);
  const type = useEditingState(({ detail }) => detail.type);
  const values = useEditingState((state) => state.values);
  const defined = useDefinitions(type);
  const own = isMapping(values['fields']) ? values['fields'] : {};
  const hasOwn =
    values['image'] === undefined &&
    ('image' in own || defined?.some(({ name }) => name === 'image') === true);
  if (!defined || hasOwn) return null;
  return (
    <>
      <CoverPart name="image" type="media" label={messages.cover} help={messages.coverHelp} />
      {values['image'] !== undefined && (
        <CoverPart
          name="image_alt"
          type="text"
          label={messages.coverAlt}
          help={messages.coverAltHelp}
        />
      )}
    </>
  );
}

function CoverPart(props: {
  readonly name: (typeof coverNames)[number];
  readonly type: 'media' | 'text';
  readonly label: string;
  readonly help: string;
}): ReactNode {
  const { name } = props;
  const editing = useEditing();
  const value = useEditingState(({ values }) => values[name]);
  const errors = useEditingState(({ fieldErrors }) => fieldErrors);
  return (
    <FieldInput
      field={readField({ ...props })}
      value={value}
      onChange={(next) => editing.setValue([name], next === null || next === '' ? undefined : next)}
      path={name}
      errors={errors}
      isDisabled={!useCanEdit()}
    />
  );
}
