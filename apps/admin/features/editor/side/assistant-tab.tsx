import type { EditorView } from '@codemirror/view';
import { useQuery } from '@tanstack/react-query';
import { Sparkles, Square } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { queryClient } from '../../../app/query-client.ts';
import { number } from '../../../lib/format.ts';
import { galley } from '../../../lib/galley.ts';
import { useWords } from '../../../lib/words.ts';
import { Button, ErrorNotice, Notice, TextField } from '../../../ui/index.ts';
import { acceptSuggestion, suggest, suggestionField } from '../text/suggestion.ts';
import { useEditing } from '../use-editing.ts';
import { assistantWords } from './assistant-words.ts';

type Phase = 'idle' | 'writing' | 'done';

/** Has a text written, and shows it in the place of what is selected; it is in the text once somebody takes it. */
export function AssistantTab(): ReactNode {
  const words = useWords(assistantWords);
  const { view, path } = useEditing();
  const [prompt, setPrompt] = useState('');
  const { phase, error, isCut, write, refuse, accept } = useWriting();
  const reason = view.state.readOnly ? words.readOnly : prompt.trim() === '' && words.needsPrompt;
  return (
    <div className="stack">
      <p className="soft small">{words.about}</p>
      <TextField label={words.prompt} value={prompt} onChange={setPrompt} rows={4} />
      <ErrorNotice error={error} />
      {isCut && <Notice tone="warn">{words.cut}</Notice>}
      <div className="row">
        {phase === 'idle' && (
          <Button icon={Sparkles} onPress={() => void write(prompt)} disabledReason={reason}>
            {words.write}
          </Button>
        )}
        {phase === 'writing' && (
          <Button icon={Square} onPress={refuse}>
            {words.stop}
          </Button>
        )}
        {phase === 'done' && (
          <>
            <Button kind="primary" onPress={accept}>
              {words.accept}
            </Button>
            <Button onPress={refuse}>{words.refuse}</Button>
          </>
        )}
      </div>
      <Usage path={path} />
    </div>
  );
}

/** A text on its way: suggested as it comes, and taken or left by whoever asked for it. */
function useWriting() {
  const { view, path } = useEditing();
  const [phase, setPhase] = useState<Phase>('idle');
  const [error, setError] = useState<unknown>(null);
  const [isCut, setCut] = useState(false);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const refuse = () => {
    running.current?.abort();
    view.dispatch({ effects: suggest.of(null) });
    setPhase('idle');
  };
  const write = async (prompt: string) => {
    const { signal } = (running.current = new AbortController());
    setPhase('writing');
    setError(null);
    try {
      setCut(await writeInto(view, prompt, signal));
      setPhase('done');
    } catch (problem) {
      if (signal.aborted) return;
      setError(problem);
      setPhase(view.state.field(suggestionField)?.text ? 'done' : 'idle');
    } finally {
      void queryClient.invalidateQueries({ queryKey: ['aiwriter', path] });
    }
  };
  const accept = () => {
    acceptSuggestion(view);
    setPhase('idle');
    view.focus();
  };
  return { phase, error, isCut, write, refuse, accept };
}

/** Suggests what comes, piece by piece; true when the text was cut. */
async function writeInto(view: EditorView, prompt: string, signal: AbortSignal): Promise<boolean> {
  const { from, to } = view.state.selection.main;
  const chosen = view.state.sliceDoc(from, to);
  view.dispatch({ effects: suggest.of({ from, to, text: '' }) });
  const asked = chosen ? `${prompt}\n\n${chosen}` : prompt;
  for await (const event of galley.aiwriter.generate.stream({ prompt: asked }, { signal })) {
    if ('content' in event) return event.truncated;
    const now = view.state.field(suggestionField);
    if (now) view.dispatch({ effects: suggest.of({ ...now, text: now.text + event.text }) });
  }
  return false;
}

function Usage({ path }: { readonly path: string }): ReactNode {
  const words = useWords(assistantWords);
  const { data } = useQuery({
    queryKey: ['aiwriter', path],
    queryFn: ({ signal }) => galley.aiwriter.usage({}, { signal }),
  });
  if (!data) return null;
  const { tokens_today: used, tokens_per_day: most } = data;
  return (
    <p className="soft small">
      {most === null ? words.used(number(used)) : words.usedOf(number(used), number(most))}
    </p>
  );
}
