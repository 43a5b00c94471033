import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useSession } from '../../../app/session.ts';
import { hasErrorWithin } from '../../../fields/index.ts';
import { readPreference, storePreference } from '../../../lib/local-preference.ts';
import { useEditingState } from '../use-editing.ts';
import styles from './fields.module.css';

/** Folds, remembered for each person. A section with an error stays open. */
export function PanelSection(props: {
  readonly id: string;
  readonly title: string;
  /** Paths of the values in it, as in errors: `slug`, `fields.price`. */
  readonly paths?: readonly string[];
  readonly isFoldedAtFirst?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { id, title, paths = [], isFoldedAtFirst = false, children } = props;
  const content = useId();
  const [isFolded, setFolded] = useFolded(id, isFoldedAtFirst);
  const isWrong = useEditingState(({ fieldErrors }) =>
    paths.some((path) => hasErrorWithin(fieldErrors, path)),
  );
  const isOpen = isWrong || !isFolded;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <section className={styles['section']} aria-label={title}>
      <h2 className={styles['section-title']}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={content}
          onClick={() => setFolded(isOpen)}
        >
          <Icon aria-hidden size={16} />
          {title}
        </button>
      </h2>
      <div id={content} className={styles['section-body']} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  );
}

function useFolded(id: string, atFirst: boolean): readonly [boolean, (isFolded: boolean) => void] {
  const { username } = useSession();
  const name = `editor.section.${username}.${id}`;
  const [isFolded, setFolded] = useState(() => {
    const kept = readPreference(name);
    return kept === undefined ? atFirst : kept === 'folded';
  });
  const change = (next: boolean) => {
    storePreference(name, next ? 'folded' : 'open');
    setFolded(next);
  };
  return [isFolded, change];
}
