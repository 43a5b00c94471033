import type { ReactNode } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { formatValue } from '../../../lib/format-value.ts';
import { useMessages } from '../../../lib/messages.ts';
import styles from '../editor.module.css';
import { useDefinitions } from '../fields/definitions.ts';
import { fieldMessages, taxonomyName } from '../fields/field-messages.ts';
import { editorMessages } from '../messages.ts';
import { useEditingState } from '../use-editing.ts';
import { conflictMessages } from './conflict-messages.ts';
import { fieldKey, type FieldConflict, type FieldSide } from './field-conflicts.ts';

/** For each field that differs, a choice between the two values. */
export function FieldChoices(props: {
  readonly fields: readonly FieldConflict[];
  readonly sideOf: (field: FieldConflict) => FieldSide;
  readonly onChoose: (field: FieldConflict, side: FieldSide) => void;
}): ReactNode {
  const { fields, sideOf, onChoose } = props;
  const messages = useMessages(conflictMessages);
  const nameOf = useFieldNames();
  if (fields.length === 0) return null;
  return (
    <div className={styles['choices']} role="group" aria-label={messages.fields}>
      {fields.map((field) => (
        <RadioGroup
          key={fieldKey(field)}
          className={styles['choice'] ?? ''}
          value={sideOf(field)}
          onChange={(side) => onChoose(field, side as FieldSide)}
        >
          <Label className="field-label">{nameOf(field.path)}</Label>
          <Version side="mine" name={messages.useMine} value={field.mine} />
          <Version side="theirs" name={messages.useTheirs} value={field.theirs} />
        </RadioGroup>
      ))}
    </div>
  );
}

function Version(props: {
  readonly side: FieldSide;
  readonly name: string;
  readonly value: unknown;
}): ReactNode {
  const { side, name, value } = props;
  const messages = useMessages(conflictMessages);
  const text = value === undefined ? messages.noValue : formatValue(value);
  return (
    <Radio value={side} className={styles['version'] ?? ''}>
      <span className={styles['dot']} aria-hidden />
      <span className="grow">
        <span className="soft small block">{name}</span>
        <span className="breaks">{text || messages.noValue}</span>
      </span>
    </Radio>
  );
}

/** Names as on the tab of the fields. */
function useFieldNames(): (path: readonly string[]) => string {
  const messages = useMessages(fieldMessages);
  const { title } = useMessages(editorMessages);
  const type = useEditingState(({ detail }) => detail.type);
  const taxonomies = useEditingState(({ detail }) => detail.taxonomies);
  const defined = useDefinitions(type) ?? [];
  const { summary, slug, date, layout, language: lang, authors, canonical, noindex } = messages;
  const names: Readonly<Record<string, string>> = {
    title,
    summary,
    slug,
    date,
    layout,
    lang,
    authors,
    canonical,
    noindex,
    image: messages.cover,
    image_alt: messages.coverAlt,
    seo_title: messages.seoTitle,
    seo_description: messages.seoDescription,
  };
  return ([name = '', part]) => {
    if (part !== undefined) return defined.find((field) => field.name === part)?.label ?? part;
    return name in taxonomies ? taxonomyName(name) : (names[name] ?? name);
  };
}
