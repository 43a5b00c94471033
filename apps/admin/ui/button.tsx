import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, TooltipTrigger, type PressEvent } from 'react-aria-components';
import { useMessages } from '../lib/messages.ts';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';
import { Tip } from './tip.tsx';
import { uiMessages } from './messages.ts';

export interface ButtonProps {
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly icon?: LucideIcon;
  /** Instead of an icon. */
  readonly lead?: ReactNode;
  /** With `iconOnly`, the accessible name and the tooltip. */
  readonly children: ReactNode;
  readonly onPress?: (event: PressEvent) => void;
  readonly type?: 'button' | 'submit';
  /** The action is running: the button keeps the focus and ignores presses. */
  readonly isPending?: boolean;
  /** Reason why the button is disabled. It stays focusable and shows the reason as a tooltip. */
  readonly disabledReason?: string | false | null | undefined;
  readonly shortcut?: string;
  readonly size?: 'small' | 'normal';
  readonly isPressed?: boolean;
  readonly isExpanded?: boolean;
  readonly autoFocus?: boolean;
  readonly form?: string;
  readonly className?: string;
  readonly slot?: string | null;
}

export function Button(props: ButtonProps): ReactNode {
  const { disabledReason, shortcut } = props;
  // The trigger always wraps the button, so that a new reason keeps the same DOM element and its focus.
  return (
    <TooltipTrigger delay={disabledReason ? 100 : 600} isDisabled={!disabledReason && !shortcut}>
      <BaseButton {...props} />
      <Tip shortcut={shortcut}>{disabledReason || props.children}</Tip>
    </TooltipTrigger>
  );
}

export function IconButton(props: ButtonProps & { readonly icon: LucideIcon }): ReactNode {
  const { disabledReason, shortcut, children } = props;
  return (
    <TooltipTrigger delay={400}>
      <BaseButton {...props} iconOnly />
      <Tip shortcut={shortcut}>{disabledReason || children}</Tip>
    </TooltipTrigger>
  );
}

type BaseButtonProps = ButtonProps & { readonly iconOnly?: boolean };

function BaseButton(props: BaseButtonProps): ReactNode {
  const { kind = 'secondary', size = 'normal', iconOnly, className } = props;
  const { isPending = false, disabledReason, type = 'button', onPress } = props;
  const isOff = Boolean(disabledReason);
  return (
    <AriaButton
      className={classNames('button', kind, size, iconOnly && 'icon-only', className)}
      type={isOff ? 'button' : type}
      isPending={isPending}
      aria-disabled={isOff || undefined}
      aria-pressed={props.isPressed}
      aria-expanded={props.isExpanded}
      {...definedProps(props, 'slot', 'form', 'autoFocus')}
      {...(onPress && !isOff && { onPress })}
    >
      <Content {...props} />
    </AriaButton>
  );
}

/** Omits undefined props: some components treat an undefined prop differently from a missing one. */
function definedProps<Name extends keyof ButtonProps>(
  props: ButtonProps,
  ...names: Name[]
): Pick<ButtonProps, Name> {
  return Object.fromEntries(
    names.filter((name) => props[name] !== undefined).map((name) => [name, props[name]]),
  ) as unknown as Pick<ButtonProps, Name>;
}

function Content({
  icon: Icon,
  lead,
  children,
  isPending,
  disabledReason,
  iconOnly,
}: BaseButtonProps): ReactNode {
  const messages = useMessages(uiMessages);
  return (
    <>
      {isPending ? (
        <Spinner label={messages.working} />
      ) : Icon ? (
        <Icon aria-hidden size={16} />
      ) : (
        lead
      )}
      <span className={iconOnly ? 'sr-only' : 'label'}>{children}</span>
      {disabledReason && <span className="sr-only">{`: ${disabledReason}`}</span>}
    </>
  );
}
