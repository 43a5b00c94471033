import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listFiles } from './build-sites.ts';
import { quantile } from './quantile.ts';
import { serveProject } from './served-process.ts';
import { administratorVariables, SignedIn, withoutLimits, type BuildRecord } from './signed-in.ts';

interface Taken {
  /** Milliseconds until the text is in the static output; `saved` and `build` are milliseconds, too. */
  readonly public: number;
  readonly saved: number;
  readonly build: number;
  readonly made: number;
  readonly written: number;
}

type Change = (token: string) => Promise<{ readonly url: string; save: () => Promise<unknown> }>;

const pollIntervalMs = 2;
const timeoutMs = 60_000;

export async function measureChanges(project: string, times: number) {
  const started = Date.now();
  const server = await serveProject(project, {
    ...administratorVariables,
    ...withoutLimits,
    GALLEY_BUILD__ON_PUBLISH: 'true',
  });
  try {
    const editor = await SignedIn.at(server.site);
    // The server always builds at its start.
    await waitForBuild(editor, started);
    const posts = await publicPosts(project);
    const changed: Change = async (token) => {
      const path = posts.shift()!;
      const document = await editor.document(path);
      const text = `${document.raw_body}\n${token}\n`;
      return { url: document.url, save: () => editor.publish(document, text) };
    };
    const added: Change = async (token) => {
      const draft = await editor.create(token, 'Ink and paper.\n');
      const text = `Ink, paper and ${token}.\n`;
      return { url: draft.url, save: () => editor.publish(draft, text) };
    };
    return {
      'a text that changes': await repeat({ project, editor, times, change: changed }),
      'a new document': await repeat({ project, editor, times, change: added }),
    };
  } finally {
    await server.stop();
  }
}

async function publicPosts(project: string): Promise<string[]> {
  const folder = join(project, 'content');
  const posts: string[] = [];
  for (const file of (await listFiles(folder)).sort()) {
    if (!/^posts\/part-\d+\/document-\d*7\.md$/.test(file)) continue;
    const text = await readFile(join(folder, file), 'utf8');
    if (!text.includes('workflow: draft')) posts.push(file);
  }
  return posts;
}

interface Repeating {
  readonly project: string;
  readonly editor: SignedIn;
  readonly times: number;
  readonly change: Change;
}

async function repeat({ project, editor, times, change }: Repeating) {
  const taken: Taken[] = [];
  for (let time = 0; time <= times; time += 1) {
    const token = `token-${randomUUID()}`;
    const { url, save } = await change(token);
    const one = await follow({ project, editor, file: `public${url}index.html`, token, save });
    if (time > 0) taken.push(one);
  }
  const of = (key: keyof Taken, share: number): number =>
    quantile(
      taken.map((one) => one[key]),
      share,
    );
  return {
    'in the output, middle': of('public', 0.5),
    'in the output, slowest': of('public', 1),
    'of that, the answer to the save': of('saved', 0.5),
    'the build, middle': of('build', 0.5),
    'the build, slowest': of('build', 1),
    made: of('made', 0.5),
    'new or changed': of('written', 0.5),
  };
}

interface Following {
  readonly project: string;
  readonly editor: SignedIn;
  readonly file: string;
  readonly token: string;
  readonly save: () => Promise<unknown>;
}

async function follow({ project, editor, file, token, save }: Following): Promise<Taken> {
  const [since, begun] = [Date.now(), performance.now()];
  const saving = save().then(() => performance.now() - begun);
  const appearing = waitForContent(join(project, file), token, begun);
  const [saved, appeared] = await Promise.all([saving, appearing]);
  const { started_at, finished_at, result } = await waitForBuild(editor, since);
  const build = Date.parse(finished_at!) - Date.parse(started_at!);
  return { public: appeared, saved, build, made: result!.rendered, written: result!.written };
}

async function waitForBuild(editor: SignedIn, since: number): Promise<BuildRecord> {
  const begun = performance.now();
  while (performance.now() - begun < timeoutMs) {
    const builds = await editor.builds();
    const first = builds.findLast(({ requested_at }) => Date.parse(requested_at) >= since);
    if (first && builds.every(({ finished_at }) => finished_at !== null)) {
      if (first.error !== null) throw new Error(`A build failed: ${first.error}`);
      return first;
    }
    await delay(20);
  }
  throw new Error(`No new build after ${timeoutMs / 1_000} s.`);
}

async function waitForContent(file: string, token: string, begun: number): Promise<number> {
  while (performance.now() - begun < timeoutMs) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.includes(token)) return performance.now() - begun;
    await delay(pollIntervalMs);
  }
  throw new Error(`${file} does not contain ${token} after ${timeoutMs / 1_000} s.`);
}
