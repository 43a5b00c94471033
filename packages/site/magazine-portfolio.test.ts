import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SiteHarness } from './fixtures.ts';
import { openLittoral } from './included-themes.fixtures.ts';
import { loadTheme } from './theme/load-theme.ts';

let littoral: SiteHarness;

beforeAll(async () => {
  littoral = await openLittoral();
});
afterAll(() => littoral[Symbol.asyncDispose]());

async function useTheme(name: string, given: Readonly<Record<string, unknown>>) {
  const theme = await loadTheme({ themesDirectory: '/nowhere', name, given });
  littoral.theme = () => Promise.resolve(theme);
}

/** Numbers of the documents whose titles are linked, in order. */
function storiesIn(html: string): readonly number[] {
  const links = html.matchAll(/<h3 class="[\w-]+"><a href="\/\w+\/(\d+)\/">/g);
  return [...links].map(([, number]) => Number(number));
}

test('ADD-THM-12: the magazine shows each story once, first the newest ones, then the sections', async () => {
  await useTheme('magazine', { stories: 4, sections: 'Science, Culture' });
  const html = await littoral.read('/');
  expect(storiesIn(html)).toEqual([12, 11, 10, 9, 6, 3, 8, 7, 5, 4, 2]);
  expect(html).toMatch(/class="lead-story lead-plain">[\s\S]*pencil 12<[\s\S]*class="stories"/);
  expect(
    [...html.matchAll(/<h2 id="_section-\d"><a href="([^"]+)">/g)].map(([, url]) => url),
  ).toEqual(['/categories/science/', '/categories/culture/']);
});

test('ADD-THM-12: the portfolio shows the projects and the journal of its settings', async () => {
  await useTheme('portfolio', { work: 'work', journal: 'post', projects: 3 });
  const html = await littoral.read('/');
  expect(storiesIn(html)).toEqual([12, 11, 10]);
  expect(html).toContain('<p class="intro">Reports from the edge of the map</p>');
  expect(html).toContain('<h2 id="_journal"><a href="/posts/">Posts</a></h2>');
  const project = await littoral.read('/projects/3/');
  expect(project).toMatch(/<article class="project">[\s\S]*<dt>Client<\/dt>\s*<dd>Harbour Trust</);
  expect(project).toMatch(
    /rel="prev" href="\/projects\/2\/"[\s\S]*rel="next" href="\/projects\/4\/"/,
  );
  expect(await littoral.read('/posts/3/')).toContain('<article class="text">');
  expect(await littoral.read('/projects/')).toContain('<ul class="projects">');
  expect(await littoral.read('/posts/')).toContain('<ul class="entries">');
});
