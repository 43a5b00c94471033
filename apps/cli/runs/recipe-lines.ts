import type { PresentedRecipe, PresentedRecipes } from '@galley/coordinator';
import { dollars, oneLine } from './turn-lines.ts';

export function recipeLines({ recipes, broken }: PresentedRecipes): string[] {
  if (recipes.length + broken.length === 0) return ['No recipes in the folder runs.'];
  return [
    ...recipes.flatMap(linesOf),
    ...broken.flatMap(({ file, mistakes }) => [
      `${file}  broken`,
      ...mistakes.map((mistake) => `  ${oneLine(mistake, 300)}`),
    ]),
  ];
}

function linesOf(recipe: PresentedRecipe): string[] {
  const { name, title, parameters } = recipe;
  const shown = parameters.map((one) => (one.required ? one.name : `[${one.name}]`));
  const facts = [nextLine(recipe), ...lastLine(recipe), ...firingLine(recipe)];
  return [
    `${name}  ${oneLine(title, 80)}`,
    ...(shown.length === 0 ? [] : [`  parameters: ${shown.join(', ')}`]),
    ...facts.map((fact) => `  ${fact}`),
  ];
}

function nextLine({ schedule, triggers, next_run_at }: PresentedRecipe): string {
  const plan = schedule
    ? [`${schedule.cron} ${schedule.time_zone}, next ${next_run_at ?? 'when a coordinator runs'}`]
    : [];
  const starts = [...plan, ...triggers.map((one) => `on ${one}`)];
  return `starts: ${starts.length === 0 ? 'by hand' : starts.join('; ')}`;
}

function lastLine({ last_run: last }: PresentedRecipe): string[] {
  if (!last) return [];
  const cost = [`${last.tokens} tokens`, ...(last.usd === null ? [] : [dollars(last.usd)])];
  return [`last run: ${last.run_id}, ${last.started_at}, ${last.status}, ${cost.join(', ')}`];
}

/** A run that started is the last run, or older than it. */
function firingLine({ last_firing: firing }: PresentedRecipe): string[] {
  if (!firing || firing.outcome === 'started') return [];
  return [`${firing.outcome} at ${firing.at}: ${oneLine(firing.detail ?? '', 200)}`];
}
