import type { Question } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, FormDialog, Panel, TextField, Time, toast } from '../../ui/index.ts';
import { controlMessages } from './messages.ts';
import { questionMessages } from './question-messages.ts';
import { questionsQuery, refreshRuns } from './queries.ts';
import styles from './runs.module.css';
import { useWorkspace } from './workspace.tsx';

/** Hidden without a question, since most runs ask none. */
export function QuestionPanel({ run }: { readonly run: string }): ReactNode {
  const messages = useMessages(questionMessages);
  const { data: questions = [] } = useQuery(questionsQuery(useWorkspace(), run));
  const [chosen, setChosen] = useState<Question | null>(null);
  if (questions.length === 0) return null;
  return (
    <Panel title={messages.questions} isFlush>
      <ul className={styles['rows']}>
        {questions.map((question) => (
          <QuestionRow key={question.id} question={question} onChoose={setChosen} />
        ))}
      </ul>
      {chosen && <AnswerDialog question={chosen} onClose={() => setChosen(null)} />}
    </Panel>
  );
}

function QuestionRow(props: {
  readonly question: Question;
  readonly onChoose: (question: Question) => void;
}): ReactNode {
  const { question, onChoose } = props;
  const messages = useMessages(questionMessages);
  const text = useMessages(controlMessages);
  const session = useSession();
  const { agent_id, asked_at, due_at, answer, answered_by, about } = question;
  const capability = about === null ? 'runs.approve' : 'runs.control';
  const refusal = about === null ? text.needsApprove : text.needsControl;
  return (
    <li className={styles['row']}>
      <div className="grow stack">
        <div>
          <p className={`${styles['said'] ?? ''} breaks`}>{question.text}</p>
          <p className="soft small breaks">
            {about === null ? messages.asks({ who: agent_id }) : messages.coordinatorAsks} ·{' '}
            <Time at={asked_at} />
            {due_at && answer === null && (
              <>
                {' '}
                · {messages.due} <Time at={due_at} />
              </>
            )}
          </p>
        </div>
        {answer === null ? (
          <div className="row">
            <Button
              size="small"
              kind="primary"
              disabledReason={!hasCapability(session, capability) && refusal}
              onPress={() => onChoose(question)}
            >
              {messages.answer}
            </Button>
          </div>
        ) : (
          <p className={`${styles['said'] ?? ''} breaks`}>
            {messages.answeredBy({ who: answered_by ?? '', words: answer })}
          </p>
        )}
      </div>
    </li>
  );
}

function AnswerDialog(props: {
  readonly question: Question;
  readonly onClose: () => void;
}): ReactNode {
  const { question, onClose } = props;
  const messages = useMessages(questionMessages);
  const id = useWorkspace();
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const isMissing = isTried && text.trim() === '';
  const answer = async () => {
    setTried(true);
    if (text.trim() === '') return;
    await galley.questions.answer({ id, question: question.id, text: text.trim() });
    toast({ text: messages.answered });
    onClose();
    await refreshRuns();
  };
  return (
    <FormDialog
      title={messages.answerTitle({ who: question.agent_id })}
      action={messages.answer}
      onClose={onClose}
      onSubmit={answer}
    >
      <p className={`${styles['said'] ?? ''} breaks`}>{question.text}</p>
      {question.choices.length > 0 && (
        <div role="group" aria-label={messages.choices} className={styles['actions']}>
          {question.choices.map((choice) => (
            <Button key={choice} size="small" onPress={() => setText(choice)}>
              {choice}
            </Button>
          ))}
        </div>
      )}
      <TextField
        label={messages.yourAnswer}
        help={messages.answerHelp}
        error={isMissing ? messages.answerMissing : undefined}
        rows={4}
        maxLength={4000}
        value={text}
        onChange={setText}
        isRequired
        autoFocus
      />
    </FormDialog>
  );
}
