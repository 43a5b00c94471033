import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, TooltipTrigger, type PressEvent } from 'react-aria-components';
import { useWords } from '../lib/words.ts';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';
import { Tip } from './tip.tsx';
import { uiWords } from './words.ts';

export interface ButtonProps {
  /** `primary`: the one thing to do here; `quiet`: without a frame. */
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly icon?: LucideIcon;
  /** The name, or with `iconOnly` what it is called aloud and in its tip. */
  readonly children: ReactNode;
  readonly onPress?: (event: PressEvent) => void;
  readonly type?: 'button' | 'submit';
  /** Something is under way that this has begun: it stays focused, and does nothing when pressed. */
  readonly isPending?: boolean;
  /** Why it cannot be pressed now. It can be focused all the same, and tells the reason. */
  readonly disabledReason?: string | false | null | undefined;
  /** The keys that do the same, shown in the tip. */
  readonly shortcut?: string;
  readonly size?: 'small' | 'normal';
  readonly isPressed?: boolean;
  readonly isExpanded?: boolean;
  readonly autoFocus?: boolean;
  readonly form?: string;
  readonly className?: string;
  readonly slot?: string | null;
}

/** A button with a text. */
export function Button(props: ButtonProps): ReactNode {
  const { disabledReason, shortcut } = props;
  // Always around it: a button that gets a reason stays the same one, and keeps the focus.
  return (
    <TooltipTrigger delay={disabledReason ? 100 : 600} isDisabled={!disabledReason && !shortcut}>
      <Plain {...props} />
      <Tip shortcut={shortcut}>{disabledReason || props.children}</Tip>
    </TooltipTrigger>
  );
}

/** A button with an icon alone; `children` is its name, for ears and in its tip. */
export function IconButton(props: ButtonProps & { readonly icon: LucideIcon }): ReactNode {
  const { disabledReason, shortcut, children } = props;
  return (
    <TooltipTrigger delay={400}>
      <Plain {...props} iconOnly />
      <Tip shortcut={shortcut}>{disabledReason || children}</Tip>
    </TooltipTrigger>
  );
}

type PlainProps = ButtonProps & { readonly iconOnly?: boolean };

function Plain(props: PlainProps): ReactNode {
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
      {...given(props, 'slot', 'form', 'autoFocus')}
      {...(onPress && !isOff && { onPress })}
    >
      <Content {...props} />
    </AriaButton>
  );
}

/** Those of the properties that are there: to some, undefined says something else than nothing. */
function given<Name extends keyof ButtonProps>(
  props: ButtonProps,
  ...names: Name[]
): Pick<ButtonProps, Name> {
  return Object.fromEntries(
    names.filter((name) => props[name] !== undefined).map((name) => [name, props[name]]),
  ) as unknown as Pick<ButtonProps, Name>;
}

function Content({
  icon: Icon,
  children,
  isPending,
  disabledReason,
  iconOnly,
}: PlainProps): ReactNode {
  const words = useWords(uiWords);
  return (
    <>
      {isPending ? <Spinner label={words.working} /> : Icon && <Icon aria-hidden size={16} />}
      <span className={iconOnly ? 'sr-only' : 'label'}>{children}</span>
      {disabledReason && <span className="sr-only">{`: ${disabledReason}`}</span>}
    </>
  );
}
