import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { PagePath } from '../lib/page-path.ts';

/** The title is also the window title; on navigation, it receives the focus. */
export function Page(props: {
  readonly title: string;
  readonly back?: ReactNode;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** `wide` fills the window; `text` limits the width to a column of text. */
  readonly width?: 'normal' | 'wide' | 'text';
}): ReactNode {
  const { title, back, about, actions, children, width = 'normal' } = props;
  usePageTitle(title);
  return (
    <div className={classNames('page', width)}>
      <header className="page-head">
        <div className="grow">
          {back}
          <FocusedTitle>{title}</FocusedTitle>
          {about && <div className="soft">{about}</div>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export function BackLink(props: {
  readonly to: PagePath;
  readonly params?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}): ReactNode {
  const { to, params = {}, children } = props;
  return (
    <Link to={to} params={params as never} className="back-link">
      <ArrowLeft aria-hidden size={14} />
      {children}
    </Link>
  );
}

export function FocusedTitle({ children }: { readonly children: ReactNode }): ReactNode {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A dialog, or a field that took the focus, keeps it.
    const isElsewhere = document.activeElement && document.activeElement !== document.body;
    if (!isElsewhere || document.activeElement?.closest('nav')) title.current?.focus();
  }, []);
  return (
    <h1 ref={title} tabIndex={-1} className="breaks">
      {children}
    </h1>
  );
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Galley`;
  }, [title]);
}

export function Panel(props: {
  readonly title?: ReactNode;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly isFlush?: boolean;
}): ReactNode {
  const { title, about, actions, children, isFlush = false } = props;
  return (
    <section className={classNames('panel', isFlush && 'flush')}>
      {(title ?? actions) !== undefined && (
        <header className="panel-head">
          <div className="grow">
            {title && <h2>{title}</h2>}
            {about && <div className="soft small">{about}</div>}
          </div>
          {actions && <div className="row">{actions}</div>}
        </header>
      )}
      <div className="panel-body">{children}</div>
    </section>
  );
}

export function Facts(props: { readonly facts: readonly (readonly [ReactNode, ReactNode])[] }) {
  return (
    <dl className="facts">
      {props.facts.map(([name, value], place) => (
        <div key={place}>
          <dt>{name}</dt>
          <dd className="breaks">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
