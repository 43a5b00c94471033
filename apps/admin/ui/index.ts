export { Button, IconButton, type ButtonProps } from './button.tsx';
export { Badge, type Tone } from './badge.tsx';
export { classNames } from './class-names.ts';
export { ComboField, type ComboFieldProps } from './combo-field.tsx';
export { CopyField } from './copy-field.tsx';
export {
  confirmAction,
  Dialog,
  FormDialog,
  ConfirmDialogHost,
  type DialogProps,
  type FormDialogProps,
  type Confirmation,
} from './dialog.tsx';
export {
  Checkbox,
  OptionItem,
  Select,
  Switch,
  TextField,
  type Option,
  type SelectProps,
  type TextFieldProps,
} from './field.tsx';
export { askToLeave, useLeaveGuard } from './leave-guard.ts';
export { MoreButton } from './more-button.tsx';
export { Menu, MenuAt, type MenuAction } from './menu.tsx';
export { BackLink, Facts, FocusedTitle, Page, Panel, usePageTitle } from './page.tsx';
export { PageFrame } from './page-frame.tsx';
export { PersonPicture } from './person-picture.tsx';
export { moveFocus, RowKeys } from './row-keys.tsx';
export {
  EmptyState,
  ErrorNotice,
  QueryBoundary,
  Notice,
  Progress,
  Skeleton,
  type QueryState,
} from './states.tsx';
export { Spinner } from './spinner.tsx';
export { StatusBadge } from './status-badge.tsx';
export { TabLinks, type TabLink } from './tabs.tsx';
export { Time, useMinute } from './time.tsx';
export { Tip } from './tip.tsx';
export { TokenDialog } from './token-dialog.tsx';
export { toast, dismissErrors, toastProblem, Toasts, type Toast } from './toast.tsx';
export { uiMessages } from './messages.ts';
