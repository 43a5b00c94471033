import { useEffect, useRef, type ReactNode } from 'react';
import { AuthDialog } from '../../app/auth-dialog.tsx';
import { ConfirmDialogHost, Toasts, usePageTitle } from '../../ui/index.ts';
import { useSiteName } from './site-name.ts';
import styles from './account.module.css';

export function AuthLayout(props: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  const { title, children } = props;
  usePageTitle(title);
  const site = useSiteName();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [title]);
  return (
    <main className="door">
      <div className="door-card">
        <header className={styles.doorHead}>
          <p className={styles.doorSite}>{site || '\u00a0'}</p>
          <h1 ref={heading} tabIndex={-1} className="breaks">
            {title}
          </h1>
        </header>
        {children}
      </div>
      <ConfirmDialogHost />
      <AuthDialog />
      <Toasts />
    </main>
  );
}
