import { defineMessages, withValues } from '../../lib/messages.ts';

export const questionMessages = defineMessages('question', {
  questions: 'Questions of agents',
  asks: withValues<{ who: string }>('{who} asks'),
  coordinatorAsks: 'The coordinator asks',
  due: 'answer needed by',
  answer: 'Answer',
  answerTitle: withValues<{ who: string }>('Answer {who}'),
  yourAnswer: 'Your answer',
  answerHelp: 'The agent continues with these words.',
  answerMissing: 'Enter an answer.',
  choices: 'Suggested answers',
  answered: 'Answered',
  answeredBy: withValues<{ who: string; words: string }>('{who} answered: {words}'),
});
