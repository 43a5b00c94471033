import type { ReactNode } from 'react';
import styles from './media.module.css';

export function Part(props: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section className={styles['part']}>
      <h3>{props.title}</h3>
      {props.children}
    </section>
  );
}
