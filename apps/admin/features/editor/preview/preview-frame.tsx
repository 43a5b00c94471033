import { useState, type ReactNode } from 'react';
import { classNames } from '../../../ui/index.ts';
import styles from '../editor.module.css';

/** User content gets no scripts and no access to the admin. The previous page stays until the next has loaded. */
export function PreviewFrame(props: { readonly html: string; readonly title: string }): ReactNode {
  const { html, title } = props;
  const [loaded, setLoaded] = useState(html);
  const pages = loaded === html ? [html] : [loaded, html];
  return (
    <div className={styles['frames']}>
      {pages.map((page) => (
        <iframe
          key={page}
          className={classNames(styles['frame'], page !== loaded && styles['coming'])}
          title={title}
          sandbox=""
          srcDoc={page}
          {...(page === html && { onLoad: () => setLoaded(html) })}
          {...(page !== loaded && { 'aria-hidden': true, tabIndex: -1 })}
        />
      ))}
    </div>
  );
}
