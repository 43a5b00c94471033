import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { silentLogger, systemClock, type DomainError, type LogAttributes } from '@galley/kernel';
import { parseSiteSettings } from '@galley/settings';
import { temporaryDirectory } from '@galley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { wholeTheme } from './fixtures.ts';
import { LiveTheme } from './live-theme.ts';
import { listThemes, loadTheme } from './load-theme.ts';

type Files = Readonly<Record<string, string>>;

const view = { page: { full_title: 'Ink' } };

async function projectWith(files: Files): Promise<string> {
  const folder = await temporaryDirectory();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  for (const [path, text] of Object.entries(files)) await writeIn(folder.path, path, text);
  return folder.path;
}

async function writeIn(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

function theme(name: string, files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [`themes/${name}/${path}`, text]),
  );
}

const parent = theme('parent', {
  ...wholeTheme,
  'theme.yaml':
    'name: parent\nversion: 1.0.0\nsettings:\n' +
    '  - { name: accent, type: color, default: red }\n  - { name: note, type: text, default: a }\n',
  'layouts/base.liquid': '<{% block content %}{% endblock %}>{% render "foot" %}',
  'layouts/page.liquid': '{% layout "base" %}{% block content %}parent{% endblock %}',
  'partials/foot.liquid': 'foot {{ theme.accent }} {{ theme.note }}',
  'assets/theme.css': 'a{}',
  'assets/more.css.liquid': 'b{color:{{ theme.accent }}}',
});
const child = (files: Files = {}): Files =>
  theme('child', { 'theme.yaml': 'name: child\nversion: 1.0.0\nextends: parent\n', ...files });

async function loadIn(projectDirectory: string, name = 'child') {
  const themesDirectory = join(projectDirectory, 'themes');
  return loadTheme({
    themesDirectory,
    name,
    site: { projectDirectory, contentDirectory: join(projectDirectory, 'content') },
  });
}

async function rendered(files: Files): Promise<string> {
  return (await loadIn(await projectWith(files))).render('page', view);
}

async function refusal(files: Files): Promise<DomainError> {
  return loadIn(await projectWith(files)).then(
    () => expect.unreachable('the theme was accepted'),
    (error: DomainError) => error,
  );
}

async function styleSheet(files: Files, path: string): Promise<string | undefined> {
  const bytes = (await loadIn(await projectWith(files))).findAsset(path)?.bytes;
  return bytes && Buffer.from(bytes).toString();
}

describe('ADD-THM-1: a theme that extends another', () => {
  test('takes every file that it does not have', async () => {
    expect(await rendered({ ...parent, ...child() })).toBe('<parent>foot red a');
  });

  test('replaces single layouts and partials, and fills blocks of the parent', async () => {
    const page = '{% layout "base" %}{% block content %}child{% endblock %}';
    expect(await rendered({ ...parent, ...child({ 'layouts/page.liquid': page }) })).toBe(
      '<child>foot red a',
    );
    expect(await rendered({ ...parent, ...child({ 'partials/foot.liquid': 'x' }) })).toBe(
      '<parent>x',
    );
  });

  test('changes defaults of settings and adds settings', async () => {
    const yaml =
      'name: child\nversion: 1.0.0\nextends: parent\nsettings:\n' +
      '  - { name: accent, type: color, default: teal }\n  - { name: own, type: number, default: 3 }\n';
    const project = await projectWith({ ...parent, ...child({ 'theme.yaml': yaml }) });
    const loaded = await loadIn(project);
    expect(loaded.values).toEqual({ accent: 'teal', note: 'a', own: 3 });
    expect(loaded.render('page', view)).toBe('<parent>foot teal a');
    const listed = (await listThemes(join(project, 'themes'))).find(({ name }) => name === 'child');
    expect(listed?.settings.map(({ name }) => name)).toEqual(['accent', 'note', 'own']);
  });

  test('replaces a style sheet in either spelling, or inserts the replaced one', async () => {
    const files = { 'assets/theme.css.liquid': 'c{}', 'assets/more.css': "@import 'parent';\nd{}" };
    const all = { ...parent, ...child(files) };
    expect(await styleSheet(all, 'theme.css')).toBe('c{}');
    expect(await styleSheet(all, 'more.css')).toBe('b{color:red}\nd{}');
    const error = await refusal({
      ...parent,
      ...child({ 'assets/new.css': '\n@import "parent";' }),
    });
    expect(error.message).toContain('assets/new.css, line 2, column 1: no extended theme');
  });

  test('may extend a theme that extends another, and the built-in theme of its own name', async () => {
    const files = {
      ...parent,
      ...child({ 'partials/foot.liquid': 'child' }),
      ...theme('third', { 'theme.yaml': 'name: third\nversion: 1.0.0\nextends: child\n' }),
      ...theme('default', {
        'theme.yaml': 'name: default\nversion: 2.0.0\nextends: default\n',
        'layouts/404.liquid': 'own',
      }),
    };
    const project = await projectWith(files);
    expect((await loadIn(project, 'third')).render('page', view)).toBe('<parent>child');
    const own = await loadIn(project, 'default');
    expect([own.render('404', view), own.hasLayout('post')]).toEqual(['own', true]);
  });

  test('is refused in a circle, in a chain of more than five, and without its parent', async () => {
    const circle = {
      ...child(),
      ...theme('parent', { 'theme.yaml': 'name: parent\nversion: 1.0.0\nextends: child\n' }),
    };
    expect((await refusal(circle)).message).toBe(
      'theme.yaml, line 3, column 1: themes extend each other in a circle: child → parent → child.',
    );
    expect((await refusal(child())).message).toBe(
      'theme.yaml, line 3, column 10: the theme parent does not exist; available themes are child, default, documentation, magazine, portfolio.'.replace(
        'column 10',
        'column 1',
      ),
    );
    const long = Object.assign(
      {},
      ...['child', 'b', 'c', 'd', 'e', 'f'].map((name, at, names) =>
        theme(name, {
          'theme.yaml': `name: ${name}\nversion: 1.0.0\nextends: ${names[at + 1] ?? 'default'}\n`,
        }),
      ),
    ) as Files;
    expect((await refusal(long)).message).toContain('more than 4 themes extend each other');
  });

  test('tells of an error in the parent with the folder of the parent', async () => {
    const error = await refusal({
      ...parent,
      'themes/parent/layouts/list.liquid': '\n{% if %}',
      ...child(),
    });
    expect(error.details).toMatchObject({ file: 'themes/parent/layouts/list.liquid', line: 2 });
  });
});

