import { useEffect, useRef, type ReactNode } from 'react';
import { Toasts, usePageTitle } from '../../ui/index.ts';

/** A page before the frame of the admin: one thing to do, in the middle. */
export function Door(props: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const { title, children } = props;
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [title]);
  return (
    <main className="door">
      <div className="door-card">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
      <Toasts />
    </main>
  );
}
