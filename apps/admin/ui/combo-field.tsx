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
import { useMessages } from '../lib/messages.ts';
import { IconButton } from './button.tsx';
import { OptionItem, type Option } from './field.tsx';
import { uiMessages } from './messages.ts';

export interface ComboFieldProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  /** Empty without a selection. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly Option[];
  /** Accepts text that matches no option. */
  readonly allowsOther?: boolean;
  readonly placeholder?: string;
  /** Receives the typed text, for options from the server, which then does the filtering. */
  readonly onSearch?: (text: string) => void;
  readonly isDisabled?: boolean;
  /** Keeps the value when the text is emptied. */
  readonly isRequired?: boolean;
}

export function ComboField(props: ComboFieldProps): ReactNode {
  const { label, isLabelHidden, help, error, value, onChange, options } = props;
  const { allowsOther = false, onSearch, isDisabled = false, isRequired = false } = props;
  const messages = useMessages(uiMessages);
  const known = options.find(({ id }) => id === value)?.label ?? value;
  const [typed, setTyped] = useState<string | null>(null);
  const search = (text: string) => {
    setTyped(text);
    onSearch?.(text);
    if (allowsOther || (text === '' && !isRequired)) onChange(text);
  };
  const choose = (key: string | number | null) => {
    if (key === null) return;
    setTyped(null);
    onChange(String(key));
  };
  return (
    <ComboBox
      className="field"
      value={selectedKey(props)}
      onChange={choose}
      inputValue={typed ?? known}
      onInputChange={search}
      onBlur={() => setTyped(null)}
      {...(onSearch ? { items: options, allowsEmptyCollection: true } : { defaultItems: options })}
      allowsCustomValue={allowsOther}
      menuTrigger="focus"
      isInvalid={error !== undefined}
      isDisabled={isDisabled}
      {...(isLabelHidden && { 'aria-label': label })}
    >
      {!isLabelHidden && <Label className="field-label">{label}</Label>}
      <ComboInput {...props} />
      {help && (
        <Text slot="description" className="field-help">
          {help}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
      <Popover className="popover">
        {/* Stays open while options are loaded; a closed list would not open when they arrive. */}
        <ListBox
          className="list-box"
          renderEmptyState={() => <p className="list-head">{messages.noMatch}</p>}
        >
          {(option: Option) => <OptionItem option={option} />}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

/** Text that matches no option is no selection: the list would close with each change of it. */
function selectedKey({ value, options, allowsOther = false }: ComboFieldProps): string | null {
  const isOption = !allowsOther || options.some(({ id }) => id === value);
  return value !== '' && isOption ? value : null;
}

function ComboInput({
  label,
  value,
  onChange,
  isDisabled,
  isRequired,
  placeholder,
}: ComboFieldProps): ReactNode {
  const messages = useMessages(uiMessages);
  return (
    <div className="input-row">
      <Input className="input" placeholder={placeholder ?? messages.choose} />
      {value !== '' && !isDisabled && !isRequired && (
        <IconButton kind="quiet" size="small" icon={X} slot={null} onPress={() => onChange('')}>
          {messages.remove({ what: label })}
        </IconButton>
      )}
      <AriaButton className="button quiet small icon-only" aria-label={messages.choose}>
        <ChevronDown aria-hidden size={16} />
      </AriaButton>
    </div>
  );
}
