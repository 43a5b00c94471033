import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { createDirectory, listMistakes, captureError } from './fixtures.ts';
import type { Environment } from './substitution.ts';

interface Given {
  readonly text?: string;
  readonly environment?: Environment;
}

async function load({ text, environment = {} }: Given) {
  const yaml = text === undefined ? '' : `coordinator: ${text}\n`;
  const projectDirectory = await createDirectory({ 'galley.yaml': yaml });
  const config = await loadConfig({ projectDirectory, overlays: [], environment });
  return { projectDirectory, coordinator: config.coordinator };
}

const mistakesFor = async (given: Given) => listMistakes(await captureError(() => load(given)));

describe('ADD-RUN-23: the remote for pull requests', () => {
  const remoteOf = async (text: string) =>
    (await load({ text: `{ remote: ${text} }` })).coordinator.remote;

  test('has the addresses of GitHub and GitLab, or those of another server', async () => {
    expect(await remoteOf('{ kind: github, repository: owner/name }')).toMatchObject({
      api: 'https://api.github.com',
      git: 'https://github.com/owner/name.git',
      branch: 'main',
      username: 'x-access-token',
    });
    expect(await remoteOf('{ kind: gitlab, repository: group/sub/name }')).toMatchObject({
      api: 'https://gitlab.com/api/v4',
      git: 'https://gitlab.com/group/sub/name.git',
      username: 'oauth2',
    });
    const own = '{ kind: github, repository: o/n, api: "https://git.example.org/api/v3/" }';
    expect(await remoteOf(own)).toMatchObject({
      api: 'https://git.example.org/api/v3',
      git: 'https://git.example.org/o/n.git',
    });
  });

  test('takes the token from the environment, and paths of keys from the project', async () => {
    const git = 'git: "git@github.com:o/n.git", deploy_key_file: key';
    const text = `{ remote: { kind: github, repository: o/n, ${git} } }`;
    const token = { GALLEY_COORDINATOR__REMOTE__TOKEN: 'github_pat_1' };
    const { projectDirectory, coordinator } = await load({ text, environment: token });
    expect(coordinator.remote).toMatchObject({
      token: 'github_pat_1',
      deployKeyFile: path.join(projectDirectory, 'key'),
    });
  });

  const named = 'kind: github, repository: o/n';
  test.each([
    ['{ kind: github }', 'requires coordinator.remote.repository'],
    ['{ repository: o/n }', 'requires coordinator.remote.kind'],
    ['{ token: abc }', 'requires coordinator.remote.kind, coordinator.remote.repository'],
    ['{ kind: github, repository: name }', 'must be a path, such as owner/name'],
    ['{ kind: github, repository: o/.. }', 'must be a path, such as owner/name'],
    [`{ ${named}, api: "http://git.example.org" }`, 'must be an address'],
    [`{ ${named}, git: "https://u:p@git.example.org/n" }`, 'must be an address'],
    [`{ ${named}, git: "git@-oProxyCommand=x:n" }`, 'must be an address'],
    [`{ ${named}, git: "git@github.com:o/n.git" }`, 'requires coordinator.remote.deploy_key_file'],
    [`{ ${named}, deploy_key_file: key }`, 'requires coordinator.remote.git'],
    [`{ ${named}, branch: "a..b" }`, 'such as main'],
  ])('%s: %s', async (text, message) => {
    const mistakes = await mistakesFor({ text: `{ remote: ${text} }` });
    expect(JSON.stringify(mistakes)).toContain(message);
  });
});
