import { Check, ChevronDown, Eye, Search } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import {
  Button as AriaButton,
  Checkbox as AriaCheckbox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
  Switch as AriaSwitch,
  Text,
  TextArea,
  TextField as AriaTextField,
} from 'react-aria-components';
import { useMessages } from '../lib/messages.ts';
import { classNames } from './class-names.ts';
import { IconButton } from './button.tsx';
import { uiMessages } from './messages.ts';
import { PersonPicture } from './person-picture.tsx';

interface FieldProps {
  readonly label: ReactNode;
  /** Hides the label and sets `aria-label`, for fields whose position explains them. */
  readonly isLabelHidden?: boolean;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  readonly name?: string;
  readonly className?: string;
}

export interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?:
    | 'text'
    | 'password'
    | 'email'
    | 'url'
    | 'search'
    | 'number'
    | 'tel'
    | 'date'
    | 'datetime-local'
    | 'time'
    | 'color';
  /** Number of lines; the field grows with the text. */
  readonly rows?: number;
  /** Text that wraps but has no lines of its own: Enter submits the form. */
  readonly isParagraph?: boolean;
  readonly placeholder?: string;
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'url' | 'email' | 'search';
  readonly maxLength?: number;
  readonly isReadOnly?: boolean;
  readonly isCode?: boolean;
  readonly onBlur?: () => void;
  readonly min?: string | number;
  readonly max?: string | number;
  readonly step?: string | number;
}

export function TextField(props: TextFieldProps): ReactNode {
  const { value, onChange, rows, placeholder, isCode, className, type = 'text' } = props;
  const messages = useMessages(uiMessages);
  const [isShown, setShown] = useState(false);
  const { label, isLabelHidden, isParagraph, help, error, min, max, step, ...rest } = props;
  const field = classNames('input', isCode && 'code');
  return (
    <AriaTextField
      {...rest}
      type={type === 'password' && isShown ? 'text' : type}
      value={value}
      onChange={onChange}
      className={classNames('field', className)}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      {...(isLabelHidden && typeof label === 'string' && { 'aria-label': label })}
    >
      <FieldLabel {...props} />
      {rows === undefined ? (
        <div className="input-row">
          {type === 'search' && <Search aria-hidden size={16} className="input-glass" />}
          <Input className={field} {...definedProps({ placeholder, min, max, step })} />
          {type === 'password' && (
            <IconButton
              kind="quiet"
              size="small"
              icon={Eye}
              isPressed={isShown}
              onPress={() => setShown(!isShown)}
            >
              {messages.showPassword}
            </IconButton>
          )}
        </div>
      ) : (
        <TextArea
          className={field}
          rows={rows}
          {...definedProps({ placeholder })}
          {...(isParagraph && { onKeyDown: submitOnEnter })}
        />
      )}
      <FieldFoot help={help} error={error} />
    </AriaTextField>
  );
}

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

function definedProps<Props extends Record<string, unknown>>(props: Props): Partial<Props> {
  return Object.fromEntries(
    Object.entries(props).filter(([, value]) => value !== undefined),
  ) as Partial<Props>;
}

function FieldLabel({ label, isLabelHidden, isRequired }: FieldProps): ReactNode {
  const messages = useMessages(uiMessages);
  if (isLabelHidden) return null;
  return (
    <Label className="field-label">
      {label}
      {isRequired && <span className="soft small"> {messages.required}</span>}
    </Label>
  );
}

function FieldFoot({ help, error }: Pick<FieldProps, 'help' | 'error'>): ReactNode {
  return (
    <>
      {help && (
        <Text slot="description" className="field-help">
          {help}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </>
  );
}

export interface Option<Id extends string = string> {
  /** Address of a person's picture, shown in combo fields; initials for null. */
  readonly picture?: string | null;
  readonly id: Id;
  readonly label: string;
  readonly about?: string;
  readonly isDisabled?: boolean;
}

export interface SelectProps<Id extends string> extends FieldProps {
  readonly value: Id | null;
  readonly onChange: (value: Id) => void;
  readonly options: readonly Option<Id>[];
  readonly placeholder?: string;
}

/** For many options, or options from the server, use `ComboField`. */
export function Select<Id extends string>(props: SelectProps<Id>): ReactNode {
  const { label, isLabelHidden, help, error, value, onChange, options, placeholder } = props;
  const messages = useMessages(uiMessages);
  return (
    <AriaSelect
      className={classNames('field', props.className)}
      value={value}
      onChange={(key) => onChange(key as Id)}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      placeholder={placeholder ?? messages.choose}
      {...definedProps({
        isRequired: props.isRequired,
        isDisabled: props.isDisabled,
        name: props.name,
      })}
      {...(isLabelHidden && typeof label === 'string' && { 'aria-label': label })}
    >
      <FieldLabel {...props} />
      <AriaButton className="input select-button">
        <SelectValue className="cut grow">
          {({ selectedText, defaultChildren }) => selectedText || defaultChildren}
        </SelectValue>
        <ChevronDown aria-hidden size={16} />
      </AriaButton>
      <FieldFoot help={help} error={error} />
      <Popover className="popover">
        <ListBox className="list-box" items={options}>
          {(option) => <OptionItem option={option} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

export function OptionItem({ option }: { readonly option: Option }): ReactNode {
  return (
    <ListBoxItem
      id={option.id}
      textValue={option.label}
      className="list-item"
      isDisabled={option.isDisabled ?? false}
    >
      {({ isSelected }) => (
        <>
          <span className="list-tick">{isSelected && <Check aria-hidden size={14} />}</span>
          {option.picture !== undefined && (
            <PersonPicture name={option.label} picture={option.picture} size="small" />
          )}
          <span className="grow">
            <span>{option.label}</span>
            {option.about && <span className="soft small block">{option.about}</span>}
          </span>
        </>
      )}
    </ListBoxItem>
  );
}

interface TickProps {
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isIndeterminate?: boolean;
  readonly isDisabled?: boolean;
  readonly isLabelHidden?: boolean;
  readonly help?: ReactNode;
}

export function Checkbox({ children, isLabelHidden, help, ...rest }: TickProps): ReactNode {
  return (
    <AriaCheckbox className="checkbox" {...rest}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className="tick" aria-hidden>
            {isIndeterminate ? (
              <span className="dash" />
            ) : (
              isSelected && <Check size={13} strokeWidth={3} />
            )}
          </span>
          <span className={isLabelHidden ? 'sr-only' : 'grow'}>
            {children}
            {help && <span className="soft small block">{help}</span>}
          </span>
        </>
      )}
    </AriaCheckbox>
  );
}

/** Applies at once. */
export function Switch({
  children,
  isLabelHidden,
  help,
  ...rest
}: Omit<TickProps, 'isIndeterminate'>): ReactNode {
  return (
    <AriaSwitch className="switch" {...rest}>
      <span className="track" aria-hidden>
        <span className="thumb" />
      </span>
      <span className={isLabelHidden ? 'sr-only' : 'grow'}>
        {children}
        {help && <span className="soft small block">{help}</span>}
      </span>
    </AriaSwitch>
  );
}
