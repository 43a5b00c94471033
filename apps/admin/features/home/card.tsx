import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { QueryBoundary, Panel, type QueryState } from '../../ui/index.ts';
import styles from './home.module.css';
import type { PagePath } from '../../lib/page-path.ts';

export function Card<Data>(props: {
  readonly title: ReactNode;
  readonly query: QueryState<Data>;
  readonly to: PagePath;
  readonly all: string;
  readonly children: (data: Data) => ReactNode;
}): ReactNode {
  const { title, query, to, all, children } = props;
  const link = (
    <Link to={to} className="small">
      {all}
    </Link>
  );
  return (
    <Panel title={title} actions={link} isFlush>
      <QueryBoundary query={query} lines={3}>
        {children}
      </QueryBoundary>
    </Panel>
  );
}

export function CardRow(props: {
  readonly to: PagePath;
  readonly path: string;
  readonly title: string;
  readonly about?: ReactNode;
  readonly children?: ReactNode;
}): ReactNode {
  const { to, path, title, about, children } = props;
  return (
    <li>
      <Link to={to} params={{ _splat: path }} className={styles['row']} data-row>
        <span className="grow">
          <span className={`${styles['rowTitle']} cut`}>{title || path}</span>
          {about && <span className="soft small block cut">{about}</span>}
        </span>
        {children}
      </Link>
    </li>
  );
}

export function CardRows({ children }: { readonly children: ReactNode }): ReactNode {
  return <ul className={styles['rows']}>{children}</ul>;
}

export function EmptyCardText({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className={styles['calm']}>{children}</p>;
}
