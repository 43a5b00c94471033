import type { Recipe } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import {
  FieldForm,
  readFields,
  textOf,
  type Field,
  type FieldErrors,
  type FieldValues,
} from '../../fields/index.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { Button, FormDialog, Select, Skeleton, TextField, toast } from '../../ui/index.ts';
import { refreshRuns } from './queries.ts';
import { recipeMessages } from './recipe-messages.ts';
import { recipesQuery } from './recipe-queries.ts';
import { RunsError } from './runs-error.tsx';
import { useWorkspace } from './workspace.tsx';

/** Parameters have paths such as `parameters.document` in the problems of the server. */
const errorPath = 'parameters';

/** Cannot be the name of a recipe. */
const ownGoal = '-';

export function NewRunButton(props: { readonly recipe?: string }): ReactNode {
  const { recipe } = props;
  const messages = useMessages(recipeMessages);
  const mayControl = hasCapability(useSession(), 'runs.control');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        {...(recipe === undefined ? { icon: Plus, kind: 'primary' } : { size: 'small' })}
        disabledReason={mayControl ? undefined : messages.needsControl}
        onPress={() => setOpen(true)}
      >
        {recipe === undefined ? messages.newRun : messages.start}
      </Button>
      {isOpen && <NewRunDialog recipe={recipe} onClose={() => setOpen(false)} />}
    </>
  );
}

function NewRunDialog(props: {
  readonly recipe: string | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const messages = useMessages(recipeMessages);
  const query = useQuery(recipesQuery(useWorkspace()));
  if (query.data)
    return <NewRunForm {...props} recipes={query.data.recipes} initial={props.recipe} />;
  return (
    <FormDialog
      title={messages.newRun}
      action={messages.startRun}
      disabledReason={messages.recipes}
      onClose={props.onClose}
      onSubmit={() => Promise.resolve()}
    >
      {query.error ? <RunsError error={query.error} /> : <Skeleton lines={4} />}
    </FormDialog>
  );
}

function NewRunForm(props: {
  readonly recipes: readonly Recipe[];
  readonly initial: string | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const { recipes, initial, onClose } = props;
  const messages = useMessages(recipeMessages);
  const id = useWorkspace();
  const navigate = useNavigate();
  const [name, setName] = useState(initial ?? recipes[0]?.name ?? ownGoal);
  const [goal, setGoal] = useState('');
  const [given, setGiven] = useState<FieldValues>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const recipe = recipes.find((one) => one.name === name);
  const choose = (next: string) => {
    setName(next);
    setGiven({});
    setErrors({});
  };
  /** Errors are about what was sent. */
  const edit =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setErrors({});
    };
  const start = async () => {
    const texts = recipe ? textsOf({ ...defaultsOf(recipe), ...given }) : {};
    const missing = recipe
      ? missingIn(recipe, texts, messages.valueMissing)
      : goal.trim() === '' && { goal: messages.goalMissing };
    setErrors(missing || {});
    if (missing) return;
    try {
      const wish = recipe ? { recipe: name, parameters: texts } : { goal: goal.trim() };
      const { run_id: run } = await galley.runs.create({ id, ...wish });
      onClose();
      toast({ text: messages.didCreate });
      await refreshRuns();
      await navigate({ to: '/runs/$run', params: { run } });
    } catch (error) {
      setErrors(fieldErrors(error));
      throw error;
    }
  };
  return (
    <FormDialog
      title={messages.newRun}
      action={messages.startRun}
      onClose={onClose}
      onSubmit={start}
    >
      <Select
        label={messages.recipe}
        help={recipe?.description ?? undefined}
        value={name}
        onChange={choose}
        options={[
          ...recipes.map((one) => ({ id: one.name, label: one.title })),
          { id: ownGoal, label: messages.ownGoal },
        ]}
      />
      {recipe ? (
        <FieldForm
          key={name}
          fields={fieldsOf(recipe)}
          values={{ ...defaultsOf(recipe), ...given }}
          errors={errors}
          onChange={edit(setGiven)}
          path={errorPath}
        />
      ) : (
        <TextField
          label={messages.goal}
          help={messages.goalHelp}
          error={errors['goal']}
          rows={4}
          maxLength={4000}
          value={goal}
          onChange={edit(setGoal)}
          isRequired
        />
      )}
    </FormDialog>
  );
}

const types = {
  text: 'text',
  choice: 'select',
  language: 'select',
  document: 'reference',
} as const;

function fieldsOf({ parameters }: Recipe): Field[] {
  return readFields(
    parameters.map(({ name, title, kind, required, choices, default: initial }) => {
      const form = { name, label: title, type: types[kind], options: choices };
      return { ...form, required, default: initial };
    }),
  );
}

function defaultsOf({ parameters }: Recipe): FieldValues {
  return Object.fromEntries(parameters.map((one) => [one.name, one.default]));
}

/** Undefined if every required parameter has a value. */
function missingIn(
  { parameters }: Recipe,
  texts: Readonly<Record<string, string>>,
  message: string,
): FieldErrors | undefined {
  const names = parameters.filter((one) => one.required).map(({ name }) => name);
  const missing = names.filter((name) => texts[name] === undefined);
  if (missing.length === 0) return undefined;
  return Object.fromEntries(missing.map((name) => [`${errorPath}.${name}`, message]));
}

function textsOf(values: FieldValues): Record<string, string> {
  const texts = Object.entries(values).map(([name, value]) => [name, textOf(value)]);
  return Object.fromEntries(texts.filter(([, text]) => text !== '')) as Record<string, string>;
}
