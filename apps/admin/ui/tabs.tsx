import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import type { PagePath } from '../lib/page-path.ts';

export interface TabLink {
  readonly label: ReactNode;
  readonly to: PagePath;
  readonly params?: Record<string, string>;
  readonly search?: Record<string, unknown>;
  /** Marks the tab as current if the address does not. */
  readonly isHere?: boolean;
}

/** Each tab is a page with its own address. */
export function TabLinks(props: {
  readonly label: string;
  readonly tabs: readonly TabLink[];
}): ReactNode {
  const list = useRef<HTMLElement>(null);
  // On narrow screens the tabs scroll, and the current one may be out of sight.
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <nav ref={list} className="tabs" aria-label={props.label}>
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
