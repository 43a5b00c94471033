import { ChevronDown, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import {
  Button as AriaButton,
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  Popover,
  Text,
} from 'react-aria-components';
import { useWords } from '../lib/words.ts';
import { IconButton } from './button.tsx';
import { OptionItem, type Option } from './field.tsx';
import { uiWords } from './words.ts';

export interface ComboFieldProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  /** Of an option; empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly Option[];
  /** What is typed may stand, also when it is no option. */
  readonly allowsOther?: boolean;
  readonly placeholder?: string;
  /** Hears what is typed: for options that are looked up on the server, which then filters. */
  readonly onSearch?: (text: string) => void;
  readonly isDisabled?: boolean;
}

/** One of many: typing narrows the list. */
export function ComboField(props: ComboFieldProps): ReactNode {
  const { label, isLabelHidden, help, error, value, onChange, options, allowsOther, onSearch } =
    props;
  const words = useWords(uiWords);
  const known = options.find(({ id }) => id === value)?.label ?? value;
  const [typed, setTyped] = useState<string | null>(null);
  const search = (text: string) => {
    setTyped(text);
    onSearch?.(text);
    if (allowsOther) onChange(text);
    else if (text === '') onChange('');
  };
  return (
    <ComboBox
      className="field"
      value={value === '' ? null : value}
      onChange={(key) => {
        if (key === null) return;
        setTyped(null);
        onChange(String(key));
      }}
      inputValue={typed ?? known}
      onInputChange={search}
      onBlur={() => setTyped(null)}
      items={options}
      allowsCustomValue={allowsOther ?? false}
      allowsEmptyCollection={false}
      menuTrigger="focus"
      isInvalid={error !== undefined}
      isDisabled={props.isDisabled ?? false}
      {...(onSearch && { defaultFilter: () => true })}
      {...(isLabelHidden && { 'aria-label': label })}
    >
      {!isLabelHidden && <Label className="field-label">{label}</Label>}
      <div className="input-row">
        <Input className="input" placeholder={props.placeholder ?? words.choose} />
        {value !== '' && !props.isDisabled && (
          <IconButton kind="quiet" size="small" icon={X} slot={null} onPress={() => onChange('')}>
            {words.remove(label)}
          </IconButton>
        )}
        <AriaButton className="button quiet small icon-only" aria-label={words.choose}>
          <ChevronDown aria-hidden size={16} />
        </AriaButton>
      </div>
      {help && (
        <Text slot="description" className="field-help">
          {help}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
      <Popover className="popover">
        <ListBox className="list-box">{(option: Option) => <OptionItem option={option} />}</ListBox>
      </Popover>
    </ComboBox>
  );
}
