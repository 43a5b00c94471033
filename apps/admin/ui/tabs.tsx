import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface TabLink {
  readonly label: ReactNode;
  readonly to: string;
  readonly params?: Record<string, string>;
  readonly search?: Record<string, unknown>;
  /** Where the address does not say it: this one is shown. */
  readonly isHere?: boolean;
}

/** Pages that belong together, side by side: each has its address. */
export function TabLinks(props: {
  readonly label: string;
  readonly tabs: readonly TabLink[];
}): ReactNode {
  return (
    <nav className="tabs" aria-label={props.label}>
      {props.tabs.map(({ label, to, params = {}, search = {}, isHere }, place) => (
        <Link
          key={place}
          to={to as '/'}
          params={params as never}
          search={search as never}
          activeOptions={{ exact: true, includeSearch: Object.keys(search).length > 0 }}
          {...(isHere && { 'data-status': 'active', 'aria-current': 'page' })}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
