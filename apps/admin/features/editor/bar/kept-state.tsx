import { Check, CloudOff, CircleDot, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemText } from '../../../lib/problem-text.ts';
import { timeOfDay } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { Button, Spinner } from '../../../ui/index.ts';
import styles from '../editor.module.css';
import type { Kept } from '../session/kept.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { editorWords } from '../words.ts';

export function KeptState(): ReactNode {
  const words = useWords(editorWords);
  const kept = useEditingState((state) => state.kept);
  const isDirty = useEditingState((state) => state.isDirty);
  const { keeper } = useEditing();
  const {
    icon: Icon,
    text,
    tone,
  } = said(kept.state === 'clean' && isDirty ? { state: 'typing' } : kept, words);
  const isRefused = kept.state === 'browser' && kept.reason === 'refused';
  return (
    <span className={styles['kept']} data-tone={tone}>
      <span
        role="status"
        className="row"
        title={isRefused ? problemText(kept.error) : words.keptAbout}
      >
        {kept.state === 'keeping' ? (
          <Spinner label={words.keeping} />
        ) : (
          <Icon aria-hidden size={14} />
        )}
        <span>{text}</span>
      </span>
      {kept.state === 'browser' && (
        <Button size="small" kind="quiet" onPress={() => void keeper.retry()}>
          {kept.reason === 'signed_out' ? words.signIn : words.again}
        </Button>
      )}
    </span>
  );
}

interface Said {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly tone?: 'warn' | 'bad';
}

function said(kept: Kept, words: (typeof editorWords)['en']): Said {
  switch (kept.state) {
    case 'clean':
      return { icon: Check, text: words.allSaved };
    case 'typing':
      return { icon: CircleDot, text: words.typing };
    case 'keeping':
      return { icon: CircleDot, text: words.keeping };
    case 'kept':
      return { icon: Check, text: words.keptAt(timeOfDay(kept.at)) };
    case 'nowhere':
      return { icon: TriangleAlert, text: words.nowhere, tone: 'bad' };
    case 'browser': {
      const { signedOut, refused, unreachable } = words;
      const text = { signed_out: signedOut, refused, unreachable }[kept.reason];
      return { icon: CloudOff, text, tone: 'warn' };
    }
  }
}
