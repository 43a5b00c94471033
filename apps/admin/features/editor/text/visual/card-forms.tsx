import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { FieldInput, readField, readFields, textOf, type Field } from '../../../../fields/index.ts';
import { documentTypesQuery } from '../../../../lib/document-types.ts';
import { useStore } from '../../../../lib/store.ts';
import { useCanEdit } from '../../fields/use-can-edit.ts';
import { useEditing } from '../../use-editing.ts';
import { changeAttribute, visibleCards, type VisibleCard } from './attribute-card.ts';
import type { NewAttribute } from './attribute-syntax.ts';

/** Forms of embeds and plugin blocks, each within its card in the text. */
export function CardForms(): ReactNode {
  const { view } = useEditing();
  const cards = useStore(visibleCards);
  return [...cards.values()]
    .filter((card) => card.view === view)
    .map((card) => createPortal(<CardForm card={card} />, card.place, String(card.id)));
}

function CardForm({ card }: { readonly card: VisibleCard }): ReactNode {
  const { view, title, attributes } = card;
  const { fields, values } = useFields(card);
  const canEdit = useCanEdit();
  useLayoutEffect(() => view.requestMeasure(), [view, fields.length]);
  return (
    <div className="cm-card-form" role="group" aria-label={title}>
      <strong>
        {title} <span className="soft">{values.join(' ')}</span>
      </strong>
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={valueOf(field, attributes.find(({ name }) => name === field.name)?.value)}
          onChange={(value) => changeAttribute(card, writtenAs(field, value))}
          path={field.name}
          errors={{}}
          isDisabled={!canEdit}
        />
      ))}
    </div>
  );
}

interface CardFields {
  readonly fields: readonly Field[];
  /** Without a name: they are changed in the source. */
  readonly values: readonly string[];
}

/** The parameters of the block, then other attributes as they are written. */
function useFields({ kind, title, attributes }: VisibleCard): CardFields {
  const { data } = useQuery(documentTypesQuery);
  const found = kind === 'block' ? data?.blocks.find(({ name }) => name === title) : undefined;
  const described = readFields(found?.parameters);
  const others = attributes.filter(({ name }) => !described.some((field) => field.name === name));
  const values = others.filter(({ isNamed }) => !isNamed).map(({ name, value }) => name || value);
  const names = new Set(others.filter(({ isNamed }) => isNamed).map(({ name }) => name));
  const isWritten = (field: Field) => attributes.some(({ name }) => name === field.name);
  // A value without a name usually stands for the required parameter.
  const shown = described.filter((one) => values.length === 0 || !one.required || isWritten(one));
  const added = [...names].map((name) => readField({ name, label: name }));
  return { fields: [...shown, ...added], values };
}

function valueOf({ type }: Field, written: string | undefined): unknown {
  if (written === undefined) return undefined;
  if (type === 'boolean') return written !== 'false';
  return type === 'number' && /^[+-]?\d+(\.\d+)?$/.test(written) ? Number(written) : written;
}

function writtenAs({ name, type, default: absent, required }: Field, value: unknown): NewAttribute {
  if (type !== 'boolean') return { name, value: textOf(value) };
  if (value === true) return { name, value: true };
  return { name, value: absent === true || required ? 'false' : null };
}
