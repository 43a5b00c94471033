import type { Recipe } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { language, useMessages } from '../../lib/messages.ts';
import { EmptyState, Notice, Panel, Skeleton, Time } from '../../ui/index.ts';
import { NewRunButton } from './new-run.tsx';
import { recipeMessages } from './recipe-messages.ts';
import { recipesQuery } from './recipe-queries.ts';
import styles from './runs.module.css';
import { RunsError } from './runs-error.tsx';
import { formatCost } from './session-facts.ts';
import { StateBadge } from './state-badge.tsx';
import { useWorkspace } from './workspace.tsx';

export function RecipeList(): ReactNode {
  const messages = useMessages(recipeMessages);
  const { data, error } = useQuery(recipesQuery(useWorkspace()));
  if (!data) return error ? <RunsError error={error} /> : <Skeleton lines={8} />;
  return (
    <>
      {data.broken.map(({ file, mistakes }) => (
        <Notice key={file} tone="warn">
          <strong>{messages.broken({ file })}</strong>
          <ul>
            {mistakes.map((mistake) => (
              <li key={mistake} className="breaks">
                {mistake}
              </li>
            ))}
          </ul>
        </Notice>
      ))}
      <Panel isFlush>
        {data.recipes.length === 0 ? (
          <EmptyState icon={BookOpen} title={messages.empty}>
            {messages.emptyText}
          </EmptyState>
        ) : (
          <ul className={styles['rows']}>
            {data.recipes.map((recipe) => (
              <RecipeRow key={recipe.name} recipe={recipe} />
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

function RecipeRow({ recipe }: { readonly recipe: Recipe }): ReactNode {
  const { name, title, description, last_run: last } = recipe;
  return (
    <li className={styles['row']}>
      <div className="grow">
        <h2 className={`${styles['rowTitle'] ?? ''} breaks`}>{title}</h2>
        {description && <p className="soft small breaks">{description}</p>}
        <Starts recipe={recipe} />
        <LastRun recipe={recipe} />
      </div>
      {last && <StateBadge state={last.status} />}
      <NewRunButton recipe={name} />
    </li>
  );
}

function Starts({ recipe }: { readonly recipe: Recipe }): ReactNode {
  const messages = useMessages(recipeMessages);
  const { schedule, triggers, next_run_at: next } = recipe;
  if (!schedule && triggers.length === 0) return <p className="soft small">{messages.byHand}</p>;
  return (
    <p className="soft small breaks">
      {schedule && messages.schedule({ cron: schedule.cron, zone: schedule.time_zone })}
      {schedule && ' · '}
      {schedule && next && (
        <>
          {messages.nextRun} <Time at={next} />
        </>
      )}
      {schedule && !next && messages.noNextRun}
      {schedule && triggers.length > 0 && ' · '}
      {triggers.map((one) => messages[one]).join(' · ')}
    </p>
  );
}

function LastRun({ recipe }: { readonly recipe: Recipe }): ReactNode {
  const messages = useMessages(recipeMessages);
  const { last_run: last, last_firing: firing } = recipe;
  return (
    <p className="soft small breaks">
      {last ? (
        <>
          <Link to={'/runs/$run'} params={{ run: last.run_id }}>
            {messages.lastRun}
          </Link>{' '}
          <Time at={last.started_at} />
          {` · ${messages.cost} ${costOf(last, messages.tokens)}`}
        </>
      ) : (
        messages.noLastRun
      )}
      {firing && firing.outcome !== 'started' && (
        <>
          {` · ${messages.lastStart} `}
          <Time at={firing.at} />
          {`: ${messages[firing.outcome]}`}
          {firing.outcome === 'failed' && ` (${firing.detail ?? ''})`}
        </>
      )}
    </p>
  );
}

function costOf(
  { usd, tokens }: NonNullable<Recipe['last_run']>,
  tokensText: (values: { count: string }) => string,
): string {
  const used = tokensText({ count: tokens.toLocaleString(language.get()) });
  return usd === null ? used : `${formatCost(usd)}, ${used}`;
}
