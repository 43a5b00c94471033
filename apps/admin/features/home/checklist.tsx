import type { OnboardingSteps } from '@galley/sdk';
import { Check, X } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { currentMessages, useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button, confirmAction, Notice, Panel, toast, toastProblem } from '../../ui/index.ts';
import { invalidateDocuments } from '../documents/refresh.ts';
import { checklistMessages } from './checklist-messages.ts';
import { checklistChoice, isChecklistDone } from './checklist-state.ts';
import { DocumentStep, NameStep, PeopleStep, PublishStep, ThemeStep } from './checklist-steps.tsx';
import styles from './checklist.module.css';

/** Ticked off from the state of the site, never by hand. */
export function Checklist({ steps }: { readonly steps: OnboardingSteps }): ReactNode {
  const messages = useMessages(checklistMessages);
  useEffect(() => checklistChoice.set('open'), []);
  const items: readonly StepProps[] = [
    {
      title: messages.siteName,
      isDone: steps.site_name.done,
      children: <NameStep steps={steps} />,
    },
    { title: messages.theme, isDone: steps.theme.done, children: <ThemeStep steps={steps} /> },
    {
      title: messages.document,
      isDone: steps.document.done,
      children: <DocumentStep steps={steps} />,
    },
    { title: messages.people, isDone: steps.people.done, children: <PeopleStep steps={steps} /> },
    {
      title: messages.publish,
      isDone: steps.publish.done,
      children: <PublishStep steps={steps} />,
    },
  ];
  const done = items.filter(({ isDone }) => isDone).length;
  const next = items.findIndex(({ isDone }) => !isDone);
  return (
    <Panel
      title={messages.title}
      about={messages.progress({ done, all: items.length })}
      actions={
        <Button kind="quiet" size="small" icon={X} onPress={hide}>
          {messages.hide}
        </Button>
      }
    >
      <div className="stack">
        {isChecklistDone(steps) && (
          <Notice tone="good" title={messages.finished({ title: steps.publish.title })} />
        )}
        <ol className={styles['steps']} aria-label={messages.title}>
          {items.map((item, index) => (
            <Step key={item.title} {...item} isNext={index === next} />
          ))}
        </ol>
        {steps.example_files > 0 && <ExampleNotice count={steps.example_files} />}
      </div>
    </Panel>
  );
}

function hide(): void {
  const messages = currentMessages(checklistMessages);
  checklistChoice.set('hidden');
  toast({
    text: messages.hidden,
    action: { label: messages.show, onPress: () => checklistChoice.set('open') },
  });
}

interface StepProps {
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Step({
  title,
  isDone,
  isNext,
  children,
}: StepProps & { readonly isNext: boolean }): ReactNode {
  const messages = useMessages(checklistMessages);
  return (
    <li
      className={styles['step']}
      data-done={isDone || undefined}
      aria-current={isNext ? 'step' : undefined}
    >
      <span className={styles['tick']}>
        {isDone && <Check aria-hidden size={14} strokeWidth={3} />}
        <span className="sr-only">{isDone ? messages.done : messages.open}</span>
      </span>
      <div className="grow">
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}

function ExampleNotice({ count }: { readonly count: number }): ReactNode {
  const messages = useMessages(checklistMessages);
  const removal = useAction(removeExample, toastProblem);
  return (
    <div className={styles['example']}>
      <span className="soft small grow">{messages.example({ count })}</span>
      <Button size="small" isPending={removal.isPending} onPress={removal.run}>
        {messages.removeExample}
      </Button>
    </div>
  );
}

async function removeExample(): Promise<void> {
  const { removeTitle: title, removeText: text, ...messages } = currentMessages(checklistMessages);
  if (!(await confirmAction({ title, text, action: messages.removeExample, kind: 'danger' })))
    return;
  try {
    const { removed, kept } = await galley.onboarding.removeExample();
    toast({ text: messages.removed({ count: removed }) });
    if (kept > 0) toast({ text: messages.kept({ count: kept }) });
  } finally {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['onboarding'] }),
      queryClient.invalidateQueries({ queryKey: ['media'] }),
      queryClient.invalidateQueries({ queryKey: ['settings'] }),
      invalidateDocuments(),
    ]);
  }
}