describe('ADD-THM-2: the folder templates/ of the site', () => {
  test('overrides single files of any theme', async () => {
    const site = {
      'templates/partials/foot.liquid': 'site',
      'templates/assets/theme.css': "@import 'parent';z{}",
    };
    expect(await rendered({ ...parent, ...child(), ...site })).toBe('<parent>site');
    expect(await styleSheet({ ...parent, ...child(), ...site }, 'theme.css')).toBe(
      "@import 'parent';z{}",
    );
  });

  test('is named in errors', async () => {
    const error = await refusal({
      ...parent,
      ...child(),
      'templates/layouts/page.liquid': '{% nope %}',
    });
    expect(error.details).toMatchObject({ file: 'templates/layouts/page.liquid', line: 1 });
  });

  test('changes pages while the server runs, and a broken file keeps the previous version', async () => {
    const project = await projectWith({ ...parent, ...child() });
    const errors: LogAttributes[] = [];
    const site = { projectDirectory: project, contentDirectory: join(project, 'content') };
    const live = await LiveTheme.open({
      themesDirectory: join(project, 'themes'),
      site,
      settings: () => parseSiteSettings('theme: child', 'site.yaml'),
      logger: {
        ...silentLogger,
        error: (_message, attributes = {}) => void errors.push(attributes),
      },
    });
    const [watcher] = live.watchSite(site, {
      mode: 'events',
      pollMilliseconds: 10,
      clock: systemClock,
    });
    const stop = new AbortController();
    watcher!.loop.start(stop.signal);
    onTestFinished(async () => {
      stop.abort();
      await watcher!.loop.stopped;
    });
    await watcher!.ready;
    const changed = new Promise<void>((resolve) => live.onChange(resolve));
    await writeIn(project, 'templates/partials/foot.liquid', 'new');
    await changed;
    expect(live.current().render('page', view)).toBe('<parent>new');
    await writeIn(project, 'templates/partials/foot.liquid', '{% if');
    expect(await live.reload()).toBe(false);
    expect(live.current().render('page', view)).toBe('<parent>new');
    expect(errors).toMatchObject([{ file: 'templates/partials/foot.liquid', in_use: 'child' }]);
    await rm(join(project, 'templates'), { recursive: true });
    await live.reload();
    expect(live.current().render('page', view)).toBe('<parent>foot red a');
    await rename(join(project, 'themes/parent'), join(project, 'parent'));
    expect(await live.reload()).toBe(false);
  });
});
