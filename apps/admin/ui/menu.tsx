import type { LucideIcon } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { classNames } from './class-names.ts';

export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly onAction: () => void;
  readonly isDangerous?: boolean;
  readonly disabledReason?: string | false | undefined;
  readonly shortcut?: string;
}

/** A `null` action is a separator. */
export function Menu(props: {
  readonly children: ReactNode;
  readonly label: string;
  readonly actions: readonly (MenuAction | null)[];
}): ReactNode {
  const { children, label, actions } = props;
  return (
    <MenuTrigger>
      {children}
      <Popover className="popover" placement="bottom end">
        <Actions label={label} actions={actions} />
      </Popover>
    </MenuTrigger>
  );
}

/** Anchored at any element, such as one menu for all rows of a long list. Open while it is rendered. */
export function MenuAt(props: {
  readonly trigger: RefObject<Element | null>;
  readonly label: string;
  readonly actions: readonly (MenuAction | null)[];
  readonly onClose: () => void;
}): ReactNode {
  const { trigger, label, actions, onClose } = props;
  return (
    <Popover
      className="popover"
      placement="bottom end"
      triggerRef={trigger}
      isOpen
      onOpenChange={onClose}
      aria-label={label}
    >
      <Actions label={label} actions={actions} onClose={onClose} />
    </Popover>
  );
}

function Actions(props: {
  readonly label: string;
  readonly actions: readonly (MenuAction | null)[];
  readonly onClose?: () => void;
}): ReactNode {
  const { label, actions, onClose } = props;
  return (
    <AriaMenu
      className="list-box"
      aria-label={label}
      {...(onClose && { onClose, autoFocus: 'first' as const })}
    >
      {actions.map((action, place) =>
        action === null ? (
          <Separator key={place} className="list-line" />
        ) : (
          <ActionItem key={action.id} action={action} />
        ),
      )}
    </AriaMenu>
  );
}

function ActionItem({ action }: { readonly action: MenuAction }): ReactNode {
  const { icon: Icon, label, disabledReason, shortcut } = action;
  return (
    <MenuItem
      id={action.id}
      textValue={label}
      className={classNames('list-item', action.isDangerous && 'dangerous')}
      isDisabled={Boolean(disabledReason)}
      onAction={action.onAction}
    >
      <span className="list-tick">{Icon && <Icon aria-hidden size={16} />}</span>
      <span className="grow">
        {label}
        {disabledReason && <span className="small block">{disabledReason}</span>}
      </span>
      {shortcut && <kbd>{shortcut}</kbd>}
    </MenuItem>
  );
}
