import type { ReactNode } from 'react';
import { Tooltip } from 'react-aria-components';

export function Tip({
  children,
  shortcut,
}: {
  readonly children: ReactNode;
  readonly shortcut?: string | undefined;
}): ReactNode {
  return (
    <Tooltip className="tip" offset={6}>
      {children}
      {shortcut && <kbd>{shortcut}</kbd>}
    </Tooltip>
  );
}
