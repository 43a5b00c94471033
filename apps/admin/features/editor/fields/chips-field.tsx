import { useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import {
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  Popover,
  Tag,
  TagGroup,
  TagList,
  Text,
  Button as AriaButton,
} from 'react-aria-components';
import { X } from 'lucide-react';
import { flushSync } from 'react-dom';
import { useMessages } from '../../../lib/messages.ts';
import { OptionItem, uiMessages, type Option } from '../../../ui/index.ts';
import { canonicalNames, suggestedOptions, splitNames, type Suggestion } from './chips.ts';
import { fieldMessages } from './field-messages.ts';
import styles from './fields.module.css';

export interface ChipsFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly error?: string | undefined;
  readonly names: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
  /** Best first. */
  readonly suggestions: readonly Suggestion[];
  readonly isDisabled: boolean;
}

/** Names that differ only in case are one name, in the spelling of the suggestions. */
export function ChipsField(props: ChipsFieldProps): ReactNode {
  const { label, help, error, names, onChange, suggestions, isDisabled } = props;
  const messages = useMessages(fieldMessages);
  const [typed, setTyped] = useState('');
  const [said, setSaid] = useState('');
  const add = (text: string) => {
    const known = [...names, ...suggestions.map(({ name }) => name)];
    const added = canonicalNames(splitNames(text), known).filter((name) => !names.includes(name));
    setTyped('');
    setSaid(added.map((name) => messages.added({ name })).join(' '));
    if (added.length > 0) onChange([...names, ...added]);
  };
  const remove = (gone: ReadonlySet<unknown>) => {
    setSaid(
      names
        .filter((name) => gone.has(name))
        .map((name) => messages.removed({ name }))
        .join(' '),
    );
    onChange(names.filter((name) => !gone.has(name)));
  };
  const options = suggestedOptions(typed, {
    names,
    suggestions,
    create: (name) => messages.create({ name }),
  });
  const keys = (event: KeyboardEvent) => {
    const isSave = (event.ctrlKey || event.metaKey) && event.key === 's';
    const hasOption = (event.target as HTMLElement).hasAttribute('aria-activedescendant');
    if (typed.trim() !== '' && (isSave || (event.key === 'Enter' && !hasOption))) {
      // A shortcut that saves must see the name.
      flushSync(() => add(typed));
      if (!isSave) event.preventDefault();
    }
    if (event.key === 'Backspace' && typed === '' && names.length > 0)
      remove(new Set(names.slice(-1)));
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (splitNames(text).length < 2) return;
    event.preventDefault();
    add(typed + text);
  };
  return (
    <div className={styles['chip-field']}>
      <Chips
        label={messages.chosen({ label })}
        names={names}
        onRemove={isDisabled ? undefined : remove}
      />
      <ComboBox
        className="field"
        value={null}
        onChange={(key) => key !== null && add(String(key))}
        inputValue={typed}
        onInputChange={(text) => (/[,;]/.test(text) ? add(text) : setTyped(text))}
        onBlur={() => add(typed)}
        items={options}
        defaultFilter={() => true}
        allowsCustomValue
        allowsEmptyCollection
        menuTrigger="focus"
        isInvalid={error !== undefined}
        isDisabled={isDisabled}
      >
        <Label className="field-label">{label}</Label>
        <div onKeyDownCapture={keys} onPaste={paste}>
          <Input className="input" placeholder={messages.addName} />
        </div>
        {help && (
          <Text slot="description" className="field-help">
            {help}
          </Text>
        )}
        <FieldError className="field-error">{error}</FieldError>
        <Popover className="popover">
          <ListBox
            className="list-box"
            renderEmptyState={() => <p className="list-head">{messages.typeName}</p>}
          >
            {(option: Option) => <OptionItem option={option} />}
          </ListBox>
        </Popover>
      </ComboBox>
      <span className="sr-only" aria-live="polite">
        {said}
      </span>
    </div>
  );
}

function Chips(props: {
  readonly label: string;
  readonly names: readonly string[];
  readonly onRemove: ((gone: ReadonlySet<unknown>) => void) | undefined;
}): ReactNode {
  const { label, names, onRemove } = props;
  const ui = useMessages(uiMessages);
  if (names.length === 0) return null;
  return (
    <TagGroup
      aria-label={label}
      className={styles['chip-group'] ?? ''}
      {...(onRemove && { onRemove })}
    >
      <TagList className={styles['chip-list'] ?? ''}>
        {names.map((name) => (
          <Tag key={name} id={name} textValue={name} className={styles['chip'] ?? ''}>
            <span className="breaks">{name}</span>
            {onRemove && (
              <AriaButton
                slot="remove"
                className={styles['chip-remove'] ?? ''}
                aria-label={ui.remove({ what: name })}
              >
                <X aria-hidden size={12} />
              </AriaButton>
            )}
          </Tag>
        ))}
      </TagList>
    </TagGroup>
  );
}
